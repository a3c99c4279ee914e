//! Mails about accounts, by the mail server of the notifications.

use std::sync::{PoisonError, RwLock};

use async_trait::async_trait;
use invoices_domain::mailer::{AccountMail, Mailer, MailerError};
use invoices_domain::ports::{Dependency, DependencyError};
use secrecy::ExposeSecret;

use crate::email::Email;

/// Sends mails about accounts by SMTP, if a server is configured.
#[derive(Debug, Default)]
pub struct LocalMailer {
    email: RwLock<Option<Email>>,
}

impl LocalMailer {
    /// By this server.
    pub fn new(email: Option<Email>) -> Self {
        LocalMailer {
            email: RwLock::new(email),
        }
    }

    /// Sends by this server from now on.
    pub fn replace(&self, email: Option<Email>) {
        *self.email.write().unwrap_or_else(PoisonError::into_inner) = email;
    }

    fn email(&self) -> Option<Email> {
        self.email.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Mailer for LocalMailer {
    fn is_configured(&self) -> bool {
        self.email().is_some()
    }

    async fn send(&self, mail: &AccountMail) -> Result<(), MailerError> {
        let email = self.email().ok_or(MailerError::NotConfigured)?;
        // The parser refuses line breaks and everything else that an address can't contain.
        let to = mail.to.parse().map_err(|_| MailerError::Address)?;
        let message = email.message(to, &mail.subject, mail.text.expose_secret(), &mail.id);
        let message = message.map_err(|error| DependencyError::new(Dependency::MailServer, error))?;
        Ok(email.deliver(message, Dependency::MailServer).await?)
    }
}
