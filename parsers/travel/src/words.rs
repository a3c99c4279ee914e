//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(avgång|departure|ankomst|arrival)", 3),
    ("(resenär*|passagerare|passengers?|travell?er|guest)", 2),
    (
        "(flight|flyg|tåg|train|buss|bus|färja|ferry|hotel|hotell|check in|incheckning|resa|trip|itinerary|boarding|biljett|rental car|hyrbil|taxi|room|rum|nights?|nätter)",
        2,
    ),
    ("(bokning|booking|reservation|bokningsnummer)", 1),
    (
        "(sj|ryanair|sas|flixbus|lufthansa|omio|vy|booking com|airbnb|norwegian)",
        4,
    ),
];
