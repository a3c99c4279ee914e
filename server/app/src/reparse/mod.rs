//! Reading stored originals again, with the parsers of this build.
//!
//! A preview saves each new reading in a transaction that is rolled back, and compares the result with what is stored.
//! Documents that change are then parsed by the same job that parses new ones.

mod difference;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use futures::future::try_join_all;
use invoices_db::{
    DocumentId, Job, JobId, JobKind, JobState, ParseOutcome, Regrouped, ReparseFilter, SkippedCopies, StaleDocument,
};
use invoices_domain::identity::Fact;
use invoices_domain::ports::ReaderError;
use invoices_domain::reading::ParserTag;
use invoices_domain::{ObjectKey, SubType, UserId, VendorId};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::parse;
use crate::work;
use crate::worker::Worker;

pub use difference::{Difference, InvoiceDifference};

/// How many documents are in memory, and in the queue, at one time.
const BATCH: i64 = 200;
/// How many originals are read concurrently.
const CONCURRENT_READS: usize = 4;
/// The name of rent notices among the categories.
const RENTAL: &str = "rental";

/// Which documents are read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only those that were stored as this category; `rental` for rent notices.
    pub sub_type: Option<SubType>,
    /// Only this vendor's.
    pub vendor: Option<VendorId>,
    /// Only those received on this day or later, in the service's time zone.
    pub since: Option<NaiveDate>,
    /// Also those that the parsers of this build have read already.
    pub all: bool,
}

/// The outcome of reading a document again.
#[derive(Clone, Debug, PartialEq)]
pub enum Reread {
    /// Nothing changes.
    Unchanged,
    /// Something changes.
    Changed(Difference),
    /// The original is missing.
    Missing,
    /// The reader failed, for this reason; the document is left as it is.
    Unread(String),
    /// It was deleted, or is being parsed, meanwhile.
    Gone,
}

/// How many documents were read again, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reparsed {
    /// Documents examined.
    pub looked_at: u64,
    /// Of these: nothing changes.
    pub unchanged: u64,
    /// Of these: something changes, or changed.
    pub changed: u64,
    /// Of these: the original is missing.
    pub missing: u64,
    /// Of these: the reader failed.
    pub unread: u64,
    /// Of these: deleted, or being parsed, meanwhile.
    pub gone: u64,
    /// Of the changed ones: their job failed and is tried again later.
    pub waiting: u64,
    /// Of the changed ones: their job is dead.
    pub given_up: u64,
    /// In a dry run: how invoices are grouped anew.
    pub regrouped: Regrouped,
    /// Mails that an older rule took for copies.
    pub copies: SkippedCopies,
}

/// A document that was read again, and not yet changed.
struct Examined {
    key: ObjectKey,
    reread: Reread,
    /// The document and its parser, where a parser read it.
    read: Option<(DocumentId, ParserTag)>,
    /// What it states, for grouping.
    facts: Vec<Fact>,
    /// Whether it has to be saved though nothing changes.
    lacks_statements: bool,
}

impl App {
    /// Reads documents again and passes each outcome to `report`. A dry run writes nothing. Otherwise an unchanged
    /// document is marked as read by this build's parser, and a changed one is parsed by a job; this process runs such
    /// jobs until its own have ended. Ends early once `stop` is cancelled; another run continues from there.
    pub async fn reparse(
        &self,
        scope: &Scope,
        dry_run: bool,
        stop: &CancellationToken,
        mut report: impl FnMut(&ObjectKey, &Reread),
    ) -> Result<Reparsed, Error> {
        let selection = self.selection(scope);
        let worker = Worker::only(self.clone(), JobKind::follows_documents);
        let (mut sum, mut after) = (Reparsed::default(), None::<DocumentId>);
        let mut facts: BTreeMap<UserId, Vec<(DocumentId, Fact)>> = BTreeMap::new();
        while !stop.is_cancelled() {
            let batch = self.store().documents_to_reparse(&selection, after, BATCH).await?;
            let Some(last) = batch.last() else { break };
            after = Some(last.document_id);
            let mut included = batch.iter().filter(|row| scope.includes(&row.object_key)).peekable();
            let mut jobs = Vec::new();
            while included.peek().is_some() && !stop.is_cancelled() {
                // All reads end before anything is written: a read that is not polled meanwhile could hold the
                // database connection that the write waits for.
                let reads = included.by_ref().take(CONCURRENT_READS).map(|row| self.examine(row));
                for examined in try_join_all(reads).await? {
                    report(&examined.key, &examined.reread);
                    let reread = if dry_run {
                        if let Some((document, _)) = &examined.read {
                            let stated = examined.facts.into_iter().map(|fact| (*document, fact));
                            facts.entry(examined.key.user()).or_default().extend(stated);
                        }
                        examined.reread
                    } else {
                        self.apply(examined, &mut jobs).await?
                    };
                    sum.count(&reread);
                    if stop.is_cancelled() {
                        break;
                    }
                }
            }
            if !dry_run {
                self.run_jobs(&worker, jobs, &mut sum).await?;
            }
        }
        for (user, facts) in facts {
            let regrouped = self.store().regrouped(user, facts).await?;
            sum.regrouped.joined += regrouped.joined;
            sum.regrouped.separated += regrouped.separated;
        }
        if !stop.is_cancelled() {
            sum.copies = self.store().find_skipped_copies(dry_run, self.now()).await?;
        }
        if !dry_run && !stop.is_cancelled() {
            // Jobs that an interrupted run left.
            self.run_jobs(&worker, Vec::new(), &mut sum).await?;
        }
        Ok(sum)
    }

    fn selection(&self, scope: &Scope) -> ReparseFilter {
        let parsers = || self.ports().reader.parsers();
        ReparseFilter {
            except_read_by: if scope.all { Vec::new() } else { parsers() },
            since: scope.since.map(|day| self.settings().zone.start_of(day)),
        }
    }

    /// Reads a document again, and compares the result with what is stored.
    async fn examine(&self, row: &StaleDocument) -> Result<Examined, Error> {
        let key = row.object_key.clone();
        let examined = |reread, read| {
            let key = key.clone();
            let (facts, lacks_statements) = (Vec::new(), false);
            Ok(Examined {
                key,
                reread,
                read,
                facts,
                lacks_statements,
            })
        };
        let Some(document) = self.store().document_by_key(&key).await? else {
            return examined(Reread::Gone, None);
        };
        let Some((bytes, hold)) = parse::original(self, &key, Some(&document)).await? else {
            return examined(Reread::Missing, None);
        };
        let reading = parse::read(self, &key, &document, bytes).await;
        drop(hold);
        let reading = match reading {
            Ok(reading) => reading,
            Err(ReaderError::GaveUp(reason)) => return examined(Reread::Unread(reason.to_string()), None),
            Err(ReaderError::Dependency(error)) => return examined(Reread::Unread(error.source.to_string()), None),
        };
        let parser = reading.parser;
        let outcome = parse::outcome_to_save(self, &key, &document, reading.outcome)?;
        let facts = match &outcome {
            ParseOutcome::Retail(statements) => statements.iter().map(|statement| statement.fact.clone()).collect(),
            _ => Vec::new(),
        };
        let preview = self
            .store()
            .preview(key.user(), document.document_id, outcome, &parser, self.now())
            .await?;
        let Some(preview) = preview else {
            return examined(Reread::Gone, None);
        };
        let difference = Difference::of(&document, &preview);
        let reread = if difference == Difference::default() {
            Reread::Unchanged
        } else {
            Reread::Changed(difference)
        };
        Ok(Examined {
            facts,
            lacks_statements: preview.lacks_statements,
            ..examined(reread, Some((document.document_id, parser)))?
        })
    }

    /// Writes an outcome: at once where nothing changes, else by a job. Returns the outcome after that.
    async fn apply(&self, examined: Examined, jobs: &mut Vec<JobId>) -> Result<Reread, Error> {
        let Examined {
            key,
            reread,
            read,
            lacks_statements,
            ..
        } = examined;
        let Some((document, parser)) = read else {
            return Ok(reread);
        };
        let (store, user, now) = (self.store(), key.user(), self.now());
        if reread == Reread::Unchanged && !lacks_statements {
            store.set_document_parser(user, document, &parser).await?;
            return Ok(reread);
        }
        let again = format!("#{}@{}/{}", parser.name, parser.version, now.timestamp_micros());
        let job = work::object_created_again(&key, &again, now);
        match store.reopen_document(user, document, job, now).await? {
            Some(job) => {
                jobs.push(job);
                Ok(reread)
            }
            None => Ok(Reread::Gone),
        }
    }

    /// Runs jobs until each of these has ended, or has failed and waits for its next attempt.
    async fn run_jobs(&self, worker: &Worker, mut jobs: Vec<JobId>, sum: &mut Reparsed) -> Result<(), Error> {
        loop {
            while worker.run_one().await? {}
            let mut open = Vec::new();
            for id in jobs {
                match self.store().job(id).await? {
                    Some(Job {
                        state: JobState::Dead, ..
                    }) => sum.given_up += 1,
                    Some(job) if job.state == JobState::Ready && job.last_error.is_some() => sum.waiting += 1,
                    Some(job) if job.state.is_live() => open.push(id),
                    // Done, or done so long ago that its row is deleted.
                    _ => {}
                }
            }
            if open.is_empty() {
                return Ok(());
            }
            jobs = open;
            // Another process runs the others.
            tokio::time::sleep(self.settings().pipeline.poll).await;
        }
    }
}

impl Scope {
    fn includes(&self, key: &ObjectKey) -> bool {
        let (name, vendor) = match key {
            ObjectKey::Rental { .. } => (RENTAL, None),
            ObjectKey::Retail { sub_type, vendor, .. } => (sub_type.as_str(), Some(vendor)),
        };
        self.sub_type.as_ref().is_none_or(|only| only.as_str() == name)
            && self.vendor.as_ref().is_none_or(|only| Some(only) == vendor)
    }
}

impl Reparsed {
    fn count(&mut self, reread: &Reread) {
        self.looked_at += 1;
        match reread {
            Reread::Unchanged => self.unchanged += 1,
            Reread::Changed(_) => self.changed += 1,
            Reread::Missing => self.missing += 1,
            Reread::Unread(_) => self.unread += 1,
            Reread::Gone => self.gone += 1,
        }
    }
}
