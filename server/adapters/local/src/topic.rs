//! The topic that needs no other service: the row that is kept of every notification, and what this process sends itself.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use invoices_domain::ports::{DependencyError, Notification, Topic};

use crate::email::Email;
use crate::push::Push;

/// More half-sent notifications than this are forgotten, and may then be sent twice.
const MOST_HALF_SENT: usize = 10_000;

/// Sends by e-mail and push where they are set up. `invoices notifications` lists what was kept, in any case.
///
/// Each outlet is tried at every call until it took the notification; an outlet that took it is not tried again while
/// another still fails, as long as this process remembers.
#[derive(Debug, Default)]
pub struct KeptRows {
    email: Option<Email>,
    push: Option<Push>,
    mailed: HalfSent,
    pushed: HalfSent,
}

impl KeptRows {
    /// With these outlets.
    pub fn new(email: Option<Email>, push: Option<Push>) -> Self {
        KeptRows {
            email,
            push,
            ..KeptRows::default()
        }
    }

    async fn mail(&self, notification: &Notification) -> Result<(), DependencyError> {
        match &self.email {
            Some(email) if !self.mailed.has(&notification.id) => email.send(notification).await,
            _ => Ok(()),
        }
    }

    async fn push(&self, notification: &Notification) -> Result<(), DependencyError> {
        match &self.push {
            Some(push) if !self.pushed.has(&notification.id) => push.send(notification).await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Topic for KeptRows {
    async fn publish(&self, notification: &Notification) -> Result<(), DependencyError> {
        tracing::info!(user = %notification.user, id = notification.id, "a notification was kept");
        let (mailed, pushed) = tokio::join!(self.mail(notification), self.push(notification));
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

/// Notifications that one outlet took and another did not.
#[derive(Debug, Default)]
struct HalfSent(Mutex<HashSet<String>>);

impl HalfSent {
    fn with<T>(&self, look: impl FnOnce(&mut HashSet<String>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn has(&self, id: &str) -> bool {
        self.with(|ids| ids.contains(id))
    }

    fn remember(&self, id: &str) {
        self.with(|ids| {
            if ids.len() >= MOST_HALF_SENT {
                ids.clear();
            }
            ids.insert(id.to_owned());
        });
    }

    fn forget(&self, id: &str) {
        self.with(|ids| ids.remove(id));
    }
}
