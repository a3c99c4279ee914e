//! Words that suggest the category if the vendor is unknown.

/// Phrases by their weight. A mail needs a sum of at least three, and more than for any other category.
pub const WORDS: &[(u32, &[&str])] = &[(2, &["{{word}}"])];
