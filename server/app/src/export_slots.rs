//! How many exports a process sends at once, and that a user has one at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use invoices_domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Error;

/// When to try again where too many exports are being sent.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(30);

/// The exports that this process is sending.
pub(crate) struct Exports {
    users: Arc<Mutex<HashSet<UserId>>>,
    slots: Arc<Semaphore>,
}

/// A place among the exports of this process. It is free again when this is dropped.
pub(crate) struct Slot {
    user: UserId,
    users: Arc<Mutex<HashSet<UserId>>>,
    _permit: OwnedSemaphorePermit,
}

impl Exports {
    pub(crate) fn new(at_once: usize) -> Self {
        Exports {
            users: Arc::default(),
            slots: Arc::new(Semaphore::new(at_once.max(1))),
        }
    }

    pub(crate) fn begin(&self, user: UserId) -> Result<Slot, Error> {
        let busy = Error::TooManyExports {
            retry_after: RETRY_AFTER,
        };
        let Ok(permit) = Arc::clone(&self.slots).try_acquire_owned() else {
            return Err(busy);
        };
        let is_first = lock(&self.users).insert(user);
        if !is_first {
            return Err(busy);
        }
        Ok(Slot {
            user,
            users: Arc::clone(&self.users),
            _permit: permit,
        })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.users).remove(&self.user);
    }
}

fn lock(users: &Mutex<HashSet<UserId>>) -> MutexGuard<'_, HashSet<UserId>> {
    users.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_one_export_and_a_process_a_few() {
        let exports = Exports::new(2);
        let [alva, bo, cleo] = [(); 3].map(|()| UserId::random());
        let first = exports.begin(alva).unwrap();
        assert!(matches!(exports.begin(alva), Err(Error::TooManyExports { .. })));
        let second = exports.begin(bo).unwrap();
        assert!(matches!(exports.begin(cleo), Err(Error::TooManyExports { .. })));
        drop(first);
        let first = exports.begin(alva).unwrap();
        drop((first, second));
        assert!(exports.begin(cleo).is_ok());
        assert!(lock(&exports.users).is_empty());
    }
}
