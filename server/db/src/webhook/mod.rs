//! Webhooks that users register.

pub mod channel;
pub mod delivery;
pub mod event;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::webhook::{EventTypes, WebhookId};
use secrecy::{ExposeSecret, SecretString};

use crate::error::StoreError;
use crate::message::skipped::AddSource;
use crate::schema::webhooks;
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::types::{text, timestamp};

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = webhooks)]
pub struct Webhook {
    /// Its id.
    pub webhook_id: WebhookId,
    /// The owner.
    pub user_id: UserId,
    /// Where messages are posted.
    pub url: String,
    /// The events that it is for.
    pub events: EventTypes,
    /// Whether events are sent to it.
    pub active: bool,
    /// Why the service switched it off.
    pub off_reason: Option<String>,
    /// Since when every attempt has failed.
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was registered.
    pub created_at: DateTime<Utc>,
}

/// A webhook to register. Not `Debug`, so that no log has the URL, which may contain a secret.
pub struct NewWebhook {
    /// Its id.
    pub webhook_id: WebhookId,
    /// Where messages are posted.
    pub url: String,
    /// The events that it is for.
    pub events: EventTypes,
    /// Signs its messages.
    pub secret: SecretString,
}

/// What to change of a webhook; `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebhookChange {
    /// Where messages are posted.
    pub url: Option<String>,
    /// The events that it is for.
    pub events: Option<EventTypes>,
    /// Whether events are sent to it. Enabling it resets its failures.
    pub active: Option<bool>,
}

impl Store {
    /// Registers a webhook, of which a user has at most `max`.
    pub fn add_webhook(
        &self,
        user: UserId,
        new: NewWebhook,
        max: usize,
        now: DateTime<Utc>,
    ) -> Answer<'_, AddSource<Webhook>> {
        self.write_for(user, AddSource::UserGone, move |db| {
            if of_user(db, user)?.len() >= max {
                return Ok(AddSource::Full);
            }
            let row = (
                webhooks::webhook_id.eq(text(new.webhook_id)),
                webhooks::user_id.eq(text(user)),
                webhooks::url.eq(&new.url),
                webhooks::events.eq(text(new.events)),
                webhooks::secret.eq(new.secret.expose_secret()),
                webhooks::active.eq(true),
                webhooks::created_at.eq(timestamp(now)),
                webhooks::updated_at.eq(timestamp(now)),
            );
            let insert = diesel::insert_into(webhooks::table).values(row);
            let added = match_backend!(db, connection => {
                insert.returning(Webhook::as_returning()).get_result(connection)
            })?;
            Ok(AddSource::Added(added))
        })
    }

    /// A user's webhooks in the order of their registration.
    pub fn webhooks(&self, user: UserId) -> Answer<'_, Vec<Webhook>> {
        self.read(move |db| of_user(db, user))
    }

    /// One webhook of a user.
    pub fn webhook(&self, user: UserId, id: WebhookId) -> Answer<'_, Option<Webhook>> {
        self.read(move |db| by_id(db, user, id))
    }

    /// Changes a webhook of the user's. `None` if there is none with this id.
    pub fn change_webhook(
        &self,
        user: UserId,
        id: WebhookId,
        change: WebhookChange,
        now: DateTime<Utc>,
    ) -> Answer<'_, Option<Webhook>> {
        self.write_for(user, None, move |db| {
            let Some(known) = by_id(db, user, id)? else {
                return Ok(None);
            };
            let active = change.active.unwrap_or(known.active);
            let is_fresh = change.active == Some(true);
            diesel::update(webhooks::table.find(text(id)))
                .set((
                    webhooks::url.eq(change.url.unwrap_or(known.url)),
                    webhooks::events.eq(text(change.events.unwrap_or(known.events))),
                    webhooks::active.eq(active),
                    webhooks::off_reason.eq(known.off_reason.filter(|_| !is_fresh)),
                    webhooks::failing_since.eq(known.failing_since.filter(|_| !is_fresh)),
                    webhooks::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            by_id(db, user, id)
        })
    }

    /// Replaces the secret of a webhook. `false` if the user has none with this id.
    pub fn replace_webhook_secret(
        &self,
        user: UserId,
        id: WebhookId,
        secret: SecretString,
        now: DateTime<Utc>,
    ) -> Answer<'_, bool> {
        self.write_for(user, false, move |db| {
            let row = webhooks::table
                .find(text(id))
                .filter(webhooks::user_id.eq(text(user)))
                .filter(webhooks::channel.is_null());
            let changed = diesel::update(row)
                .set((
                    webhooks::secret.eq(secret.expose_secret()),
                    webhooks::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            Ok(changed == 1)
        })
    }

    /// Removes a webhook with what was to be sent to it. `false` if the user has none with this id.
    pub fn remove_webhook(&self, user: UserId, id: WebhookId) -> Answer<'_, bool> {
        self.write(move |db| {
            let row = webhooks::table
                .find(text(id))
                .filter(webhooks::user_id.eq(text(user)))
                .filter(webhooks::channel.is_null());
            Ok(diesel::delete(row).execute(db)? == 1)
        })
    }
}

pub(crate) fn of_user(db: &mut Db, user: UserId) -> Result<Vec<Webhook>, StoreError> {
    let rows = webhooks::table
        .filter(webhooks::user_id.eq(text(user)))
        .filter(webhooks::channel.is_null())
        .order((webhooks::created_at, webhooks::webhook_id))
        .select(Webhook::as_select());
    Ok(rows.load(db)?)
}

pub(crate) fn by_id(db: &mut Db, user: UserId, id: WebhookId) -> Result<Option<Webhook>, StoreError> {
    let row = webhooks::table
        .find(text(id))
        .filter(webhooks::user_id.eq(text(user)))
        .filter(webhooks::channel.is_null())
        .select(Webhook::as_select());
    Ok(row.first(db).optional()?)
}
