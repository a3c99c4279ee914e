//! Sending: a job a delivery, tried again for about a day.

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{Delivery, DeliveryAttempt, NewJob, PendingDelivery, WebhookDelivery};
use invoices_domain::ports::NotificationKind;
use invoices_domain::webhook::{EventType, WebhookAnswer, WebhookFailure, WebhookMessage};

use super::event;
use crate::app::App;
use crate::error::Error;
use crate::job::{ConditionRaised, Work};
use crate::notification::channel;

/// The waits before the attempts after the first, as Standard Webhooks recommends.
const WAITS: [TimeDelta; 7] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(10),
    TimeDelta::hours(14),
];
/// The longest wait that a receiver can ask for.
const MAX_ASKED_WAIT: TimeDelta = TimeDelta::hours(12);
/// A webhook is disabled when a delivery to it is given up and every attempt has failed for this long.
const FAILING: TimeDelta = TimeDelta::days(3);
/// The status of an answer that says not to send anything any more.
const GONE: u16 = 410;

/// Sends a delivery once. Returns when to send it again. A process that dies before the attempt is recorded sends it again under
/// the same id.
pub(crate) async fn deliver(app: &App, order: &WebhookDelivery) -> Result<Option<DateTime<Utc>>, Error> {
    let Some(pending) = app.store().pending_delivery(order.delivery).await? else {
        return Ok(None);
    };
    let is_mail = pending.channel.as_ref().is_some_and(channel::is_mail);
    let is_on = (app.settings().webhooks || is_mail) && (pending.active || pending.delivery.event == EventType::Test);
    let attempt = if is_on {
        let wanted_at = channel::wanted_at(app, &pending).await?;
        if wanted_at.is_some() {
            return Ok(wanted_at);
        }
        send(app, &pending).await?
    } else {
        let what = pending.channel.as_ref().map_or("webhook", |_| "channel");
        DeliveryAttempt {
            error: Some(format!("the {what} is disabled")),
            ..DeliveryAttempt::default()
        }
    };
    let next_at = attempt.next_at;
    app.metrics().delivery(match &attempt {
        DeliveryAttempt { error: None, .. } => "delivered",
        DeliveryAttempt { next_at: Some(_), .. } => "retried",
        DeliveryAttempt { .. } => "given-up",
    });
    app.store()
        .record_delivery_attempt(&pending.delivery, attempt, app.now())
        .await?;
    Ok(next_at)
}

async fn send(app: &App, pending: &PendingDelivery) -> Result<DeliveryAttempt, Error> {
    let delivery = &pending.delivery;
    let id = format!("msg_{}", delivery.delivery_id);
    let answer = if let Some(settings) = &pending.channel {
        channel::send(app, pending, settings, &id).await?
    } else {
        let message = WebhookMessage {
            id,
            sent_at: app.now(),
            url: pending.url.clone(),
            secret: pending.secret.clone(),
            body: event::body(delivery),
        };
        app.ports().webhooks.send(&message).await
    };
    let (status, asked_wait, error) = match answer {
        Ok(WebhookAnswer { status, .. }) if (200..300).contains(&status) => {
            return Ok(DeliveryAttempt {
                was_sent: true,
                status: Some(status),
                ..DeliveryAttempt::default()
            });
        }
        Ok(WebhookAnswer { status, retry_after }) => {
            let wait = retry_after.and_then(|wait| TimeDelta::from_std(wait).ok());
            let advice = advice(pending, status);
            (
                Some(status),
                wait,
                format!("the receiver responded with {status}{advice}"),
            )
        }
        Err(WebhookFailure(reason)) => (None, None, reason),
    };
    let now = app.now();
    let is_gone = status == Some(GONE);
    let next_at = (!is_gone)
        .then(|| next_attempt(delivery.event, delivery.attempts, asked_wait, now))
        .flatten();
    tracing::info!(
        user = %delivery.user_id, delivery = %delivery.delivery_id, status, reason = error, again = next_at.is_some(),
        "a delivery to a webhook failed"
    );
    Ok(DeliveryAttempt {
        was_sent: true,
        status,
        error: Some(error),
        next_at,
        switch_off: switch_off(pending, is_gone, next_at.is_none(), now),
    })
}

/// What the status says of the secret of a channel.
fn advice(pending: &PendingDelivery, status: u16) -> &'static str {
    match status {
        401 if pending.channel.is_some() => ": it does not accept the secret",
        // A homeserver of Matrix says so of a room that the secret's owner is not in.
        403 if pending.channel.is_some() => ": the secret does not allow messages there",
        _ => "",
    }
}

/// When to send it again; `None` to give it up. A test is sent once.
fn next_attempt(
    event: EventType,
    attempts: i32,
    asked_wait: Option<TimeDelta>,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    if event == EventType::Test {
        return None;
    }
    let nth = usize::try_from(attempts).ok()?;
    let asked_wait = asked_wait.unwrap_or_default().min(MAX_ASKED_WAIT);
    WAITS.get(nth).map(|wait| now + (*wait).max(asked_wait))
}

/// Why the webhook is to be disabled, and the job that notifies its owner.
fn switch_off(
    pending: &PendingDelivery,
    is_gone: bool,
    given_up: bool,
    now: DateTime<Utc>,
) -> Option<(String, NewJob)> {
    let Delivery {
        user_id: user, event, ..
    } = pending.delivery;
    let is_failing = pending.failing_since.is_some_and(|since| now - since >= FAILING);
    let reason = if is_gone {
        "its receiver responded with 410 (Gone)"
    } else if given_up && is_failing && event != EventType::Test {
        "every delivery has failed for days"
    } else {
        return None;
    };
    let condition = NotificationKind::WebhookOff;
    let key = format!("{condition}:{}", pending.delivery.delivery_id);
    let tell = Work::ConditionRaised(ConditionRaised { user, condition }).job(key, now);
    Some((reason.to_owned(), tell))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(event: EventType, asked: Option<TimeDelta>) -> Vec<TimeDelta> {
        let now = DateTime::UNIX_EPOCH;
        let next = |attempts| next_attempt(event, attempts, asked, now);
        (0..).map_while(next).map(|at| at - now).collect()
    }

    #[test]
    fn a_delivery_is_sent_again_for_about_a_day_and_a_test_never() {
        assert_eq!(waits(EventType::InvoiceCreated, None), WAITS);
        let whole: TimeDelta = WAITS.iter().sum();
        assert!((24..36).contains(&whole.num_hours()));
        assert!(waits(EventType::Test, None).is_empty());
    }

    #[test]
    fn a_receiver_can_ask_for_a_longer_wait_of_half_a_day() {
        let hour = TimeDelta::hours(1);
        assert_eq!(
            waits(EventType::InvoiceCreated, Some(hour))[..4],
            [hour, hour, hour, WAITS[3]]
        );
        let asked = waits(EventType::InvoiceCreated, Some(TimeDelta::days(100)));
        assert_eq!(
            (asked[0], asked[6], asked.len()),
            (MAX_ASKED_WAIT, WAITS[6], WAITS.len())
        );
    }
}
