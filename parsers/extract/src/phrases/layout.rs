//! How a table of phrases finds the beginnings of a text. Part of the crate and of its build script.

use super::Start;

/// The number of bytes by which most beginnings are told apart.
pub const KEY: usize = 3;
/// The key of a text that begins with these bytes. A shorter text, whose key ends with zeros, is all of the bytes.
pub type Key = [u8; KEY];
/// A number of a table, from its lowest byte on.
pub type Number = [u8; 4];
/// Where rows with the same key are: the key, the number of the first, and that of the first behind them, which is zero in a place that
/// has none.
pub type Place = [Number; 3];

/// The place that a key has among so many, or the first of those that are tried one after the other.
pub fn place_of(key: Key, places: usize) -> usize {
    let [a, b, c] = key;
    let mixed = u64::from(u32::from_le_bytes([a, b, c, 0])).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as usize & (places - 1)
}

/// A bit for each pair of bytes, as far as the last six bits of either tell them apart.
pub type Pairs = [u8; 512];

/// The number of a pair's bit.
pub fn pair(first: u8, second: u8) -> usize {
    usize::from(first & 63) << 6 | usize::from(second & 63)
}

/// How phrases begin: a bit for each first byte of their texts, for each second one, and for each first byte of the texts of others.
pub type Begin = [[u8; 32]; 3];

/// The places for the keys of sorted beginnings: at least twice as many as there are keys.
pub(super) fn places(starts: &[Start]) -> Vec<Place> {
    let key = |start: &Start| std::array::from_fn(|at| start.text.get(at).copied().unwrap_or(0));
    let same_key: Vec<&[Start]> = starts.chunk_by(|one, other| key(one) == key(other)).collect();
    let mut places = vec![Place::default(); (2 * same_key.len()).next_power_of_two()];
    let mut first = 0;
    for rows in same_key {
        let [a, b, c]: Key = key(&rows[0]);
        let mut at = place_of([a, b, c], places.len());
        while places[at] != Place::default() {
            at = (at + 1) % places.len();
        }
        let [from, to] = [first, first + rows.len()].map(|row| u32_of(row).to_le_bytes());
        places[at] = [[a, b, c, 0], from, to];
        first += rows.len();
    }
    places
}

/// Adds a byte to a set, or all if there is none.
pub fn add_to(set: &mut [u8; 32], byte: Option<&u8>) {
    match byte {
        Some(byte) => set[usize::from(byte / 8)] |= 1 << (byte % 8),
        None => set.fill(u8::MAX),
    }
}

/// The pairs of bytes that texts begin with. One that has a single byte can begin with each of its pairs.
pub(super) fn pairs(starts: &[Start]) -> Pairs {
    let mut pairs = [0; size_of::<Pairs>()];
    for text in starts.iter().map(|start| &start.text) {
        let seconds = text.get(1).map_or(0..=u8::MAX, |second| *second..=*second);
        for pair in text
            .iter()
            .take(1)
            .flat_map(|first| seconds.clone().map(|second| pair(*first, second)))
        {
            pairs[pair / 8] |= 1 << (pair % 8);
        }
    }
    pairs
}

pub fn u32_of(count: usize) -> u32 {
    u32::try_from(count).expect("a vocabulary has fewer than 2^32 bytes")
}
