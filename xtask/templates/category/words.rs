//! Words that suggest the category if the vendor is unknown.

/// Phrases with their weight. A mail needs a sum of at least three, and more than for any other category.
pub const WORDS: &[(&str, u32)] = &[("{{word}}", 2)];
