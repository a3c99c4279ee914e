//! Reading stored originals again, once the parsers have become better.
//!
//! What would change is found by doing it and undoing it: each original is read as the job would read it, and what the
//! job would save is compared with what is stored. Changes are then made by that very job.

mod difference;

use chrono::NaiveDate;
use futures::future::try_join_all;
use invoices_db::{DocumentId, Job, JobId, JobState, Said, Selection, StaleDocument};
use invoices_domain::ports::Dependency;
use invoices_domain::reading::ParserTag;
use invoices_domain::{ObjectKey, SubType, VendorId};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::work::{self, kind};
use crate::worker::Worker;
use crate::{parse, retail};

pub use difference::{Difference, InvoiceDifference};

/// What is in memory, and in the queue, at one time at most.
const BATCH: i64 = 200;
/// How many originals are read at once.
const AT_ONCE: usize = 4;
/// The name of rent notices where a category is asked for.
const RENTAL: &str = "rental";
/// What reading again enqueues.
const KINDS: &[&str] = &[kind::OBJECT_CREATED, kind::RENTAL_CHANGED];

/// Which documents are read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only those that were stored as this category; `rental` for rent notices.
    pub sub_type: Option<SubType>,
    /// Only this vendor's.
    pub vendor: Option<VendorId>,
    /// Only those received on this day or later, in the service's time zone.
    pub since: Option<NaiveDate>,
    /// Those, too, that the parsers of this build read already.
    pub all: bool,
}

/// What reading a document again comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Reread {
    /// The same.
    Unchanged,
    /// Something else.
    Changed(Difference),
    /// There is no original to read.
    Missing,
    /// The reader gave up, for this reason: that says nothing of the document, which is left as it is.
    Unread(String),
    /// It was deleted, or taken up by another, meanwhile.
    Gone,
}

/// What came of reading again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reparsed {
    /// Documents looked at.
    pub looked_at: u64,
    /// Of these: nothing changes.
    pub unchanged: u64,
    /// Of these: something changes, or changed.
    pub changed: u64,
    /// Of these: the original is missing.
    pub missing: u64,
    /// Of these: the reader gave up.
    pub unread: u64,
    /// Of these: deleted, or taken up by another run, meanwhile.
    pub gone: u64,
    /// Of the changed ones: their job failed and is tried again by whoever runs jobs.
    pub waiting: u64,
    /// Of the changed ones: their job was given up.
    pub given_up: u64,
}

/// A document that was looked at.
struct Looked {
    key: ObjectKey,
    reread: Reread,
    /// Which, and by whom, where a parser read it.
    read: Option<(DocumentId, ParserTag)>,
}

impl App {
    /// Reads documents again and tells of each what changes. A dry run writes nothing. Else a document that nothing changes
    /// is marked as read by this build's parser, and one that changes is parsed by a job: this process runs such jobs
    /// until its own have ended, beside whatever other workers there are. Ends early, with nothing half done, once
    /// `stop` is cancelled. Running it again goes on where it ended.
    pub async fn reparse(
        &self,
        scope: &Scope,
        dry_run: bool,
        stop: &CancellationToken,
        mut tell: impl FnMut(&ObjectKey, &Reread),
    ) -> Result<Reparsed, Error> {
        let selection = self.selection(scope);
        let worker = Worker::new(self.clone()).only(KINDS);
        let (mut sum, mut after) = (Reparsed::default(), None::<DocumentId>);
        while !stop.is_cancelled() {
            let batch = self.store().documents_to_reread(&selection, after, BATCH).await?;
            let Some(last) = batch.last() else { break };
            after = Some(last.document_id);
            let mut wanted = batch.iter().filter(|row| scope.includes(&row.object_key)).peekable();
            let mut jobs = Vec::new();
            while wanted.peek().is_some() && !stop.is_cancelled() {
                // All of them end before anything is written: one that waits for the database, and is not
                // asked how far it is meanwhile, would keep its turn from whoever writes.
                let looks = wanted.by_ref().take(AT_ONCE).map(|row| self.look(row));
                for looked in try_join_all(looks).await? {
                    tell(&looked.key, &looked.reread);
                    let reread = if dry_run {
                        looked.reread
                    } else {
                        self.apply(looked, &mut jobs).await?
                    };
                    sum.count(&reread);
                    if stop.is_cancelled() {
                        break;
                    }
                }
            }
            if !dry_run {
                self.work_off(&worker, jobs, &mut sum).await?;
            }
        }
        if !dry_run && !stop.is_cancelled() {
            // What an earlier run left that was killed.
            self.work_off(&worker, Vec::new(), &mut sum).await?;
        }
        Ok(sum)
    }

    fn selection(&self, scope: &Scope) -> Selection {
        let parsers = || self.ports().reader.parsers();
        Selection {
            except_read_by: if scope.all { Vec::new() } else { parsers() },
            since: scope.since.map(|day| self.settings().zone.start_of(day)),
        }
    }

    /// Reads a document again, and compares.
    async fn look(&self, row: &StaleDocument) -> Result<Looked, Error> {
        let key = row.object_key.clone();
        let looked = |reread, read| {
            let key = key.clone();
            Ok(Looked { key, reread, read })
        };
        let Some(document) = self.store().document_by_key(&key).await? else {
            return looked(Reread::Gone, None);
        };
        let Some(bytes) = self.ports().objects.get(&key).await? else {
            return looked(Reread::Missing, None);
        };
        let reading = match parse::read(self, &key, &document, bytes).await {
            Ok(reading) => reading,
            Err(Error::Dependency(error)) if error.which == Dependency::Reader => {
                return looked(Reread::Unread(error.source.to_string()), None);
            }
            Err(error) => return Err(error),
        };
        let parser = reading.parser;
        let said = parse::said(self, &key, &document, reading.outcome)?;
        if let (0, Said::Failed(reason)) = (parser.version, &said) {
            return looked(Reread::Unread(reason.clone()), None);
        }
        let preview = self
            .store()
            .preview(
                key.user(),
                document.document_id,
                said,
                &parser,
                self.now(),
                retail::merge,
            )
            .await?;
        let Some(preview) = preview else {
            return looked(Reread::Gone, None);
        };
        let difference = Difference::of(&document, &preview);
        let reread = if difference == Difference::default() {
            Reread::Unchanged
        } else {
            Reread::Changed(difference)
        };
        looked(reread, Some((document.document_id, parser)))
    }

    /// Writes what a look came to, at once where nothing changes, else by a job, and says what it came to in the end.
    async fn apply(&self, looked: Looked, jobs: &mut Vec<JobId>) -> Result<Reread, Error> {
        let Looked { key, reread, read } = looked;
        let Some((document, parser)) = read else {
            return Ok(reread);
        };
        let (store, user, now) = (self.store(), key.user(), self.now());
        if reread == Reread::Unchanged {
            store.confirm_document(user, document, &parser).await?;
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

    /// Runs jobs until each of these has ended, or failed and waits for its next try.
    async fn work_off(&self, worker: &Worker, mut jobs: Vec<JobId>, sum: &mut Reparsed) -> Result<(), Error> {
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
                    // Done; a job that is kept no longer is done as well.
                    _ => {}
                }
            }
            if open.is_empty() {
                return Ok(());
            }
            jobs = open;
            // Another process runs them.
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
