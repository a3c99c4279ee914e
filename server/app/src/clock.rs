//! One clock for all processes of a database: that of its server. Leases, ticks and due times of one process are compared with
//! those of another, and a machine's clock may be minutes off.

use std::time::Duration;

use chrono::TimeDelta;
use invoices_db::{Store, StoreError};
use invoices_domain::ports::Clock;
use tokio::time::timeout;

use crate::app::App;

/// The time between two comparisons, unless a lease was lost.
const PAUSE: Duration = Duration::from_mins(1);
/// A smaller difference isn't corrected: times should not go back and forth for nothing.
const TOLERANCE: TimeDelta = TimeDelta::milliseconds(100);
/// Operators should know of a larger one.
const REMARKABLE: TimeDelta = TimeDelta::seconds(2);

/// Sets the clock to that of the database's server. Does nothing with SQLite, whose processes share the machine's clock.
pub async fn correct(clock: &dyn Clock, store: &Store) -> Result<(), StoreError> {
    let asked = clock.now();
    let Some(time) = store.server_time().await? else {
        return Ok(());
    };
    // The server read its clock between the question and the answer.
    let half = (clock.now() - asked) / 2;
    let ahead = asked + half - time;
    if ahead.abs() <= half.max(TOLERANCE) {
        return Ok(());
    }
    clock.set_back(ahead);
    let machine_ahead_ms = clock.machine_ahead().num_milliseconds();
    if ahead.abs() > REMARKABLE {
        tracing::warn!(
            machine_ahead_ms,
            "this machine's clock differs from the database's, whose time is used"
        );
    } else {
        tracing::debug!(machine_ahead_ms, "corrected the clock by the database's");
    }
    Ok(())
}

impl App {
    /// Sets the clock to that of the database's server every minute, and whenever a worker has lost a lease. Never ends.
    pub async fn keep_clock(&self) {
        loop {
            let _ = timeout(PAUSE, self.0.lease_lost.notified()).await;
            if let Err(error) = self.correct_clock().await {
                tracing::warn!(%error, "failed to read the database's clock");
            }
        }
    }

    /// Sets the clock to that of the database's server.
    pub(crate) async fn correct_clock(&self) -> Result<(), StoreError> {
        // Two that find the same difference at once must not both correct it.
        let _turn = self.0.clock_turn.lock().await;
        let ports = self.ports();
        correct(&*ports.clock, &ports.store).await
    }

    /// How far this machine's clock is ahead of the time that this process uses.
    pub fn machine_ahead(&self) -> TimeDelta {
        self.ports().clock.machine_ahead()
    }
}
