//! One ingest from its job to its report.

use std::future::pending;
use std::time::Duration;

use invoices_db::Job;
use invoices_domain::ports::{Dependency, NotificationKind};
use invoices_domain::{AccountName, Source, UserId};
use tokio::sync::watch;
use tokio::time::sleep;

use super::context::{Context, Stop};
use super::pass::Pass;
use super::{rental, retail};
use crate::app::App;
use crate::error::Error;
use crate::job::{self, Ingest, IngestEnd, IngestOrder, IngestReport, ProblemCause};
use crate::source::discover::discover;

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
    match end {
        // A user who never connected an account has nothing to reconnect, nor has one who has reconnected meanwhile.
        IngestEnd::Reconnect if matches!(app.mail_secret(user).await, Ok(Some(secret)) if secret.credentials.is_none()) =>
        {
            app.raise_condition(user, NotificationKind::Reconnect).await;
        }
        IngestEnd::Done => app.clear_condition(user, NotificationKind::IngestFailed).await,
        _ => {}
    }
    if report.account_full {
        app.raise_condition(user, NotificationKind::AccountFull).await;
    } else if end == IngestEnd::Done && report.stored > 0 {
        app.clear_condition(user, NotificationKind::AccountFull).await;
    }
}

fn end_of(error: &Error) -> IngestEnd {
    match error {
        Error::Dependency(error) => match error.which {
            Dependency::Database => IngestEnd::Database,
            Dependency::ObjectStore => IngestEnd::ObjectStore,
            Dependency::SecretStore => IngestEnd::SecretStore,
            Dependency::NameServer => IngestEnd::NameServer,
            Dependency::Reader => IngestEnd::Reader,
            Dependency::MailProvider
            | Dependency::IdentityProvider
            | Dependency::Topic
            | Dependency::EventQueue
            | Dependency::MailServer => IngestEnd::MailProvider,
        },
        _ => IngestEnd::Defect,
    }
}

async fn run_pass(app: &App, job: &Job, order: &IngestOrder) -> (IngestReport, Result<(), Stop>) {
    let context = match context(app, job, order).await {
        Ok(context) => context,
        Err(stop) => return (resume_report(job), Err(stop)),
    };
    let (progress, reports) = watch::channel(IngestReport::default());
    let capacity = match order.ingest {
        // A month has few notices, and all notices of a month are fetched in one pass.
        Ingest::Rental | Ingest::RentalLatest | Ingest::Discover { .. } => usize::MAX,
        Ingest::Retail { .. } | Ingest::Pending | Ingest::Import => app.settings().pipeline.ingest_batch_size.max(1),
    };
    let mut pass = Pass::new(&context, resume_report(job), capacity, progress);
    let work = async {
        match &order.ingest {
            Ingest::Rental => rental::ingest_all(&mut pass).await,
            Ingest::RentalLatest => rental::ingest_latest(&mut pass).await,
            Ingest::Retail { days, sub_type } => retail::ingest(&mut pass, *days, sub_type.as_ref()).await,
            Ingest::Discover { days } => discover(&mut pass, *days).await,
            Ingest::Pending => ingest_pending(&mut pass).await,
            Ingest::Import => import(&mut pass).await,
        }
    };
    // Publishing runs beside the work and not within it: a fetch may hold the database connection that publishing waits
    // for, and a fetch only proceeds while it is polled.
    let stopped = tokio::select! {
        biased;
        stopped = work => stopped,
        () = publish_progress(&context, reports) => Ok(()),
    };
    if let (Err(Stop::Reconnect), Some(dead)) = (&stopped, &context.connected) {
        // If this fails, the next run finds them dead again.
        if let Err(error) = app.drop_dead_credentials(dead).await {
            tracing::warn!(user = %order.user, %error, "failed to drop dead mail credentials");
        }
    }
    (pass.report, stopped)
}

async fn context<'a>(app: &'a App, job: &'a Job, order: &IngestOrder) -> Result<Context<'a>, Stop> {
    let user = order.user;
    if !app.store().is_live(user).await? {
        return Err(Stop::UserGone);
    }
    let connected = match order.ingest {
        Ingest::Import => None,
        _ => Some(app.mail_account(user).await?),
    };
    let account = connected.as_ref().map_or(AccountName::Import, |account| {
        AccountName::Address(account.address.clone())
    });
    Ok(Context {
        app,
        job,
        user,
        account,
        authserv_id: connected
            .as_ref()
            .and_then(|account| app.settings().authserv_id_of(&account.credentials)),
        connected,
        sources: app.mail_sources(user).await?,
        trusted: app.store().trusted_senders(user).await?,
        started: app.now(),
    })
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
async fn publish_progress(context: &Context<'_>, mut reports: watch::Receiver<IngestReport>) {
    while reports.changed().await.is_ok() {
        let report = job::payload(&*reports.borrow_and_update());
        // A report that is not written is replaced by the next one, or by the job's result.
        if let Err(error) = context.app.store().report_progress(context.job, report).await {
            tracing::debug!(%error, "failed to publish the progress of an ingest");
        }
        sleep(PUBLISH_EVERY).await;
    }
    pending::<()>().await;
}

/// The counts of earlier passes, or of an interrupted attempt. Failures are retried, so their errors are dropped.
fn resume_report(job: &Job) -> IngestReport {
    let before = job
        .result
        .clone()
        .and_then(|result| serde_json::from_value(result).ok());
    let mut report: IngestReport = before.unwrap_or_default();
    report.errors.retain(|problem| problem.cause == ProblemCause::Gone);
    if report.searched_to.is_none() {
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
