//! Events. Each is written in the transaction of the change, for every webhook that receives such events.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::webhook::{EventSubject, EventType, EventTypes, WebhookId};

use crate::error::StoreError;
use crate::schema::webhooks;
use crate::store::connection::Db;
use crate::types::text;
use crate::webhook::delivery;

/// Announces an event to a user's webhooks, in the caller's transaction.
pub(crate) fn announce(
    db: &mut Db,
    user: UserId,
    event: EventType,
    subject: &EventSubject,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let receivers = active(db, user)?
        .into_iter()
        .filter(|(_, events)| events.contains(event));
    for (webhook, _) in receivers {
        delivery::add(db, user, webhook, event, subject, now)?;
    }
    Ok(())
}

/// Whether anything is announced to a user.
pub(crate) fn has_receivers(db: &mut Db, user: UserId) -> Result<bool, StoreError> {
    Ok(!active(db, user)?.is_empty())
}

/// The webhooks that are switched on.
fn active(db: &mut Db, user: UserId) -> Result<Vec<(WebhookId, EventTypes)>, StoreError> {
    let rows = webhooks::table
        .filter(webhooks::user_id.eq(text(user)))
        .filter(webhooks::active.eq(true))
        .filter(webhooks::channel.is_null())
        .order((webhooks::created_at, webhooks::webhook_id))
        .select((webhooks::webhook_id, webhooks::events));
    Ok(rows.load(db)?)
}
