//! The payment method.

use std::collections::BTreeSet;

use crate::choice::{Choice, only};
use crate::page::{Page, Place};
use crate::pattern::{Pattern, pattern};
use crate::phrases::{Items, Payments, Phrases, phrases};
use crate::words::{Words, is_wordy};

/// Heads of columns of items: what a table's header says isn't a method.
const HEADS: [Items; 3] = [Items::QuantityColumn, Items::NameColumn, Items::ArticleNumberColumn];
/// A longer value isn't a method alone.
const MAX_METHOD: usize = 60;
/// A longer text is prose.
const MAX_SENTENCE: usize = 120;
static CARD: Phrases = phrases!["visa", "mastercard", "maestro", "american express", "amex", "dankort"];
static METHOD: Phrases = phrases![
    "(visa|mastercard|maestro|american express|amex|dankort)",
    "(swish|klarna faktura|klarna|walley|qliro|afterpay|clearpay|paypal|venmo|apple pay|google pay|mobilepay|vipps|trustly)",
    "(bancontact|ideal|blik|przelewy24|bizum|satispay|mb way|multibanco|twint|autogiro|direct debit|lastschrift)",
];
/// What is given in coins and notes, of which change comes back.
pub static CASH: Phrases = phrases![
    "(kontant*|cash|tendered|contant*|käteinen|käteistä|bar|bargeld|gegeben|efectivo|entregado|espèces)",
    "(contanti|gotówka|gotówką|hotově|hotovost|dinheiro|numerário|μετρητά)",
];
/// A card with its last digits: `Visa **** 1180`, `Mastercard ending in 0417`.
static CARD_DIGITS: Pattern = pattern!(
    r"(?i)\b(?:(?:visa|mastercard)(?: debit| credit)?|maestro|american express|amex|dankort)\b[ ,(]{0,2}(?:[-–•*·.xX# ]{1,24}|[\p{L} .]{2,30} )[0-9]{4}\b",
);
/// The last digits alone, beside a picture of the card.
static DIGITS_ALONE: Pattern = pattern!(r"^[-–•*·.xX# ]{1,24}[0-9]{4}$");

/// `Betalt med kort`, `paid by card`.
static BY_CARD: Pattern = pattern!(
    r"(?i)\b(?:betalat|betald|betalt|paid|bezahlt)\b(?: \S+){0,2}? (?:med|with|by|mit) (kort|kontokort|card|karte)\b",
);

/// The labelled payment method as the document writes it, else the only method that a line about the payment names, else the
/// only card.
///
/// A labelled value with more than 6 digits in a row is the number of a card or account, and is not used.
pub fn method(page: &Page<'_>) -> Choice<String> {
    page.text_that(&Payments::MethodLabel, is_wordy)
        .map(without_terms)
        .filter(is_method, "no payment method beside its label")
        .otherwise(|| Choice::of(only_method(page), "the only method in lines about the payment"))
        .otherwise(|| Choice::of(only_card(page), "the only card with its last digits"))
        .otherwise(|| Choice::of(pictured_card(page), "the only picture of a card"))
        .otherwise(|| Choice::of(only_cell(page), "the only cell that is a payment method"))
}

/// Whether a labelled text can be a method, and isn't a number, a day or the head of a column.
#[allow(clippy::ptr_arg, reason = "it filters a `Choice<String>`")]
fn is_method(value: &String) -> bool {
    let long_number = value
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 6);
    value.chars().count() <= MAX_METHOD
        && !long_number
        && crate::dates::certain(value).is_none()
        && !HEADS.iter().any(|heads| heads.starts_with(&Words::of(value)))
}

/// Whether a text is the name of a payment method and nothing else.
pub fn is_method_alone(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_suffix(" account").unwrap_or(text);
    is_method_of(text, &Words::of(text))
}

/// Whether a text is a card with its last digits and nothing else.
pub fn is_card_alone(text: &str) -> bool {
    let text = text.trim();
    CARD_DIGITS.find(text).is_some_and(|hit| hit.as_str() == text)
}

/// Whether a text is the name of a method, without signs around it.
fn is_method_of(text: &str, words: &Words) -> bool {
    METHOD.matches_all(words) && text.len() == words.span(words.len() - 1).1 - words.span(0).0
}

pub fn names_method(text: &str) -> bool {
    METHOD.contains(&Words::of(text))
}

/// The methods that a text names.
fn named_methods<'t>(text: &'t str, words: &Words) -> Vec<&'t str> {
    let (mut from, mut methods) = (0, Vec::new());
    while let Some(found) = METHOD.find_from(words, from) {
        methods.push(&text[words.span(found.start).0..words.span(found.end - 1).1]);
        from = found.end;
    }
    methods
}

/// `Credit card`, if a long value continues with the terms: `Credit card, 12 instalments of 47.41 EUR`.
fn without_terms(value: String) -> String {
    match value.split_once(", ") {
        Some((method, _)) if value.chars().count() > MAX_METHOD => method.to_owned(),
        _ => value,
    }
}

/// The only method that is all of a cell, alone in its line, or beside an amount, or under a heading of the payment.
fn only_cell(page: &Page<'_>) -> Option<String> {
    let is_named = |at: &Place| {
        let line = &page.lines[at.line];
        let is_beside_amount = line.len() == 2 && at.cell == 0 && line[1].has_money();
        let is_heading = |above: Place| Payments::MethodHeading.matches_all(&page.content(above).words);
        let is_headed = || page.above(*at, 1).any(is_heading);
        line.len() == 1 || is_beside_amount || is_headed()
    };
    let is_method = |at: &Place| is_method_of(&page.cell(*at).text, &page.content(*at).words);
    let found = page.places().filter(is_method).filter(is_named);
    only(found.map(|at| page.cell(at).text.clone()))
}

/// The only card that the page names with its last digits.
fn only_card(page: &Page<'_>) -> Option<String> {
    let cells = page.places().filter(|at| CARD.contains(&page.content(*at).words));
    let texts = cells.map(|at| page.cell(at).text.as_str());
    let cards = texts.filter(|text| text.chars().count() <= MAX_SENTENCE);
    let found = cards.filter_map(|text| CARD_DIGITS.find(text));
    only(found.map(|card| card.as_str().to_owned()))
}

/// The only card whose picture the page has, if a cell has the last digits of one.
fn pictured_card(page: &Page<'_>) -> Option<String> {
    let mut cells = page.document.lines.iter().flatten();
    let has_digits = cells.any(|cell| DIGITS_ALONE.is_match(&cell.text));
    let is_heading = |at: Place| Payments::MethodHeading.matches_all(&page.content(at).words);
    if !has_digits && !page.places().any(is_heading) {
        return None;
    }
    let images = page.document.images.iter();
    let found = images.filter_map(|image| named_methods(&image.alt, &Words::of(&image.alt)).first().copied());
    only(found.map(str::to_owned))
}

/// The only method that the lines about the payment name, as it is written first.
fn only_method(page: &Page<'_>) -> Option<String> {
    let mut methods: BTreeSet<String> = BTreeSet::new();
    let mut first = None;
    for (line, content) in page.lines.iter().enumerate() {
        let mut words = content.iter().map(|content| &content.words);
        if !words.any(|words| Payments::PaidWith.contains(words)) {
            continue;
        }
        for (cell, content) in page.document.lines[line].iter().zip(content) {
            let hits = named_methods(&cell.text, &content.words).into_iter().map(str::to_owned);
            let card = BY_CARD.captures(&cell.text).map(|hit| hit[1].to_owned());
            for name in hits.chain(card) {
                if methods.insert(name.to_lowercase()) {
                    first.get_or_insert(name);
                }
            }
        }
    }
    first.filter(|_| methods.len() == 1)
}
