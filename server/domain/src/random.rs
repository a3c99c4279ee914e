//! Random bytes and ids. They come from the operating system, except on a thread of a simulation.

use std::cell::Cell;

use uuid::{Builder, Uuid};

thread_local! {
    /// The state of the repeatable generator.
    static SEEDED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// The system gave no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gave no random bytes")]
pub struct NoRandomness;

/// Makes this thread's random numbers repeatable, for a simulation: equal seeds give equal numbers. Anyone can predict them. `None`
/// ends it. Release builds ignore it.
pub fn seed(seed: Option<u64>) {
    SEEDED.set(seed.filter(|_| cfg!(debug_assertions)));
}

/// Fills `bytes` with random ones, fit for secrets.
pub fn fill(bytes: &mut [u8]) -> Result<(), NoRandomness> {
    let Some(mut state) = SEEDED.get() else {
        return getrandom::fill(bytes).map_err(|_| NoRandomness);
    };
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes()[..chunk.len()]);
    }
    SEEDED.set(Some(state));
    Ok(())
}

/// A random UUID.
///
/// # Panics
///
/// If the system gives no random bytes.
pub fn uuid() -> Uuid {
    let mut bytes = [0; 16];
    fill(&mut bytes).expect("the system has random bytes");
    Builder::from_random_bytes(bytes).into_uuid()
}

/// The generator `SplitMix64`.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_the_ids_and_its_end_does_not() {
        let ids = || [uuid(), uuid()];
        seed(Some(7));
        let first = ids();
        seed(Some(7));
        assert_eq!(ids(), first);
        assert_ne!(first[0], first[1]);
        assert_eq!(first[0].get_version_num(), 4);
        seed(None);
        assert_ne!(ids(), first);
    }
}
