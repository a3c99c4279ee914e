//! Reading stored originals again, with the parsers of this build.
//!
//! A preview saves each new reading in a transaction that is rolled back, and compares the result with what is stored.
//! Documents that change are then parsed by the same job that parses new ones. Documents that an earlier version did not store,
//! because another one has the same bytes, get an object of their own first.

mod difference;
mod examine;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use futures::future::{BoxFuture, try_join_all};
use invoices_db::{DocumentId, Job, JobId, JobKind, JobState, Regrouped, ReparseFilter, RereadDocument, SkippedCopies};
use invoices_domain::{ObjectKey, UserId};
use tokio_util::sync::CancellationToken;

use self::examine::Examined;
use crate::app::App;
use crate::error::Error;
use crate::job::worker::Worker;
use crate::settings::POLL;

pub use difference::{Difference, InvoiceDifference};
pub use examine::{Reread, Scope};

/// How many documents are in memory, and in the queue, at one time.
const BATCH: usize = 200;
/// How many originals are read concurrently.
const CONCURRENT_READS: usize = 4;
/// How many documents were read again, by outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Documents that get an object of their own, copied from one with the same bytes.
    pub copied: u64,
    /// In a dry run: how invoices are grouped again.
    pub regrouped: Regrouped,
    /// Mails that an earlier version took for copies.
    pub copies: SkippedCopies,
}

/// A run with its counts so far.
struct Run<'a> {
    app: &'a App,
    is_preview: bool,
    stop: &'a CancellationToken,
    report: &'a mut (dyn FnMut(&ObjectKey, &Reread) + Send),
    worker: Worker,
    /// The jobs of this batch.
    jobs: Vec<JobId>,
    sum: Reparsed,
    /// In a dry run: what each user's documents state now.
    reread: BTreeMap<UserId, Vec<RereadDocument>>,
}

impl App {
    /// Reads documents again and passes each outcome to `report`. A dry run writes nothing. Otherwise an unchanged
    /// document is marked as read by this build's parser, and a changed one is parsed by a job; this process runs such
    /// jobs until its own have ended. Ends early once `stop` is cancelled; another run continues from there.
    pub fn reparse<'a>(
        &'a self,
        scope: &'a Scope,
        dry_run: bool,
        stop: &'a CancellationToken,
        report: &'a mut (dyn FnMut(&ObjectKey, &Reread) + Send),
    ) -> BoxFuture<'a, Result<Reparsed, Error>> {
        let mut run = Run {
            app: self,
            is_preview: dry_run,
            stop,
            report,
            worker: Worker::only(self.clone(), JobKind::follows_documents),
            jobs: Vec::new(),
            sum: Reparsed::default(),
            reread: BTreeMap::new(),
        };
        Box::pin(async move {
            let selection = self.selection(scope);
            run.read_unstored(scope, selection.since).await?;
            run.read_stored(scope, &selection).await?;
            run.regroup().await?;
            if !stop.is_cancelled() {
                run.sum.copies = self.store().find_skipped_copies(dry_run, self.now()).await?;
            }
            if !dry_run && !stop.is_cancelled() {
                // Jobs that an interrupted run left.
                run.finish_jobs().await?;
            }
            Ok(run.sum)
        })
    }

    fn selection(&self, scope: &Scope) -> ReparseFilter {
        let parsers = || self.ports().reader.parsers();
        ReparseFilter {
            except_read_by: if scope.all { Vec::new() } else { parsers() },
            since: scope.since.map(|day| self.settings().zone.start_of(day)),
        }
    }
}

impl Run<'_> {
    /// Reads the documents that are stored.
    async fn read_stored(&mut self, scope: &Scope, selection: &ReparseFilter) -> Result<(), Error> {
        let (app, mut after) = (self.app, None::<DocumentId>);
        let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
        while !self.stop.is_cancelled() {
            let batch = app.store().documents_to_reparse(selection, after, limit).await?;
            let Some(last) = batch.last() else { break };
            after = Some(last.document_id);
            let included: Vec<_> = batch.iter().filter(|row| scope.includes(&row.object_key)).collect();
            for rows in included.chunks(CONCURRENT_READS) {
                // All reads end before anything is written: a read that is not polled meanwhile could hold the
                // database connection that the write waits for.
                let reads = rows.iter().map(|row| app.examine(row));
                self.take(try_join_all(reads).await?).await?;
                if self.stop.is_cancelled() {
                    break;
                }
            }
            self.finish_jobs().await?;
        }
        Ok(())
    }

    /// Reads the documents that an earlier version did not store, because another one has the same bytes.
    async fn read_unstored(&mut self, scope: &Scope, since: Option<DateTime<Utc>>) -> Result<(), Error> {
        let app = self.app;
        for batch in app.store().unstored_duplicates(since).await?.chunks(BATCH) {
            for ids in batch.chunks(CONCURRENT_READS) {
                if self.stop.is_cancelled() {
                    break;
                }
                let reads = ids.iter().map(|id| app.examine_unstored(*id, scope));
                let examined = try_join_all(reads).await?.into_iter().flatten();
                self.take(examined.collect()).await?;
            }
            self.finish_jobs().await?;
        }
        Ok(())
    }

    /// Reports and counts documents, and changes them unless this is a dry run.
    async fn take(&mut self, examined: Vec<Examined>) -> Result<(), Error> {
        for examined in examined {
            if let Some(reread) = &examined.reread {
                (self.report)(&examined.key, reread);
            }
            self.sum.copied += u64::from(examined.is_copied());
            let reread = if self.is_preview {
                if let Some((document, _)) = examined.read {
                    let (user, facts) = (examined.key.user(), examined.facts);
                    let documents = self.reread.entry(user).or_default();
                    documents.push(RereadDocument { document, facts });
                }
                examined.reread
            } else {
                self.app.apply(examined, &mut self.jobs).await?
            };
            if let Some(reread) = &reread {
                self.sum.count(reread);
            }
            if self.stop.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Compares the groups of the documents with the invoices that they are now. Only a dry run has read documents left.
    async fn regroup(&mut self) -> Result<(), Error> {
        for (user, documents) in std::mem::take(&mut self.reread) {
            let Regrouped { joined, separated } = self.app.store().regrouped(user, documents).await?;
            self.sum.regrouped.joined.extend(joined);
            self.sum.regrouped.separated.extend(separated);
        }
        Ok(())
    }

    /// Runs jobs until each of this batch has ended, or has failed and waits for its next attempt.
    async fn finish_jobs(&mut self) -> Result<(), Error> {
        if self.is_preview {
            return Ok(());
        }
        let mut jobs = std::mem::take(&mut self.jobs);
        loop {
            while self.worker.run_one().await? {}
            let mut open = Vec::new();
            for id in jobs {
                match self.app.store().job(id).await? {
                    Some(Job {
                        state: JobState::Dead, ..
                    }) => self.sum.given_up += 1,
                    Some(job) if job.state == JobState::Ready && job.last_error.is_some() => self.sum.waiting += 1,
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
            tokio::time::sleep(POLL).await;
        }
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
