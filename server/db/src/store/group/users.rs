//! The transactions of each user on PostgreSQL. They lock the user's row first, so only one of a user works at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use invoices_domain::UserId;
use tokio::sync::Semaphore;

use crate::store::group::Waiting;

/// The lines of the users who have transactions now.
#[derive(Default)]
pub(crate) struct OfUsers(Mutex<HashMap<UserId, Weak<Line>>>);

/// The transactions of one user.
pub(crate) struct Line {
    pub waiting: Waiting,
    /// Its one permit is for the transaction that commits the others with it.
    pub turn: Arc<Semaphore>,
}

impl OfUsers {
    /// A user's line, which is shared while any transaction holds it.
    pub fn line(&self, user: UserId) -> Arc<Line> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(&user).and_then(Weak::upgrade) {
            return line;
        }
        lines.retain(|_, line| line.strong_count() > 0);
        let line = Arc::new(Line {
            waiting: Waiting::default(),
            turn: Arc::new(Semaphore::new(1)),
        });
        lines.insert(user, Arc::downgrade(&line));
        line
    }
}
