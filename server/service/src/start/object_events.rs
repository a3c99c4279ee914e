//! Events of new objects in the bucket.

use std::time::Duration;

use invoices_app::App;
use invoices_domain::ports::DependencyError;
use invoices_settings::Config;
use tokio_util::sync::CancellationToken;

use super::adapters::event_queue;
use super::aws::EventQueue;
use super::error::StartError;

/// Reads the queue with the events of new objects. The jobs that it enqueues parse the objects.
pub struct ObjectEvents {
    queue: EventQueue,
    app: App,
}

impl ObjectEvents {
    /// `None` if the settings name no queue.
    pub(super) async fn open(config: &Config, app: &App) -> Result<Option<Self>, StartError> {
        let queue = event_queue(config).await?;
        Ok(queue.map(|queue| ObjectEvents {
            queue,
            app: app.clone(),
        }))
    }

    /// Receives events until `stop` is cancelled.
    pub async fn run(&self, stop: CancellationToken) {
        self.queue.run(stop, |key| self.app.object_created(key)).await;
    }

    /// Receives one batch of the events that are there. Returns the number of messages.
    pub async fn run_once(&self) -> Result<usize, DependencyError> {
        let created = |key| self.app.object_created(key);
        self.queue.poll_once(Duration::ZERO, created).await
    }
}
