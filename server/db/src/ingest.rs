//! Ingests: their jobs, the cursors of their searches, and the months that they skip.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use invoices_domain::{AccountName, DocumentState, MailAddress, Source, UserId, VendorId};

use crate::job::kind::JobKind;
use crate::job::{Job, JobId};
use crate::listing::OptionalFilter;
use crate::message::MessageFacts;
use crate::schema::{cursors, documents, jobs, messages};
use crate::store::connection::match_backend;
use crate::store::{Answer, Store};
use crate::types::{text, text_list, timestamp};

/// The jobs of a user's ingests. Their kinds are spelled as in the partial index: with bound values neither database would use it.
#[diesel::dsl::auto_type(no_type_alias)]
fn ingests_of(user: UserId) -> _ {
    let user: Option<UserId> = Some(user);
    let ingests = JobKind::ALL.iter().filter(|kind| kind.is_ingest());
    let ingests: Vec<String> = ingests.map(|kind| format!("'{kind}'")).collect();
    let is_ingest: SqlLiteral<Bool> = sql(&format!("jobs.kind IN ({})", ingests.join(", ")));
    jobs::table.filter(jobs::user_id.eq(user)).filter(is_ingest)
}

/// A rental mail whose PDF is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessedMail {
    /// When the provider received it.
    pub received_at: DateTime<Utc>,
    /// Its sender.
    pub sender: MailAddress,
    /// Its subject.
    pub subject: String,
    /// When it was found.
    pub found_at: DateTime<Utc>,
    /// When its documents were stored.
    pub since: DateTime<Utc>,
}

impl Store {
    /// The jobs of a user's ingests, the last `limit` enqueued, newest first; only those before `after` in the list. Finished
    /// jobs are kept for days.
    pub fn ingest_jobs(&self, user: UserId, after: Option<JobId>, limit: i64) -> Answer<'_, Vec<Job>> {
        self.read(move |db| {
            let rows = ingests_of(user)
                .order(jobs::id.desc())
                .limit(limit)
                .select(Job::as_select())
                .into_boxed()
                .filter_optional(after.map(|after| jobs::id.lt(after)));
            Ok(rows.load(db)?)
        })
    }

    /// The job of the user's mailbox that was ordered last of those that have ended.
    pub fn last_mailbox_job(&self, user: UserId) -> Answer<'_, Option<Job>> {
        self.read(move |db| {
            let row = ingests_of(user)
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
            let row = ingests_of(user).filter(jobs::key.eq(key)).select(Job::as_select());
            Ok(row.first(db).optional()?)
        })
    }

    /// The jobs of a user's ingests whose keys don't begin with `prefix`, newest first.
    pub fn ingest_jobs_not(&self, user: UserId, prefix: &str) -> Answer<'_, Vec<Job>> {
        let others = format!("{prefix}%");
        self.read(move |db| {
            let rows = ingests_of(user)
                .filter(jobs::key.not_like(others))
                .order(jobs::id.desc())
                .select(Job::as_select());
            Ok(rows.load(db)?)
        })
    }

    /// Up to when each vendor's mails of an account were searched. A vendor that was never searched is absent.
    pub fn cursors(&self, user: UserId, account: &AccountName) -> Answer<'_, BTreeMap<VendorId, DateTime<Utc>>> {
        let account = account.clone();
        self.read(move |db| {
            let rows: Vec<(VendorId, DateTime<Utc>)> = cursors::table
                .filter(cursors::user_id.eq(text(user)))
                .filter(cursors::account.eq(text(account)))
                .select((cursors::vendor_id, cursors::fetched_to))
                .load(db)?;
            Ok(rows.into_iter().collect())
        })
    }

    /// Moves the cursors of these vendors forward to `to`. Never moves one back. Writes nothing for a user who is not live.
    pub fn move_cursors(
        &self,
        user: UserId,
        account: &AccountName,
        vendors: &[VendorId],
        to: DateTime<Utc>,
    ) -> Answer<'_, ()> {
        let (account, vendors) = (account.clone(), vendors.to_vec());
        self.write_for(user, (), move |db| {
            for vendor in &vendors {
                let row = (
                    cursors::user_id.eq(text(user)),
                    cursors::account.eq(text(&account)),
                    cursors::vendor_id.eq(text(vendor)),
                    cursors::fetched_to.eq(timestamp(to)),
                );
                match_backend!(db, connection => {
                    diesel::insert_into(cursors::table).values(row).on_conflict_do_nothing().execute(connection)
                })?;
                let behind = cursors::table
                    .find((text(user), text(&account), text(vendor)))
                    .filter(cursors::fetched_to.lt(timestamp(to)));
                diesel::update(behind)
                    .set(cursors::fetched_to.eq(timestamp(to)))
                    .execute(db)?;
            }
            Ok(())
        })
    }

    /// The rental mails of these accounts with a PDF that marks a month of their landlord as processed, in the order of receipt.
    pub fn processed_mails(&self, user: UserId, accounts: &[MailAddress]) -> Answer<'_, Vec<ProcessedMail>> {
        let accounts: Vec<_> = accounts.iter().cloned().map(AccountName::Address).collect();
        self.read(move |db| {
            let processing = DocumentState::ALL.into_iter().filter(|state| state.processes_month());
            // The transaction that marks the documents stored is the last one that changes a fetched message.
            let mails: Vec<(MessageFacts, DateTime<Utc>, DateTime<Utc>)> = documents::table
                .inner_join(messages::table)
                .filter(documents::state.eq_any(text_list(processing)))
                .filter(messages::user_id.eq(text(user)))
                .filter(messages::account.eq_any(text_list(&accounts)))
                .filter(messages::source.eq(text(Source::Rental)))
                .order(messages::received_at)
                .select((MessageFacts::as_select(), messages::found_at, messages::updated_at))
                .distinct()
                .load(db)?;
            let processed = |(facts, found_at, since): (MessageFacts, _, _)| {
                Some(ProcessedMail {
                    received_at: facts.received_at?,
                    sender: facts.sender?,
                    subject: facts.subject.unwrap_or_default(),
                    found_at,
                    since,
                })
            };
            Ok(mails.into_iter().filter_map(processed).collect())
        })
    }
}
