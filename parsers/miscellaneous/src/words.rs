//! Phrases that decide the category if the vendor is unknown.

/// Phrases with their weight. Marketplaces and payment services weigh more than the goods of one sale.
pub const WORDS: &[(&str, u32)] = &[
    ("(amazon (co uk|com|de|se|fr|it|es|nl)|ebay|paypal|klarna|tradera)", 6),
    ("(amazon|clas ohlson|liseberg|filmstaden|kjell)", 3),
    ("(bank|kreditkort|credit card)", 1),
];
