//! The jobs of a user's ingests.

pub mod cursor;
pub mod processed;

use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::UserId;

use crate::job::kind::JobKind;
use crate::job::{Job, JobId};
use crate::schema::jobs;
use crate::store::{Answer, Store};
use crate::types::text;

/// The condition for jobs of ingests, spelled as in the partial index: with bound values neither database would use it.
fn of_ingests() -> SqlLiteral<Bool> {
    let ingests = JobKind::ALL.iter().filter(|kind| kind.is_ingest());
    let ingests: Vec<String> = ingests.map(|kind| format!("'{kind}'")).collect();
    sql(&format!("jobs.kind IN ({})", ingests.join(", ")))
}

impl Store {
    /// The jobs of a user's ingests, the last `limit` enqueued, newest first; only those before `after` in the list. Finished
    /// jobs are kept for days.
    pub fn ingest_jobs(&self, user: UserId, after: Option<JobId>, limit: i64) -> Answer<'_, Vec<Job>> {
        self.read(move |db| {
            let mut rows = jobs::table
                .filter(jobs::user_id.eq(Some(user)))
                .filter(of_ingests())
                .order(jobs::id.desc())
                .limit(limit)
                .select(Job::as_select())
                .into_boxed();
            if let Some(after) = after {
                rows = rows.filter(jobs::id.lt(after));
            }
            Ok(rows.load(db)?)
        })
    }

    /// The job of the user's mailbox that was ordered last of those that have ended.
    pub fn last_mailbox_job(&self, user: UserId) -> Answer<'_, Option<Job>> {
        self.read(move |db| {
            let row = jobs::table
                .filter(jobs::user_id.eq(Some(user)))
                .filter(of_ingests())
                .filter(jobs::kind.eq(text(JobKind::Ingest)))
                .filter(jobs::finished_at.is_not_null())
                .order(jobs::id.desc())
                .select(Job::as_select());
            Ok(row.first(db).optional()?)
        })
    }

    /// The job of a user's ingest with this key.
    pub fn ingest_job(&self, user: UserId, key: String) -> Answer<'_, Option<Job>> {
        self.read(move |db| {
            let row = jobs::table
                .filter(jobs::user_id.eq(Some(user)))
                .filter(of_ingests())
                .filter(jobs::key.eq(key))
                .select(Job::as_select());
            Ok(row.first(db).optional()?)
        })
    }

    /// The jobs of a user's ingests whose keys don't begin with `prefix`, newest first.
    pub fn ingest_jobs_not(&self, user: UserId, prefix: &str) -> Answer<'_, Vec<Job>> {
        let others = format!("{prefix}%");
        self.read(move |db| {
            let rows = jobs::table
                .filter(jobs::user_id.eq(Some(user)))
                .filter(of_ingests())
                .filter(jobs::key.not_like(others))
                .order(jobs::id.desc())
                .select(Job::as_select());
            Ok(rows.load(db)?)
        })
    }
}
