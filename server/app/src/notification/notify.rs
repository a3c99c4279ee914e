//! Notifications: each is a row, and is published once.

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{Collected, NewNotification, NotificationState};
use invoices_domain::mail::MailSecret;
use invoices_domain::ports::{Notification, NotificationKind};
use invoices_domain::{MailAddress, NotificationFacts, UserId};
use tracing::Instrument;

use crate::app::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::job::{ConditionRaised, Work};
use crate::random;

/// How long to wait for documents that are being fetched or read.
const READING_PAUSE: TimeDelta = TimeDelta::seconds(5);

/// A notification for a user.
#[derive(Default)]
pub(crate) struct Message {
    pub kind: NotificationKind,
    /// Empty if it is about no invoice.
    pub invoice_id: String,
    pub subject: String,
    pub text: String,
    pub facts: NotificationFacts,
}

/// Stores a notification and publishes it, unless an earlier attempt with the same id did.
pub(crate) async fn publish_once(app: &App, user: UserId, id: &str, message: Message) -> Result<(), Error> {
    let to = recipient(app, user).await?;
    let new = message.into_new(user, id, to.clone());
    app.store().record_notification(new, app.now()).await?;
    publish_stored(app, user, id, to).await
}

impl Message {
    pub(crate) fn into_new(self, user: UserId, id: &str, recipient: Option<MailAddress>) -> NewNotification {
        NewNotification {
            id: id.to_owned(),
            kind: self.kind,
            user_id: user,
            invoice_id: self.invoice_id,
            recipient,
            subject: self.subject,
            message: self.text,
            facts: self.facts,
        }
    }
}

/// The address that a user's notifications go to: that of the first mail account.
pub(crate) async fn recipient(app: &App, user: UserId) -> Result<Option<MailAddress>, Error> {
    Ok(app.mail_addresses(user).await?.into_iter().next())
}

/// Publishes the notification that combines others, if there is one. Returns when to try again while documents are fetched or read.
pub(crate) async fn publish_combined(
    app: &App,
    user: UserId,
    id: &str,
    to: Option<MailAddress>,
    combined: Collected,
) -> Result<Option<DateTime<Utc>>, Error> {
    match combined {
        Collected::None => Ok(None),
        Collected::Growing => Ok(Some(app.now() + READING_PAUSE)),
        Collected::Told => publish_stored(app, user, id, to).await.map(|()| None),
    }
}

/// Publishes a stored notification, unless an earlier attempt did.
async fn publish_stored(app: &App, user: UserId, id: &str, to: Option<MailAddress>) -> Result<(), Error> {
    // Without a row the user is gone. A sent one was published by an attempt that was interrupted afterwards.
    let stored = app.store().notification(user, id).await?;
    let Some(stored) = stored.filter(|stored| stored.state != NotificationState::Sent) else {
        return Ok(());
    };
    let notification = Notification {
        id: stored.id.clone(),
        kind: stored.kind(),
        user,
        to,
        subject: stored.subject,
        message: stored.message,
        facts: stored.facts.unwrap_or_default(),
    };
    crash::point(Point::Noted);
    let publishing = app.ports().topic.publish(&notification);
    let published = publishing.instrument(tracing::info_span!("publish")).await;
    app.metrics().notification(published.is_ok());
    published?;
    crash::point(Point::Published);
    app.store().mark_sent(user, &notification.id, app.now()).await?;
    Ok(())
}

impl App {
    /// Notifies a user of a problem, once until [`App::clear_condition`]. A failure is logged; the next run that finds the
    /// problem tries again.
    pub(crate) async fn raise_condition(&self, user: UserId, condition: NotificationKind) {
        let now = self.now();
        // The row of the condition prevents a second notification.
        let key = format!("{condition}:{}", random::uuid());
        let tell = Work::ConditionRaised(ConditionRaised { user, condition }).job(key, now);
        match self.store().raise_condition(user, condition, tell, now).await {
            Ok(true) => self.wake_workers(),
            Ok(false) => {}
            Err(error) => tracing::warn!(%user, %condition, %error, "failed to record a condition of a user"),
        }
    }

    /// Notes that it is right again. A failure is logged.
    pub(crate) async fn clear_condition(&self, user: UserId, condition: NotificationKind) {
        if let Err(error) = self.store().clear_condition(user, condition).await {
            tracing::warn!(%user, %condition, %error, "failed to record that a condition has ended");
        }
    }
}

/// Tells a user what is wrong.
pub(crate) async fn condition_raised(app: &App, key: &str, raised: &ConditionRaised) -> Result<(), Error> {
    let (subject, text) = sentences(raised.condition);
    let mut message = Message {
        kind: raised.condition,
        subject: subject.to_owned(),
        text: text.to_owned(),
        ..Message::default()
    };
    if raised.condition == NotificationKind::Reconnect {
        let known = app.known_mail_accounts(raised.user).await?;
        message.text = which_to_reconnect(known.as_slice()).unwrap_or(message.text);
    }
    publish_once(app, raised.user, key, message).await
}

/// The text for a user with several mail accounts.
fn which_to_reconnect(known: &[MailSecret]) -> Option<String> {
    let dead = known.iter().filter(|secret| secret.needs_reconnect());
    let dead: Vec<&str> = dead.map(|secret| secret.address.as_str()).collect();
    (known.len() > 1 && !dead.is_empty()).then(|| {
        format!(
            "These mail accounts can no longer be read: {}. Access has expired or was revoked. Connect them again to find new invoices.",
            dead.join(", ")
        )
    })
}

/// Subject and text.
fn sentences(condition: NotificationKind) -> (&'static str, &'static str) {
    match condition {
        NotificationKind::Reconnect => (
            "Connect your mail account again",
            "Your mail account can no longer be read: access has expired or was revoked. Connect it again to find new invoices.",
        ),
        NotificationKind::AccountFull => (
            "Your account is full",
            "New invoices are no longer fetched: your account has reached its limit on stored mails. Delete invoices that you \
             don't need to free space.",
        ),
        NotificationKind::WebhookOff => (
            "A webhook was disabled",
            "One of your webhooks or notification channels was disabled, because its receiver has not accepted anything for \
             days, or responded that it no longer exists. Its last deliveries show the errors. Enable it again when its receiver \
             works.",
        ),
        NotificationKind::IngestFailed
        | NotificationKind::Invoice
        | NotificationKind::History
        | NotificationKind::Question
        | NotificationKind::Due
        | NotificationKind::Missing
        | NotificationKind::Raised
        | NotificationKind::PayeeChanged
        | NotificationKind::LateNotice => (
            "Invoices could not be fetched",
            "Fetching your invoices failed because of an error in the service. The next run will try again.",
        ),
    }
}
