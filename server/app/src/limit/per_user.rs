//! Limits concurrent work per user, in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use invoices_domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places of each user. A user who takes none needs no memory.
pub(crate) struct PerUser {
    places: u32,
    users: Users,
}

type Users = Arc<Mutex<HashMap<UserId, Arc<Semaphore>>>>;

/// Places that a user has taken. They are free again when this is dropped.
pub struct Taken {
    user: UserId,
    users: Users,
    of_user: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
}

impl PerUser {
    /// The number of slots per user.
    pub(crate) fn new(places: u32) -> Self {
        PerUser {
            places,
            users: Arc::default(),
        }
    }

    /// A place, if one is free.
    pub(crate) fn try_take(&self, user: UserId) -> Option<Taken> {
        let mut taken = self.of(user);
        taken.permit = Some(Arc::clone(&taken.of_user).try_acquire_owned().ok()?);
        Some(taken)
    }

    /// Waits in line for places. More than there are count as all.
    pub(crate) async fn take(&self, user: UserId, places: u32) -> Taken {
        let mut taken = self.of(user);
        let permit = Arc::clone(&taken.of_user).acquire_many_owned(places.min(self.places));
        taken.permit = Some(permit.await.expect("nothing closes the semaphore"));
        taken
    }

    /// The places that all users have taken.
    pub(crate) fn taken(&self) -> usize {
        let users = lock(&self.users);
        let taken = |of_user: &Arc<Semaphore>| self.places as usize - of_user.available_permits();
        users.values().map(taken).sum()
    }

    fn of(&self, user: UserId) -> Taken {
        let new = || Arc::new(Semaphore::new(self.places as usize));
        let of_user = Arc::clone(lock(&self.users).entry(user).or_insert_with(new));
        Taken {
            user,
            users: Arc::clone(&self.users),
            of_user,
            permit: None,
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut users = lock(&self.users);
        self.permit = None;
        // Nobody else has or waits for a place: that would be a third reference, and the first of each is made under the lock.
        if Arc::strong_count(&self.of_user) == 2 {
            users.remove(&self.user);
        }
    }
}

fn lock(users: &Users) -> MutexGuard<'_, HashMap<UserId, Arc<Semaphore>>> {
    users.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_user_has_some_places_whatever_others_take() {
        let places = PerUser::new(2);
        let [alva, bo] = [(); 2].map(|()| UserId::random());
        let first = places.try_take(alva).unwrap();
        let second = places.try_take(alva).unwrap();
        assert!(places.try_take(alva).is_none());
        let other = places.try_take(bo).unwrap();
        assert_eq!(places.taken(), 3);
        drop(first);
        assert!(places.try_take(alva).is_some());
        drop((second, other));
        assert_eq!((places.taken(), lock(&places.users).len()), (0, 0));
    }

    #[test]
    fn who_waits_is_next_and_may_stop_waiting() {
        let (places, alva) = (PerUser::new(3), UserId::random());
        let first = places.take(alva, 2).now_or_never().unwrap();
        let mut impatient = Box::pin(places.take(alva, 9));
        let mut patient = Box::pin(places.take(alva, 2));
        assert!((&mut impatient).now_or_never().is_none());
        assert!((&mut patient).now_or_never().is_none());
        assert!(places.try_take(alva).is_none(), "it does not overtake");
        drop(impatient);
        drop(first);
        drop(patient.now_or_never().expect("its turn"));
        assert_eq!(lock(&places.users).len(), 0);
    }

    #[test]
    fn who_stops_waiting_last_leaves_nothing() {
        let (places, alva) = (PerUser::new(1), UserId::random());
        let first = places.try_take(alva).unwrap();
        let mut waiting = Box::pin(places.take(alva, 1));
        assert!((&mut waiting).now_or_never().is_none());
        drop(first);
        drop(waiting);
        assert_eq!(lock(&places.users).len(), 0);
    }
}
