//! The scheduler, whose ticks enqueue the runs that are due.

use std::time::Duration;

use invoices_app::App;
use invoices_app::job::schedule;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// How often due runs are searched for. Setting the machine's clock doesn't change it.
const TICK: Duration = Duration::from_secs(15);

/// Enqueues due runs until `stop`.
pub(super) async fn run(app: App, stop: CancellationToken) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        let app = app.clone();
        // In a task of its own: a panic, which is logged, ends one search and not the schedule.
        let search = tokio::spawn(async move { schedule::run_due(&app).await });
        if let Ok(Err(error)) = search.await {
            tracing::warn!(%error, "failed to enqueue due runs; the next tick tries again");
        }
    }
}
