//! The local topic: sends notifications by e-mail and push from this process.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError, RwLock};

use async_trait::async_trait;
use invoices_domain::ports::{DependencyError, Notification, Topic};

use crate::email::Email;
use crate::push::Push;

/// Above this number of partially sent notifications the set is cleared; these may then be sent twice.
const MAX_PARTIAL_DELIVERIES: usize = 10_000;

/// Sends by e-mail and push if configured. Every notification is also stored as a row, which `invoices notifications`
/// lists.
///
/// If one channel succeeds and the other fails, a retry uses only the one that failed, as long as this process runs.
#[derive(Debug, Default)]
pub struct LocalTopic {
    channels: RwLock<(Option<Email>, Option<Push>)>,
    mailed: PartialDeliveries,
    pushed: PartialDeliveries,
}

impl LocalTopic {
    /// A topic with these channels.
    pub fn new(email: Option<Email>, push: Option<Push>) -> Self {
        LocalTopic {
            channels: RwLock::new((email, push)),
            ..LocalTopic::default()
        }
    }

    /// Sends by these channels from now on.
    pub fn replace(&self, email: Option<Email>, push: Option<Push>) {
        *self.channels.write().unwrap_or_else(PoisonError::into_inner) = (email, push);
    }

    fn channels(&self) -> (Option<Email>, Option<Push>) {
        self.channels.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn mail(&self, email: Option<&Email>, notification: &Notification) -> Result<(), DependencyError> {
        match email {
            Some(email) if !self.mailed.has(&notification.id) => email.send(notification).await,
            _ => Ok(()),
        }
    }

    async fn push(&self, push: Option<&Push>, notification: &Notification) -> Result<(), DependencyError> {
        match push {
            Some(push) if !self.pushed.has(&notification.id) => push.send(notification).await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Topic for LocalTopic {
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError> {
        tracing::info!(user = %notification.user, id = notification.id, "a notification was stored");
        let (email, push) = self.channels();
        let (mailed, pushed) = tokio::join!(
            self.mail(email.as_ref(), notification),
            self.push(push.as_ref(), notification)
        );
        let id = &notification.id;
        match (&mailed, &pushed) {
            (Ok(()), Err(_)) => self.mailed.remember(id),
            (Err(_), Ok(())) => self.pushed.remember(id),
            (Ok(()), Ok(())) => {
                self.mailed.forget(id);
                self.pushed.forget(id);
            }
            (Err(_), Err(_)) => {}
        }
        mailed.and(pushed)
    }
}

/// The ids of notifications that one channel has sent and another has not.
#[derive(Debug, Default)]
struct PartialDeliveries(Mutex<HashSet<String>>);

impl PartialDeliveries {
    fn with<T>(&self, look: impl FnOnce(&mut HashSet<String>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn has(&self, id: &str) -> bool {
        self.with(|ids| ids.contains(id))
    }

    fn remember(&self, id: &str) {
        self.with(|ids| {
            if ids.len() >= MAX_PARTIAL_DELIVERIES {
                ids.clear();
            }
            ids.insert(id.to_owned());
        });
    }

    fn forget(&self, id: &str) {
        self.with(|ids| ids.remove(id));
    }
}
