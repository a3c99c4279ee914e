//! Which texts of a page are the buyer's, and which the seller's.

use std::collections::BTreeSet;

use super::address::{names_town, return_address};
use super::{firms, names};
use crate::page::{Page, Place};
use crate::phrases::{Numbers, Parties, Phrases, phrases};
use crate::words::Words;

/// Whether a text is a label of this class and nothing else, in one language or in two: `Odběratel (Client)`, `Seller / Myyjä`.
pub fn is_label(class: &Phrases, page: &Page<'_>, at: Place) -> bool {
    let text = page.cell(at).text.as_str();
    let mut parts = text.split(['(', ')', '/']).filter(|part| !part.trim().is_empty());
    class.matches_all(&page.content(at).words)
        || text.contains(['(', '/']) && parts.all(|part| class.matches_all(&Words::of(part)))
}

/// Cells under a buyer's label, with the recipient's name and address, and those that name the program that made the document.
pub fn buyer_places(page: &Page<'_>) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    for at in page.places().filter(|at| !is_payee(page, *at)) {
        let words = &page.content(at).words;
        if names_program(page, at) {
            places.insert(at);
        }
        // `Buyer: Norr AB, Storgatan 4, 990 77 Småtorp`
        if label_of(page, at).is_some_and(|label| Parties::Buyer.matches_all(&label)) {
            places.insert(at);
        }
        if is_attention_line(page, at) {
            places.extend(address_above(page, at));
        }
        places.extend(address_in_window(page, at));
        if words.len() > 6
            || !(is_label(&Parties::Buyer, page, at)
                || Parties::Buyer.starts_with(words) && page.cell(at).text.contains(':'))
        {
            continue;
        }
        places.insert(at);
        // The seller can follow in the same column.
        let below = page.below(at, 6);
        places.extend(below.take_while(|below| !names_seller(&page.content(*below).words)));
        places.extend(page.right(at));
    }
    places
}

/// Whether a text names who in a firm is to read the letter: `Att.: Alva Granskog`, and not `Att betala`.
fn is_attention_line(page: &Page<'_>, at: Place) -> bool {
    let (text, words) = (&page.cell(at).text, &page.content(at).words);
    let label = Parties::Attention.find_at(words, 0);
    label.is_some_and(|label| text[words.span(label.end - 1).1..].starts_with(['.', ':']))
}

/// The lines of an address between the title of a document and such a text. In other places the seller's may be above it.
fn address_above(page: &Page<'_>, at: Place) -> Vec<Place> {
    const LINES: usize = 7;
    let above: Vec<Place> = page.above(at, LINES).collect();
    let is_title = |place: &Place| {
        let words = &page.content(*place).words;
        Parties::Heading.starts_with(words) || names::names_no_one(words)
    };
    let is_town = |place: &Place| names_town(&page.cell(*place).text);
    let block = above.iter().position(is_title).map_or(&[][..], |title| &above[..title]);
    let is_only_address = block.iter().filter(|place| is_town(place)).count() == 1;
    let mut below = page.below(at, 2);
    let goes_on = below.any(|below| is_town(&below) || firms::is_legal(&page.cell(below).text));
    if is_only_address && !goes_on {
        block.to_vec()
    } else {
        Vec::new()
    }
}

/// Whether a text names the program that made the document, and does not start with a firm's name: `Powered by Shopify`.
pub(super) fn names_program(page: &Page<'_>, at: Place) -> bool {
    let content = page.content(at);
    let text = page.cell(at).text.as_str();
    let starts_with_firm = || names::entities(text).iter().any(|firm| text.starts_with(firm.as_str()));
    Parties::MadeWith.contains(&content.words) && !starts_with_firm()
}

/// The recipient's address in the window of a letter, below the sender's in one line (DIN 5008), if no other address is beside it.
fn address_in_window(page: &Page<'_>, at: Place) -> Vec<Place> {
    const HEAD: usize = 14;
    const LINES: usize = 6;
    let text = |place: Place| page.cell(place).text.as_str();
    let Some(sender) = return_address(text(at)).filter(|_| !page.is_mail() && at.line < HEAD) else {
        return Vec::new();
    };
    let is_aligned = |place: &Place| (page.cell(*place).x0 - page.cell(at).x0).abs() < 15.0;
    let mut block: Vec<Place> = page.below(at, LINES).take_while(is_aligned).collect();
    let Some(end) = block.iter().position(|place| names_town(text(*place))) else {
        return Vec::new();
    };
    block.truncate(end + 1);
    // The seller's own address below its brand, and what names the brand once more.
    let is_senders = |place: &Place| {
        let words = &page.content(*place).words;
        let is_named = names::key(text(*place)) == names::key(sender) || text(at).contains(text(*place));
        is_named || text(*place).contains('@') || Parties::Registration.contains(words)
    };
    let mut head = page.places().take_while(|place| place.line < HEAD);
    let is_beside = head.any(|place| place.line > at.line && !block.contains(&place) && names_town(text(place)));
    if end == 0 || sender.contains(':') || is_beside || block.iter().any(is_senders) {
        return Vec::new();
    }
    block
}

/// The words before the colon of a text.
fn label_of(page: &Page<'_>, at: Place) -> Option<Words> {
    let (label, _) = page.cell(at).text.split_once(':')?;
    Some(Words::of(label))
}

/// Whether a text names who is paid: by the label of a payee close to a payment reference or a giro. In other places some of these labels are
/// the buyer's.
pub fn is_payee(page: &Page<'_>, at: Place) -> bool {
    const LINES: usize = 3;
    let is_labelled = || match label_of(page, at) {
        Some(label) => Parties::Payee.matches_all(&label),
        None => Parties::Payee.matches_all(&page.content(at).words),
    };
    let near = || (at.line.saturating_sub(LINES)..=at.line + LINES).filter_map(|line| page.lines.get(line));
    let is_reference = |words: &Words| {
        [Numbers::PaymentReference, Numbers::Bankgiro, Numbers::Plusgiro]
            .iter()
            .any(|class| class.starts_with(words))
    };
    is_labelled() && near().flatten().any(|content| is_reference(&content.words))
}

/// Whether a company's number or tax status is in the same line or close below, as in the foot of letters.
pub fn is_registered(page: &Page<'_>, at: Place) -> bool {
    line_of(page, at)
        .chain(page.below(at, 4))
        .any(|place| Parties::Registration.contains(&page.content(place).words))
}

/// Whether somebody sent the page: not if the sender's name is a document's, such as `Invoices`, and the page doesn't have the host's.
pub(super) fn has_sender(page: &Page<'_>) -> bool {
    let document = page.document;
    let host = document.from_address.rsplit_once('@').map_or("", |(_, host)| host);
    let is_named = |name: &str| document.text().to_lowercase().contains(name);
    !host.is_empty()
        && (!names::names_no_one(&Words::of(&document.from_name)) || names::of_sender(host).is_some_and(is_named))
}

/// Labels of the seller that can be in a buyer's address, or name who carries the goods.
static VAGUE: Phrases = phrases![
    "account holder",
    "beneficiary",
    "carrier",
    "company",
    "company name",
    "from",
    "fra",
    "från",
    "restaurant",
    "transportör",
    "spediteur",
    "frachtführer",
    "fragtfører"
];

/// Whether words are a label that only the seller has.
fn names_seller(words: &Words) -> bool {
    Parties::Seller.matches_all(words) && !VAGUE.matches_all(words)
}

/// Whether a firm's registration is in the same line or below, or a label says no less than `Seller` beside or over its full name. A name and an
/// address may be between a label and the registration.
pub fn is_near_firm(page: &Page<'_>, at: Place) -> bool {
    let is_firm = |at: Place| !names::entities(&page.cell(at).text).is_empty();
    let is_registered_below = || page.below(at, 4).any(|below| is_registered(page, below));
    let words = &page.content(at).words;
    let is_label = || Parties::MarketplaceSeller.matches_all(words) || names_seller(words);
    let is_over_firm = || is_label() && page.right(at).into_iter().chain(page.below(at, 1)).any(is_firm);
    is_registered(page, at) || is_registered_below() || is_over_firm()
}

/// Whether the label of a giro is a cell of the same line, as in the foot of letters.
pub fn has_giro(page: &Page<'_>, at: Place) -> bool {
    let is_giro = |words: &Words| Numbers::Bankgiro.matches_all(words) || Numbers::Plusgiro.matches_all(words);
    line_of(page, at).any(|place| is_giro(&page.content(place).words))
}

fn line_of(page: &Page<'_>, at: Place) -> impl Iterator<Item = Place> {
    (0..page.lines[at.line].len()).map(move |cell| Place { cell, ..at })
}
