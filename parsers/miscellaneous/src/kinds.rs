//! The kind of the purchase, such as `cinema`, if the words of the page indicate only one.

use parser_kit::field::VENDOR_NAME;
use parser_kit::{Choice, Page, Phrases, Receipt, Words, only, phrases};

/// Kinds with their words, which are searched in the vendor's name, the subject, the first lines and the names of the items.
static KINDS: [(&str, Phrases); 11] = [
    (
        "cinema",
        phrases!["(bio|biobiljett*|biograf*|filmstaden|salong|cinema|movie tickets?)"],
    ),
    (
        "event",
        phrases![
            "(konsert*|evenemang*|festival*|event tickets?|teater*|weekend pass|entré|entréavgift*|entrébiljett*|åkband|nöjespark*|liseberg|museum*|museet)",
        ],
    ),
    ("pharmacy", phrases!["(apotek*|recept|pharmacy|läkemedel|tabletter)"]),
    (
        "books",
        phrases!["(bok|böcker|bokhandel*|books?|pocket|inbunden|häftad)"],
    ),
    ("garden", phrases!["(trädgård*|plantskola*|plantor)"]),
    (
        "home",
        phrases!["(clas ohlson|skruv*|verktyg*|lampa|möbel*|möbler|inredning|järnhandel*|hardware)"],
    ),
    (
        "membership",
        phrases!["(medlemsavgift*|membership fee|årsavgift|kanotklubb|förening*)"],
    ),
    ("donation", phrases!["(gåva*|donation*|donated|insamling*)"]),
    ("parking", phrases!["(parkering*|parking|p avgift)"]),
    (
        "repair",
        phrases!["(service av|reparation*|vårservice|cykelservice|verkstad*|verkstan|repair)"],
    ),
    ("gift card", phrases!["(köp av presentkort|gift card purchase)"]),
];

/// The kind of the purchase: that of the vendor's name, else the only one whose words occur.
pub fn of(page: &Page<'_>, receipt: &Receipt) -> Choice<String> {
    let vendor = receipt.get(VENDOR_NAME);
    let items = receipt.items().iter().map(|item| item.name.as_str());
    let lines = page.document.lines.iter().take(3).flatten();
    let head = lines.map(|cell| cell.text.as_str());
    let of_vendor = vendor.map(|name| Words::of(&name));
    let texts: Vec<Words> = of_vendor
        .iter()
        .cloned()
        .chain(items.chain(head).map(Words::of))
        .collect();
    let named = KINDS
        .iter()
        .find(|(_, words)| of_vendor.as_ref().is_some_and(|vendor| words.contains(vendor)));
    if let Some((kind, _)) = named {
        return Choice::taken((*kind).to_owned(), "a word in the vendor's name");
    }
    let occurs = |words: &Phrases| texts.iter().any(|text| words.contains(text)) || words.contains(&page.subject);
    let kinds = KINDS.iter().filter(|(_, words)| occurs(words)).map(|(kind, _)| *kind);
    let only = only(kinds).map(str::to_owned);
    Choice::of(
        only,
        "the only kind whose words are in the subject, the first lines and the items",
    )
}
