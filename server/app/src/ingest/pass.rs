//! What every ingest shares: searching with every page, fetching several messages at once,
//! and the order in which rows and objects are written.

use std::collections::HashSet;
use std::future::{pending, ready};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::stream::{self, StreamExt};
use invoices_db::{Inbox, Job, OwedMessage};
use invoices_domain::mail::{MailAccount, MailSearch, PageToken};
use invoices_domain::ports::{Dependency, MailError};
use invoices_domain::{MessageId, MessageState, Source, UserId, VendorId};
use tokio::sync::watch;
use tokio::time::sleep;

use super::{message, rental, retail};
use crate::App;
use crate::crash::{self, Point};
use crate::error::Error;
use crate::work::{Ingest, IngestEnd, IngestOrder, IngestReport};

/// A provider that never ends its pages must not keep us for ever: 500 ids a page.
const MAX_PAGES: usize = 2_000;

/// A provider that fails this often in a row is not asked again in this run.
pub(super) const GIVE_UP_AFTER: usize = 5;

/// Owed messages are read from the ledger so many at a time.
const BATCH: i64 = 500;
const GONE: &str = "the message is gone from the mailbox";
/// How often a run writes how far it is.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// How a run stops short.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The account is deleted or being deleted.
    UserGone,
    /// The mail account must be connected again.
    Reconnect,
    /// Something failed; the work is picked up later.
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::MailReconnect => Stop::Reconnect,
            other => Stop::Failed(other),
        }
    }
}

impl From<invoices_db::StoreError> for Stop {
    fn from(error: invoices_db::StoreError) -> Self {
        Stop::Failed(error.into())
    }
}

impl From<MailError> for Stop {
    fn from(error: MailError) -> Self {
        Error::from(error).into()
    }
}

/// Whose mailbox an ingest reads, and for which job.
pub(crate) struct Context<'a> {
    pub app: &'a App,
    pub job: &'a Job,
    pub account: MailAccount,
    pub started: DateTime<Utc>,
}

/// One running ingest, or a pass of one.
pub(crate) struct Run<'a> {
    pub context: &'a Context<'a>,
    /// What this and the passes before it did.
    pub report: IngestReport,
    /// How many more messages this pass tries to fetch.
    room: usize,
    /// Whether there were more messages than room.
    cut_off: bool,
    fetches: Fetches,
    /// The report so far, for [`tell`].
    progress: watch::Sender<IngestReport>,
}

/// How the fetches of a run went.
#[derive(Default)]
struct Fetches {
    any: bool,
    /// These stay owed, and are left to the next run.
    failed: HashSet<MessageId>,
    failed_in_a_row: usize,
    failure: Option<Stop>,
}

/// What the fetch of a message came to.
enum Brought {
    /// It is settled in the ledger; perhaps something of it was newly stored.
    Home(Option<message::Kept>),
    /// It is not in the mailbox any more.
    Gone,
    /// It could not be fetched, and stays owed.
    Failed(Stop),
}

/// Runs an ingest to its end. The report says how it ended; an error says that the job should be tried again.
pub(crate) async fn run(app: &App, job: &Job, order: &IngestOrder) -> Result<IngestReport, Error> {
    let (report, stopped) = attempt(app, job, order).await;
    let end = match stopped {
        Ok(()) => IngestEnd::Done,
        Err(Stop::UserGone) => IngestEnd::UserGone,
        Err(Stop::Reconnect) => IngestEnd::Reconnect,
        Err(Stop::Failed(error)) if order.scheduled => return Err(error),
        Err(Stop::Failed(error)) => {
            tracing::warn!(user = %order.user, error = %error, source = ?std::error::Error::source(&error), "an ingest stopped short");
            end_of(&error)
        }
    };
    Ok(IngestReport {
        end: Some(end),
        ..report
    })
}

fn end_of(error: &Error) -> IngestEnd {
    match error {
        Error::Dependency(error) => match error.which {
            Dependency::Database => IngestEnd::Database,
            Dependency::ObjectStore => IngestEnd::ObjectStore,
            Dependency::SecretStore => IngestEnd::SecretStore,
            _ => IngestEnd::MailProvider,
        },
        _ => IngestEnd::Defect,
    }
}

async fn attempt(app: &App, job: &Job, order: &IngestOrder) -> (IngestReport, Result<(), Stop>) {
    let account = match open(app, order.user).await {
        Ok(account) => account,
        Err(stop) => return (so_far(job), Err(stop)),
    };
    let context = Context {
        app,
        job,
        account,
        started: app.now(),
    };
    let (progress, said) = watch::channel(IngestReport::default());
    let mut run = Run {
        context: &context,
        report: so_far(job),
        room: match order.ingest {
            // A few a month, and of a month all at once.
            Ingest::Rental | Ingest::RentalLatest => usize::MAX,
            Ingest::Retail { .. } | Ingest::Owed => app.settings().pipeline.pass_messages.max(1),
        },
        cut_off: false,
        fetches: Fetches::default(),
        progress,
    };
    let work = async {
        match &order.ingest {
            Ingest::Rental => rental::all(&mut run).await,
            Ingest::RentalLatest => rental::latest(&mut run).await,
            Ingest::Retail { days, sub_type } => retail::run(&mut run, *days, sub_type.as_ref()).await,
            Ingest::Owed => owed(&mut run).await,
        }
    };
    // Beside the work and not within it: a message that is under way may hold what telling waits for, and is itself only
    // under way while it is polled.
    let stopped = tokio::select! {
        stopped = work => stopped,
        () = tell(&context, said) => Ok(()),
    };
    if matches!(stopped, Err(Stop::Reconnect)) {
        // The tokens are forgotten on a best effort: the next run finds them dead again.
        if let Err(error) = app.drop_dead_tokens(&context.account).await {
            tracing::warn!(user = %order.user, %error, "dead mail tokens could not be dropped");
        }
    }
    (run.report, stopped)
}

/// Writes the report so far where a waiting request can see it, now and then. Never ends.
async fn tell(context: &Context<'_>, mut said: watch::Receiver<IngestReport>) {
    while said.changed().await.is_ok() {
        let report = crate::work::payload(&*said.borrow_and_update());
        // What is not told now is told with the next message, or at the end.
        if let Err(error) = context.app.store().report(context.job, report).await {
            tracing::debug!(%error, "an ingest could not say how far it is");
        }
        sleep(TELL_EVERY).await;
    }
    pending::<()>().await;
}

/// What the passes before this one did, or an attempt that was cut off. What they could not do is tried again now.
fn so_far(job: &Job) -> IngestReport {
    let before = job
        .result
        .clone()
        .and_then(|result| serde_json::from_value(result).ok());
    let mut report: IngestReport = before.unwrap_or_default();
    report.errors.retain(|problem| problem.error == GONE);
    if report.searched_to.is_none() {
        report.searched = 0;
    }
    IngestReport {
        end: None,
        unfetched: 0,
        left: None,
        ..report
    }
}

async fn open(app: &App, user: UserId) -> Result<MailAccount, Stop> {
    if !app.store().is_live(user).await? {
        return Err(Stop::UserGone);
    }
    Ok(app.mail_account(user).await?)
}

/// Brings home what earlier runs found and did not.
async fn owed(run: &mut Run<'_>) -> Result<(), Stop> {
    let landlords = rental::Wanted::load(run.context, None).await?;
    run.bring_home_owed(Source::Rental, &landlords).await?;
    run.fetched_well(Source::Rental)?;
    let vendors = retail::Wanted::any(run.context.app);
    run.bring_home_owed(Source::Retail, &vendors).await?;
    run.fetched_well(Source::Retail)?;
    run.count_left(&[Source::Rental, Source::Retail]).await
}

impl Context<'_> {
    /// The account's part of the ledger.
    pub fn inbox(&self, source: Source) -> Inbox {
        Inbox {
            user_id: self.account.user,
            account: self.account.address.clone(),
            source,
        }
    }

    /// Fetches a message and keeps what is wanted of it.
    async fn bring(&self, source: Source, wanted: &dyn message::Wanted, owed: &OwedMessage) -> Result<Brought, Stop> {
        let (app, at) = (
            self.app,
            message::At {
                source,
                id: &owed.message_id,
            },
        );
        let fetched = app.ports().mailbox.fetch(&self.account, at.id).await;
        // A deleted account's ingest stops at its next message.
        if !app.store().is_live(self.account.user).await? {
            return Err(Stop::UserGone);
        }
        Ok(match fetched {
            Ok(raw) => Brought::Home(message::keep(self, source, wanted, &raw, owed).await?),
            Err(MailError::Gone) => {
                message::settle(self, at, MessageState::Failed, GONE, None).await?;
                Brought::Gone
            }
            Err(error @ MailError::TooLarge { .. }) => {
                let reason = format!("too large: {error}");
                message::settle(self, at, MessageState::Rejected, &reason, None).await?;
                Brought::Home(None)
            }
            Err(error) => match Stop::from(error) {
                Stop::Reconnect => return Err(Stop::Reconnect),
                stop => Brought::Failed(stop),
            },
        })
    }
}

/// The pages of one search, the newest messages first.
#[derive(Default)]
pub(crate) struct Pages {
    asked: usize,
    next: Option<PageToken>,
}

impl Pages {
    /// The next page; `None` after the last.
    pub async fn next(&mut self, run: &Run<'_>, search: &MailSearch) -> Result<Option<Vec<MessageId>>, Stop> {
        if self.asked > 0 && (self.next.is_none() || self.asked >= MAX_PAGES) {
            return Ok(None);
        }
        let Context { app, account, .. } = run.context;
        let page = app.ports().mailbox.search(account, search, self.next.as_ref()).await?;
        self.asked += 1;
        self.next = page.next;
        Ok(Some(page.ids))
    }
}

impl Run<'_> {
    /// Counts what a search gave.
    pub fn searched(&mut self, ids: &[MessageId]) {
        self.report.searched += ids.len() as u64;
        self.say();
    }

    /// Writes what a search gave into the ledger as found.
    pub async fn record(&mut self, source: Source, ids: &[MessageId]) -> Result<(), Stop> {
        let Context { app, job, .. } = self.context;
        // What failed in an earlier pass is left to the next job.
        let inbox = self.context.inbox(source);
        let new = app.store().record_found(&inbox, ids, job.created_at, app.now());
        self.report.found += new.await? as u64;
        crash::point(Point::Found);
        Ok(())
    }

    /// Fetches those of these messages that are owed, as far as there is room, and keeps what is wanted of them. `of` is the
    /// vendor whose search alone gave them.
    pub async fn bring_home(
        &mut self,
        source: Source,
        wanted: &dyn message::Wanted,
        ids: &[MessageId],
        of: Option<&VendorId>,
    ) -> Result<(), Stop> {
        let inbox = self.context.inbox(source);
        let owed = self.context.app.store().owed_among(&inbox, ids).await?;
        self.take(source, wanted, owed, of).await
    }

    /// The same with everything that is owed.
    pub async fn bring_home_owed(&mut self, source: Source, wanted: &dyn message::Wanted) -> Result<(), Stop> {
        let (inbox, mut last) = (self.context.inbox(source), None);
        while !self.cut_off {
            let owed = self.context.app.store().owed_messages(&inbox, last.as_ref(), BATCH);
            let owed = owed.await?;
            last = owed.last().cloned();
            if last.is_none() {
                break;
            }
            self.take(source, wanted, owed, None).await?;
        }
        Ok(())
    }

    async fn take(
        &mut self,
        source: Source,
        wanted: &dyn message::Wanted,
        mut owed: Vec<OwedMessage>,
        of: Option<&VendorId>,
    ) -> Result<(), Stop> {
        owed.retain(|message| !self.fetches.failed.contains(&message.message_id));
        self.cut_off |= owed.len() > self.room;
        owed.truncate(self.room);
        self.room -= owed.len();
        let (context, stopping) = (self.context, AtomicBool::new(false));
        let mut under_way = stream::iter(owed)
            .take_while(|_| ready(!stopping.load(Ordering::Relaxed)))
            .map(|owed| async move { (context.bring(source, wanted, &owed).await, owed.message_id) })
            .buffer_unordered(context.app.settings().pipeline.fetch_concurrency.max(1));
        // What is under way when something stops the run comes to its end: an object that is half-way into storage when
        // the job ends would get there after the account's deletion. Nothing else is awaited here (see `tell`).
        let mut stopped = Ok(());
        while let Some((brought, id)) = under_way.next().await {
            let noted = brought.and_then(|brought| self.note(brought, &id, of));
            stopped = stopped.and(noted);
            self.say();
            stopping.store(stopped.is_err(), Ordering::Relaxed);
        }
        stopped
    }

    /// Counts what came of a fetch. Stops when too many have failed in a row.
    fn note(&mut self, brought: Brought, id: &MessageId, of: Option<&VendorId>) -> Result<(), Stop> {
        match brought {
            Brought::Home(kept) => {
                self.report.fetched += 1;
                self.fetches.any = true;
                self.fetches.failed_in_a_row = 0;
                if let Some(kept) = kept {
                    self.report.stored += kept.documents;
                    if let Some(vendor) = kept.vendor {
                        *self.report.by_vendor.entry(vendor).or_default() += 1;
                    }
                    self.context.app.wake_workers();
                }
            }
            Brought::Gone => {
                self.report.unfetched += 1;
                self.report.problem(of.cloned(), Some(id), GONE);
            }
            Brought::Failed(stop) => {
                self.report.unfetched += 1;
                self.report.problem(
                    of.cloned(),
                    Some(id),
                    "the message could not be fetched; the next run tries again",
                );
                self.fetches.failed.insert(id.clone());
                self.fetches.failed_in_a_row += 1;
                if self.fetches.failed_in_a_row >= GIVE_UP_AFTER {
                    return Err(stop);
                }
                self.fetches.failure = Some(stop);
            }
        }
        Ok(())
    }

    /// Fails where the fetches since the last look must be told as a failure: retail names in its answer the messages that did
    /// not come, rental has no place to.
    pub fn fetched_well(&mut self, source: Source) -> Result<(), Stop> {
        let fetches = std::mem::take(&mut self.fetches);
        match fetches.failure {
            Some(stop) if source == Source::Rental || !fetches.any => Err(stop),
            _ => Ok(()),
        }
    }

    /// Whether this pass was cut off; another follows then, and the report says how much is left for it.
    pub async fn count_left(&mut self, sources: &[Source]) -> Result<(), Stop> {
        if self.cut_off {
            let mut left = 0;
            for source in sources {
                left += self
                    .context
                    .app
                    .store()
                    .count_owed(&self.context.inbox(*source))
                    .await?;
            }
            self.report.left = Some(left);
        }
        Ok(())
    }

    /// Whether there were more messages than this pass had room for.
    pub fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    fn say(&self) {
        self.progress.send_replace(self.report.clone());
    }
}
