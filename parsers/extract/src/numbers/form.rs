//! The forms of numbers: which text after a label is one.

use parser_document::text;

use super::labels::{Labels, NumberKind, contains_label};
use super::series;
use crate::dates;
use crate::page::Page;
use crate::pattern::{Pattern, pattern};
use crate::phrases::{Dates, Numbers};
use crate::words::Words;

/// No date is written with more bytes.
pub(super) const LONGEST_DATE: usize = 60;

/// The facts about a number before it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// The kind that its label names.
    pub(super) kind: NumberKind,
    /// Whether a word for "number", a colon or `#` announces it.
    pub(super) announced: bool,
    /// Whether its label has a word for "number", so that it may have a single digit, or look like a day: `2/11/2026`.
    pub(super) explicit: bool,
    /// Whether the forms of mails are allowed: groups of digits, and codes of capitals.
    pub(super) in_mail: bool,
}

impl Expected {
    /// A number of an order without a label of its own.
    pub(super) const OF_ORDER: Expected = Expected {
        kind: NumberKind::Order,
        announced: true,
        explicit: false,
        in_mail: false,
    };

    /// A number behind or beside a label.
    pub(super) fn of_label(labels: &Labels, page: &Page<'_>, explicit: bool, announced: bool) -> Self {
        Expected {
            kind: labels.kind,
            announced,
            explicit,
            in_mail: page.is_mail(),
        }
    }
}

pub(super) fn number_at(text: &str, expected: Expected) -> Option<&str> {
    let may_be_grouped = expected.in_mail || expected.announced && expected.kind == NumberKind::Invoice;
    if may_be_grouped && let Some(grouped) = grouped_number_at(text, expected.announced) {
        return Some(grouped);
    }
    if expected.kind == NumberKind::Invoice
        && let Some(parts) = halves_at(text).or_else(|| spaced_at(text).filter(|_| expected.announced))
    {
        return Some(parts);
    }
    let is_labelled_invoice = expected.explicit && expected.kind == NumberKind::Invoice;
    if let Some(value) = series::year_and_count(text).filter(|_| is_labelled_invoice) {
        return Some(value);
    }
    if let Some(prefixed) = prefixed_number_at(text) {
        let has_digits = expected.kind == NumberKind::Invoice && count_digits(prefixed) >= 4;
        if expected.announced || has_digits {
            return Some(prefixed);
        }
    }
    let value = run_at(text);
    let rest = &text[value.len()..];
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '@' | '%'));
    if goes_on || value.chars().count() > 40 {
        return None;
    }
    let is_number = if count_digits(value) == 0 {
        let is_paper = matches!(
            expected.kind,
            NumberKind::Invoice | NumberKind::EarlierInvoice | NumberKind::Receipt
        );
        let is_code =
            || is_capital_code(value, rest) && (expected.announced || value.len() == 9 && is_unspeakable(value));
        expected.in_mail && !is_paper && is_code()
    } else {
        let is_all = expected.kind == NumberKind::Invoice && rest.trim().is_empty();
        let is_all_points = || is_all && expected.explicit && series::is_grouped_by_point(value);
        // `Rechnungsnummer: 6`, `Invoice INV-12`
        let may_be_short = is_all && (expected.explicit || INVOICE_CODE.is_match(value));
        (is_long_enough(value, expected) || may_be_short)
            && !value.bytes().all(|digit| digit == b'0')
            && !is_money(rest)
            && !FIRST_GROUPS.is_match(&format!("{value} {}", next_word(rest)))
            && (expected.announced || !is_year(value))
            && (!is_other_value(value) || expected.explicit && is_dated(value) || is_all_points())
            && !may_be_first_group(value, rest)
            && !counts_something(value, rest, expected)
    };
    is_number.then_some(value)
}

/// `INV-12`: a short number that says what it is of.
static INVOICE_CODE: Pattern = pattern!(r"^INV-[0-9]{1,3}$");

/// The number in groups at the start of a text. One that is not announced needs more digits than an amount or a time has.
fn grouped_number_at(text: &str, announced: bool) -> Option<&str> {
    let value = groups_at(text)?;
    let digits = count_digits(value);
    let has_digit = |group: &str| group.bytes().any(|b| b.is_ascii_digit());
    let (first, others) = value.split_once(' ')?;
    let has_digits = others.split(' ').all(has_digit) && (first.len() <= 3 && digits >= 4 || has_digit(first));
    let is_date = !dates::find(value, &Words::of(value)).is_empty() || last_group_begins_date(text, value);
    (has_digits && !is_date && (announced || digits >= 6)).then_some(value)
}

/// Whether the last group is the day of a date: `UM-5518 28. February 2026`.
fn last_group_begins_date(text: &str, value: &str) -> bool {
    let Some(last) = value.rfind(' ') else { return false };
    let date = text::cut(&text[last + 1..], LONGEST_DATE);
    let dates = dates::find(date, &Words::of(date));
    dates.first().is_some_and(|date| date.start == 0)
}

/// `5011 8204` and nothing else: two groups of as many digits.
fn halves_at(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let (first, second) = text.split_once(' ')?;
    let is_half = |half: &str| half.len() == first.len() && half.bytes().all(|b| b.is_ascii_digit());
    ((3..=6).contains(&first.len()) && is_half(first) && is_half(second)).then_some(text)
}

/// `2 / 2026`, `61050 / 26-05` and nothing else: a number and its year, with or without the month.
fn spaced_at(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let (number, period) = text.split_once(" / ")?;
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (year, month) = period.split_once('-').unwrap_or((period, "00"));
    let is_period = is_year(year) || year.len() == 2 && are_digits(year);
    let is_number = (1..=8).contains(&number.len()) && are_digits(number);
    (is_number && is_period && month.len() == 2 && are_digits(month)).then_some(text)
}

/// `FV 11/02/2026`, `SH 55060`, `ΤΠΥ 0041277`: up to four capitals of any script, or twice as many with a hyphen, then a number.
fn prefixed_number_at(text: &str) -> Option<&str> {
    let (prefix, after) = text.split_once(' ')?;
    let is_short = |part: &str| (1..=4).contains(&part.chars().count()) && part.chars().all(char::is_uppercase);
    (prefix.split('-').count() <= 2 && prefix.split('-').all(is_short)).then_some(())?;
    let number = run_at(after);
    let rest = &after[number.len()..];
    let ends = rest.is_empty() || rest.starts_with([' ', ',', '.', ';', ')']);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) || series::is_series(number);
    let is_number = is_number && count_digits(number) >= 3;
    (is_number && ends && !is_money(rest)).then(|| &text[..text.len() - rest.len()])
}

/// `LASKU 184`: the two or three digits that are all of a text after the title of an invoice.
pub(super) fn short_number(text: &str) -> Option<&str> {
    let text = text.trim_end();
    ((2..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

/// `Bestellung bei Uhrwerk & Söhne (Nummer: 40217)`: the number in brackets close behind its label.
pub(super) fn bracketed_number(after_label: &str, expected: Expected) -> Option<&str> {
    const MAX_BETWEEN: usize = 60;
    let (between, inner) = text::cut(after_label, 2 * MAX_BETWEEN).split_once('(')?;
    let (inner, _) = inner.split_once(')')?;
    let is_close = between.len() <= MAX_BETWEEN && !between.contains(['.', '!', '?']);
    let announced = true;
    let number = number_at(after_number_word(inner)?, Expected { announced, ..expected })?;
    (is_close && inner.ends_with(number)).then_some(number)
}

fn count_digits(value: &str) -> usize {
    value.bytes().filter(u8::is_ascii_digit).count()
}

/// Whether a value has enough digits. `1 av 2` and `2 items` state no number.
fn is_long_enough(value: &str, expected: Expected) -> bool {
    let digits = count_digits(value);
    match (expected.announced, expected.kind) {
        (true, _) => value.len() >= 2,
        (false, NumberKind::Invoice | NumberKind::EarlierInvoice | NumberKind::Order) => digits >= 4,
        (false, _) => digits >= 6 || expected.in_mail && is_booking_code(value),
    }
}

/// Whether the text after a value makes it an amount or a percentage: `12,50 kr`, `25 %`.
fn is_money(rest: &str) -> bool {
    let decimal = rest.strip_prefix(',');
    let is_decimal = decimal.is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
    is_decimal || rest.trim_start().starts_with(['€', '$', '£', '%'])
}

/// `2/11/2026`, `2026-11-02`: whether a value is a year, a month and another number, as the numbers of invoices are in Poland.
pub(super) fn is_dated(value: &str) -> bool {
    let is_month = |part: &str| part.len() <= 2 && part.parse().is_ok_and(|month: u8| (1..=12).contains(&month));
    let is_count = |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let in_parts = |sign: char| match value.split(sign).collect::<Vec<_>>().as_slice() {
        [first, month, last] => {
            is_month(month) && (is_year(first) && is_count(last) || is_count(first) && is_year(last))
        }
        _ => false,
    };
    in_parts('/') || in_parts('-')
}

fn is_year(value: &str) -> bool {
    value.len() == 4 && value.parse().is_ok_and(|n: u32| (1990..=2045).contains(&n))
}

/// `QWERTYUIO`: capitals that aren't a word of a label, up to the end of their clause.
fn is_capital_code(value: &str, rest: &str) -> bool {
    let capitals = (6..=12).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_uppercase());
    let ends = rest.trim().is_empty() || rest.starts_with([',', '.', ' ', ')']);
    capitals && ends && !contains_label(&Words::of(value))
}

/// `WXKPLDRTA`: nine letters, as shops on `PrestaShop` number their orders, with more consonants in a row than a word has.
fn is_unspeakable(value: &str) -> bool {
    // Letters that are spoken as one: `GUTSCHEIN`.
    let spoken = ["SCH", "CH", "CZ", "RZ", "SZ"];
    let value = spoken
        .iter()
        .fold(value.to_owned(), |value, letters| value.replace(letters, "C"));
    let is_vowel = |c: char| matches!(c, 'A' | 'E' | 'I' | 'O' | 'U' | 'Y');
    value.split(is_vowel).any(|consonants| consonants.len() >= 5)
}

/// `VZ-40KL`: capitals and digits.
fn is_booking_code(value: &str) -> bool {
    let capitals = value.bytes().filter(u8::is_ascii_uppercase).count();
    let in_code = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-';
    capitals >= 2 && value.len() >= 6 && value.bytes().all(in_code)
}

/// Whether a value is a day and a month: `22/08`.
pub(super) fn is_day_and_month(value: &str) -> bool {
    let in_range = |part: &str, most: u8| part.len() <= 2 && part.parse().is_ok_and(|n: u8| (1..=most).contains(&n));
    value
        .split_once(['/', '.'])
        .is_some_and(|(day, month)| in_range(day, 31) && in_range(month, 12))
}

/// `NL00BANK0000000001`: the form of an IBAN (ISO 13616), whatever its check digits.
static ACCOUNT: Pattern = pattern!(r"^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$");
/// The first two groups of an IBAN: `NL00 BANK 0000 0000 01`.
static FIRST_GROUPS: Pattern = pattern!(r"^[A-Z]{2}[0-9]{2} [0-9A-Z]{4}$");

/// Whether a value is a date, an account, a host's name, an amount or a number of thousands.
fn is_other_value(value: &str) -> bool {
    if ACCOUNT.is_match(value) {
        return true;
    }
    let is_date = !dates::find(value, &Words::of(value)).is_empty();
    let Some((before, last)) = value.rsplit_once('.') else {
        return is_date;
    };
    let is_host = last.len() > 1 && last.bytes().all(|b| b.is_ascii_alphabetic());
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let is_amount = last.len() == 2 && all_digits(last) && all_digits(before);
    // `14.820 kWh`, with the unit in the next line
    let is_thousands = last.len() == 3 && all_digits(last) && before.len() <= 3 && all_digits(before);
    is_date || is_host || is_amount || is_thousands
}

/// The letters, digits and signs at the start of a text, up to the last letter or digit.
fn run_at(text: &str) -> &str {
    const MAX_CHARS: usize = 48;
    let letter = char::is_alphanumeric;
    if !text.starts_with(letter) {
        return "";
    }
    let rest = text.trim_start_matches(|c| letter(c) || "/_.-".contains(c));
    let run = &text[..text.len() - rest.len()];
    let run = run.char_indices().nth(MAX_CHARS).map_or(run, |(end, _)| &run[..end]);
    let value = run.trim_end_matches(|c: char| !c.is_alphanumeric());
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..value.len().max(first)]
}

/// The text after a word for "number" at its start: `Nr.`, `No:`.
pub(super) fn after_number_word(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, '°' | 'º'));
    let word = &text[..text.len() - rest.len()];
    let marks = rest.strip_prefix(' ').unwrap_or(rest);
    let after = marks.trim_start_matches(['.', ':']);
    let rest = if after.len() < marks.len() {
        after.strip_prefix(' ').unwrap_or(after)
    } else {
        rest.strip_prefix(' ')?
    };
    Numbers::NumberWord.occur_in(&word.to_lowercase()).then_some(rest)
}

/// `3041 552 881`, `7QX2 91`, `SL 40 11 82`: groups of digits and capitals, up to the end of their clause.
fn groups_at<'t>(text: &'t str) -> Option<&'t str> {
    let in_group = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || c == '-';
    let split = |text: &'t str| text.split_at(text.find(|c| !in_group(c)).unwrap_or(text.len()));
    let (first, mut rest) = split(text);
    if !(1..=8).contains(&first.len()) {
        return None;
    }
    let capitals = first.len() <= 3 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut digits = capitals;
    let mut more = 0;
    // A digit alone is a group only between others: `33 26 4 1204`.
    let is_group =
        |(group, after): &(&str, &str)| (1..=6).contains(&group.len()) && (group.len() > 1 || after.starts_with(' '));
    while let Some((group, after)) = rest.strip_prefix(' ').map(split).filter(is_group) {
        digits &= group.bytes().all(|byte| byte.is_ascii_digit());
        rest = after;
        more += 1;
    }
    let value = &text[..text.len() - rest.len()];
    let all_digits = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
    let grouped = (2..=6).contains(&more) && (digits || all_digits && count_digits(value) >= 8)
        || (1..=6).contains(&more) && first.len() >= 2;
    let is_whole = ends_clause(rest) || all_digits && more >= 2 && goes_on_in_words(rest);
    (grouped && is_whole).then_some(value)
}

/// Whether the text after a number ends its clause.
fn ends_clause(rest: &str) -> bool {
    let after = rest.strip_prefix(['.', ',', ';', ')']);
    rest.is_empty() || after.is_some_and(|after| after.is_empty() || after.starts_with(' '))
}

/// `614 220 887 retirée le samedi`, `55 180 274 · 13/06/2026`: whether words or a sign follow a number, and no currency or unit.
fn goes_on_in_words(rest: &str) -> bool {
    let word = next_word(rest);
    let is_word = word.chars().count() > 3 && word.chars().all(char::is_alphabetic);
    let is_sign = matches!(word, "·" | "•" | "|" | "–" | "—" | "-");
    (is_word || is_sign) && crate::currency::at_start(rest.trim_start()).is_none()
}

/// The word behind the blank that a text begins with, up to the next blank.
fn next_word(rest: &str) -> &str {
    let after = rest.strip_prefix(' ').unwrap_or_default();
    after.split_once(' ').map_or(after, |(word, _)| word)
}

/// `55 180 274`: whether a short number goes on after a blank, so that it may be the first group of a longer one.
fn may_be_first_group(value: &str, rest: &str) -> bool {
    let next = next_word(rest).trim_end_matches(['.', ',', ';', ')']);
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    value.len() <= 3 && are_digits(value) && next.len() >= 2 && are_digits(next)
}

/// `pago: 04 MAY`, `order: 12 items`: whether one or two digits date or count what follows. `Rechnung: 17 vom 04.05.2026` is a number.
fn counts_something(value: &str, rest: &str, expected: Expected) -> bool {
    let leads_to_date = || Dates::Preposition.occur_in(next_word(rest));
    let is_followed = rest.trim_start().starts_with(char::is_alphabetic);
    !expected.explicit && value.len() <= 2 && is_followed && !leads_to_date()
}

/// `vom 31.01.2026` after a number: no more than the day of what it numbers.
pub(super) fn is_only_date(text: &str) -> bool {
    let words = Words::of(text);
    let dates = dates::find(text, &words);
    matches!(dates.as_slice(), [date] if words.len() <= 5 && text[date.end..].trim().is_empty() && date.start <= 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups_end_with_their_clause() {
        for (text, value) in [
            ("3041 552 881", Some("3041 552 881")),
            ("SL 40 11 82, tack", Some("SL 40 11 82")),
            ("7QX2 91 och mer", None),
            ("6 201 884 315", Some("6 201 884 315")),
            ("1 234 567", None),
            ("A 4", None),
            ("12", None),
        ] {
            assert_eq!(groups_at(text), value, "{text}");
        }
        assert_eq!(run_at("F-2026/0412. Tack"), "F-2026/0412");
        for (text, value) in [
            ("FV 11/02/2026 z dnia", Some("FV 11/02/2026")),
            ("SH 55060", Some("SH 55060")),
            ("ΤΠΥ 0041277", Some("ΤΠΥ 0041277")),
            ("ΑΛΠ-ΗΛ 0009417", Some("ΑΛΠ-ΗΛ 0009417")),
            ("EUR 125,00", None),
            ("A 4", None),
        ] {
            assert_eq!(prefixed_number_at(text), value, "{text}");
        }
        assert_eq!(halves_at("5011 8204"), Some("5011 8204"));
        assert_eq!(halves_at("5011 2026-05-07"), None);
        assert_eq!(after_number_word("Nr. 4411"), Some("4411"));
        assert_eq!(after_number_word("č. 26014"), Some("26014"));
        assert_eq!(after_number_word("Norden 4"), None);
    }
}
