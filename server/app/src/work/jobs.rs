//! Work as jobs: their keys, lanes and payloads.

use chrono::{DateTime, Utc};
use invoices_db::{Job, NewJob};
use invoices_domain::{ObjectKey, RunId, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{IngestOrder, ObjectCreated, kind};
use crate::error::Error;

/// The prefix of every user's lane.
pub const USER_LANE: &str = "user:";

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
        kind: kind::OBJECT_CREATED.into(),
        key: format!("{key}{again}"),
        user: Some(key.user()),
        lane: None,
        // An object is parsed by one job at a time; the sweeper looks for a live one by this key.
        join_key: Some(key.to_string()),
        payload: payload(&ObjectCreated { key: key.to_string() }),
        run_at: now,
    }
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
        kind: order.ingest.kind().into(),
        key,
        user: Some(order.user),
        lane: Some(user_lane(order.user)),
        join_key: Some(format!("{}:{arguments}", order.user)),
        payload: payload(order),
        run_at: now,
    }
}

/// What a job orders.
pub(crate) fn order<T: DeserializeOwned>(job: &Job) -> Result<T, Error> {
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
