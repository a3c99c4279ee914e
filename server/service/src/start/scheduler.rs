//! The scheduler, whose ticks enqueue the runs that are due.

use std::sync::Arc;
use std::time::Duration;

use invoices_app::App;
use invoices_app::job::schedule;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};
use tokio_util::sync::CancellationToken;

/// How often due runs are searched for.
const TICK: &str = "*/15 * * * * *";
/// After this time without a tick, the scheduler waits for a time that does not come.
const SILENCE: Duration = Duration::from_secs(40);
/// The pause before another attempt to start it.
const PAUSE: Duration = Duration::from_secs(15);

/// A scheduler that runs.
pub(super) struct Schedule {
    scheduler: JobScheduler,
    ticked: Arc<Notify>,
}

/// Starts it.
pub(super) async fn start(app: App) -> Result<Schedule, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let ticked = Arc::new(Notify::new());
    let notify = ticked.clone();
    let tick = Job::new_async(TICK, move |_, _| {
        notify.notify_one();
        let app = app.clone();
        Box::pin(async move {
            if let Err(error) = schedule::run_due(&app).await {
                tracing::warn!(%error, "failed to enqueue due runs; the next tick tries again");
            }
        })
    })?;
    scheduler.add(tick).await?;
    scheduler.start().await?;
    Ok(Schedule { scheduler, ticked })
}

/// Keeps it until `stop`. It waits for a time of the machine's clock, which does not come if the clock is set back: then another
/// takes its place.
pub(super) async fn keep(mut schedule: Schedule, app: App, stop: CancellationToken) {
    loop {
        let is_silent = stop.run_until_cancelled(silence(&schedule.ticked)).await.is_some();
        if let Err(error) = schedule.scheduler.shutdown().await {
            tracing::warn!(%error, "failed to stop the schedule");
        }
        if !is_silent {
            return;
        }
        tracing::info!(
            "the schedule starts again: it had no tick for a while, as after the machine's clock is set back"
        );
        schedule = loop {
            match start(app.clone()).await {
                Ok(schedule) => break schedule,
                Err(error) => tracing::error!(%error, "failed to start the schedule; trying again"),
            }
            if stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
                return;
            }
        };
    }
}

/// Ends when no tick has come for a while.
async fn silence(ticked: &Notify) {
    while timeout(SILENCE, ticked.notified()).await.is_ok() {}
}
