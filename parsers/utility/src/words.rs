//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    (
        "(kwh|m3|elnät|elnätsavgift|nätavgift|elhandel|elöverföring|energiskatt|fjärrvärme|fjernvarme)",
        4,
    ),
    ("(bredband|internet|mobilabonnemang|surf|fiber|telefoni)", 3),
    (
        "(anläggning*|mätarställning|förbrukning|avläsning|meter reading|consumption)",
        3,
    ),
    (
        "(vattenfall|ellevio|telia|tele2|göteborg energi|eon|fortum|telenor|bahnhof|tre|renova|e bill|λογαριασμ*)",
        5,
    ),
    ("(ocr|bankgiro)", 1),
];
