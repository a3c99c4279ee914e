//! Work as jobs: their kinds, keys, lanes and payloads.

use chrono::{DateTime, Utc};
use invoices_db::{FanOut, Job, JobKind, NewJob, WebhookDelivery};
use invoices_domain::{ObjectKey, RunId, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    ConditionRaised, Ingest, IngestOrder, ObjectCreated, OfUser, PasswordForgotten, RemovedOriginals, RentalChanged,
};
use crate::error::Error;

/// What a job does: its kind and its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Of the kinds of ingests.
    Ingest(IngestOrder),
    /// Of [`JobKind::ObjectCreated`].
    ObjectCreated(ObjectCreated),
    /// Of [`JobKind::RentalChanged`].
    RentalChanged(Box<RentalChanged>),
    /// Of [`JobKind::HistoryRecorded`]: rental invoices of earlier months were recorded. The user gets one notification for all.
    HistoryRecorded(OfUser),
    /// Of [`JobKind::QuestionsAsked`]: documents are asked about. The user gets one notification for all.
    QuestionsAsked(OfUser),
    /// Of [`JobKind::ConditionRaised`].
    ConditionRaised(ConditionRaised),
    /// Of [`JobKind::WebhookDelivery`].
    WebhookDelivery(WebhookDelivery),
    /// Of [`JobKind::DeleteAccount`].
    DeleteAccount(OfUser),
    /// Of [`JobKind::RemovedOriginals`].
    RemovedOriginals(RemovedOriginals),
    /// Of [`JobKind::PasswordForgotten`].
    PasswordForgotten(PasswordForgotten),
    /// Of [`JobKind::Sweep`].
    Sweep,
    /// Of [`JobKind::Watch`].
    Watch,
    /// Of [`JobKind::Remind`].
    Remind,
}

impl Work {
    /// Reads a claimed job.
    pub fn of(job: &Job) -> Result<Self, Error> {
        let kind = job.kind.known();
        let kind = kind.ok_or_else(|| Error::internal(format!("unknown kind of job {}", job.kind)))?;
        Ok(match kind {
            JobKind::Ingest | JobKind::Discover | JobKind::Import => Work::Ingest(arguments(job)?),
            JobKind::ObjectCreated => Work::ObjectCreated(arguments(job)?),
            JobKind::RentalChanged => Work::RentalChanged(Box::new(arguments(job)?)),
            JobKind::HistoryRecorded => Work::HistoryRecorded(arguments(job)?),
            JobKind::QuestionsAsked => Work::QuestionsAsked(arguments(job)?),
            JobKind::ConditionRaised => Work::ConditionRaised(arguments(job)?),
            JobKind::WebhookDelivery => Work::WebhookDelivery(arguments(job)?),
            JobKind::DeleteAccount => Work::DeleteAccount(arguments(job)?),
            JobKind::RemovedOriginals => Work::RemovedOriginals(arguments(job)?),
            JobKind::PasswordForgotten => Work::PasswordForgotten(arguments(job)?),
            JobKind::Sweep => Work::Sweep,
            JobKind::Watch => Work::Watch,
            JobKind::Remind => Work::Remind,
        })
    }

    /// A job that does it as soon as a worker is free.
    pub fn job(&self, key: String, now: DateTime<Utc>) -> NewJob {
        let (kind, user, payload) = match self {
            Work::Ingest(order) => (order.ingest.kind(), Some(order.user), payload(order)),
            Work::ObjectCreated(created) => {
                let key: Option<ObjectKey> = created.key.parse().ok();
                (JobKind::ObjectCreated, key.map(|key| key.user()), payload(created))
            }
            Work::RentalChanged(change) => (JobKind::RentalChanged, Some(change.user), payload(change)),
            Work::HistoryRecorded(recorded) => (JobKind::HistoryRecorded, Some(recorded.user), payload(recorded)),
            Work::QuestionsAsked(asked) => (JobKind::QuestionsAsked, Some(asked.user), payload(asked)),
            Work::ConditionRaised(raised) => (JobKind::ConditionRaised, Some(raised.user), payload(raised)),
            // Without a user: see `invoices_db`, which enqueues these.
            Work::WebhookDelivery(delivery) => (JobKind::WebhookDelivery, None, payload(delivery)),
            Work::DeleteAccount(order) => (JobKind::DeleteAccount, Some(order.user), payload(order)),
            Work::RemovedOriginals(removed) => (JobKind::RemovedOriginals, Some(removed.user), payload(removed)),
            Work::PasswordForgotten(order) => (JobKind::PasswordForgotten, order.user, payload(order)),
            Work::Sweep => (JobKind::Sweep, None, Value::Null),
            Work::Watch => (JobKind::Watch, None, Value::Null),
            Work::Remind => (JobKind::Remind, None, Value::Null),
        };
        NewJob {
            kind,
            key,
            user,
            lane: None,
            join_key: None,
            payload,
            run_at: now,
        }
    }
}

/// The prefix of every user's lane.
const USER_LANE: &str = "user:";

/// The lane of a user: its ingests and its deletion exclude each other.
pub fn user_lane(user: UserId) -> String {
    format!("{USER_LANE}{user}")
}

/// The job that parses an object. There is one for each key, so that a repeated event adds none.
pub fn object_created(key: &ObjectKey, now: DateTime<Utc>) -> NewJob {
    object_created_again(key, "", now)
}

/// The same for another attempt; `again` makes its key new.
pub fn object_created_again(key: &ObjectKey, again: &str, now: DateTime<Utc>) -> NewJob {
    NewJob {
        // An object is parsed by one job at a time; the sweeper looks for a live one by this key.
        join_key: Some(key.to_string()),
        ..Work::ObjectCreated(ObjectCreated { key: key.to_string() }).job(format!("{key}{again}"), now)
    }
}

/// Jobs that read objects again for this reason. Their keys are new: jobs with those of earlier readings exist already.
pub(crate) fn read_again(reason: &str, now: DateTime<Utc>) -> impl Fn(&ObjectKey) -> NewJob + Send + use<> {
    let again = format!("#{reason}@{}", RunId::random());
    move |key| object_created_again(key, &again, now)
}

/// The beginning of the keys of ingests that requests ordered.
pub const REQUESTED: &str = "requested:";

/// The key of an ingest that a request ordered.
pub fn requested_key(run: RunId) -> String {
    format!("{REQUESTED}{run}")
}

/// The run of the ingest with this key.
pub fn run_of(key: &str) -> RunId {
    let requested = key.strip_prefix(REQUESTED).and_then(|run| run.parse().ok());
    requested.unwrap_or_else(|| RunId::of_job(key))
}

/// An ingest as a job. `key` names this run; equal orders of one user join while one is live.
pub fn ingest(order: &IngestOrder, key: String, now: DateTime<Utc>) -> NewJob {
    let arguments = payload(&order.ingest);
    NewJob {
        lane: Some(user_lane(order.user)),
        join_key: Some(format!("{}:{arguments}", order.user)),
        ..Work::Ingest(order.clone()).job(key, now)
    }
}

/// A scheduled ingest for every user.
pub fn fan_out(ingest: &Ingest, key_prefix: String, spread_minutes: u16) -> FanOut {
    let mut payload = payload(ingest);
    payload["scheduled"] = true.into();
    FanOut {
        kind: ingest.kind(),
        key_prefix,
        lane_prefix: USER_LANE.into(),
        payload,
        spread_minutes,
    }
}

/// The arguments of a job.
pub(crate) fn arguments<T: DeserializeOwned>(job: &Job) -> Result<T, Error> {
    // The payload of a scheduled ingest has no user, since one statement writes it for all users: the row has it.
    let mut payload = job.payload.clone();
    if let (Some(object), Some(user)) = (payload.as_object_mut(), job.user) {
        object.entry("user").or_insert_with(|| user.to_string().into());
    }
    serde_json::from_value(payload).map_err(Error::internal)
}

/// A payload as JSON, which every plain struct has.
pub(crate) fn payload<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
