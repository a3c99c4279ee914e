//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    (
        "(subscription|abonnemang|prenumeration|medlemskap|membership|abonnement)",
        2,
    ),
    ("(plan|premium|pro plan|silver plan|team plan)", 2),
    (
        "(per month|monthly|yearly|per månad|månadsvis|annual|billing period|renews?|förnyas|next billing|nästa betalning|period)",
        2,
    ),
    ("(seats?|workspace|saas|licen[sc]e)", 1),
    (
        "(spotify|netflix|viaplay|anthropic|hbo|disney|icloud|github|stripe|dropbox|adobe|storytel|youtube premium)",
        5,
    ),
];
