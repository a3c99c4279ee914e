//! One notification for all rental invoices that were due in an earlier month, as an import or the first ingest finds them.
//!
//! Each is stored as a collected notification. A job that the first one enqueues notifies of all of them, once the user's
//! documents are read. Those of an import come one mail at a time, so it waits for a pause.

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{NewJob, NotificationRow};
use invoices_domain::ports::NotificationKind;
use invoices_domain::{NotificationFacts, RentalInvoiceId, UserId};

use crate::app::App;
use crate::error::Error;
use crate::job::{OfUser, Work};
use crate::notification::notify::{self, Message};
use crate::random;

/// How long after the last such invoice of an import its notification is sent.
const IMPORT_PAUSE: TimeDelta = TimeDelta::minutes(10);

/// The subject of a notification of several invoices.
const SUBJECT: &str = "Earlier invoices available!";

/// Stores the notification of an invoice, to be combined with others.
pub(crate) async fn collect(
    app: &App,
    user: UserId,
    id: &str,
    invoice: &RentalInvoiceId,
    message: Message,
) -> Result<(), Error> {
    let (store, now) = (app.store(), app.now());
    let is_imported = store.is_imported(user, invoice).await?;
    let key = format!("{user}/{}", random::uuid());
    let tell = NewJob {
        run_at: if is_imported { now + IMPORT_PAUSE } else { now },
        ..Work::HistoryRecorded(OfUser { user }).job(key, now)
    };
    let new = message.into_new(user, id, notify::recipient(app, user).await?);
    Ok(store.collect_notification(new, tell, now).await?)
}

/// Publishes one notification of all that were collected. Returns when to try again while documents are fetched or read.
pub(crate) async fn history_recorded(app: &App, id: &str, user: UserId) -> Result<Option<DateTime<Utc>>, Error> {
    let to = notify::recipient(app, user).await?;
    let (key, recipient) = (id.to_owned(), to.clone());
    let summary = move |collected: &[NotificationRow]| message(collected).into_new(user, &key, recipient);
    let combined = app.store().tell_collected(user, id, summary, app.now()).await?;
    notify::publish_combined(app, user, id, to, combined).await
}

/// The notification of all. A single one is sent like any other.
fn message(collected: &[NotificationRow]) -> Message {
    if let [only] = collected {
        return Message {
            kind: only.kind(),
            invoice_id: only.invoice_id.clone(),
            subject: only.subject.clone(),
            text: only.message.clone(),
            facts: only.facts.clone().unwrap_or_default(),
        };
    }
    let mut landlords = collected.iter().map(|row| row.facts.as_ref()?.landlord.as_ref());
    let first = landlords.next().flatten();
    let landlord = first.filter(|first| landlords.all(|other| other == Some(*first)));
    let of_landlord = landlord.map_or_else(String::new, |name| format!(" from {name}"));
    let count = collected.len();
    Message {
        kind: NotificationKind::History,
        invoice_id: String::new(),
        subject: SUBJECT.into(),
        text: format!("{count} rental invoices of earlier months{of_landlord} are now available!"),
        facts: NotificationFacts {
            landlord: landlord.cloned(),
            invoice_count: Some(count as u64),
            ..NotificationFacts::default()
        },
    }
}
