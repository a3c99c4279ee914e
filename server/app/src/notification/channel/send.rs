//! Sending a delivery to a channel.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use invoices_db::{Delivery, PendingDelivery};
use invoices_domain::UserId;
use invoices_domain::channel::{ChannelSettings, ChannelTarget};
use invoices_domain::mailer::{AccountMail, MailerError};
use invoices_domain::ports::NotificationKind;
use invoices_domain::preferences::Language;
use invoices_domain::webhook::{EventSubject, EventType, WebhookAnswer, WebhookFailure};
use secrecy::ExposeSecret;

use super::outgoing::Outgoing;
use super::{gotify, matrix, ntfy, template};
use crate::app::App;
use crate::error::Error;
use crate::notification::quiet;
use crate::notification::text::{self, Text};

/// What a mail server answers to a mail that it takes.
const SMTP_OK: u16 = 250;

/// Whether a channel sends mails of the service, and no requests to other services.
pub(crate) fn is_mail(settings: &ChannelSettings) -> bool {
    matches!(settings.target, ChannelTarget::Email { .. })
}

/// When a delivery to a channel is wanted, if that is later than now. A test is wanted at once.
pub(crate) async fn wanted_at(app: &App, pending: &PendingDelivery) -> Result<Option<DateTime<Utc>>, Error> {
    let delivery = &pending.delivery;
    if pending.channel.is_none() || delivery.event == EventType::Test {
        return Ok(None);
    }
    let preferences = app.preferences(delivery.user_id).await?;
    let zone = preferences.time_zone.unwrap_or(app.settings().zone);
    let now = app.now();
    if delivery.event == EventType::Digest && delivery.attempts == 0 {
        let monday = quiet::monday_morning_after(delivery.created_at, zone);
        if now < monday {
            return Ok(Some(monday));
        }
    }
    let hours = preferences.quiet_hours;
    Ok(hours.and_then(|hours| quiet::end_of_quiet(now, zone, hours)))
}

/// Sends a delivery once.
pub(crate) async fn send(
    app: &App,
    pending: &PendingDelivery,
    settings: &ChannelSettings,
    id: &str,
) -> Result<Result<WebhookAnswer, WebhookFailure>, Error> {
    let user = pending.delivery.user_id;
    let language = app.preferences(user).await?.language;
    let message = Outgoing {
        id: id.to_owned(),
        ..outgoing(app, &pending.delivery, language).await?
    };
    let secret = &pending.secret;
    let stated = (!secret.expose_secret().is_empty()).then_some(secret);
    let request = match &settings.target {
        ChannelTarget::Email { address } => return mail(app, user, address, message).await,
        ChannelTarget::Ntfy { url } => ntfy::request(url, stated, &message),
        ChannelTarget::Gotify { url } => gotify::request(url, secret, &message),
        ChannelTarget::Matrix { url, room_id } => matrix::request(url, room_id, secret, &message),
        ChannelTarget::Webhook {
            url,
            content_type,
            template,
        } => template::request(url, *content_type, template, stated, &message),
    };
    Ok(app.ports().webhooks.request(&request).await)
}

async fn mail(
    app: &App,
    user: UserId,
    address: &str,
    message: Outgoing,
) -> Result<Result<WebhookAnswer, WebhookFailure>, Error> {
    let failed = |reason: &str| Ok(Err(WebhookFailure(reason.to_owned())));
    let Some(to) = verified_address(app, user, address).await? else {
        return failed("the address is no longer verified");
    };
    let mail = AccountMail {
        id: message.id,
        to,
        subject: Cow::Owned(message.text.subject),
        text: message.text.message.into(),
    };
    match app.ports().mailer.send(&mail).await {
        Ok(()) => Ok(Ok(WebhookAnswer {
            status: SMTP_OK,
            retry_after: None,
        })),
        Err(MailerError::NotConfigured) => failed("the service has no mail server"),
        Err(MailerError::Address) => failed("no mail can be sent to the address"),
        Err(MailerError::Dependency(error)) => {
            tracing::warn!(%user, error = %error.source, "failed to mail a notification");
            failed("the mail server did not accept it")
        }
    }
}

/// An address as it was verified: that of the account, or of a connected mailbox. `None` if it is neither.
pub(super) async fn verified_address(app: &App, user: UserId, address: &str) -> Result<Option<String>, Error> {
    let account = app.account_email(user).await?;
    let account = account.verified_at.map(|_| account.email);
    let mailboxes = app.mail_addresses(user).await?;
    let mailboxes = mailboxes.into_iter().map(|address| address.to_string());
    let mut verified = account.into_iter().chain(mailboxes);
    Ok(verified.find(|known| known.eq_ignore_ascii_case(address.trim())))
}

async fn outgoing(app: &App, delivery: &Delivery, language: Language) -> Result<Outgoing, Error> {
    let user = delivery.user_id;
    Ok(match &delivery.subject {
        EventSubject::Notification {
            key,
            kind,
            subject,
            message,
            ..
        } => {
            let row = app.store().notification(user, key).await?;
            let facts = row.and_then(|row| row.facts).unwrap_or_default();
            Outgoing {
                kind: kind.as_str(),
                is_urgent: is_urgent(*kind),
                text: text::of_notification(*kind, &facts, Text::new(subject, message), language),
                facts,
                ..Outgoing::default()
            }
        }
        EventSubject::Digest { .. } => {
            let (keys, more) = app.store().close_digest(user, delivery.delivery_id).await?;
            let mut texts = Vec::new();
            for key in &keys {
                let Some(row) = app.store().notification(user, key).await? else {
                    continue;
                };
                let (kind, stored) = (row.kind(), Text::new(&row.subject, row.message));
                let facts = row.facts.unwrap_or_default();
                texts.push(text::of_notification(kind, &facts, stored, language));
            }
            Outgoing {
                kind: EventType::Digest.as_str(),
                text: text::of_digest(&texts, more, language),
                ..Outgoing::default()
            }
        }
        EventSubject::Test | EventSubject::Rental { .. } | EventSubject::Retail { .. } => Outgoing {
            kind: EventType::Test.as_str(),
            text: text::of_test(language),
            ..Outgoing::default()
        },
    })
}

/// Whether the user has to do something soon.
fn is_urgent(kind: NotificationKind) -> bool {
    matches!(
        kind,
        NotificationKind::Due
            | NotificationKind::PayeeChanged
            | NotificationKind::Missing
            | NotificationKind::Reconnect
            | NotificationKind::AccountFull
            | NotificationKind::WebhookOff
    )
}
