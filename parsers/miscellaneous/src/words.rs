//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[("(amazon|ebay|paypal|clas ohlson|liseberg|filmstaden|klarna|kjell)", 3)];
