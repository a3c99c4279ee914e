//! Notifications by e-mail.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use invoices_domain::ports::{Dependency, DependencyError, Notification};
use invoices_settings::EmailSettings;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};

use crate::setting::{InvalidSetting, invalid_setting};

/// The pause before a retry after a permanent error of the mail server; the mailbox may work again by then.
const REFUSED_PAUSE: Duration = Duration::from_hours(1);

/// Sends notifications as plain-text e-mails to the address that the identity provider verified.
#[derive(Clone, Debug)]
pub struct Email {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Email {
    /// `None` if no server is set. Does not connect.
    pub fn new(settings: &EmailSettings) -> Result<Option<Self>, InvalidSetting> {
        let Some(server) = &settings.server else {
            let others = settings.from.is_some() || settings.username.is_some() || settings.password.is_some();
            return if others {
                Err(invalid_setting(
                    "email.server",
                    "is not set, but other settings of [email] are",
                ))
            } else {
                Ok(None)
            };
        };
        let from = settings
            .from
            .as_deref()
            .ok_or_else(|| invalid_setting("email.from", "is not set"))?;
        let from = from
            .parse()
            .map_err(|_| invalid_setting("email.from", format!("{from:?} is not an e-mail address")))?;
        let mut builder = builder(server)?.timeout(Some(*settings.timeout_seconds));
        match (&settings.username, &settings.password) {
            (None, None) => {}
            (Some(username), Some(password)) => {
                let password = password.expose_secret().to_owned();
                builder = builder.credentials(Credentials::new(username.clone(), password));
            }
            _ => {
                return Err(invalid_setting(
                    "email.password",
                    "set both it and email.username, or neither",
                ));
            }
        }
        Ok(Some(Email {
            transport: builder.build(),
            from,
        }))
    }

    /// Sends without retries. A notification without an address is not sent.
    pub(crate) async fn send(&self, notification: &Notification) -> Result<(), DependencyError> {
        let Some(to) = &notification.to else {
            tracing::info!(id = notification.id, "no mail account is connected; no e-mail was sent");
            return Ok(());
        };
        let to = to.to_string().parse().map_err(|error| DependencyError {
            retry_after: Some(REFUSED_PAUSE),
            ..DependencyError::new(Dependency::Topic, Box::new(error) as invoices_domain::ports::BoxError)
        })?;
        // The id is the same for every attempt, so that a mail program can detect duplicates.
        let message = self.message(to, &notification.subject, &notification.message, &notification.id);
        let message = message.map_err(|error| DependencyError::new(Dependency::Topic, error))?;
        self.deliver(message, Dependency::Topic).await
    }

    /// A mail in plain text. Its `Message-ID` is made of `id`.
    pub(crate) fn message(
        &self,
        to: Address,
        subject: &str,
        text: &str,
        id: &str,
    ) -> Result<Message, lettre::error::Error> {
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(Some(self.message_id(id)))
            .date_now()
            .header(ContentType::TEXT_PLAIN)
            .body(format!("{text}\n"))
    }

    /// Hands a mail over to the mail server, without retries. A failure is that of `which`.
    pub(crate) async fn deliver(&self, message: Message, which: Dependency) -> Result<(), DependencyError> {
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(DependencyError {
                which,
                retry_after: error.is_permanent().then_some(REFUSED_PAUSE),
                source: Box::new(error),
            }),
        }
    }

    fn message_id(&self, id: &str) -> String {
        let digest = Sha256::digest(id.as_bytes());
        format!(
            "<{}@{}>",
            BASE64_URL_SAFE_NO_PAD.encode(digest),
            self.from.email.domain()
        )
    }
}

fn builder(server: &str) -> Result<AsyncSmtpTransportBuilder, InvalidSetting> {
    type Smtp = AsyncSmtpTransport<Tokio1Executor>;
    let unknown = || {
        let forms = "smtps://<host>, smtp://<host> or smtp-plain://<host>";
        invalid_setting(
            "email.server",
            format!("{server:?} is not a mail server URL; use {forms}"),
        )
    };
    let (scheme, address) = server.split_once("://").ok_or_else(unknown)?;
    let (host, port) = match address.trim_end_matches('/').rsplit_once(':') {
        Some((host, port)) => (host, Some(port.parse::<u16>().map_err(|_| unknown())?)),
        None => (address.trim_end_matches('/'), None),
    };
    if host.is_empty() || host.contains(['@', '/', '?']) {
        return Err(unknown());
    }
    let builder = match scheme {
        "smtps" => Smtp::relay(host),
        "smtp" => Smtp::starttls_relay(host),
        "smtp-plain" => Ok(Smtp::builder_dangerous(host)),
        _ => return Err(unknown()),
    };
    let builder = builder.map_err(|error| invalid_setting("email.server", error.to_string()))?;
    Ok(match port {
        Some(port) => builder.port(port),
        None => builder,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(server: &str) -> EmailSettings {
        EmailSettings {
            server: Some(server.into()),
            from: Some("Invoices <invoices@example.com>".into()),
            ..EmailSettings::default()
        }
    }

    #[test]
    fn a_server_is_named_with_its_encryption() {
        for server in [
            "smtps://mail.example.com",
            "smtp://mail.example.com:2525",
            "smtp-plain://127.0.0.1:25",
        ] {
            assert!(Email::new(&settings(server)).unwrap().is_some(), "{server}");
        }
        for server in [
            "",
            "mail.example.com",
            "http://mail.example.com",
            "smtp://",
            "smtp://a:b@host",
            "smtps://host:x",
        ] {
            assert!(Email::new(&settings(server)).is_err(), "{server}");
        }
    }

    #[test]
    fn half_a_setting_is_refused() {
        assert!(Email::new(&EmailSettings::default()).unwrap().is_none());
        let no_from = EmailSettings {
            from: None,
            ..settings("smtp://mail.example.com")
        };
        assert_eq!(Email::new(&no_from).unwrap_err().key, "email.from");
        let no_server = EmailSettings {
            server: None,
            ..settings("")
        };
        assert_eq!(Email::new(&no_server).unwrap_err().key, "email.server");
        let no_password = EmailSettings {
            username: Some("alva".into()),
            ..settings("smtp://mail.example.com")
        };
        assert_eq!(Email::new(&no_password).unwrap_err().key, "email.password");
    }
}
