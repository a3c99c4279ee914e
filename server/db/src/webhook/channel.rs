//! Channels of notifications: webhooks that show them in another service, with the same deliveries.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::UserId;
use invoices_domain::channel::{Cadence, ChannelSettings};
use invoices_domain::ports::NotificationKind;
use invoices_domain::webhook::{DeliveryId, EventSubject, EventType, EventTypes, WebhookId};
use secrecy::{ExposeSecret, SecretString};

use crate::error::StoreError;
use crate::message::skipped::AddSource;
use crate::schema::{webhook_deliveries, webhooks};
use crate::states::DeliveryState;
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::types::{json, text, timestamp};
use crate::webhook::delivery::{self, AddTest, Delivery, PerMinute};

/// How many notifications a digest names.
const MAX_IN_DIGEST: usize = 25;

/// A channel, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = webhooks)]
pub struct Channel {
    /// Its id.
    #[diesel(column_name = webhook_id)]
    pub channel_id: WebhookId,
    /// What the user states of it.
    #[diesel(select_expression = webhooks::channel.assume_not_null())]
    pub settings: ChannelSettings,
    /// Whether it has a secret.
    #[diesel(select_expression = webhooks::secret.ne(""))]
    pub has_secret: bool,
    /// Whether notifications are sent to it.
    pub active: bool,
    /// Why the service switched it off.
    pub off_reason: Option<String>,
    /// Since when every attempt has failed.
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

/// A channel to add, or what it is changed to. Not `Debug`, so that no log has what the user states of it.
pub struct NewChannel {
    /// Its id.
    pub channel_id: WebhookId,
    /// What the user states of it.
    pub settings: ChannelSettings,
    /// The secret. `None` keeps it, if the channel has one.
    pub secret: Option<SecretString>,
    /// Whether notifications are sent to it. Enabling it resets its failures.
    pub active: Option<bool>,
}

impl Store {
    /// Adds a channel, of which a user has at most `max`.
    pub fn add_channel(
        &self,
        user: UserId,
        new: NewChannel,
        max: usize,
        now: DateTime<Utc>,
    ) -> Answer<'_, AddSource<Channel>> {
        self.write_for(user, AddSource::UserGone, move |db| {
            if of_user(db, user)?.len() >= max {
                return Ok(AddSource::Full);
            }
            let no_event = EventTypes::new([EventType::Test]);
            let row = (
                webhooks::webhook_id.eq(text(new.channel_id)),
                webhooks::user_id.eq(text(user)),
                webhooks::url.eq(""),
                webhooks::events.eq(no_event.map(text).expect("it is one")),
                webhooks::secret.eq(new.secret.as_ref().map_or("", ExposeSecret::expose_secret)),
                webhooks::active.eq(true),
                webhooks::created_at.eq(timestamp(now)),
                webhooks::updated_at.eq(timestamp(now)),
                webhooks::channel.eq(Some(new.settings)),
            );
            let insert = diesel::insert_into(webhooks::table).values(row);
            let added = match_backend!(db, connection => {
                insert.returning(Channel::as_returning()).get_result(connection)
            })?;
            Ok(AddSource::Added(added))
        })
    }

    /// A user's channels in the order of their creation, each with the last delivery that was tried or asked for.
    pub fn channels(&self, user: UserId) -> Answer<'_, Vec<(Channel, Option<Delivery>)>> {
        self.read(move |db| {
            let channels = of_user(db, user)?;
            let with_last = channels.into_iter().map(|channel| {
                let is_test = webhook_deliveries::event.eq(text(EventType::Test));
                let last = webhook_deliveries::table
                    .filter(webhook_deliveries::webhook_id.eq(text(channel.channel_id)))
                    .filter(webhook_deliveries::user_id.eq(text(user)))
                    .filter(webhook_deliveries::attempts.gt(0).or(is_test))
                    .order(webhook_deliveries::id.desc())
                    .select(Delivery::as_select());
                Ok((channel, last.first(db).optional()?))
            });
            with_last.collect()
        })
    }

    /// One channel of a user.
    pub fn channel(&self, user: UserId, id: WebhookId) -> Answer<'_, Option<Channel>> {
        self.read(move |db| by_id(db, user, id))
    }

    /// Changes a channel of a user. `None` if there is none with this id.
    pub fn change_channel(&self, user: UserId, new: NewChannel, now: DateTime<Utc>) -> Answer<'_, Option<Channel>> {
        self.write_for(user, None, move |db| {
            let Some(known) = by_id(db, user, new.channel_id)? else {
                return Ok(None);
            };
            let is_fresh = new.active == Some(true);
            let secret = new.secret.as_ref().map(ExposeSecret::expose_secret);
            diesel::update(webhooks::table.find(text(new.channel_id)))
                .set((
                    webhooks::channel.eq(Some(new.settings)),
                    secret.map(|secret| webhooks::secret.eq(secret)),
                    webhooks::active.eq(new.active.unwrap_or(known.active)),
                    webhooks::off_reason.eq(known.off_reason.filter(|_| !is_fresh)),
                    webhooks::failing_since.eq(known.failing_since.filter(|_| !is_fresh)),
                    webhooks::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            by_id(db, user, new.channel_id)
        })
    }

    /// Removes a channel with what was to be sent to it. `false` if the user has none with this id.
    pub fn remove_channel(&self, user: UserId, id: WebhookId) -> Answer<'_, bool> {
        self.write(move |db| {
            let row = webhooks::table
                .find(text(id))
                .filter(webhooks::user_id.eq(text(user)))
                .filter(webhooks::channel.is_not_null());
            Ok(diesel::delete(row).execute(db)? == 1)
        })
    }

    /// Adds a test message for a channel, unless `limit` were added lately.
    pub fn add_channel_test(
        &self,
        user: UserId,
        id: WebhookId,
        limit: PerMinute,
        now: DateTime<Utc>,
    ) -> Answer<'_, AddTest> {
        self.write_for(user, AddTest::NoWebhook, move |db| match by_id(db, user, id)? {
            Some(_) => delivery::add_test(db, user, id, limit, now),
            None => Ok(AddTest::NoWebhook),
        })
    }

    /// What a digest has. Nothing is added to it afterwards, so that every attempt sends the same.
    pub fn close_digest(&self, user: UserId, id: DeliveryId) -> Answer<'_, (Vec<String>, u64)> {
        self.write_for(user, (Vec::new(), 0), move |db| {
            let row = webhook_deliveries::table.filter(webhook_deliveries::delivery_id.eq(text(id)));
            let subject: Option<EventSubject> = row.select(webhook_deliveries::subject).first(db).optional()?;
            let Some(EventSubject::Digest { keys, more, .. }) = subject else {
                return Ok((Vec::new(), 0));
            };
            let closed = EventSubject::Digest {
                keys: keys.clone(),
                more,
                closed: true,
            };
            diesel::update(row)
                .set(webhook_deliveries::subject.eq(json(closed)))
                .execute(db)?;
            Ok((keys, more))
        })
    }
}

/// Announces a notification to a user's channels, in the caller's transaction.
pub(crate) fn announce(
    db: &mut Db,
    user: UserId,
    (key, kind): (&str, NotificationKind),
    subject: &EventSubject,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let channels = of_user(db, user)?;
    for channel in channels
        .iter()
        .filter(|channel| channel.active && channel.settings.wants(kind))
    {
        match channel.settings.cadence {
            Cadence::AtOnce => {
                delivery::add(db, user, channel.channel_id, EventType::AccountNotified, subject, now)?;
            }
            Cadence::Weekly => add_to_digest(db, user, channel.channel_id, key, now)?,
        }
    }
    Ok(())
}

/// Adds a notification to the digest that is to be sent next.
fn add_to_digest(
    db: &mut Db,
    user: UserId,
    channel: WebhookId,
    key: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let open = webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(text(channel)))
        .filter(webhook_deliveries::event.eq(text(EventType::Digest)))
        .filter(webhook_deliveries::state.eq(text(DeliveryState::Pending)))
        .order(webhook_deliveries::id.desc())
        .select((webhook_deliveries::id, webhook_deliveries::subject));
    let open: Option<(delivery::DeliveryRowId, EventSubject)> = open.first(db).optional()?;
    if let Some((
        id,
        EventSubject::Digest {
            mut keys,
            mut more,
            closed: false,
        },
    )) = open
    {
        if keys.len() < MAX_IN_DIGEST {
            keys.push(key.to_owned());
        } else {
            more += 1;
        }
        let subject = EventSubject::Digest {
            keys,
            more,
            closed: false,
        };
        diesel::update(webhook_deliveries::table.find(id))
            .set(webhook_deliveries::subject.eq(json(subject)))
            .execute(db)?;
        return Ok(());
    }
    let subject = EventSubject::Digest {
        keys: vec![key.to_owned()],
        more: 0,
        closed: false,
    };
    delivery::add(db, user, channel, EventType::Digest, &subject, now)?;
    Ok(())
}

fn of_user(db: &mut Db, user: UserId) -> Result<Vec<Channel>, StoreError> {
    let rows = webhooks::table
        .filter(webhooks::user_id.eq(text(user)))
        .filter(webhooks::channel.is_not_null())
        .order((webhooks::created_at, webhooks::webhook_id))
        .select(Channel::as_select());
    Ok(rows.load(db)?)
}

fn by_id(db: &mut Db, user: UserId, id: WebhookId) -> Result<Option<Channel>, StoreError> {
    Ok(of_user(db, user)?.into_iter().find(|channel| channel.channel_id == id))
}
