//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight. Marketplaces and payment services weigh more than the goods of one sale.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        6,
        &["(amazon (co uk|com|de|se|fr|it|es|nl)|ebay|paypal|klarna|tradera)"],
    ),
    (3, &["(amazon|clas ohlson|liseberg|filmstaden|kjell)"]),
    (1, &["(bank|kreditkort|credit card)"]),
];
