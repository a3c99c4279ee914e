//! The ports: what has more than one implementation.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::ids::{MailAddress, MessageId, UserId};
use crate::mail::{MailAccount, MailSearch, MailSecret, PageToken, RawMessage, SearchPage, VerifiedAccount};
use crate::object_key::ObjectKey;
use crate::reading::{DocumentKind, MailContext, ParserTag, Reading};

/// An error of a library below, kept as the source.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// Something outside the process that the service needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dependency {
    /// The mailbox's API.
    MailProvider,
    /// OAuth tokens and the account's address.
    IdentityProvider,
    /// SQLite or PostgreSQL.
    Database,
    /// Where mail tokens are kept.
    SecretStore,
    /// Where originals are kept.
    ObjectStore,
    /// Where notifications go.
    Topic,
    /// Where object storage tells of new objects.
    Inbox,
    /// The process that reads documents.
    Reader,
}

impl fmt::Display for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Dependency::MailProvider => "mail provider",
            Dependency::IdentityProvider => "identity provider",
            Dependency::Database => "database",
            Dependency::SecretStore => "secret store",
            Dependency::ObjectStore => "object storage",
            Dependency::Topic => "notification topic",
            Dependency::Inbox => "inbox",
            Dependency::Reader => "document reader",
        })
    }
}

/// A dependency did not do its work. Trying later may help.
#[derive(Debug, thiserror::Error)]
#[error("the {which} failed")]
pub struct DependencyError {
    /// Which.
    pub which: Dependency,
    /// Not before this has passed, where the dependency says so.
    pub retry_after: Option<Duration>,
    /// What it said; for the log, never for a caller.
    #[source]
    pub source: BoxError,
}

impl DependencyError {
    /// A failure without advice on when to try again.
    pub fn new(which: Dependency, source: impl Into<BoxError>) -> Self {
        DependencyError {
            which,
            retry_after: None,
            source: source.into(),
        }
    }
}

/// Why a mailbox call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MailError {
    /// The refresh token is dead, or the access token expired and nothing renews it: the user must connect again.
    #[error("the mail account must be connected again")]
    Reconnect,
    /// There is no such message (any more).
    #[error("no such message")]
    Gone,
    /// The message is larger than the limit; it was not read.
    #[error("the message is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The provider failed or asks to slow down; trying later may help.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// A user's mailbox. Refreshes access tokens as it needs, in memory only.
#[async_trait]
pub trait Mailbox: Send + Sync {
    /// Whether the provider takes all of a search in one call. What does not fit is split by [`MailSearch::pack`].
    fn fits(&self, _search: &MailSearch) -> bool {
        true
    }

    /// One page of a search, at most 500 ids. Results may lie slightly outside the window.
    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError>;

    /// A whole message.
    async fn fetch(&self, account: &MailAccount, id: &MessageId) -> Result<RawMessage, MailError>;
}

/// Why tokens could not be verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IdentityError {
    /// The provider does not accept the token, or it lacks what we need. The words are safe to show.
    #[error("{0}")]
    Rejected(String),
    /// The provider failed.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// Who an access token belongs to, and what it may do.
#[async_trait]
pub trait Identity: Send + Sync {
    /// Asks the provider for the token's scopes and the account's address.
    async fn verify(&self, access_token: &SecretString) -> Result<VerifiedAccount, IdentityError>;
}

/// What a put did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// The object is new.
    Created,
    /// An object with that key was there; it is unchanged.
    Existed,
}

/// Stored originals.
#[async_trait]
pub trait Objects: Send + Sync {
    /// Writes an object unless its key is taken. All or nothing.
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError>;

    /// Reads an object; `None` when there is none.
    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError>;

    /// Removes an object; one that is not there is removed already.
    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError>;

    /// Removes everything that a user owns.
    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError>;
}

/// Mail tokens, sealed.
#[async_trait]
pub trait Secrets: Send + Sync {
    /// What is kept of a user.
    async fn get(&self, user: UserId) -> Result<Option<MailSecret>, DependencyError>;

    /// Keeps it, in place of what was there.
    async fn put(&self, user: UserId, secret: &MailSecret) -> Result<(), DependencyError>;

    /// Forgets it; what is not there is forgotten already.
    async fn delete(&self, user: UserId) -> Result<(), DependencyError>;
}

/// A message to a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The same for every try of one notification.
    pub id: String,
    /// Whom it is for.
    pub user: UserId,
    /// The address that the identity provider verified, while an account is known.
    pub to: Option<MailAddress>,
    /// The subject line.
    pub subject: String,
    /// The sentence.
    pub message: String,
}

/// Where notifications go, beyond the row that is always kept of each.
#[async_trait]
pub trait Topic: Send + Sync {
    /// Publishes once. May be called again with the same id after a failure.
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError>;
}

/// Reads documents. A refusal is a reading too; an error means that the reader itself could not work.
#[async_trait]
pub trait Reader: Send + Sync {
    /// Every parser that may sign a reading, in its version. A reading in version 0 is no parser's: it says that the
    /// reader itself gave up.
    fn parsers(&self) -> Vec<ParserTag>;

    /// Reads one document.
    async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, DependencyError>;
}

/// The time. Moved by tests.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's time.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}
