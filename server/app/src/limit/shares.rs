//! Places that all users share, in this process.
//!
//! A user has at most a part of the places, so that some are left for the others. Who finds none free waits in the user's own
//! line, and the lines take turns: a user who asks for much waits for nobody but itself.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::FutureExt;
use invoices_domain::UserId;
use tokio::sync::oneshot;

/// Some places. Clones share them. A user who takes none needs no memory.
#[derive(Clone)]
pub(crate) struct Shares {
    /// All places.
    places: u32,
    /// The most that one user may have.
    share: u32,
    state: Arc<Mutex<State>>,
}

struct State {
    free: u32,
    users: HashMap<UserId, Line>,
    /// The users who wait, the next one first.
    turns: VecDeque<UserId>,
}

/// A user's places, and those that the user waits for.
#[derive(Default)]
struct Line {
    taken: u32,
    waiting: VecDeque<Waiting>,
}

struct Waiting {
    places: u32,
    turn: oneshot::Sender<Taken>,
}

/// Places that a user has taken. They are free again when this is dropped.
pub struct Taken {
    user: UserId,
    places: u32,
    shares: Shares,
}

impl Shares {
    /// This many places, of which one user may have at most `share`.
    pub fn new(places: u32, share: u32) -> Self {
        Shares {
            places,
            share: share.min(places),
            state: Arc::new(Mutex::new(State {
                free: places,
                users: HashMap::new(),
                turns: VecDeque::new(),
            })),
        }
    }

    /// This many places, of which a user leaves one to the others if there are several.
    pub fn but_one(places: u32) -> Self {
        Shares::new(places, places.saturating_sub(1).max(1))
    }

    /// Places that only the user's own use limits.
    pub fn of_each(share: u32) -> Self {
        Shares::new(u32::MAX, share)
    }

    /// Waits for places, the user's turn among all users who wait. More than a user's share count as the share.
    pub async fn take(&self, user: UserId, places: u32) -> Taken {
        let places = places.min(self.share);
        // Dropped after the turn, so that nobody waits behind one who has left.
        let _left = Serve(self);
        let (turn, ready) = oneshot::channel();
        {
            let mut state = self.lock();
            state
                .users
                .entry(user)
                .or_default()
                .waiting
                .push_back(Waiting { places, turn });
            if !state.turns.contains(&user) {
                state.turns.push_back(user);
            }
        }
        self.serve();
        ready.await.expect("nobody is sent away")
    }

    /// Places, if they are free and nobody waits for them.
    pub fn try_take(&self, user: UserId, places: u32) -> Option<Taken> {
        self.take(user, places).now_or_never()
    }

    /// The places that all users have taken.
    pub fn taken(&self) -> u32 {
        self.places - self.lock().free
    }

    fn serve(&self) {
        let mut late = Vec::new();
        self.lock().serve(
            |user, waiting| {
                let (places, shares) = (waiting.places, self.clone());
                // Its places are given back only when the lock is.
                late.extend(waiting.turn.send(Taken { user, places, shares }).err());
            },
            self.share,
        );
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Gives what is free to the users in turn.
    fn serve(&mut self, mut give: impl FnMut(UserId, Waiting), share: u32) {
        let mut passed = 0;
        while passed < self.turns.len() {
            let user = self.turns[0];
            let line = self.users.entry(user).or_default();
            while line.waiting.pop_front_if(|waiting| waiting.turn.is_closed()).is_some() {}
            let Some(next) = line.waiting.pop_front() else {
                self.turns.pop_front();
                self.forget_idle(user);
                continue;
            };
            if line.taken + next.places > share {
                line.waiting.push_front(next);
                passed += 1;
            } else if next.places > self.free {
                line.waiting.push_front(next);
                // Nobody overtakes it, or many small ones would keep it waiting for ever.
                return;
            } else {
                line.taken += next.places;
                self.free -= next.places;
                give(user, next);
                passed = 0;
            }
            self.turns.rotate_left(1);
        }
    }

    fn give_back(&mut self, user: UserId, places: u32) {
        self.free += places;
        if let Some(line) = self.users.get_mut(&user) {
            line.taken -= places;
        }
        self.forget_idle(user);
    }

    fn forget_idle(&mut self, user: UserId) {
        let is_idle = |line: &Line| line.taken == 0 && line.waiting.is_empty();
        if self.users.get(&user).is_some_and(is_idle) {
            self.users.remove(&user);
        }
    }
}

impl Taken {
    pub(crate) fn user(&self) -> UserId {
        self.user
    }

    pub(crate) fn places(&self) -> u32 {
        self.places
    }

    /// Gives back all but this many.
    pub(crate) fn shrink_to(&mut self, places: u32) {
        let spare = self.places.saturating_sub(places);
        self.places -= spare;
        self.shares.lock().give_back(self.user, spare);
        self.shares.serve();
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

/// Serves who waits when it is dropped.
struct Serve<'a>(&'a Shares);

impl Drop for Serve<'_> {
    fn drop(&mut self) {
        self.0.serve();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use super::*;

    fn users<const N: usize>() -> [UserId; N] {
        [(); N].map(|()| UserId::random())
    }

    fn is_idle(shares: &Shares) -> bool {
        let state = shares.lock();
        shares.places == state.free && state.users.is_empty() && state.turns.is_empty()
    }

    fn wait(shares: &Shares, user: UserId, places: u32) -> Pin<Box<impl Future<Output = Taken>>> {
        let mut waiting = Box::pin(shares.take(user, places));
        assert!((&mut waiting).now_or_never().is_none(), "it has its places");
        waiting
    }

    #[test]
    fn a_user_has_a_share_whatever_others_take() {
        let shares = Shares::of_each(2);
        let [alva, bo] = users();
        let first = shares.try_take(alva, 1).unwrap();
        let second = shares.try_take(alva, 1).unwrap();
        assert!(shares.try_take(alva, 1).is_none());
        let other = shares.try_take(bo, 1).unwrap();
        assert_eq!(shares.taken(), 3);
        drop(first);
        assert!(shares.try_take(alva, 1).is_some());
        drop((second, other));
        assert!(is_idle(&shares));
    }

    #[test]
    fn a_user_who_asks_for_all_leaves_some_to_others() {
        let shares = Shares::new(3, 2);
        let [alva, bo] = users();
        let mine = shares.try_take(alva, 9).unwrap();
        assert_eq!(mine.places(), 2);
        let more = wait(&shares, alva, 1);
        let other = shares.try_take(bo, 1).expect("a place is left");
        drop((mine, more, other));
        assert!(is_idle(&shares));
    }

    #[test]
    fn users_who_wait_take_turns() {
        let shares = Shares::new(1, 1);
        let [alva, bo, cleo] = users();
        let first = shares.try_take(cleo, 1).unwrap();
        let many = [(); 3].map(|()| wait(&shares, alva, 1));
        let one = wait(&shares, bo, 1);
        drop(first);
        let [second, third, fourth] = many;
        drop(second.now_or_never().expect("the first who waited"));
        drop(one.now_or_never().expect("before what another user asked for earlier"));
        drop(third.now_or_never().expect("its turn"));
        drop(fourth.now_or_never().expect("its turn"));
        assert!(is_idle(&shares));
    }

    #[test]
    fn who_waits_is_next_and_may_stop_waiting() {
        let shares = Shares::of_each(3);
        let [alva] = users();
        let first = shares.try_take(alva, 2).unwrap();
        let impatient = wait(&shares, alva, 9);
        let patient = wait(&shares, alva, 2);
        assert!(shares.try_take(alva, 1).is_none(), "it does not overtake");
        drop(impatient);
        drop(first);
        drop(patient.now_or_never().expect("its turn"));
        assert!(is_idle(&shares));
    }

    #[test]
    fn a_large_one_gets_its_turn_and_may_leave() {
        let shares = Shares::new(8, 8);
        let [alva, bo, cleo] = users();
        let held = shares.try_take(alva, 5).unwrap();
        let large = wait(&shares, bo, 4);
        let small = wait(&shares, cleo, 1);
        drop(large);
        drop(small.now_or_never().expect("nobody is before it any more"));
        let mut large = wait(&shares, bo, 4);
        drop(held);
        assert_eq!((&mut large).now_or_never().map(|taken| taken.places()), Some(4));
    }

    #[test]
    fn places_shrink_and_never_grow() {
        let shares = Shares::new(8, 8);
        let [alva, bo] = users();
        let mut held = shares.try_take(alva, 5).unwrap();
        let waits = wait(&shares, bo, 4);
        held.shrink_to(6);
        assert_eq!(held.places(), 5);
        held.shrink_to(4);
        drop((waits.now_or_never().expect("its turn"), held));
        assert!(is_idle(&shares));
    }

    #[test]
    fn a_turn_that_comes_too_late_is_the_next_ones() {
        let shares = Shares::new(1, 1);
        let [alva, bo] = users();
        let first = shares.try_take(alva, 1).unwrap();
        let gone = wait(&shares, bo, 1);
        let next = wait(&shares, alva, 1);
        drop(first);
        drop(gone);
        drop(next.now_or_never().expect("its turn"));
        assert!(is_idle(&shares));
    }
}
