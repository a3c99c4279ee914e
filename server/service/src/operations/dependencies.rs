//! The last states of the dependencies. Nobody waits for a slow one.

use std::sync::Arc;
use std::time::Duration;

use invoices_app::{App, Check};
use tokio::sync::{Notify, watch};
use tokio_util::task::AbortOnDropHandle;

/// The shortest time between two checks. Each costs a call of the object storage and of the secret store.
const PAUSE: Duration = Duration::from_secs(5);

/// Checks the dependencies in the background.
pub(super) struct Dependencies {
    states: watch::Receiver<Vec<Check>>,
    asked: Arc<Notify>,
    _task: AbortOnDropHandle<()>,
}

impl Dependencies {
    /// Checks them once, and again after somebody has asked.
    pub(super) fn watch(app: App) -> Self {
        let (sender, states) = watch::channel(Vec::new());
        let asked = Arc::new(Notify::new());
        let next = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            loop {
                sender.send_replace(app.dependencies().await);
                tokio::time::sleep(PAUSE).await;
                next.notified().await;
            }
        });
        Dependencies {
            states,
            asked,
            _task: AbortOnDropHandle::new(task),
        }
    }

    /// The states of the last check. None before the first one has ended.
    pub(super) fn states(&self) -> Vec<Check> {
        self.asked.notify_one();
        self.states.borrow().clone()
    }
}
