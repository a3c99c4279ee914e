//! How similar two texts are.

use std::collections::BTreeSet;

/// How much two texts have in common, in thousandths: their pairs of neighbouring letters.
pub fn similarity(one: &str, other: &str) -> usize {
    let pairs = |text: &str| -> BTreeSet<(char, char)> {
        let padded: Vec<char> = format!(" {text} ").chars().collect();
        padded.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let (one, other) = (pairs(one), pairs(other));
    2_000 * one.intersection(&other).count() / (one.len() + other.len()).max(1)
}
