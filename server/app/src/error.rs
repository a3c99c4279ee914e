//! What can go wrong in a use case, free of any transport.

use std::time::Duration;

use invoices_db::{AddSource, StoreError};
use invoices_domain::RunId;
use invoices_domain::ports::{BoxError, Dependency, DependencyError, IdentityError, MailError, SecretError};

/// Why a use case failed. `Display` is for the caller; the source is for the log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request is invalid.
    #[error("{0}")]
    Invalid(String),
    /// The mail tokens failed validation.
    #[error("{0}")]
    TokensRejected(String),
    /// The settings lack what a consent needs.
    #[error("{0}")]
    NoConsent(String),
    /// The caller is not authenticated.
    #[error("{0}")]
    Unauthenticated(String),
    /// The caller's token has expired.
    #[error("Expired token.")]
    TokenExpired,
    /// The caller's account is gone.
    #[error("No account exists for this token.")]
    UserNotFound,
    /// The current password, which a change of it needs, is wrong.
    #[error("The current password is wrong.")]
    WrongPassword,
    /// What the caller asks for needs a token that comes from a password.
    #[error("A session can only be started after a login with the password.")]
    NotByPassword,
    /// The settings have no mail server.
    #[error("This service sends no mail: no mail server is configured.")]
    NoMailServer,
    /// The code that was mailed to the caller is another one, or not valid any more.
    #[error("The code is wrong or expired.")]
    WrongCode,
    /// The caller owns no such thing.
    #[error("{0}")]
    NotFound(String),
    /// The account of a notice is another one than before.
    #[error("The account of this notice is not that of the landlord's notice before. Ask the landlord before you pay.")]
    PayeeChanged,
    /// The e-mail has an account already.
    #[error("An account with this e-mail exists already.")]
    EmailTaken,
    /// Nobody can sign up.
    #[error("Sign-up is closed.")]
    SignUpClosed,
    /// The address has no open invitation with this code. It does not say which of the two is wrong.
    #[error("Sign-up needs a valid invitation for this e-mail.")]
    NotInvited,
    /// Too many attempts. How long to wait before the next one.
    #[error("Too many attempts. Try again later.")]
    TooMany(Duration),
    /// The user has as many unfinished ingests as are allowed. How long to wait before the next attempt.
    #[error("You have too many unfinished ingests. Try again later.")]
    TooManyIngests(Duration),
    /// As many requests of the user that read are answered as are at once. How long to wait before the next attempt.
    #[error("You have too many concurrent requests. Try again shortly.")]
    TooManyReads(Duration),
    /// The settings switch webhooks off.
    #[error("Webhooks are disabled in this service.")]
    NoWebhooks,
    /// The user is sent an export already, or this process sends as many as it may. How long to wait before the next attempt.
    #[error("You already have an export in progress, or there are too many exports. Try again later.")]
    TooManyExports(Duration),
    /// The user has as many landlords or vendors as are allowed.
    #[error("An account can have at most {1} {0} of its own.")]
    TooManySources(&'static str, usize),
    /// No more mails are kept for the user.
    #[error("Your quarantined mails have reached the size limit: trust their senders first.")]
    TooManyHandedOver,
    /// The landlord or vendor is the operator's.
    #[error("This {0} is the operator's: it can only be enabled or disabled.")]
    OperatorsSource(&'static str),
    /// No mailbox can be read.
    #[error("{0}")]
    NoMailbox(NoMailbox),
    /// A dependency failed.
    #[error("The {} failed. Try again later.", .0.which)]
    Dependency(#[from] DependencyError),
    /// The run of an ingest failed. Its source is [`Error::NoMailbox`] or [`Error::Dependency`].
    #[error("{source}")]
    Run {
        /// The run.
        run: RunId,
        /// Why.
        source: Box<Error>,
    },
    /// An internal error.
    #[error("Internal server error.")]
    Internal(#[source] BoxError),
}

/// Why no mailbox can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMailbox {
    /// None is connected.
    #[error("No mail account is connected.")]
    NotConnected,
    /// Every account that is connected is paused.
    #[error("Every mail account is paused.")]
    Paused,
    /// The provider refused the credentials.
    #[error("The mail account must be reconnected.")]
    Reconnect,
}

impl Error {
    /// An internal error, with its cause for the log.
    pub fn internal(source: impl Into<BoxError>) -> Self {
        Error::Internal(source.into())
    }

    /// The account of the caller's token was deleted meanwhile.
    pub(crate) fn no_account() -> Self {
        Error::Unauthenticated("No account exists for this token.".into())
    }

    /// What was added for a user; an error if there are `most` already, or no such user.
    pub(crate) fn of_added<T>(added: AddSource<T>, what: &'static str, most: usize) -> Result<T, Self> {
        match added {
            AddSource::Added(added) => Ok(added),
            AddSource::Full => Err(Error::TooManySources(what, most)),
            AddSource::UserGone => Err(Error::no_account()),
        }
    }

    /// Names the run in an error that a later run may not meet.
    pub(crate) fn of_run(self, run: Option<RunId>) -> Self {
        match (self, run) {
            (source @ (Error::NoMailbox(_) | Error::Dependency(_)), Some(run)) => Error::Run {
                run,
                source: Box::new(source),
            },
            (error, _) => error,
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Error::Dependency(error.into())
    }
}

impl From<SecretError> for Error {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Dependency(error) => Error::Dependency(error),
            other => Error::Dependency(DependencyError::new(Dependency::SecretStore, other)),
        }
    }
}

impl From<IdentityError> for Error {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::Rejected(why) => Error::TokensRejected(why),
            IdentityError::Dependency(error) => Error::Dependency(error),
            other => Error::internal(other),
        }
    }
}

impl From<MailError> for Error {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Reconnect | MailError::NoPasswords => Error::NoMailbox(NoMailbox::Reconnect),
            MailError::Dependency(error) => Error::Dependency(error),
            other => Error::Dependency(DependencyError::new(Dependency::MailProvider, other)),
        }
    }
}
