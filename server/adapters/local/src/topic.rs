//! The topic that needs nothing: the row that is kept of every notification is all there is.

use async_trait::async_trait;
use invoices_domain::ports::{DependencyError, Notification, Topic};

/// Publishes to nobody. `invoices notifications` lists what was kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeptRows;

#[async_trait]
impl Topic for KeptRows {
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError> {
        tracing::info!(user = %notification.user, id = notification.id, "a notification was kept");
        Ok(())
    }
}
