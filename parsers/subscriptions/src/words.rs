//! Phrases that decide the category if the vendor is unknown.

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
    (
        "(prenumeration*|prenumererar|abonnemang*|abonnement*|abonnemen*|abo|tilaus(jakso|maksu)|medlemskap|membership|medlemsavgift|mitgliedschaft|mitgliedsbeitrag|kausimaksu|jäsenyys)",
        2,
    ),
    (
        "(månadsvis|per månad|/ ?månad|månadsavgift|monthly|per month|billed (monthly|yearly|annually)|monatlich|månedlig|månedligt|kuukausittain|årsvis|årsprenumeration|yearly|annual plan|jährlich)",
        2,
    ),
    (
        "(pro plan|team plan|seats?|per seat|användare|users|streaming|lydbøger|ljudböcker|lydbok|tidning*|zeitung*|avis|avisen|lehti|magazine|podcast)",
        2,
    ),
    ("(gym|fitness|träning*|training|träningskort|kraftkammer|friskis)", 2),
];
