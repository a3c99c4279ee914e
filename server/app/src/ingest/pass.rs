//! What every ingest shares: searching with every page, fetching several messages at once,
//! and the order in which rows and objects are written.

use std::collections::{HashSet, VecDeque};
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::stream::{self, StreamExt};
use invoices_db::PendingMessage;
use invoices_domain::mail::{MailSearch, PageToken};
use invoices_domain::{IngestReason, MessageId, Source, VendorId};
use tokio::sync::watch;

use super::context::{Context, Stop};
use super::fetch::{Fetched, Fetcher, KeptMessage, Room};
use super::message::{self, MessageFilter};
use crate::crash::{self, Point};
use crate::job::{IngestReport, ProblemCause};

/// Maximum number of pages per search, with 500 ids per page. It ends a search whose pages never end.
const MAX_PAGES: usize = 2_000;
/// A provider that fails this often in a row is not asked again in this pass.
pub(super) const MAX_FAILURES_IN_A_ROW: usize = 5;
/// How many pending messages are read from the ledger at once.
const BATCH: i64 = 500;

/// A pass of an ingest: it fetches a bounded number of messages, so that other jobs get their turn between passes.
pub(crate) struct Pass<'a> {
    pub context: &'a Context<'a>,
    /// What this pass and those before it did.
    pub report: IngestReport,
    /// How many more messages this pass tries to fetch.
    capacity: usize,
    /// Whether there were more messages than the capacity.
    cut_off: bool,
    fetches: Fetches,
    /// Where the report is published.
    progress: watch::Sender<IngestReport>,
}

/// How the fetches of a pass went.
#[derive(Default)]
struct Fetches {
    any_succeeded: bool,
    /// These stay pending; the next run fetches them.
    failed: HashSet<MessageId>,
    failed_in_a_row: usize,
    last_failure: Option<Stop>,
}

/// The pages of one search, the newest messages first.
#[derive(Default)]
pub(crate) struct Pages {
    asked: usize,
    next: Option<PageToken>,
}

impl Pages {
    /// The next page; `None` after the last.
    pub async fn next(&mut self, context: &Context<'_>, search: &MailSearch) -> Result<Option<Vec<MessageId>>, Stop> {
        if self.asked > 0 && (self.next.is_none() || self.asked >= MAX_PAGES) {
            return Ok(None);
        }
        let (app, account) = (context.app, context.connected()?);
        let page = app.ports().mailbox.search(account, search, self.next.as_ref()).await?;
        self.asked += 1;
        self.next = page.next;
        Ok(Some(page.ids))
    }
}

impl<'a> Pass<'a> {
    pub fn new(
        context: &'a Context<'a>,
        report: IngestReport,
        capacity: usize,
        progress: watch::Sender<IngestReport>,
    ) -> Self {
        Pass {
            context,
            report,
            capacity,
            cut_off: false,
            fetches: Fetches::default(),
            progress,
        }
    }

    /// The report, and how many more messages another mailbox may fetch.
    pub fn end(self) -> (IngestReport, usize) {
        (self.report, self.capacity)
    }

    /// Counts what a search returned.
    pub fn count_searched(&mut self, ids: &[MessageId]) {
        self.report.searched += ids.len() as u64;
        self.send_report();
    }

    /// Writes what a search returned into the ledger as found.
    pub async fn record_found(&mut self, source: Source, ids: &[MessageId]) -> Result<(), Stop> {
        let Context { app, job, .. } = self.context;
        // Messages that failed in an earlier pass of this job are left to the next job.
        let inbox = self.context.inbox(source);
        let new = app.store().record_found(&inbox, ids, job.created_at, app.now());
        self.report.found += new.await? as u64;
        crash::point(Point::Found);
        Ok(())
    }

    /// Fetches those of these messages that are pending, up to the capacity, and stores the documents that the
    /// filter accepts. `vendor` is the vendor whose search alone returned them.
    pub async fn fetch_found(
        &mut self,
        source: Source,
        filter: &dyn MessageFilter,
        ids: &[MessageId],
        vendor: Option<&VendorId>,
    ) -> Result<(), Stop> {
        let inbox = self.context.inbox(source);
        let pending = self.context.app.store().pending_among(&inbox, ids).await?;
        self.fetch_all(source, filter, pending, vendor).await
    }

    /// The same with every pending message.
    pub async fn fetch_pending(&mut self, source: Source, filter: &dyn MessageFilter) -> Result<(), Stop> {
        let (inbox, mut last) = (self.context.inbox(source), None);
        while !self.cut_off {
            let pending = self.context.app.store().pending_messages(&inbox, last.as_ref(), BATCH);
            let pending = pending.await?;
            last = pending.last().cloned();
            if last.is_none() {
                break;
            }
            self.fetch_all(source, filter, pending, None).await?;
        }
        Ok(())
    }

    async fn fetch_all(
        &mut self,
        source: Source,
        filter: &dyn MessageFilter,
        mut pending: Vec<PendingMessage>,
        vendor: Option<&VendorId>,
    ) -> Result<(), Stop> {
        pending.retain(|message| !self.fetches.failed.contains(&message.message_id));
        let room = Room::of(self.context).await?;
        let over = pending.split_off(pending.len().min(room.messages));
        self.leave_pending(source, &over).await?;
        self.cut_off |= pending.len() > self.capacity;
        pending.truncate(self.capacity);
        self.capacity -= pending.len();
        let mut fetcher = Fetcher {
            context: self.context,
            source,
            filter,
            room,
            one_by_one: false,
        };
        let mut pending = VecDeque::from(pending);
        loop {
            let (kept, fetched) = self.fetch_until_kept(&fetcher, &mut pending, vendor).await;
            // Those that were fetched are stored even when the pass stops.
            let stored = self.store_in_order(source, kept).await;
            fetched.and(stored)?;
            if pending.is_empty() {
                return Ok(());
            }
            // If there are more messages than may be kept, the others are stored in the order in which they were found.
            fetcher.one_by_one = true;
            fetcher.room = Room::of(self.context).await?;
        }
    }

    /// Fetches messages until there are none left, or no more may be kept. Returns those that are kept; those that are
    /// postponed are pending again.
    async fn fetch_until_kept(
        &mut self,
        fetcher: &Fetcher<'_>,
        pending: &mut VecDeque<PendingMessage>,
        vendor: Option<&VendorId>,
    ) -> (Vec<KeptMessage>, Result<(), Stop>) {
        let stopping = AtomicBool::new(false);
        let next = || {
            (!stopping.load(Ordering::Relaxed))
                .then(|| pending.pop_front())
                .flatten()
        };
        let at_once = if fetcher.one_by_one {
            1
        } else {
            self.context.app.settings().pipeline.fetch_concurrency.max(1)
        };
        let mut fetches = stream::iter(iter::from_fn(next).enumerate())
            .map(|(place, pending)| async move { (fetcher.fetch(&pending).await, place, pending) })
            .buffer_unordered(at_once);
        let (mut kept, mut postponed) = (Vec::new(), Vec::new());
        // Fetches that have started are finished even when the pass stops: an object that is written after the job ends
        // would escape the deletion of the account. Nothing else is awaited here (see `run_pass`).
        let mut stopped = Ok(());
        while let Some((fetched, place, message)) = fetches.next().await {
            match fetched {
                Ok(Fetched::Kept(message)) => kept.push(*message),
                Ok(Fetched::Postponed) => postponed.push((place, message)),
                fetched => {
                    let id = &message.message_id;
                    let counted = fetched.and_then(|fetched| self.count_fetch(fetched, id, vendor));
                    stopped = stopped.and(counted);
                }
            }
            self.send_report();
            let full = !postponed.is_empty() || (fetcher.one_by_one && !kept.is_empty());
            stopping.store(stopped.is_err() || full, Ordering::Relaxed);
        }
        drop(fetches);
        postponed.sort_by_key(|(place, _)| *place);
        for (_, message) in postponed.into_iter().rev() {
            pending.push_front(message);
        }
        (kept, stopped)
    }

    /// Stores messages in the order of their receipt: where names of files repeat, the oldest keeps the plain name.
    async fn store_in_order(&mut self, source: Source, mut kept: Vec<KeptMessage>) -> Result<(), Stop> {
        kept.sort_by(|a, b| a.message.order().cmp(&b.message.order()));
        for KeptMessage { message, hold } in kept {
            let stored = message::store(self.context, source, message).await?;
            drop(hold);
            self.count_stored(stored);
            self.send_report();
        }
        Ok(())
    }

    /// Keeps messages pending that the account may not store now.
    async fn leave_pending(&mut self, source: Source, over: &[PendingMessage]) -> Result<(), Stop> {
        if over.is_empty() {
            return Ok(());
        }
        let ids: Vec<MessageId> = over.iter().map(|message| message.message_id.clone()).collect();
        let store = self.context.app.store();
        store
            .set_pending_reason(&self.context.inbox(source), &ids, IngestReason::AccountFull.into())
            .await?;
        self.report.unfetched += ids.len() as u64;
        self.report_full();
        Ok(())
    }

    fn report_full(&mut self) {
        if !self.report.account_full {
            self.report.account_full = true;
            self.report.add_error(None, None, ProblemCause::NoRoom);
        }
    }

    /// Counts the outcome of a fetch. Stops the pass when too many have failed in a row.
    fn count_fetch(&mut self, fetched: Fetched, id: &MessageId, vendor: Option<&VendorId>) -> Result<(), Stop> {
        match fetched {
            Fetched::Stored(stored) => self.count_stored(stored),
            // It is counted when it is stored.
            Fetched::Kept(_) | Fetched::Postponed => {}
            Fetched::Gone => {
                self.report.unfetched += 1;
                self.report.any_gone = true;
                self.report.add_error(vendor.cloned(), Some(id), ProblemCause::Gone);
            }
            Fetched::NoRoom => {
                self.report.unfetched += 1;
                self.report_full();
            }
            Fetched::Failed(stop) => {
                self.report.unfetched += 1;
                self.report
                    .add_error(vendor.cloned(), Some(id), ProblemCause::FetchFailed);
                self.fetches.failed.insert(id.clone());
                self.fetches.failed_in_a_row += 1;
                if self.fetches.failed_in_a_row >= MAX_FAILURES_IN_A_ROW {
                    return Err(stop);
                }
                self.fetches.last_failure = Some(stop);
            }
        }
        Ok(())
    }

    fn count_stored(&mut self, stored: Option<message::StoredMessage>) {
        self.report.fetched += 1;
        self.fetches.any_succeeded = true;
        self.fetches.failed_in_a_row = 0;
        if let Some(stored) = stored {
            self.report.stored += stored.documents;
            if let Some(vendor) = stored.vendor {
                *self.report.by_vendor.entry(vendor).or_default() += 1;
            }
            self.context.app.wake_workers();
        }
    }

    /// Fails if a fetch since the last check failed and the answer can't name the message: retail lists such messages in its
    /// answer, rental can't. Also fails if no fetch succeeded.
    pub fn check_fetch_errors(&mut self, source: Source) -> Result<(), Stop> {
        let fetches = std::mem::take(&mut self.fetches);
        match fetches.last_failure {
            Some(stop) if source == Source::Rental || !fetches.any_succeeded => Err(stop),
            _ => Ok(()),
        }
    }

    /// Reports how many messages are left for the next pass, if this one was cut off.
    pub async fn count_left(&mut self, sources: &[Source]) -> Result<(), Stop> {
        if self.cut_off {
            let mut left = 0;
            for source in sources {
                let inbox = self.context.inbox(*source);
                left += self.context.app.store().count_pending(&inbox).await?;
            }
            self.report.left = Some(left);
        }
        Ok(())
    }

    /// Whether there were more messages than the capacity of this pass.
    pub fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    /// Publishes the report as it is now.
    pub fn send_report(&self) {
        self.progress.send_replace(self.report.clone());
    }
}
