//! Phrases that decide the category if the vendor is unknown.

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
    (
        "(tog*|zug|bahn*|bahnhof|juna|junamatka|lippu|vr|ice|fahrkarte|hinfahrt|rückfahrt|avgangstid|abfahrt|départ|lähtö|saapuminen|reise*|matka)",
        2,
    ),
    (
        "(taxi*|resekostnad|körning|körsträcka|ride|trip fare|fahrpreis|tur|elsparkcykel|sparkcykel|scooter|unlock|minuter|km pris|upplåsning)",
        2,
    ),
    (
        "(hotel*|hôtel*|hotell*|nuits?|chambre|zimmer|übernachtung*|kurtaxe|taxe de séjour|séjour|hyrbil*|rental|mietwagen|depå|utlämnad|återlämnad|reg ?nr)",
        3,
    ),
    (
        "(periodbiljett|30 dagarsbiljett|månadskort|zon|länstrafik*|länsbuss|resekort|enkelbiljett|färj*|kabin|hytt|passasjer*|passager*|matkustaja)",
        2,
    ),
];
