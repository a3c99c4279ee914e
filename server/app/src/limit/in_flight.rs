//! How much of messages and documents is in memory at once, by weight.
//!
//! A task reserves the weight of such bytes before it loads them, and releases it when they are dropped. A task that does not
//! get the memory queues, so that a large message gets its turn. A user has at most three quarters of the limit.
//!
//! No deadlock is possible. A task that waits for memory holds none, except an ingest that keeps rent notices until it has
//! fetched the others. Kept messages take at most half of the limit, and those of a user a quarter ([`InFlight::keep`]), and
//! nothing asks for more than half.

use std::sync::atomic::{AtomicU32, Ordering};

use invoices_domain::UserId;

use crate::limit::shares::{Shares, Taken};

/// Room is counted in KiB, since places are counted to 2³².
const UNIT: u64 = 1024;
const MIB: u64 = 1024 * 1024;

/// The weight of a message of this size in bytes. While it is fetched, that is its base64 form, a third longer, and itself;
/// after that itself and its documents, which [`Reader::open_mail`](invoices_domain::ports::Reader::open_mail) bounds likewise.
pub fn message_weight(bytes: u64) -> u64 {
    bytes.saturating_add(bytes.saturating_mul(4) / 3).saturating_add(MIB)
}

/// The memory limit for messages and documents in this process.
pub(crate) struct InFlight {
    room: Shares,
    /// The part of the limit for kept messages.
    kept: Shares,
    /// In units.
    half: u32,
    /// The most that was held at once, in units.
    peak: AtomicU32,
}

/// Bytes in memory, by weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BytesInFlight {
    /// Now.
    pub held: u64,
    /// At most, since the process started.
    pub peak: u64,
}

/// Room that is given back when this is dropped.
pub(crate) struct Hold {
    room: Taken,
    kept: Option<Taken>,
}

impl InFlight {
    /// Reserves memory for this many bytes.
    pub fn new(bytes: u64) -> Self {
        let half = units(bytes / 2);
        let quarter = half / 2;
        InFlight {
            room: Shares::new(half.saturating_mul(2), half.saturating_add(quarter)),
            kept: Shares::new(half, quarter),
            half,
            peak: AtomicU32::default(),
        }
    }

    /// Waits until this weight fits into the limit, and holds it. More than half of the limit counts as half: only an object
    /// that is larger than any message has this weight.
    pub async fn hold(&self, user: UserId, bytes: u64) -> Hold {
        let room = self.room.take(user, units(bytes).min(self.half)).await;
        self.peak.fetch_max(self.room.taken(), Ordering::Relaxed);
        Hold { room, kept: None }
    }

    /// What is held.
    pub fn bytes(&self) -> BytesInFlight {
        let bytes = |units: u32| u64::from(units) * UNIT;
        BytesInFlight {
            held: bytes(self.room.taken()),
            peak: bytes(self.peak.load(Ordering::Relaxed)),
        }
    }

    /// Shrinks the reservation to this weight, so that it may be held while waiting for more. `None` if it does not fit into
    /// the kept part: then it is released.
    pub fn keep(&self, mut hold: Hold, bytes: u64) -> Option<Hold> {
        hold.shrink_to(bytes);
        hold.kept = Some(self.kept.try_take(hold.room.user(), hold.room.places())?);
        Some(hold)
    }
}

impl Hold {
    /// Gives back what this weight does not need.
    pub fn shrink_to(&mut self, bytes: u64) {
        self.room.shrink_to(units(bytes));
    }
}

fn units(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn user() -> UserId {
        UserId::random()
    }

    #[test]
    fn a_large_weight_waits_in_line_and_gets_its_turn() {
        let room = InFlight::new(8 * MIB);
        let first = [4, 1].map(|mib| room.hold(user(), mib * MIB).now_or_never().unwrap());
        let mut large = Box::pin(room.hold(user(), 4 * MIB));
        assert!((&mut large).now_or_never().is_none());
        let mut small = Box::pin(room.hold(user(), MIB));
        assert!((&mut small).now_or_never().is_none(), "it does not overtake");
        assert_eq!(room.bytes().held, 5 * MIB);
        drop(first);
        let large = large.now_or_never().unwrap();
        let small = small.now_or_never().unwrap();
        assert_eq!(room.bytes().held, 5 * MIB);
        drop((large, small));
        assert_eq!(room.bytes(), BytesInFlight { held: 0, peak: 5 * MIB });
    }

    #[test]
    fn what_a_user_holds_and_keeps_leaves_room_for_others() {
        let (room, alva) = (InFlight::new(8 * MIB), user());
        let hold = |user| room.hold(user, 2 * MIB).now_or_never();
        let mine = [(); 3].map(|()| hold(alva).unwrap());
        assert!(hold(alva).is_none());
        let other = hold(user()).unwrap();
        let [first, second, third] = mine;
        let kept = room.keep(first, 2 * MIB).unwrap();
        assert!(room.keep(second, 2 * MIB).is_none(), "a quarter is kept");
        drop(third);
        // What a user keeps leaves room for the largest that the user asks for.
        let largest = room.hold(alva, u64::MAX).now_or_never().unwrap();
        assert_eq!(room.bytes().held, 8 * MIB);
        drop((kept, other, largest));
        assert_eq!(room.bytes(), BytesInFlight { held: 0, peak: 8 * MIB });
    }

    #[test]
    fn what_is_kept_leaves_room_for_the_largest() {
        let room = InFlight::new(8 * MIB);
        let hold = || room.hold(user(), 3 * MIB).now_or_never().unwrap();
        let kept = [2, 2].map(|mib| room.keep(hold(), mib * MIB).unwrap());
        assert_eq!(room.bytes().held, 4 * MIB);
        assert!(room.keep(hold(), 1).is_none(), "half is kept");
        assert_eq!(room.bytes().held, 4 * MIB, "it was given back");
        let largest = room.hold(user(), u64::MAX).now_or_never().unwrap();
        assert_eq!(room.bytes().held, 8 * MIB);
        drop((kept, largest));
        assert!(room.keep(hold(), MIB).is_some(), "there is room again");
        assert_eq!(room.bytes(), BytesInFlight { held: 0, peak: 8 * MIB });
    }

    #[test]
    fn a_hold_shrinks_and_never_grows() {
        let room = InFlight::new(8 * MIB);
        let mut hold = room.hold(user(), 3 * MIB).now_or_never().unwrap();
        hold.shrink_to(4 * MIB);
        assert_eq!(room.bytes().held, 3 * MIB);
        hold.shrink_to(1);
        assert_eq!(room.bytes().held, UNIT);
        hold.shrink_to(0);
        assert_eq!(room.bytes().held, 0);
    }
}
