//! Order and invoice numbers, by their labels.

mod form;

use std::sync::LazyLock;

use crate::choice::{Choice, most_frequent};
use crate::page::{Page, Place};
use crate::phrases::{Index, Numbers, Phrases};
use crate::words::Words;

/// What a number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of {
    /// An invoice.
    Invoice,
    /// A receipt.
    Receipt,
    /// An order.
    Order,
    /// A booking.
    Booking,
    /// A payment.
    Transaction,
    /// Something that is referred to.
    Reference,
}

const KINDS: [(Of, Numbers); 6] = [
    (Of::Invoice, Numbers::Invoice),
    (Of::Receipt, Numbers::Receipt),
    (Of::Order, Numbers::Order),
    (Of::Booking, Numbers::Booking),
    (Of::Transaction, Numbers::Transaction),
    (Of::Reference, Numbers::Reference),
];

struct Kind {
    of: Of,
    /// The kind with a word for "number": certainly a label.
    signed: Phrases,
    /// The kind alone.
    bare: Phrases,
}

static LABELS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let number = Numbers::NumberWord.list().join("|");
    KINDS
        .iter()
        .map(|(of, class)| Kind {
            of: *of,
            signed: Phrases::new(
                &class
                    .list()
                    .iter()
                    .map(|kind| format!("{kind} ?({number})( ?({number}))?"))
                    .collect::<Vec<_>>(),
            ),
            bare: class.phrases(),
        })
        .collect()
});
/// Which labels can stand in some words: those of each kind with a word for "number", then the kinds alone.
static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let signed = LABELS.iter().map(|kind| &kind.signed);
    Index::new(signed.chain(LABELS.iter().map(|kind| &kind.bare)))
});
static NEVER: LazyLock<Phrases> = LazyLock::new(|| Numbers::OtherNumber.phrases());
/// Words before the number of the invoice that this one takes back.
static OF_ANOTHER: LazyLock<Phrases> = LazyLock::new(|| Numbers::OtherInvoice.phrases());
/// Numbers of single tickets.
static TICKET: LazyLock<Phrases> = LazyLock::new(|| Numbers::Ticket.phrases());
static BUYER: LazyLock<Phrases> = LazyLock::new(|| Numbers::BuyersOwn.phrases());
/// Words that join a label to its value.
static JOINING: LazyLock<Phrases> = LazyLock::new(|| Numbers::JoiningWord.phrases());
/// `Fakturan har nummer 12`: words that join a label to its value and say that it is a number.
static NUMBERED: LazyLock<Phrases> = LazyLock::new(|| Numbers::HasNumber.phrases());

/// A number with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The number as it is written.
    pub value: String,
    /// What it is of.
    pub of: Of,
    /// How surely it belongs to its label, 0 the surest.
    pub rank: u8,
    /// The label's words.
    pub label: String,
    /// Where it stands; `None` for title and subject.
    pub at: Option<Place>,
}

/// Every labelled number of a page.
pub fn find(page: &Page<'_>) -> Vec<Number> {
    let mut found = Vec::new();
    for at in page.places() {
        in_cell(page, at, &mut found);
    }
    if page.is_mail() {
        beside_dates(page, &mut found);
    }
    for (text, words) in [
        (&page.document.subject, &page.subject),
        (&page.document.title, &page.title),
    ] {
        for kind in labels_in(words) {
            in_text(page, text, words, kind, |value, _, label| {
                found.push(Number {
                    value,
                    of: kind.of,
                    rank: 1,
                    label,
                    at: None,
                });
            });
        }
    }
    found
}

/// A number beside a date, the only two cells of a line: the head of a receipt that labels neither.
fn beside_dates(page: &Page<'_>, found: &mut Vec<Number>) {
    for (line, cells) in page.lines.iter().enumerate().filter(|(_, cells)| cells.len() == 2) {
        let dated = |cell: usize| cells[cell].dates.len() == 1 && cells[cell].words.len() <= 5;
        let cell = match (dated(0), dated(1)) {
            (true, false) => 1,
            (false, true) => 0,
            _ => continue,
        };
        let at = Place { line, cell };
        let number =
            whole(page, at, false).filter(|value| value.len() >= 4 && cells[cell].amounts.iter().all(|a| !a.strong));
        // One that has a label of its own is what that says.
        let labelled = |value: &String| found.iter().any(|known| known.value == *value);
        if let Some(value) = number.filter(|value| !labelled(value)) {
            found.push(Number {
                value,
                of: Of::Receipt,
                rank: 4,
                label: "beside a date".into(),
                at: Some(at),
            });
        }
    }
}

/// The kinds whose label may stand in some words.
fn labels_in(words: &Words) -> impl Iterator<Item = &'static Kind> {
    let sets = INDEX.matching(words);
    let possible = move |number: usize| sets.contains(number) || sets.contains(number + KINDS.len());
    let kinds = LABELS.iter().enumerate();
    kinds.filter_map(move |(number, kind)| possible(number).then_some(kind))
}

fn in_cell(page: &Page<'_>, at: Place, found: &mut Vec<Number>) {
    let text = page.cell(at).text.as_str();
    let words = &page.reads(at).words;
    for kind in labels_in(words) {
        let mut inline = false;
        in_text(page, text, words, kind, |value, signed, label| {
            inline = true;
            let rank = if signed { 0 } else { 2 };
            found.push(Number {
                value,
                of: kind.of,
                rank,
                label,
                at: Some(at),
            });
        });
        let whole_label = kind.signed.matches_all(words)
            || kind.bare.matches_all(words)
            || words.len() <= 4 && kind.signed.ends_with(words);
        if inline || !whole_label || NEVER.contains(words) {
            continue;
        }
        let label = words.folded().trim().to_owned();
        let right = page
            .right(at)
            .filter(|right| !is_label(page, *right))
            .and_then(|right| whole(page, right, page.is_mail()));
        if let Some(value) = right {
            found.push(Number {
                value,
                of: kind.of,
                rank: 0,
                label,
                at: Some(at),
            });
        } else if let Some(value) = page
            .below(at, 2)
            .take_while(|below| !is_label(page, *below))
            .find_map(|b| whole(page, b, page.is_mail()))
        {
            found.push(Number {
                value,
                of: kind.of,
                rank: 1,
                label,
                at: Some(at),
            });
        }
    }
}

/// Calls `each` with every value that follows a label of `kind` in a text, and whether a sign says that it is a number.
fn in_text(page: &Page<'_>, text: &str, words: &Words, kind: &Kind, mut each: impl FnMut(String, bool, String)) {
    let mut from = 0;
    loop {
        let signed = kind.signed.find_from(words, from);
        let bare = kind.bare.find_from(words, from);
        let (range, mut sign) = match (signed, bare) {
            (Some(s), Some(b)) if b.start < s.start => (b, false),
            (Some(s), _) => (s, true),
            (None, Some(b)) => (b, false),
            (None, None) => return,
        };
        from = range.end.max(from + 1);
        let before = if range.start > 0 {
            words.word(range.start - 1)
        } else {
            ""
        };
        let another = kind.of == Of::Invoice && is(&OF_ANOTHER, before);
        if another || is(&NEVER, before) || (!page.is_mail() && is(&BUYER, before)) {
            continue;
        }
        let mut end = range.end;
        let joined = JOINING.find_at(words, end).filter(|j| j.end < words.len());
        if let Some(joining) = joined {
            end = joining.end;
        }
        let numbered = NUMBERED.find_at(words, end).filter(|n| n.end < words.len());
        if let Some(numbered) = numbered {
            end = numbered.end;
            sign = true;
        }
        let after = &text[words.span(end - 1).1..];
        let value_text = after.trim_start_matches([' ', ':', '#', '.', '-', '–', '(', ')', '"', '“', '”', '№', '*']);
        let between = &after[..after.len() - value_text.len()];
        sign |= between.contains([':', '#', '№']);
        let label = words.folded()[words.phrase_start(range.start)..words.phrase_start(range.end)]
            .trim()
            .to_owned();
        if let Some(value) = value_at(value_text, sign, kind.of, page.is_mail()) {
            each(value, sign, label);
        }
    }
}

fn is(phrases: &Phrases, word: &str) -> bool {
    !word.is_empty() && phrases.contains_folded(&format!(" {word} "))
}

/// The number in groups that begins a text. Without a sign only as many digits make it one as no amount or time has.
fn grouped_at(text: &str, sign: bool) -> Option<&str> {
    let value = form::groups_at(text)?;
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let each = value
        .split(' ')
        .skip(1)
        .all(|group| group.bytes().any(|b| b.is_ascii_digit()));
    let first = value.split(' ').next().unwrap_or("");
    let begun = first.len() <= 3 && digits >= 4 || first.bytes().any(|b| b.is_ascii_digit());
    let dated = !crate::dates::find(value, &Words::of(value)).is_empty();
    (each && begun && !dated && (sign || digits >= 6)).then_some(value)
}

/// The number that begins a text.
fn value_at(text: &str, sign: bool, of: Of, mail: bool) -> Option<String> {
    if (mail || sign && of == Of::Invoice)
        && let Some(grouped) = grouped_at(text, sign)
    {
        return Some(grouped.to_owned());
    }
    let value = form::value_of(text);
    let rest = &text[value.len()..];
    if rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '@' | '%')) || value.chars().count() > 40 {
        return None;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        let capitals = (6..=12).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_uppercase());
        let alone = rest.trim().is_empty() || rest.starts_with([',', '.', ' ', ')']);
        return (mail && sign && capitals && alone && !is_word_of_labels(value)).then(|| value.to_owned());
    }
    let enough = match (sign, of) {
        (true, _) => value.len() >= 2,
        (false, Of::Invoice | Of::Order) => digits >= 4,
        (false, _) => digits >= 6 || mail && is_code(value),
    };
    // `1 av 2`, `12,50 kr` and `2 items` are no numbers of anything.
    let decimal = rest
        .strip_prefix(',')
        .is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
    let money = rest.trim_start().starts_with(['€', '$', '£', '%']) || decimal;
    let bare_year = value.len() == 4 && value.parse().is_ok_and(|n: u32| (1990..=2045).contains(&n)) && !sign;
    (enough && !money && !bare_year && has_form(value)).then(|| value.to_owned())
}

/// `VZ-40KL`: capitals and digits, as bookings have.
fn is_code(value: &str) -> bool {
    let capitals = value.bytes().filter(u8::is_ascii_uppercase).count();
    let plain = value
        .bytes()
        .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
    plain && capitals >= 2 && value.len() >= 6
}

fn is_word_of_labels(value: &str) -> bool {
    let words = Words::of(value);
    labels_in(&words).any(|kind| kind.signed.contains(&words) || kind.bare.contains(&words)) || NEVER.contains(&words)
}

/// Not a date, an amount, a host's name or a time.
fn has_form(value: &str) -> bool {
    let words = Words::of(value);
    let date = !crate::dates::find(value, &words).is_empty();
    let parts: Vec<&str> = value.split('.').collect();
    let host = parts.len() > 1
        && parts
            .last()
            .is_some_and(|p| p.len() > 1 && p.bytes().all(|b| b.is_ascii_alphabetic()));
    let amount = parts.len() == 2 && parts[1].len() == 2 && parts.iter().all(|p| p.bytes().all(|b| b.is_ascii_digit()));
    !date && !host && !amount
}

/// The number that is all of a cell.
fn whole(page: &Page<'_>, at: Place, groups: bool) -> Option<String> {
    let text = page.cell(at).text.trim().trim_start_matches(['#', ':', ' ']);
    // Below a heading such as `FAKTURA` its number has a short label of its own.
    let text = form::after_sign(text).unwrap_or(text);
    let value = value_at(text, true, Of::Order, groups)?;
    (value.len() == text.len()).then_some(value)
}

/// Whether a cell is itself a label.
fn is_label(page: &Page<'_>, at: Place) -> bool {
    let words = &page.reads(at).words;
    labels_in(words).any(|kind| {
        kind.signed.matches_all(words) || kind.bare.matches_all(words) || words.len() == 2 && kind.bare.ends_with(words)
    })
}

/// The invoice's or receipt's number.
pub fn invoice_number(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    choose(page, found, &[Of::Invoice, Of::Receipt])
}

/// The receipt's own number.
pub fn receipt_number(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    choose(page, found, &[Of::Receipt])
}

/// The order's or booking's number, else that of the payment.
pub fn order_id(page: &Page<'_>, found: &[Number]) -> Choice<String> {
    let kinds: &[Of] = if page.is_mail() {
        &[Of::Order, Of::Booking, Of::Transaction, Of::Reference]
    } else {
        &[Of::Order, Of::Booking]
    };
    choose(page, found, kinds)
}

/// The first kind that is there; in it the surest rank; of that the one value.
fn choose(page: &Page<'_>, found: &[Number], kinds: &[Of]) -> Choice<String> {
    for kind in kinds {
        let of_kind: Vec<&Number> = found.iter().filter(|n| n.of == *kind).collect();
        let Some(best) = of_kind.iter().map(|n| n.rank).min() else {
            continue;
        };
        let mut here: Vec<&Number> = of_kind.iter().filter(|n| n.rank == best).copied().collect();
        // Each ticket has a number; the journey has one.
        let of_ticket = |n: &&Number| TICKET.contains_folded(&format!(" {} ", n.label));
        if !here.iter().all(of_ticket) {
            here.retain(|n| !of_ticket(n));
        }
        let values: Vec<&str> = here.iter().map(|n| n.value.as_str()).collect();
        let considered = of_kind
            .iter()
            .map(|n| format!("{} at \u{201c}{}\u{201d}", n.value, n.label))
            .collect();
        let alike = values.iter().all(|v| v.eq_ignore_ascii_case(values[0]));
        // `2607-118842` and its tickets `2607-118842-1`, `…-2`: the parts of a whole.
        let parted = |whole: &&Number| {
            let part = |v: &&str| {
                v.strip_prefix(whole.value.as_str())
                    .is_some_and(|rest| rest.starts_with(['-', '/', '.']))
            };
            values.iter().all(|v| *v == whole.value || part(v))
        };
        if !alike && let Some(whole) = of_kind.iter().copied().find(|n| parted(n)) {
            return Choice::taken(whole.value.clone(), "the number that the others are parts of").among(considered);
        }
        let frequent = (!page.is_mail() && *kind == Of::Invoice)
            .then(|| most_frequent(&values))
            .flatten();
        return match (alike, frequent) {
            (true, _) => Choice::taken(
                values[0].to_owned(),
                format!("its label \u{201c}{}\u{201d}", here[0].label),
            ),
            (false, Some(value)) => Choice::taken(value.to_owned(), "the most frequent of several"),
            (false, None) => Choice::refused("several different ones"),
        }
        .among(considered);
    }
    Choice::nothing()
}

#[cfg(test)]
mod tests;
