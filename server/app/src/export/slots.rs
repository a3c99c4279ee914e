//! How many exports a process sends at once, and that a user has one at a time.

use std::sync::Arc;
use std::time::Duration;

use invoices_domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Error;
use crate::limit::per_user::{PerUser, Taken};

/// When to try again if too many exports are being sent.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(30);

/// The exports that this process is sending.
pub(crate) struct Exports {
    users: PerUser,
    slots: Arc<Semaphore>,
}

/// A place among the exports of this process. It is free again when this is dropped.
pub(crate) struct Slot {
    _user: Taken,
    _permit: OwnedSemaphorePermit,
}

impl Exports {
    pub(crate) fn new(at_once: usize) -> Self {
        Exports {
            users: PerUser::new(1),
            slots: Arc::new(Semaphore::new(at_once.max(1))),
        }
    }

    pub(crate) fn begin(&self, user: UserId) -> Result<Slot, Error> {
        let permit = Arc::clone(&self.slots).try_acquire_owned().ok();
        let slot = permit.and_then(|permit| {
            Some(Slot {
                _user: self.users.try_take(user)?,
                _permit: permit,
            })
        });
        slot.ok_or(Error::TooManyExports {
            retry_after: RETRY_AFTER,
        })
    }
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
    }
}
