//! How much of messages and documents is in memory at once, by weight.
//!
//! A task reserves the weight of such bytes before it loads them, and releases it when they are dropped. A task that does not
//! get the memory queues, so that a large message gets its turn.
//!
//! No deadlock is possible. A task that waits for memory holds none, except an ingest that keeps rent notices until it has
//! fetched the others. Kept messages take at most half of the limit ([`Hold::keep`]), and nothing asks for more than half.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Room is counted in KiB, since a semaphore counts to 2³² at once.
const UNIT: u64 = 1024;
const MIB: u64 = 1024 * 1024;

/// The weight of a message of this size in bytes. While it is fetched, that is its base64 form, a third longer, and itself;
/// after that itself and its documents, which [`Reader::open_mail`](invoices_domain::ports::Reader::open_mail) bounds likewise.
pub fn message_weight(bytes: u64) -> u64 {
    bytes.saturating_add(bytes.saturating_mul(4) / 3).saturating_add(MIB)
}

/// The memory limit for messages and documents in this process.
pub(crate) struct InFlight {
    room: Arc<Semaphore>,
    /// The part of the limit for kept messages.
    kept: Arc<Semaphore>,
    /// In units.
    half: u32,
    usage: Arc<Usage>,
}

/// In units. What is held is added after the semaphore gave it and subtracted before it gets it back, so that the sum never
/// exceeds the limit.
#[derive(Default)]
struct Usage {
    held: AtomicU64,
    peak: AtomicU64,
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
    room: OwnedSemaphorePermit,
    kept: Option<OwnedSemaphorePermit>,
    usage: Arc<Usage>,
}

impl InFlight {
    /// Reserves memory for this many bytes.
    pub fn new(bytes: u64) -> Self {
        let half = units(bytes / 2);
        InFlight {
            room: Arc::new(Semaphore::new(2 * half as usize)),
            kept: Arc::new(Semaphore::new(half as usize)),
            half,
            usage: Arc::default(),
        }
    }

    /// Waits until this weight fits into the limit, and holds it. More than half of the limit counts as half: only an object
    /// that is larger than any message has this weight.
    pub async fn hold(&self, bytes: u64) -> Hold {
        let units = units(bytes).min(self.half);
        let room = Arc::clone(&self.room).acquire_many_owned(units).await;
        self.usage.add(units);
        Hold {
            room: room.expect("nothing closes the semaphore"),
            kept: None,
            usage: Arc::clone(&self.usage),
        }
    }

    /// What is held.
    pub fn bytes(&self) -> BytesInFlight {
        let bytes = |units: &AtomicU64| units.load(Ordering::Relaxed) * UNIT;
        BytesInFlight {
            held: bytes(&self.usage.held),
            peak: bytes(&self.usage.peak),
        }
    }

    /// Shrinks the reservation to this weight, so that it may be held while waiting for more. `None` if it does not fit into
    /// the kept part: then it is released.
    pub fn keep(&self, mut hold: Hold, bytes: u64) -> Option<Hold> {
        hold.shrink_to(bytes);
        let units = u32::try_from(hold.room.num_permits()).unwrap_or(u32::MAX);
        hold.kept = Some(Arc::clone(&self.kept).try_acquire_many_owned(units).ok()?);
        Some(hold)
    }
}

impl Hold {
    /// Gives back what this weight does not need.
    pub fn shrink_to(&mut self, bytes: u64) {
        let spare = self.room.num_permits().saturating_sub(units(bytes) as usize);
        if let Some(spare_room) = self.room.split(spare) {
            self.usage.subtract(spare);
            drop(spare_room);
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.usage.subtract(self.room.num_permits());
    }
}

impl Usage {
    fn add(&self, units: u32) {
        let held = self.held.fetch_add(units.into(), Ordering::Relaxed) + u64::from(units);
        self.peak.fetch_max(held, Ordering::Relaxed);
    }

    fn subtract(&self, units: usize) {
        self.held.fetch_sub(units as u64, Ordering::Relaxed);
    }
}

fn units(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_large_weight_waits_in_line_and_gets_its_turn() {
        let room = InFlight::new(8 * MIB);
        let first = [4, 1].map(|mib| room.hold(mib * MIB).now_or_never().unwrap());
        let mut large = Box::pin(room.hold(4 * MIB));
        assert!((&mut large).now_or_never().is_none());
        let mut small = Box::pin(room.hold(MIB));
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
    fn what_is_kept_leaves_room_for_the_largest() {
        let room = InFlight::new(8 * MIB);
        let hold = || room.hold(3 * MIB).now_or_never().unwrap();
        let kept = [2, 2].map(|mib| room.keep(hold(), mib * MIB).unwrap());
        assert_eq!(room.bytes().held, 4 * MIB);
        assert!(room.keep(hold(), 1).is_none(), "half is kept");
        assert_eq!(room.bytes().held, 4 * MIB, "it was given back");
        let largest = room.hold(u64::MAX).now_or_never().unwrap();
        assert_eq!(room.bytes().held, 8 * MIB);
        drop((kept, largest));
        assert!(room.keep(hold(), MIB).is_some(), "there is room again");
        assert_eq!(room.bytes(), BytesInFlight { held: 0, peak: 8 * MIB });
    }

    #[test]
    fn a_hold_shrinks_and_never_grows() {
        let room = InFlight::new(8 * MIB);
        let mut hold = room.hold(3 * MIB).now_or_never().unwrap();
        hold.shrink_to(4 * MIB);
        assert_eq!(room.bytes().held, 3 * MIB);
        hold.shrink_to(1);
        assert_eq!(room.bytes().held, UNIT);
        hold.shrink_to(0);
        assert_eq!(room.bytes().held, 0);
    }
}
