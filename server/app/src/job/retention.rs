//! Removes what is older than `[retention]` allows, in small transactions, so that others can write between them.

use std::sync::{MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{Answer, LedgerRowId};
use invoices_domain::ObjectKey;
use invoices_settings::Days;

use crate::app::App;
use crate::error::Error;
use crate::job::{RemovedOriginals, Work};
use crate::random;

/// How many parts of the ledger a sweep looks at. The next one continues.
const PARTS: usize = 20;
/// How many times a sweep gives pages of the database's file back.
const SHRINKS: usize = 20;

/// How long deliveries to webhooks are listed after they ended.
const KEEP_DELIVERIES: TimeDelta = TimeDelta::days(30);

/// Removes old jobs, deliveries, notifications, messages without an invoice, acts and invitations.
pub(crate) async fn remove_old(app: &App) -> Result<(), Error> {
    let (settings, store, now) = (app.settings(), app.store(), app.now());
    let retention = &settings.retention;
    let jobs = now - settings.pipeline.job_retention_days.delta();
    until_none(|| store.purge_finished(jobs)).await?;
    until_none(|| store.remove_deliveries(now - KEEP_DELIVERIES)).await?;
    if let Some(before) = limit(retention.notifications_days, now) {
        until_none(|| store.remove_notifications(before)).await?;
    }
    if let Some(before) = limit(retention.administration_days, now) {
        until_none(|| store.remove_acts(before)).await?;
        until_none(|| store.remove_invitations(before)).await?;
    }
    if let Some(before) = limit(retention.non_invoices_days, now) {
        remove_messages(app, before).await?;
    }
    Ok(())
}

/// Gives free pages of the database's file back to the system.
pub(crate) async fn shrink(app: &App) -> Result<(), Error> {
    for _ in 0..SHRINKS {
        if !app.store().shrink().await? {
            break;
        }
    }
    Ok(())
}

/// Deletes the originals of removed messages.
pub(crate) async fn delete_originals(app: &App, removed: &RemovedOriginals) -> Result<(), Error> {
    for key in &removed.keys {
        let key: ObjectKey = key.parse().map_err(Error::internal)?;
        // Another copy of the mail may have the key since.
        if app.store().document_by_key(&key).await?.is_none() {
            app.ports().objects.delete(&key).await?;
        }
    }
    Ok(())
}

/// The time before which rows are old; `None` if they are kept for ever.
fn limit(days: Days, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    (days > Days::new(0)).then(|| now - days.delta())
}

/// Calls this until it removes nothing.
async fn until_none<'a>(remove: impl Fn() -> Answer<'a, usize>) -> Result<(), Error> {
    while remove().await? > 0 {}
    Ok(())
}

async fn remove_messages(app: &App, before: DateTime<Utc>) -> Result<(), Error> {
    let mut removed = 0;
    for _ in 0..PARTS {
        let after = *place(app);
        let old = app.store().old_messages(after, before).await?;
        for (user, ids) in old.removable {
            let now = app.now();
            let job = move |keys: Vec<ObjectKey>| {
                let keys = keys.iter().map(ObjectKey::to_string).collect();
                Work::RemovedOriginals(RemovedOriginals { user, keys }).job(format!("{user}/{}", random::uuid()), now)
            };
            removed += app.store().remove_messages(user, ids, before, job, now).await?;
        }
        *place(app) = old.next;
        if old.next.is_none() {
            break;
        }
    }
    if removed > 0 {
        tracing::info!(messages = removed, "removed old messages without an invoice");
        app.wake_workers();
    }
    Ok(())
}

/// Where to continue in the ledger.
fn place(app: &App) -> MutexGuard<'_, Option<LedgerRowId>> {
    app.0.old_messages.lock().unwrap_or_else(PoisonError::into_inner)
}
