//! The port that sends mails about accounts.

use std::borrow::Cow;
use std::fmt;

use async_trait::async_trait;
use secrecy::SecretString;

use crate::ports::DependencyError;

/// A mail to a user, in plain text.
#[derive(Clone)]
pub struct AccountMail {
    /// Different for each mail. It reveals nothing about the code.
    pub id: String,
    /// The address, as its user gave it.
    pub to: String,
    /// The subject line.
    pub subject: Cow<'static, str>,
    /// The text, which may contain a code.
    pub text: SecretString,
}

impl fmt::Debug for AccountMail {
    /// Omits the address and the text, and the subject, which may name a landlord.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccountMail")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// No mail server is configured.
    #[error("no mail server is configured")]
    NotConfigured,
    /// E-mails can't be sent to this address.
    #[error("no mail can be sent to this address")]
    Address,
    /// The mail server failed.
    #[error(transparent)]
    Dependency(#[from] DependencyError),
}

/// Sends mails about accounts.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Whether there is a mail server.
    fn is_configured(&self) -> bool;

    /// Hands a mail over to the mail server. Doesn't try again.
    async fn send(&self, mail: &AccountMail) -> Result<(), MailerError>;
}
