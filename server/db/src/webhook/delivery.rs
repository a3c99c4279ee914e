//! What is sent to webhooks: one delivery for each event and webhook, with the job that sends it.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::UserId;
use invoices_domain::channel::ChannelSettings;
use invoices_domain::webhook::{DeliveryId, EventSubject, EventType, WebhookId};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::StoreError;
use crate::job::kind::JobKind;
use crate::job::{self, NewJob};
use crate::listing::OptionalFilter;
use crate::schema::{users, webhook_deliveries, webhooks};
use crate::states::DeliveryState;
use crate::store::connection::{Db, match_backend};
use crate::store::{Answer, Store};
use crate::text::display_text;
use crate::types::{json, row_id, text, timestamp};
use crate::webhook;

row_id! {
    /// The id of a delivery's row.
    DeliveryRowId
}

/// The payload of the job that sends a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookDelivery {
    /// Whose.
    pub user: UserId,
    /// Which.
    pub delivery: DeliveryId,
}

/// A message to a webhook.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = webhook_deliveries)]
pub struct Delivery {
    /// The row's id. Later ones are larger.
    pub id: DeliveryRowId,
    /// The id of the message.
    pub delivery_id: DeliveryId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The owner.
    pub user_id: UserId,
    /// Its kind.
    pub event: EventType,
    /// What it is about.
    pub subject: EventSubject,
    /// Whether it was delivered.
    pub state: DeliveryState,
    /// How often it was sent.
    pub attempts: i32,
    /// The HTTP status of the last attempt's answer.
    pub last_status: Option<i32>,
    /// Why the last attempt failed, in words for its owner.
    pub last_error: Option<String>,
    /// When the event happened.
    pub created_at: DateTime<Utc>,
    /// When it is sent again.
    pub next_at: Option<DateTime<Utc>>,
    /// When it was delivered or given up.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A delivery that waits to be sent, with its webhook.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = webhooks)]
pub struct PendingDelivery {
    /// The delivery.
    #[diesel(embed)]
    pub delivery: Delivery,
    /// Where to.
    pub url: String,
    /// Signs it, or the secret of the channel.
    #[diesel(deserialize_as = String)]
    pub secret: SecretString,
    /// The channel, if it is one.
    pub channel: Option<ChannelSettings>,
    /// Whether events are sent to the webhook.
    pub active: bool,
    /// Since when every attempt has failed.
    pub failing_since: Option<DateTime<Utc>>,
}

/// How an attempt at a delivery ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeliveryAttempt {
    /// Whether it was sent. One whose webhook is off is given up without an attempt.
    pub was_sent: bool,
    /// The HTTP status of the answer.
    pub status: Option<u16>,
    /// Why it failed; `None` for success.
    pub error: Option<String>,
    /// When it is sent again; `None` if it is given up, or delivered.
    pub next_at: Option<DateTime<Utc>>,
    /// Why the webhook is disabled, and the job that notifies its owner.
    pub switch_off: Option<(String, NewJob)>,
}

/// The outcome of asking for a test.
#[derive(Clone, Debug, PartialEq)]
pub enum AddTest {
    /// It will be sent.
    Added(Box<Delivery>),
    /// Too many were asked for.
    TooMany,
    /// The user has no such webhook.
    NoWebhook,
}

/// Maximum number of tests of a user in a minute.
#[derive(Clone, Copy, Debug)]
pub struct PerMinute(pub i64);

impl Store {
    /// Adds a test event for a webhook, unless `limit` were added lately.
    pub fn add_webhook_test(
        &self,
        user: UserId,
        id: WebhookId,
        limit: PerMinute,
        now: DateTime<Utc>,
    ) -> Answer<'_, AddTest> {
        self.write_for(user, AddTest::NoWebhook, move |db| {
            match webhook::by_id(db, user, id)? {
                Some(_) => add_test(db, user, id, limit, now),
                None => Ok(AddTest::NoWebhook),
            }
        })
    }

    /// At most `limit` deliveries of a user's webhook before one, the last first.
    pub fn webhook_deliveries(
        &self,
        user: UserId,
        id: WebhookId,
        before: Option<DeliveryRowId>,
        limit: i64,
    ) -> Answer<'_, Vec<Delivery>> {
        self.read(move |db| {
            let rows = webhook_deliveries::table
                .filter(webhook_deliveries::webhook_id.eq(text(id)))
                .filter(webhook_deliveries::user_id.eq(text(user)))
                .order(webhook_deliveries::id.desc())
                .limit(limit)
                .select(Delivery::as_select())
                .into_boxed()
                .filter_optional(before.map(|before| webhook_deliveries::id.lt(before)));
            Ok(rows.load(db)?)
        })
    }

    /// The place of a delivery of a user's webhook in its list.
    pub fn webhook_delivery_place(
        &self,
        user: UserId,
        id: WebhookId,
        delivery: DeliveryId,
    ) -> Answer<'_, Option<DeliveryRowId>> {
        self.read(move |db| {
            let row = webhook_deliveries::table
                .filter(webhook_deliveries::delivery_id.eq(text(delivery)))
                .filter(webhook_deliveries::webhook_id.eq(text(id)))
                .filter(webhook_deliveries::user_id.eq(text(user)))
                .select(webhook_deliveries::id);
            Ok(row.first(db).optional()?)
        })
    }

    /// A delivery that waits to be sent. `None` if it is finished, or its webhook or user is gone.
    pub fn pending_delivery(&self, id: DeliveryId) -> Answer<'_, Option<PendingDelivery>> {
        self.read(move |db| {
            let row = webhook_deliveries::table
                .inner_join(webhooks::table)
                .inner_join(users::table)
                .filter(webhook_deliveries::delivery_id.eq(text(id)))
                .filter(webhook_deliveries::state.eq(text(DeliveryState::Pending)))
                .filter(users::deleting_at.is_null())
                .select(PendingDelivery::as_select());
            Ok(row.first(db).optional()?)
        })
    }

    /// Records an attempt at a delivery, and what it says of the webhook.
    pub fn record_delivery_attempt(
        &self,
        delivery: &Delivery,
        attempt: DeliveryAttempt,
        now: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        let delivery = delivery.clone();
        self.write_for(delivery.user_id, (), move |db| {
            let state = match (&attempt.error, attempt.next_at) {
                (None, _) => DeliveryState::Delivered,
                (Some(_), Some(_)) => DeliveryState::Pending,
                (Some(_), None) => DeliveryState::Failed,
            };
            let finished_at = (state != DeliveryState::Pending).then_some(now);
            let row = webhook_deliveries::table.filter(webhook_deliveries::delivery_id.eq(text(delivery.delivery_id)));
            diesel::update(row)
                .set((
                    webhook_deliveries::state.eq(text(state)),
                    webhook_deliveries::attempts.eq(delivery.attempts + i32::from(attempt.was_sent)),
                    webhook_deliveries::last_status.eq(attempt.status.map(i32::from)),
                    webhook_deliveries::last_error.eq(attempt.error.as_deref().map(display_text)),
                    webhook_deliveries::next_at.eq(attempt.next_at),
                    webhook_deliveries::finished_at.eq(finished_at),
                ))
                .execute(db)?;
            // A test doesn't mention the events that the webhook is for.
            if delivery.event != EventType::Test && attempt.was_sent {
                note_health(db, delivery.webhook_id, attempt.error.is_none(), now)?;
            }
            if let Some((reason, tell)) = attempt.switch_off {
                switch_off(db, delivery.webhook_id, &reason, &tell, now)?;
            }
            Ok(())
        })
    }

    /// Gives up the deliveries that are pending since before a time: their jobs are lost.
    pub fn give_up_deliveries(&self, pending_since: DateTime<Utc>, now: DateTime<Utc>) -> Answer<'_, ()> {
        self.write(move |db| {
            // Spelled as in the index on them.
            let lost = webhook_deliveries::table
                .filter(sql::<Bool>("webhook_deliveries.state = 'pending'"))
                .filter(webhook_deliveries::created_at.lt(timestamp(pending_since)));
            diesel::update(lost)
                .set((
                    webhook_deliveries::state.eq(text(DeliveryState::Failed)),
                    webhook_deliveries::next_at.eq(None::<DateTime<Utc>>),
                    webhook_deliveries::finished_at.eq(Some(now)),
                ))
                .execute(db)?;
            Ok(())
        })
    }
}

/// Adds a test, in the caller's transaction.
pub(crate) fn add_test(
    db: &mut Db,
    user: UserId,
    webhook: WebhookId,
    PerMinute(max): PerMinute,
    now: DateTime<Utc>,
) -> Result<AddTest, StoreError> {
    let tests: i64 = webhook_deliveries::table
        .filter(webhook_deliveries::user_id.eq(text(user)))
        .filter(webhook_deliveries::event.eq(text(EventType::Test)))
        .filter(webhook_deliveries::created_at.gt(timestamp(now - TimeDelta::minutes(1))))
        .count()
        .get_result(db)?;
    if tests >= max {
        return Ok(AddTest::TooMany);
    }
    let delivery = add(db, user, webhook, EventType::Test, &EventSubject::Test, now)?;
    Ok(AddTest::Added(Box::new(delivery)))
}

/// Adds a delivery and its job, in the caller's transaction. One delivery to a user's webhooks is sent at a time.
pub(crate) fn add(
    db: &mut Db,
    user: UserId,
    webhook: WebhookId,
    event: EventType,
    subject: &EventSubject,
    now: DateTime<Utc>,
) -> Result<Delivery, StoreError> {
    let id = DeliveryId::random();
    let row = (
        webhook_deliveries::delivery_id.eq(text(id)),
        webhook_deliveries::webhook_id.eq(text(webhook)),
        webhook_deliveries::user_id.eq(text(user)),
        webhook_deliveries::event.eq(text(event)),
        webhook_deliveries::subject.eq(json(subject)),
        webhook_deliveries::state.eq(text(DeliveryState::Pending)),
        webhook_deliveries::attempts.eq(0),
        webhook_deliveries::created_at.eq(timestamp(now)),
        webhook_deliveries::next_at.eq(Some(now)),
    );
    let insert = diesel::insert_into(webhook_deliveries::table).values(row);
    let delivery = match_backend!(db, connection => {
        insert.returning(Delivery::as_returning()).get_result(connection)
    })?;
    let job = NewJob {
        kind: JobKind::WebhookDelivery,
        key: id.to_string(),
        // Those that wait for a failing receiver must not put the user's other work behind that of others.
        user: None,
        lane: Some(job::webhook_lane(user)),
        join_key: None,
        payload: json!(WebhookDelivery { user, delivery: id }),
        run_at: now,
    };
    job::enqueue(db, &job, now)?;
    Ok(delivery)
}

fn note_health(db: &mut Db, webhook: WebhookId, is_well: bool, now: DateTime<Utc>) -> Result<(), StoreError> {
    let row = webhooks::table.find(text(webhook));
    if is_well {
        diesel::update(row)
            .set(webhooks::failing_since.eq(None::<DateTime<Utc>>))
            .execute(db)?;
    } else {
        diesel::update(row.filter(webhooks::failing_since.is_null()))
            .set(webhooks::failing_since.eq(Some(now)))
            .execute(db)?;
    }
    Ok(())
}

/// Disables a webhook and notifies its owner, once until it is enabled again.
fn switch_off(
    db: &mut Db,
    webhook: WebhookId,
    reason: &str,
    tell: &NewJob,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let active = webhooks::table.find(text(webhook)).filter(webhooks::active.eq(true));
    let switched = diesel::update(active)
        .set((
            webhooks::active.eq(false),
            webhooks::off_reason.eq(Some(display_text(reason))),
            webhooks::updated_at.eq(timestamp(now)),
        ))
        .execute(db)?;
    if switched == 1 {
        job::enqueue(db, tell, now)?;
    }
    Ok(())
}
