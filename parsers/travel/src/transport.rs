//! The means of transport.

use parser_kit::field::VENDOR_NAME;
use parser_kit::{Choice, Page, Phrases, Receipt, Words, only, phrases};

use crate::journey;
use crate::record::TravelTransportType;

/// Words for each means of transport.
static TRANSPORTS: [(TravelTransportType, Phrases); 7] = [
    (
        TravelTransportType::Flight,
        phrases![
            "(flights?|flug|flüge|vols?|vuelos?|vol[oi]|voos?|loty|letenka|πτήση|lento|vlucht|fly)",
            "(flyreise|flyg*|boarding*|airport|flygplats)",
        ],
    ),
    (
        TravelTransportType::Train,
        phrases![
            "(tåg*|trein|train|treno|treni|tren|comboio|pociąg*|vlak*|τρένο|tgv|toget|trains?|vagn|tog)",
            "(zug|juna|bahn*|snälltåg*|x2000|sj)",
        ],
    ),
    (
        TravelTransportType::Bus,
        phrases!["(buss*|autobus*|autocar|bussi|flybuss*|λεωφορείο|pullman|bus|coach|flixbus|bus4you)"],
    ),
    (
        TravelTransportType::Ferry,
        phrases![
            "(färja*|färjor|fähre|fähr*|ferries|traghett[oi]|transbordador|prom|trajekt|πλοίο|πλοία)",
            "(veerboot|hurtigbåt*|sailing|nave|bateau|ferry|hytt|færge*|ferge*|rederi*|lautta)",
        ],
    ),
    (TravelTransportType::Taxi, phrases!["taxi*", "uber"]),
    (
        TravelTransportType::Hotel,
        phrases![
            "(hotel|hôtel|hotelli|nuits?|notti|noches|nächte|overnatting*|overnachting*)",
            "(camera (doppia|singola|matrimoniale)|chambre|habitación|stuga|stugor|pokój|nocleg*)",
            "(ubytování|ξενοδοχείο|hotell*|nätter|nights?|rum|incheckning)",
        ],
    ),
    (
        TravelTransportType::Car,
        phrases!["hyrbil*", "rental car", "car rental"],
    ),
];
/// Companies that have only one means of transport.
static CARRIERS: [(TravelTransportType, Phrases); 5] = [
    (
        TravelTransportType::Flight,
        phrases!["(ryanair|sas|lufthansa|norwegian|easyjet|wizz air|finnair|klm)"],
    ),
    (
        TravelTransportType::Train,
        phrases!["(sj|vr|mtrx|snälltåget|öresundståg|deutsche bahn|eurostar)"],
    ),
    (
        TravelTransportType::Bus,
        phrases!["flixbus", "vy ?bus4you", "bus4you", "nettbuss", "eurolines"],
    ),
    (
        TravelTransportType::Ferry,
        phrases!["(viking line|stena line|tallink|silja|destination gotland|gotlandsbolaget)"],
    ),
    (
        TravelTransportType::Taxi,
        phrases!["uber", "bolt", "taxi*", "cabonline"],
    ),
];

/// The means of transport: from JSON-LD or microdata, else of the vendor, else the only one whose words are on the page.
pub fn of(page: &Page<'_>, receipt: &Receipt) -> Choice<TravelTransportType> {
    let in_markup = journey::of(page).next().map(|journey| journey.transport);
    let vendor = Words::of(&receipt.get(VENDOR_NAME).unwrap_or_default());
    let of_vendor = || matching(&CARRIERS, |words| words.contains(&vendor));
    let of_page = || {
        let cells = || page.lines.iter().flatten();
        matching(&TRANSPORTS, |words| {
            cells().any(|content| words.contains(&content.words))
        })
    };
    Choice::of(in_markup, "the journey in the mail's markup")
        .otherwise(|| Choice::of(of_vendor(), "what the vendor runs"))
        .otherwise(|| Choice::of(of_page(), "the only means of transport whose words are on the page"))
}

/// The only means of transport whose phrases match. `None` if several match, or none.
fn matching(
    entries: &[(TravelTransportType, Phrases)],
    matches: impl Fn(&Phrases) -> bool,
) -> Option<TravelTransportType> {
    let found = entries.iter().filter(|(_, words)| matches(words));
    only(found.map(|(transport, _)| *transport))
}
