//! Words that speak for the category where no vendor decides.

/// Phrases with their weight. A mail needs words of three together, and more than of any other category.
pub const WORDS: &[(&str, u32)] = &[("{{word}}", 2)];
