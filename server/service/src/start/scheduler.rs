//! The scheduler, whose ticks enqueue the runs that are due.

use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use invoices_app::App;
use invoices_app::job::schedule;
use tokio::time::sleep;
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};
use tokio_util::sync::CancellationToken;

/// How often due runs are searched for.
const TICK: &str = "*/15 * * * * *";
/// How often the machine's clock is compared with the time that has passed.
const PAUSE: Duration = Duration::from_secs(15);
/// A clock that moves further than this in a pause was set.
const JUMP: TimeDelta = TimeDelta::seconds(5);

/// Starts it.
pub(super) async fn start(app: App) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let tick = Job::new_async(TICK, move |_, _| {
        let app = app.clone();
        Box::pin(async move {
            if let Err(error) = schedule::run_due(&app).await {
                tracing::warn!(%error, "failed to enqueue due runs; the next tick tries again");
            }
        })
    })?;
    scheduler.add(tick).await?;
    scheduler.start().await?;
    Ok(scheduler)
}

/// Keeps it until `stop`. It waits for a time of the machine's clock, which never comes if the clock is set back: then another
/// takes its place.
pub(super) async fn keep(mut scheduler: JobScheduler, app: App, stop: CancellationToken) {
    loop {
        let was_set = stop.run_until_cancelled(clock_is_set()).await.is_some();
        if let Err(error) = scheduler.shutdown().await {
            tracing::warn!(%error, "failed to stop the schedule");
        }
        if !was_set {
            return;
        }
        tracing::info!("the machine's clock was set; the schedule starts again");
        scheduler = loop {
            match start(app.clone()).await {
                Ok(scheduler) => break scheduler,
                Err(error) => tracing::error!(%error, "failed to start the schedule; trying again"),
            }
            if stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
                return;
            }
        };
    }
}

/// Ends once the machine's clock has moved otherwise than time has passed.
async fn clock_is_set() {
    loop {
        let (time, moment) = (Utc::now(), Instant::now());
        sleep(PAUSE).await;
        let passed = TimeDelta::from_std(moment.elapsed()).unwrap_or_default();
        if (Utc::now() - time - passed).abs() > JUMP {
            return;
        }
    }
}
