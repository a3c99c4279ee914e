//! The ports: traits that have more than one implementation.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use parser_model::Reason;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

pub use crate::clock::{Clock, SystemClock};
use crate::ids::{MailAddress, MessageId, UserId};
use crate::mail::{
    AccountChange, ConsentRequest, DeviceAnswer, DeviceRequest, ExchangedTokens, ImapLogin, Look, MailAccount,
    MailAccounts, MailContent, MailHeaders, MailMark, MailSearch, MailServer, PageToken, PurchaseSearch, RawMessage,
    Redirect, SearchPage, VerifiedAccount,
};
use crate::notification::NotificationFacts;
pub use crate::notification::{NotificationKind, UnknownNotificationKind};
use crate::object_key::ObjectKey;
use crate::pdf_passwords::{PasswordChange, PdfPasswords};
use crate::reading::{Authentication, DocumentKind, MailContext, ParserTag, Reading};

/// An error of a library below, kept as the source.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// A system outside the process that the service depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dependency {
    /// The mailbox's API.
    MailProvider,
    /// OAuth tokens and the account's address.
    IdentityProvider,
    /// SQLite or PostgreSQL.
    Database,
    /// Keeps mail tokens.
    SecretStore,
    /// Keeps originals.
    ObjectStore,
    /// Publishes notifications.
    Topic,
    /// The queue in which object storage announces new objects.
    EventQueue,
    /// The process that reads documents.
    Reader,
    /// DNS, in which domains publish the keys of their signatures.
    NameServer,
    /// Takes mails about accounts.
    MailServer,
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
            Dependency::EventQueue => "event queue",
            Dependency::Reader => "document reader",
            Dependency::NameServer => "name server",
            Dependency::MailServer => "mail server",
        })
    }
}

/// A dependency failed. A later attempt may succeed.
#[derive(Debug, thiserror::Error)]
#[error("the {which} failed")]
pub struct DependencyError {
    /// Which.
    pub which: Dependency,
    /// The wait that the dependency asks for, if it does.
    pub retry_after: Option<Duration>,
    /// The cause; for the log, never for a caller.
    #[source]
    pub source: BoxError,
}

impl DependencyError {
    /// A failure without a requested wait.
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
    /// The refresh token is dead, or the access token has expired and there is no refresh token: the user must connect
    /// the account again.
    #[error("the mail account must be reconnected")]
    Reconnect,
    /// The mail server takes no passwords: the account is connected by a consent page.
    #[error("the mail server takes no passwords")]
    NoPasswords,
    /// The login is right, and the mailbox can't be read by IMAP until its owner allows it.
    #[error("the mailbox is closed to IMAP")]
    ImapOff,
    /// There is no such message.
    #[error("no such message")]
    Gone,
    /// The message is larger than the limit.
    #[error("the message is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The provider failed or asks to slow down.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// A user's mailbox. It renews access tokens as needed.
#[async_trait]
pub trait Mailbox: Send + Sync {
    /// Whether the provider accepts a search in one call. [`MailSearch::pack`] splits those that it does not.
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

    /// One page of the mails that look like purchases or rent, at most 500 ids. Results may lie slightly outside the window.
    async fn search_purchases(
        &self,
        account: &MailAccount,
        search: &PurchaseSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError>;

    /// Looks for new mail by a few cheap calls, and reads none. Without a last mark, and with one that the provider does not know
    /// any more, there may be news.
    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError>;

    /// The sender and the subject of a message.
    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError>;

    /// A whole message, of at most this many bytes. Not much more than that is read of a larger message, which costs the
    /// provider's quota anyway.
    async fn fetch(&self, account: &MailAccount, id: &MessageId, max_bytes: u64) -> Result<RawMessage, MailError>;
}

/// The IMAP servers that the operator lists. Users have accounts at no others.
#[async_trait]
pub trait MailServers: Send + Sync {
    /// The servers, in the operator's order.
    fn listed(&self) -> Vec<MailServer>;

    /// Tries a login at one of them. [`MailError::Reconnect`] if the server refuses it, and if it is not listed.
    async fn try_login(&self, login: &ImapLogin) -> Result<(), MailError>;

    /// A new request for consent at the provider of a server. `None` if it takes no tokens, or there is no address to return to.
    fn request_consent(&self, server: &str, redirect: Redirect) -> Option<ConsentRequest>;

    /// The login that a consent's code is good for, which was not tried yet. `redirect` and `verifier` are those of its request.
    async fn exchange_code(
        &self,
        server: &str,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ImapLogin, IdentityError>;

    /// A code that a user types on another device. `None` if the provider of the server gives none.
    async fn request_device(&self, server: &str) -> Result<Option<DeviceRequest>, IdentityError>;

    /// Asks for what the user answered to a device code. The login was not tried yet.
    async fn ask_device(&self, server: &str, device_code: &SecretString) -> Result<DeviceAnswer, IdentityError>;
}

/// Why tokens could not be verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IdentityError {
    /// The provider rejects the token, or the token lacks a scope. The text is safe to show.
    #[error("{0}")]
    Rejected(String),
    /// The provider failed.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// Asks users for their consent, and verifies and revokes tokens.
#[async_trait]
pub trait Identity: Send + Sync {
    /// A new request for a user's consent to read the mailbox. `None` if the settings lack what it needs.
    fn request_consent(&self, redirect: Redirect) -> Option<ConsentRequest>;

    /// The tokens for the code of a consent. `redirect` and `verifier` are those of its request.
    async fn exchange_code(
        &self,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ExchangedTokens, IdentityError>;

    /// The token's scopes and the account's address, from the provider.
    async fn verify(&self, access_token: &SecretString) -> Result<VerifiedAccount, IdentityError>;

    /// Renews an access token once, and verifies the new one. `None` if the settings don't allow to renew.
    async fn try_refresh(&self, refresh_token: &SecretString) -> Result<Option<VerifiedAccount>, IdentityError>;

    /// Revokes the grant of a token. A token that is no longer valid isn't an error.
    async fn revoke(&self, token: &SecretString) -> Result<(), DependencyError>;
}

/// The outcome of [`Objects::put_if_absent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// The object is new.
    Created,
    /// An object with that key exists; it is unchanged.
    Existed,
}

/// Stored originals.
#[async_trait]
pub trait Objects: Send + Sync {
    /// Writes an object atomically, unless one with that key exists.
    async fn put_if_absent(&self, key: &ObjectKey, bytes: Bytes) -> Result<Put, DependencyError>;

    /// Reads an object; `None` when there is none.
    async fn get(&self, key: &ObjectKey) -> Result<Option<Bytes>, DependencyError>;

    /// Removes an object, if it exists.
    async fn delete(&self, key: &ObjectKey) -> Result<(), DependencyError>;

    /// Removes everything that a user owns.
    async fn delete_user(&self, user: UserId) -> Result<(), DependencyError>;

    /// Whether there is no object. `false` if that can't be told without listing them all.
    async fn is_empty(&self) -> Result<bool, DependencyError> {
        Ok(false)
    }

    /// Fails if objects can't be read or written. Leaves nothing behind. What a check of writing would cost or announce may be
    /// left unchecked.
    async fn check(&self) -> Result<(), DependencyError>;
}

/// Why a secret could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// What is stored can't be decrypted or decoded. It can be replaced and removed.
    #[error("the stored secret is damaged")]
    Damaged(#[source] BoxError),
    /// The secret store failed.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// Encrypted storage of mail tokens and of the passwords of PDFs.
#[async_trait]
pub trait Secrets: Send + Sync {
    /// A user's mail accounts.
    async fn mail_accounts(&self, user: UserId) -> Result<MailAccounts, SecretError>;

    /// Changes them, and returns those before. Of changes at the same time each counts. Damaged ones count as none, and stay if the
    /// change adds none.
    async fn change_mail_accounts(&self, user: UserId, change: AccountChange) -> Result<MailAccounts, DependencyError>;

    /// Removes them, damaged or not.
    async fn delete_mail_accounts(&self, user: UserId) -> Result<(), DependencyError>;

    /// The passwords of a user's PDFs.
    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, SecretError>;

    /// Changes them. Of changes at the same time each counts. Damaged ones count as none.
    async fn change_pdf_passwords(&self, user: UserId, change: PasswordChange) -> Result<(), DependencyError>;

    /// Fails if secrets can't be read or written, with the same exception as [`Objects::check`].
    async fn check(&self) -> Result<(), DependencyError>;
}

/// A message to a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The same for every attempt to publish one notification.
    pub id: String,
    /// Its kind.
    pub kind: NotificationKind,
    /// The recipient.
    pub user: UserId,
    /// The address that the identity provider verified, while an account is known.
    pub to: Option<MailAddress>,
    /// The subject line.
    pub subject: String,
    /// The text.
    pub message: String,
    /// The values in it.
    pub facts: NotificationFacts,
}

/// Publishes notifications, besides the row that is always stored of each.
#[async_trait]
pub trait Topic: Send + Sync {
    /// Publishes a notification. May be called again with the same id after a failure.
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError>;
}

/// Why nothing was read.
#[derive(Debug, thiserror::Error)]
pub enum ReaderError {
    /// The reader gave up on these bytes: they need more time or memory than the limit, or they crash it. It has used up an
    /// attempt at them.
    #[error("{0}")]
    GaveUp(Reason),
    /// The reader itself failed, before it got the bytes.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// Why a message can never be parsed: it isn't a mail, or exceeds the limits of a mail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAMail(pub Reason);

/// Parses untrusted mails and documents. "Not an invoice" is a reading, not an error.
#[async_trait]
pub trait Reader: Send + Sync {
    /// The number of mails and documents that are read at the same time.
    fn at_once(&self) -> u32;

    /// The parsers that readings can name, with their versions.
    fn parsers(&self) -> Vec<ParserTag>;

    /// Gets ready for the first assignment. Returns what an operator should know of it, in sentences; fails if nothing could be
    /// read.
    async fn prepare(&self) -> Result<Vec<String>, DependencyError>;

    /// Parses a message, and judges its sender by the word of the provider `authserv_id`, if there is one. A message from one
    /// of the `forwarders` stands for the mails that it forwards. Gives up on a message whose documents are longer than itself
    /// by more than a third and a MiB, as no mail's are.
    async fn open_mail(
        &self,
        message: Bytes,
        authserv_id: Option<&str>,
        forwarders: &[MailAddress],
    ) -> Result<Result<MailContent, NotAMail>, ReaderError>;

    /// Reads one document.
    async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, ReaderError>;
}

/// Checks who sent a mail if no provider authenticated it.
#[async_trait]
pub trait SenderCheck: Send + Sync {
    /// Whether the domain of `sender`, the mail's only sender, authenticates the message. A message whose check needs too much time
    /// or memory is not authenticated.
    async fn check(&self, message: Bytes, sender: &MailAddress) -> Result<Authentication, DependencyError>;
}
