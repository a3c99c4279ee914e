//! The vendor's name in a PDF: in labels, the return address, hosts, companies' names and the letterhead.

use std::collections::{BTreeSet, HashMap};

use unicode_normalization::UnicodeNormalization;

use super::address::{hosts_in, is_address_line, names_town, receiver, return_address};
use super::mentions::{Mention, Mentions};
use super::scoring::{
    ADDRESS_BELOW, CONFIRMED, FIRST_LINE_OF_PDF, FULL_NAME_IN_PDF, LARGEST_LETTERS, OWN_HOST, PAYMENT_RECEIVER,
    REGISTRATION, RETURN_ADDRESS, SELLER_LABEL, ScoringRule,
};
use super::{firms, names, parties};
use crate::cell::CellContent;
use crate::page::{Page, Place};
use crate::phrases::{Dates, Documents, Parties, Phrases};
use crate::words::Words;
use names::names_no_one;

pub(super) fn find(page: &Page<'_>, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let free: Vec<Place> = page.places().filter(|at| !buyer.contains(at)).collect();
    for at in page.places() {
        if !(is_of_item(page, at) || names_salesperson(page, at, &free)) {
            seller(page, at, &SELLER_LABEL, mentions);
        }
    }
    let foot = page.lines.len() * 3 / 4;
    for at in &free {
        let text = &page.cell(*at).text;
        let words = &page.content(*at).words;
        let is_addressed = Parties::AddressedTo.starts_with(words) || Parties::CourtesyTitle.starts_with(words);
        let is_named = |name: &&str| name.starts_with(char::is_alphabetic);
        if let Some(name) = return_address(text).filter(is_named).filter(|_| !is_addressed) {
            let name = names::of_return_address(name);
            // In the foot of a giro the payer's may stand.
            let is_above = |name: &String| free.iter().any(|at| at.line < foot && page.cell(*at).text == *name);
            let is_senders = at.line >= foot && name.as_ref().is_some_and(is_above);
            mentions.add_strong(name, &RETURN_ADDRESS, usize::from(is_senders));
        }
        if let Some(name) = receiver(text) {
            mentions.add(names::whole(name), &PAYMENT_RECEIVER);
        }
    }
    hosts(page, &free, mentions);
    entities(page, &free, buyer, mentions);
    free.iter()
        .filter(|at| at.line >= foot)
        .for_each(|at| add_foot(page, *at, mentions));
    letterhead(page, buyer, mentions);
    complete(mentions);
}

/// The name right of, below or after a label such as `Seller` or `Leverantör`.
pub(super) fn seller(page: &Page<'_>, at: Place, rule: &'static ScoringRule, mentions: &mut Mentions) {
    let text = page.cell(at).text.as_str();
    if parties::is_label(&Parties::Seller, page, at) && !heads_journey(page, at) {
        // Beside `Seller` may be `Buyer`, and both names below.
        let right = page
            .right(at)
            .filter(|right| !is_value_of_above(page, *right) && !parties::is_label(&Parties::Buyer, page, *right));
        let mut beside: Vec<Place> = right.into_iter().chain(page.below(at, 2)).collect();
        if right.is_some_and(|right| heads_columns(page, at, right)) {
            beside.rotate_left(1);
        }
        let mut beside = beside.into_iter();
        let name = beside.find_map(|p| {
            let text = names::without_label(&page.cell(p).text);
            // A text with a digit is a street.
            let is_name = |name: &String| !name.contains(|c: char| c.is_ascii_digit()) && is_free(page, p, text);
            let titled = || names::before_address(text).filter(is_name);
            let firm = || names::of_payee(text).filter(|_| firms::is_legal(text));
            name_at(page, p, text).or_else(firm).or_else(titled)
        });
        mentions.add(name, rule);
        return;
    }
    for part in text.split(['–', '—', '•', '|', '·']) {
        if let Some((label, name)) = part.split_once(':')
            && Parties::Seller.matches_all(&Words::of(label))
            && !is_debited(page, at)
        {
            mentions.add(names::before_address(name), rule);
        }
    }
}

/// Whether a text is in the line of an item: `From: Norrby Station | 1 | 125.00 EUR | 125.00 EUR`.
fn is_of_item(page: &Page<'_>, at: Place) -> bool {
    let is_named = page
        .cell(at)
        .text
        .split_once(':')
        .is_some_and(|(_, name)| !name.trim().is_empty());
    is_named && page.lines[at.line].iter().filter(|content| content.has_money()).count() > 1
}

/// Whether a label such as `Seller` has neither a firm nor an address: with a firm below the amounts it names who sold for that.
fn names_salesperson(page: &Page<'_>, at: Place, free: &[Place]) -> bool {
    const LINES: usize = 3;
    let has_money = |line: usize| page.lines[line].iter().any(CellContent::has_money);
    let is_below_amounts = |line: usize| line > at.line && (at.line..line).any(has_money);
    let is_firm = |at: &Place| firms::is_legal(&page.cell(*at).text) && parties::is_registered(page, *at);
    let beside = page
        .right(at)
        .into_iter()
        .flat_map(|right| std::iter::once(right).chain(page.below(right, LINES)));
    let mut places = std::iter::once(at).chain(page.below(at, LINES)).chain(beside);
    Parties::MarketplaceSeller.starts_with(&page.content(at).words)
        && free.iter().any(|at| is_below_amounts(at.line) && is_firm(at))
        && !places.any(|place| firms::is_legal(&page.cell(place).text) || is_address(page, place))
}

/// Whether the account below is masked, as one is that is debited: `Account holder: Alva Granskog` over `SE45****6789`.
fn is_debited(page: &Page<'_>, at: Place) -> bool {
    page.below(at, 1).any(|below| page.cell(below).text.contains("***"))
}

/// Whether a line heads the parts of a journey: `From | To | Departure`.
fn heads_journey(page: &Page<'_>, label: Place) -> bool {
    let others = || {
        page.lines[label.line]
            .iter()
            .enumerate()
            .filter(|(cell, _)| *cell != label.cell)
    };
    let has = |class: &Phrases| others().any(|(_, cell)| class.matches_all(&cell.words));
    has(&Parties::AddressedTo) && has(&Dates::OtherDate)
}

/// Whether a label and the text right of it are heads of columns, which have their values below.
fn heads_columns(page: &Page<'_>, label: Place, right: Place) -> bool {
    let is_head = |text: &str| !text.contains(|c: char| c == ':' || c.is_ascii_digit());
    let line = &page.document.lines[label.line];
    line.iter().all(|cell| is_head(&cell.text)) && (line.len() >= 3 || names_no_one(&page.content(right).words))
}

/// Whether the text above ends in a colon, so that this one is its value.
fn is_value_of_above(page: &Page<'_>, at: Place) -> bool {
    page.above(at, 1).any(|above| page.cell(above).text.ends_with(':'))
}

/// The name that a text of this place is, unless it is an amount, a date, a label or what the document is called.
fn name_at(page: &Page<'_>, at: Place, text: &str) -> Option<String> {
    let has_none = page.content(at).amounts.is_empty();
    has_none
        .then(|| names::whole(text))?
        .filter(|_| is_free(page, at, text))
}

/// Whether a text of this place is no amount, date, label or title.
fn is_free(page: &Page<'_>, at: Place, text: &str) -> bool {
    let content = page.content(at);
    if !content.amounts.is_empty() || !content.dates.is_empty() {
        return false;
    }
    let words = Words::of(text);
    let heading = is_heading(&words) && !firms::is_legal(text);
    // Labels may be heads of columns: beside `Hyresvärd` is `Hyresgäst`, and no name.
    let label = Parties::Buyer.matches_all(&words) || Parties::Seller.matches_all(&words);
    !heading && !label && !is_address_line(page, at, text)
}

/// A name that matches the host of an address or a site on the page.
fn hosts(page: &Page<'_>, free: &[Place], mentions: &mut Mentions) {
    let cells = page.document.lines.iter().flatten();
    let found: BTreeSet<String> = cells.flat_map(|cell| hosts_in(&cell.text)).collect();
    let hosts = found.iter().filter_map(|host| names::of_host(host));
    let wanted: Vec<String> = hosts.filter(|name| !names::is_carrier(name)).map(plain).collect();
    let locals = free.iter().flat_map(|at| of_private_addresses(&page.cell(*at).text));
    let without_year = |local: &str| plain(local.trim_end_matches(|c: char| c.is_ascii_digit()));
    let locals = locals.map(without_year).filter(|local| local.len() >= MIN_LOCAL_PART);
    let locals: BTreeSet<String> = locals.collect();
    if wanted.is_empty() && locals.is_empty() {
        return;
    }
    let texts = free.iter().take(120).map(|at| (at, plain(&page.cell(*at).text)));
    let texts: Vec<(&Place, String)> = texts.collect();
    for wanted in wanted {
        // Most texts don't contain the host's name.
        for (at, _) in texts.iter().filter(|(_, plain)| plain.contains(&wanted)) {
            let at = *at;
            let text = &page.cell(*at).text;
            // `Granskog IT & Design` and `granskog.example`
            let begins = |name: &str| wanted.len() > 4 && plain(Words::of(name).word(0)) == wanted;
            let is_same = |name: &String| plain(&names::key(name)) == wanted || begins(name);
            let whole = name_at(page, *at, text).filter(is_same);
            let matches = |name: &String| {
                let word = wanted.len() > 4 && name.split(' ').any(|word| plain(word) == wanted);
                plain(&names::key(name)).starts_with(&wanted) || word
            };
            let entity = || names::entities(text).into_iter().find(matches);
            mentions.add(whole.or_else(entity), &OWN_HOST);
        }
    }
    for (at, _) in texts.iter().filter(|(_, plain)| locals.contains(plain)) {
        mentions.add(name_at(page, **at, &page.cell(**at).text), &OWN_HOST);
    }
}

/// Fewer letters of an address are too often a first name.
const MIN_LOCAL_PART: usize = 8;

/// The local parts of addresses at a host that serves everybody: `alvagranskog` of `alva.granskog@gmail.com`.
fn of_private_addresses(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split([' ', '<', '>', '(', ')', ',', ';']);
    let addresses = words.filter_map(|word| word.trim_end_matches('.').split_once('@'));
    let is_private = |host: &str| names::of_host(&host.to_lowercase()).is_some_and(names::is_carrier);
    addresses.filter_map(move |(local, host)| is_private(host).then_some(local))
}

/// A name as hosts spell it: in lower case, without accents and hyphens.
fn plain(name: &str) -> String {
    let letters = name.nfd().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The firms that the page names, but for those in the buyer's address: a slip for the payment names the buyer once more.
fn entities(page: &Page<'_>, free: &[Place], buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let of_buyer = buyer.iter().flat_map(|at| names::entities(&page.cell(*at).text));
    let buyers: BTreeSet<String> = of_buyer.map(|name| names::key(&name)).collect();
    let mut count: HashMap<String, (String, usize, bool)> = HashMap::new();
    for at in free {
        for name in names::entities(&page.cell(*at).text) {
            let is_bank = Parties::Bank.contains(&Words::of(&name));
            if is_bank || buyers.contains(&names::key(&name)) || is_administrator(&page.cell(*at).text, &name) {
                continue;
            }
            let name = from_line_above(page, *at, &name).unwrap_or(name);
            let entry = count.entry(names::key(&name)).or_insert((name, 0, false));
            entry.1 += 1;
            entry.2 |= at.line < 3;
            if parties::is_registered(page, *at) || parties::has_giro(page, *at) {
                mentions.add(Some(entry.0.clone()), &REGISTRATION);
            }
        }
    }
    let mut count: Vec<(String, usize, bool)> = count.into_values().collect();
    count.sort();
    for (name, times, early) in count {
        let strength = times.min(3) - 1 + if early { 2 } else { 0 };
        mentions.add_strong(Some(name), &FULL_NAME_IN_PDF, strength);
    }
}

/// The name in the foot of a letter over its postal address, with ways to reach it or its registration beside it.
fn add_foot(page: &Page<'_>, at: Place, mentions: &mut Mentions) {
    let lines = at.line.saturating_sub(1)..(at.line + 3).min(page.lines.len());
    let mut beside = lines.flat_map(|line| (1..page.lines[line].len()).map(move |cell| Place { line, cell }));
    let is_over_town = || page.below(at, 2).any(|below| names_town(&page.cell(below).text));
    if at.cell == 0 && page.right(at).is_some() && is_over_town() && beside.any(|place| is_contact(page, place)) {
        mentions.add_strong(name_at(page, at, &page.cell(at).text), &REGISTRATION, 1);
    }
}

/// Whether a text names the landlord's administrator: `Ekonomisk förvaltning: Siffervalvet AB`.
fn is_administrator(text: &str, name: &str) -> bool {
    let before = text.find(name).map_or("", |at| &text[..at]);
    Parties::ManagedBy.ends_with(&Words::of(before))
}

/// A name that began in the line above: `Bostäder i` above `Skåne AB`.
fn from_line_above(page: &Page<'_>, at: Place, name: &str) -> Option<String> {
    const JOINING: [&str; 7] = [" i", " och", " &", " på", " and", " und", " för"];
    let cell = page.cell(at);
    let above = page.above(at, 1).next()?;
    let beginning = page.cell(above);
    let same = (beginning.x0 - cell.x0).abs() < 10.0 && (beginning.height - cell.height).abs() < 0.5;
    let joins = JOINING.iter().any(|word| beginning.text.ends_with(word));
    let short = beginning.text.chars().count() <= 40;
    (same && joins && short && cell.text.starts_with(name)).then(|| format!("{} {name}", beginning.text))
}

/// The lines in which the first name stands, below the document's title or beside it.
const FIRST_LINES: usize = 2;

/// A letterhead has the seller's name in letters of its own, perhaps with a second line or a heading.
const MOST_IN_LARGEST: usize = 3;

/// Whether words begin or end with what documents and their parts are called: `Tax invoice`.
pub(super) fn is_heading(words: &Words) -> bool {
    let headings = [&*Parties::Heading, &*Documents::CreditNote];
    headings
        .iter()
        .any(|class| class.starts_with(words) || class.ends_with(words))
}

/// The names in the largest letters of the first lines, and in the first line.
fn letterhead(page: &Page<'_>, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let head: Vec<Place> = page
        .places()
        .take_while(|at| at.line < 14)
        // `Mevrouw A. Granskog` above her address is whom the letter is to.
        .filter(|at| !buyer.contains(at) && !Parties::CourtesyTitle.starts_with(&page.content(*at).words))
        .collect();
    let median = page.usual_height();
    let named: Vec<(Place, String)> = head
        .iter()
        .filter(|at| !is_street(page, **at))
        .filter_map(|at| Some((*at, name_at(page, *at, &page.cell(*at).text)?)))
        .collect();
    let largest = named.iter().map(|(at, _)| page.cell(*at).height).fold(0.0, f32::max);
    let in_largest = |(at, _): &&(Place, String)| page.cell(*at).height >= largest - 0.1;
    // Many texts in the same letters are the heads of a table.
    if largest > 1.25 * median && named.iter().filter(in_largest).count() <= MOST_IN_LARGEST {
        for (at, name) in named.iter().filter(in_largest) {
            mentions.add(Some(name.clone()), &LARGEST_LETTERS);
            confirm(page, *at, name, buyer, mentions);
        }
    }
    let is_title = |at: &Place| {
        let words = &page.content(*at).words;
        names_no_one(words) || is_heading(words) && !firms::is_legal(&page.cell(*at).text)
    };
    let first = head.iter().filter(|at| at.line < FIRST_LINES && !is_title(at));
    for (at, is_first) in first.take(2).zip([true, false]) {
        let text = page.cell(*at).text.as_str();
        // `kaffebutiken.example` is in its own address.
        mentions.add(names::is_host(text).then(|| text.to_owned()), &OWN_HOST);
        let mut below = page.below(*at, 3).filter(|below| !buyer.contains(below));
        let is_over_address = below.any(|below| is_address(page, below));
        let name = named
            .iter()
            .find(|(place, _)| place == at)
            .map(|(_, name)| name.clone());
        let is_named =
            |word: &str| (!word.starts_with(char::is_lowercase) || PARTICLES.contains(&word)) && !word.ends_with(',');
        let is_in_words = is_over_address && text.split(' ').all(is_named) && is_free(page, *at, text);
        let Some(name) = name.or_else(|| names::of_payee(text).filter(|_| is_in_words)) else {
            continue;
        };
        mentions.add_strong(Some(name.clone()), &FIRST_LINE_OF_PDF, usize::from(is_first));
        confirm(page, *at, &name, buyer, mentions);
        mentions.add(Some(name).filter(|_| is_over_address), &ADDRESS_BELOW);
    }
}

/// Words of names that need not begin with a capital: `Studio di Alva Granskog`.
const PARTICLES: [&str; 16] = [
    "da", "de", "del", "della", "den", "di", "do", "du", "e", "et", "la", "och", "og", "van", "von", "y",
];

/// Whether a text stands between a name and its town, as a street does: `Corso Vittorio Emanuele`.
fn is_street(page: &Page<'_>, at: Place) -> bool {
    let mut above = page.above(at, 1);
    let has_name = above.any(|place| name_at(page, place, &page.cell(place).text).is_some());
    has_name
        && page.below(at, 1).any(|place| names_town(&page.cell(place).text))
        && !firms::is_legal(&page.cell(at).text)
}

/// Confirms a name by another place with it, or by an address below it: letters or a place alone may be those of a heading.
fn confirm(page: &Page<'_>, at: Place, name: &str, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    const LINES: usize = 6;
    let mut below = page.below(at, LINES).filter(|below| !buyer.contains(below));
    // A heading is often a word of a sentence, in small letters.
    let capitals = name.to_uppercase();
    let others = page.places().filter(|other| *other != at);
    let mut texts = others.map(|other| &page.cell(other).text);
    let is_again = |text: &String| text.contains(name) || text.contains(&capitals);
    if below.any(|below| is_address(page, below)) || texts.any(is_again) {
        mentions.add(Some(name.to_owned()), &CONFIRMED);
    }
}

/// The first words of lines with ways to reach a seller. `Telefonía Central` is a name.
const CONTACTS: &str = "email mobile phone puh puhelin tel telefax telefon telefone telefonnr telefonnummer telefono telefonszám \
    telefoon telefoonnummer telephone telf teléfono teléfonos téléphone tfn tlf";

/// Whether there is a mail address, a telephone number, a postal address or a company's registration.
fn is_address(page: &Page<'_>, at: Place) -> bool {
    let text = page.cell(at).text.as_str();
    is_contact(page, at) || return_address(text).is_none() && names_town(text)
}

/// Whether there is a mail address, a telephone number or a company's registration.
fn is_contact(page: &Page<'_>, at: Place) -> bool {
    let text = page.cell(at).text.as_str();
    let words = &page.content(at).words;
    let is_site = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    // `Norr AB, Storgatan 4, 990 77 Småtorp` below the title of an event
    CONTACTS.split(' ').any(|contact| contact == words.word(0))
        || is_site
        || return_address(text).is_none() && (text.contains('@') || Parties::Registration.contains(words))
}

/// Replaces a name that is the end of a longer one elsewhere on the page: it was cut out of running text.
fn complete(mentions: &mut Mentions) {
    let is_by_itself = |mention: &&Mention| !mention.is_by(&FULL_NAME_IN_PDF) && !mention.is_by(&OWN_HOST);
    let names = mentions.all.iter().filter(is_by_itself).map(|mention| &mention.name);
    let wholes: Vec<String> = names.filter(|name| firms::is_legal(name)).cloned().collect();
    for mention in &mut mentions.all {
        let ending = format!(" {}", mention.name);
        if let Some(whole) = wholes.iter().find(|name| name.ends_with(&ending)) {
            mention.name.clone_from(whole);
        }
    }
}
