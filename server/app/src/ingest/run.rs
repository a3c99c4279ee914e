//! One ingest from its job to its report.

use std::future::pending;
use std::mem;
use std::time::Duration;

use invoices_db::Job;
use invoices_domain::mail::MailAccount;
use invoices_domain::ports::{Dependency, NotificationKind};
use invoices_domain::{AccountName, MessageId, Source, UserId};
use tokio::sync::watch;
use tokio::time::sleep;

use super::context::{Context, Stop};
use super::pass::Pass;
use super::{rental, retail};
use crate::app::App;
use crate::error::Error;
use crate::job::{self, Ingest, IngestEnd, IngestOrder, IngestProblem, IngestReport, ProblemCause};
use crate::mail_account;
use crate::source::discover::{Discovery, discover};

/// How often a run writes its progress at most.
const PUBLISH_EVERY: Duration = Duration::from_secs(1);

/// Runs an ingest to its end. The report states how it ended; an error means that the job is to be tried again.
pub(crate) async fn run(app: &App, job: &Job, order: &IngestOrder) -> Result<IngestReport, Error> {
    if job.attempts <= 1 && job.result.is_none() {
        app.metrics().ingest_started(order);
    }
    let (report, stopped) = run_pass(app, job, order).await;
    let end = match &stopped {
        Ok(()) => IngestEnd::Done,
        Err(Stop::UserGone) => IngestEnd::UserGone,
        Err(Stop::Reconnect) => IngestEnd::Reconnect,
        Err(Stop::Failed(error)) => end_of(error),
    };
    if end != IngestEnd::Done || report.left.is_none() {
        app.metrics().ingest_ended(order, end);
        note_conditions(app, order.user, end, &report).await;
    }
    if let Err(Stop::Failed(error)) = stopped {
        if order.scheduled {
            return Err(error);
        }
        tracing::warn!(user = %order.user, %error, source = ?std::error::Error::source(&error), "an ingest stopped early");
    }
    Ok(IngestReport {
        end: Some(end),
        ..report
    })
}

/// Tells the user what only the user can mend, and notes what is right again.
async fn note_conditions(app: &App, user: UserId, end: IngestEnd, report: &IngestReport) {
    if end == IngestEnd::Done {
        app.clear_condition(user, NotificationKind::IngestFailed).await;
    }
    let of_reconnect = |problem: &IngestProblem| problem.cause == ProblemCause::Reconnect;
    if end == IngestEnd::Reconnect || report.errors.iter().any(of_reconnect) {
        app.tell_to_reconnect(user).await;
    }
    if report.account_full {
        app.raise_condition(user, NotificationKind::AccountFull).await;
    } else if end == IngestEnd::Done && report.stored > 0 {
        app.clear_condition(user, NotificationKind::AccountFull).await;
    }
}

fn end_of(error: &Error) -> IngestEnd {
    match error {
        Error::Dependency(error) => IngestEnd::Failed(match error.which {
            Dependency::IdentityProvider | Dependency::Topic | Dependency::EventQueue | Dependency::MailServer => {
                Dependency::MailProvider
            }
            which @ (Dependency::MailProvider
            | Dependency::Database
            | Dependency::SecretStore
            | Dependency::ObjectStore
            | Dependency::Reader
            | Dependency::NameServer) => which,
        }),
        _ => IngestEnd::Defect,
    }
}

/// A mailbox in a pass, or the mails that the user submitted.
struct Mailbox<'a> {
    context: Context<'a>,
    /// The rent notices that were found.
    notices: Vec<MessageId>,
    /// Why it is not read further.
    stopped: Option<Stop>,
}

/// What the mailboxes of a pass share.
struct Shared {
    report: IngestReport,
    /// How many more messages are fetched in this pass.
    capacity: usize,
    progress: watch::Sender<IngestReport>,
    discovery: Discovery,
}

/// What is done in every mailbox before the next is done in the first.
#[derive(Clone, Copy)]
enum Step {
    FindNotices,
    FetchNotices,
    All,
}

async fn run_pass(app: &App, job: &Job, order: &IngestOrder) -> (IngestReport, Result<(), Stop>) {
    let mut report = resume_report(job);
    let mut mailboxes = match mailboxes(app, job, order, &mut report).await {
        Ok(mailboxes) => mailboxes,
        Err(stop) => return (report, Err(stop)),
    };
    let capacity = match order.ingest {
        // A month has few notices, and all notices of a month are fetched in one pass.
        Ingest::Rental | Ingest::RentalLatest | Ingest::Discover { .. } => usize::MAX,
        Ingest::Retail { .. } | Ingest::Pending | Ingest::Import => app.settings().pipeline.ingest_batch_size.max(1),
    };
    let (progress, reports) = watch::channel(IngestReport::default());
    let mut shared = Shared {
        report,
        capacity,
        progress,
        discovery: Discovery::default(),
    };
    // Publishing runs beside the work and not within it: a fetch may hold the database connection that publishing waits
    // for, and a fetch only proceeds while it is polled.
    let stopped = tokio::select! {
        biased;
        stopped = read_all(&mut mailboxes, &mut shared, order) => stopped,
        () = publish_progress(app, job, reports) => Ok(()),
    };
    let stopped = match stopped {
        Ok(()) => conclude(app, mailboxes, &mut shared.report, order).await,
        stopped => stopped,
    };
    (shared.report, stopped)
}

/// The mailboxes that can be read; those that can't are in the report. An error if there are none.
async fn mailboxes<'a>(
    app: &'a App,
    job: &'a Job,
    order: &IngestOrder,
    report: &mut IngestReport,
) -> Result<Vec<Mailbox<'a>>, Stop> {
    let user = order.user;
    if !app.store().is_live(user).await? {
        return Err(Stop::UserGone);
    }
    let (mut connected, mut accounts) = (vec![None], Vec::new());
    if order.ingest != Ingest::Import {
        let known = app.known_mail_accounts(user).await?;
        connected = mail_account::readable(&known, user)?.into_iter().map(Some).collect();
        for known in known.as_slice() {
            if known.needs_reconnect() {
                report.add_mailbox_error(user, &known.address, ProblemCause::Reconnect);
            }
            accounts.push(known.address.clone());
        }
    }
    let (sources, trusted, started) = (
        app.mail_sources(user).await?,
        app.store().trusted_senders(user).await?,
        app.now(),
    );
    let mailbox = |connected: Option<MailAccount>| Mailbox {
        context: Context {
            app,
            job,
            user,
            account: connected.as_ref().map_or(AccountName::Import, |account| {
                AccountName::Address(account.address.clone())
            }),
            authserv_id: connected
                .as_ref()
                .and_then(|account| app.settings().authserv_id_of(&account.credentials)),
            connected,
            accounts: accounts.clone(),
            sources: sources.clone(),
            trusted: trusted.clone(),
            started,
        },
        notices: Vec::new(),
        stopped: None,
    };
    Ok(connected.into_iter().map(mailbox).collect())
}

/// Reads one mailbox after the other. One that stops is left, and the others go on.
async fn read_all(mailboxes: &mut [Mailbox<'_>], shared: &mut Shared, order: &IngestOrder) -> Result<(), Stop> {
    let steps = match order.ingest {
        Ingest::Rental | Ingest::RentalLatest => &[Step::FindNotices, Step::FetchNotices][..],
        _ => &[Step::All],
    };
    for step in steps {
        for mailbox in mailboxes.iter_mut().filter(|mailbox| mailbox.stopped.is_none()) {
            let (report, progress) = (mem::take(&mut shared.report), shared.progress.clone());
            let mut pass = Pass::new(&mailbox.context, report, shared.capacity, progress);
            let read = match order.ingest {
                Ingest::Discover { days } => discover(&mut pass, days, &mut shared.discovery).await,
                _ => ingest(&mut pass, &order.ingest, *step, &mut mailbox.notices).await,
            };
            (shared.report, shared.capacity) = pass.end();
            match read {
                Err(Stop::UserGone) => return Err(Stop::UserGone),
                read => mailbox.stopped = read.err(),
            }
            // The other mailboxes' turn comes in a later pass, when nothing is left in this one.
            if shared.report.left.is_some() {
                return Ok(());
            }
        }
    }
    Ok(())
}

async fn ingest(pass: &mut Pass<'_>, ingest: &Ingest, step: Step, notices: &mut Vec<MessageId>) -> Result<(), Stop> {
    let Context { app, started, .. } = pass.context;
    let month = (*ingest == Ingest::RentalLatest).then(|| app.settings().zone.month(*started));
    match (ingest, step) {
        (Ingest::Rental | Ingest::RentalLatest, Step::FindNotices) => {
            *notices = rental::search(pass, month).await?;
            Ok(())
        }
        (Ingest::Rental | Ingest::RentalLatest, _) => rental::fetch(pass, month, notices).await,
        (Ingest::Retail { days, sub_type }, _) => retail::ingest(pass, *days, sub_type.as_ref()).await,
        (Ingest::Discover { .. }, _) => Ok(()),
        (Ingest::Pending, _) => ingest_pending(pass).await,
        (Ingest::Import, _) => import(pass).await,
    }
}

/// How the reading of all mailboxes ended. Of several, one that must be connected again is reported, and so is one that failed if the
/// answer can say so and no schedule tries again.
async fn conclude(
    app: &App,
    mailboxes: Vec<Mailbox<'_>>,
    report: &mut IngestReport,
    order: &IngestOrder,
) -> Result<(), Stop> {
    let any_read = mailboxes.iter().any(|mailbox| mailbox.stopped.is_none());
    let can_report = any_read && !order.scheduled && matches!(order.ingest, Ingest::Retail { .. });
    let started = mailboxes.first().map(|mailbox| mailbox.context.started);
    let (mut failed, mut reconnect) = (None, false);
    for Mailbox { context, stopped, .. } in mailboxes {
        match (stopped, context.connected) {
            (Some(Stop::Reconnect), Some(dead)) => {
                reconnect = true;
                report.add_mailbox_error(order.user, &dead.address, ProblemCause::Reconnect);
                // If this fails, the next run finds them dead again.
                if let Err(error) = app.drop_dead_credentials(&dead).await {
                    tracing::warn!(user = %order.user, %error, "failed to drop dead mail credentials");
                }
            }
            (Some(_), Some(account)) if can_report => {
                report.add_mailbox_error(order.user, &account.address, ProblemCause::SearchFailed);
            }
            (Some(stop), _) => failed = Some(stop),
            (None, _) => {}
        }
    }
    match failed {
        Some(stop) => return Err(stop),
        None if reconnect && !any_read => return Err(Stop::Reconnect),
        None => {}
    }
    if let (Ingest::RentalLatest, Some(started)) = (&order.ingest, started) {
        let month = app.settings().zone.month(started);
        report.latest = Some(rental::latest(app, order.user, month, report).await?);
    }
    Ok(())
}

/// Fetches what the user submitted, and keeps of it what waits for an answer.
async fn import(pass: &mut Pass<'_>) -> Result<(), Stop> {
    ingest_pending(pass).await?;
    let (store, user) = (pass.context.app.store(), pass.context.user);
    Ok(store.drop_fetched_mails(user).await?)
}

/// Fetches what earlier runs found and did not fetch.
async fn ingest_pending(pass: &mut Pass<'_>) -> Result<(), Stop> {
    let landlords = rental::Filter::load(pass.context, None).await?;
    pass.fetch_pending(Source::Rental, &landlords).await?;
    pass.check_fetch_errors(Source::Rental)?;
    let vendors = retail::Filter::any(pass.context);
    pass.fetch_pending(Source::Retail, &vendors).await?;
    pass.check_fetch_errors(Source::Retail)?;
    pass.count_left(&[Source::Rental, Source::Retail]).await
}

/// Writes the report to the job's row whenever it changed, for requests that wait. Never returns.
async fn publish_progress(app: &App, job: &Job, mut reports: watch::Receiver<IngestReport>) {
    while reports.changed().await.is_ok() {
        let report = job::payload(&*reports.borrow_and_update());
        // A report that is not written is replaced by the next one, or by the job's result.
        if let Err(error) = app.store().report_progress(job, report).await {
            tracing::debug!(%error, "failed to publish the progress of an ingest");
        }
        sleep(PUBLISH_EVERY).await;
    }
    pending::<()>().await;
}

/// The counts of earlier passes, or of an interrupted attempt. Failures are retried, so their errors are dropped.
fn resume_report(job: &Job) -> IngestReport {
    let mut report = IngestReport::of(job.result.clone()).unwrap_or_default();
    report.errors.retain(|problem| problem.cause == ProblemCause::Gone);
    if report.searched_to.is_empty() {
        report.searched = 0;
    }
    IngestReport {
        end: None,
        unfetched: 0,
        account_full: false,
        left: None,
        ..report
    }
}
