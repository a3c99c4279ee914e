//! Phrases that decide the category if the vendor is unknown.

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
    (
        "(kwh|elnät*|elhandel|elavtal|elräkning|stromrechnung|strom|arbeitspreis|grundpreis|nettleie|strøm|sähkö*|fjärrvärme|fjernvarme|fjernvarme|kaukolämpö|naturgas|gas|mwh)",
        3,
    ),
    (
        "(vatten och avlopp|vatten|avlopp|va avgift|wasser|abwasser|vesi|renhållning*|sophämtning|avfall*|matavfall|kärl|müll*|abfall*|jätehuolto|affald|renovasjon)",
        3,
    ),
    (
        "(bredband*|broadband|fiber|mobilabonnemang|mobil|mobile|surf|samtal|airtime|sms|mobilfunk*|festnetz|rufnummer|telefoni|laajakaista|puhelin|mobilnummer|mobile number|phone bill|your bill)",
        3,
    ),
    (
        "(mätarställning|förbrukning|anläggnings*|verbrauch|zählernummer|consumption|meter reading|forbruk|forbrug|kulutus|nätavgift)",
        2,
    ),
];
