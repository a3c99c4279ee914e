//! Words that speak for the category where no vendor decides.

/// Phrases with their weight. Who sells or takes payment for anything weighs more than the goods of one sale.
pub const WORDS: &[(&str, u32)] = &[
    ("(amazon (co uk|com|de|se|fr|it|es|nl)|ebay|paypal|klarna|tradera)", 6),
    ("(amazon|clas ohlson|liseberg|filmstaden|kjell)", 3),
    ("(bank|kreditkort|credit card)", 1),
];
