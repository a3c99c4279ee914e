//! The local topic: sends notifications by e-mail and push from this process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use async_trait::async_trait;
use invoices_domain::ports::{DependencyError, Notification, Topic};

use crate::email::Email;
use crate::push::Push;

/// Above this number of partially sent notifications they are forgotten; these may then be sent twice.
const MAX_PARTIAL_DELIVERIES: usize = 10_000;

/// Sends by e-mail and push if configured. Every notification is also stored as a row, which `invoices notifications`
/// lists.
///
/// If one channel succeeds and the other fails, a retry uses only the one that failed, as long as this process runs.
#[derive(Debug, Default)]
pub struct LocalTopic {
    channels: RwLock<(Option<Email>, Option<Push>)>,
    /// The channel that has sent a notification while the other one failed, by the notification's id.
    partial: Mutex<HashMap<String, Channel>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Email,
    Push,
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

    fn partial(&self) -> MutexGuard<'_, HashMap<String, Channel>> {
        self.partial.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Topic for LocalTopic {
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError> {
        let id = &notification.id;
        tracing::info!(user = %notification.user, id, "a notification was stored");
        let (email, push) = self.channels();
        let sent = self.partial().get(id).copied();
        let mail = async {
            match email {
                Some(email) if sent != Some(Channel::Email) => email.send(notification).await,
                _ => Ok(()),
            }
        };
        let push = async {
            match push {
                Some(push) if sent != Some(Channel::Push) => push.send(notification).await,
                _ => Ok(()),
            }
        };
        let (mailed, pushed) = tokio::join!(mail, push);
        let mut partial = self.partial();
        let sent = match (&mailed, &pushed) {
            (Ok(()), Ok(())) => {
                partial.remove(id);
                None
            }
            (Ok(()), Err(_)) => Some(Channel::Email),
            (Err(_), Ok(())) => Some(Channel::Push),
            (Err(_), Err(_)) => None,
        };
        if let Some(channel) = sent {
            if partial.len() >= MAX_PARTIAL_DELIVERIES {
                partial.clear();
            }
            partial.insert(id.clone(), channel);
        }
        mailed.and(pushed)
    }
}
