//! Numbers of orders, customers, cards, telephones and the like, in the same form.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::NaiveDate;
use fastrand::Rng;
use parser_extract::{luhn, mod97};
use regex::Regex;

use super::invented::{Invented, Kind};

static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z0-9]+(?:[-./_+:][A-Za-z0-9]+)*").expect("the pattern is valid"));
/// Groups of digits that are one number: a telephone's, a card's, an IBAN, a payment reference.
static GROUPS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|(?:\+|\b00|\b0)\d{1,4}[ -/]*\(?\d[\d ()-]{4,14}\d\b|\b\d{2,6}(?:[ -]\d{2,6}){1,5}(?:-\d)?\b|\b\d{2,8}-\d{1,4}\b",
    )
    .expect("the pattern is valid")
});
static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b\d{1,2}[:.]\d{2}(?::\d{2})?\b").expect("the pattern is valid"));
/// The last digits of a card after stars.
static LAST_DIGITS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:[*•xX·.]{2,} ?)(\d{3,4})\b").expect("the pattern is valid"));
/// Measures are no numbers of somebody.
static PLAIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:\d+(?:ml|cl|l|g|kg|mg|mm|cm|m|km|w|kw|kwh|v|mah|gb|tb|mb|k|st|p|px|hz)|#[0-9a-f]{6})$")
        .expect("the pattern is valid")
});
static YEARS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(?:19|20)\d\d(?:[-/](?:19|20)?\d\d)?$").expect("the pattern is valid"));
/// What stands after a quantity.
pub static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^ ?(?:ml|cl|g|kg|mg|mm|cm|m|km|w|kw|kwh|mwh|m³|m3|m²|v|mah|gb|tb|mb|st|pcs|%|min|poäng|points|credits)\b",
    )
    .expect("the pattern is valid")
});

/// The numbers of a text with what they become.
pub fn find(text: &str, invented: &mut Invented) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    let is_free = |found: &[(Range<usize>, String)], part: &Range<usize>| {
        found
            .iter()
            .all(|(known, _)| part.end <= known.start || known.end <= part.start)
    };
    for group in GROUPS.find_iter(text).filter(|group| is_one_number(group.as_str())) {
        found.push((group.range(), replaced(group.as_str(), invented)));
    }
    for last in LAST_DIGITS.captures_iter(text).filter_map(|captures| captures.get(1)) {
        if is_free(&found, &last.range()) {
            found.push((last.range(), replaced(last.as_str(), invented)));
        }
    }
    for token in TOKEN.find_iter(text).filter(|token| is_number(token.as_str())) {
        let is_measure = MEASURE.is_match(&text[token.end()..]) && token.as_str().len() < 6;
        if is_measure || !is_free(&found, &token.range()) {
            continue;
        }
        let mut at = token.start();
        for part in token.as_str().split_inclusive(['-', '.', '/', '_', '+', ':']) {
            let own = part.trim_end_matches(['-', '.', '/', '_', '+', ':']);
            if own.contains(|c: char| c.is_ascii_digit()) && !PLAIN.is_match(own) {
                found.push((at..at + own.len(), replaced(own, invented)));
            }
            at += part.len();
        }
    }
    found
}

/// Whether a word is somebody's number, not a size, a year, a time or a measure.
fn is_number(token: &str) -> bool {
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    let longest = token
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .max()
        .unwrap_or(0);
    let is_joined = token.contains(|c: char| c.is_ascii_alphabetic()) && digits >= 4;
    let is_time = TIME.find(token).is_some_and(|time| time.as_str() == token);
    (longest >= 4 || digits >= 6 || is_joined) && !is_time && !PLAIN.is_match(token) && !YEARS.is_match(token)
}

/// Whether groups of digits are one number: by their check digit, or because they begin as telephone numbers do.
fn is_one_number(text: &str) -> bool {
    let digits = compact(text);
    let is_phone = text.starts_with(['+', '0']) && (8..=14).contains(&digits.len()) && !text.contains('.');
    is_phone || digits.len() >= 7 && luhn::is_valid(&digits) || is_personal_number(&digits) || is_iban(&digits)
}

fn compact(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// A number in the form of another: the same lengths, letters, digits and separators, and a right check digit where the original
/// has one.
pub fn replaced(text: &str, invented: &mut Invented) -> String {
    let original = compact(text);
    let new = invented.replacement(Kind::Number, &original, |rng| like(&original, rng));
    let mut new = new.chars();
    let next = |c: char| {
        if c.is_ascii_alphanumeric() {
            new.next().unwrap_or(c)
        } else {
            c
        }
    };
    text.chars().map(next).collect()
}

/// Other digits and letters, with the check digits of the original.
fn like(original: &str, rng: &mut Rng) -> String {
    if is_iban(original) {
        return iban(original, rng);
    }
    if is_personal_number(original) {
        return personal_number(original, rng);
    }
    let mut at_start = true;
    let other = original.chars().map(|c| {
        let is_first = std::mem::take(&mut at_start);
        match c {
            '0' if is_first => '0',
            '0'..='9' if is_first => char::from(b'1' + rng.u8(..9)),
            '0'..='9' => char::from(b'0' + rng.u8(..10)),
            'a'..='z' => char::from(b"bdfghjlnpqtvwz"[rng.usize(..14)]),
            'A'..='Z' => char::from(b"BDFGHJLNPQTVWZ"[rng.usize(..14)]),
            c => c,
        }
    });
    let mut other: String = other.collect();
    if original.len() >= 6 && original.bytes().all(|byte| byte.is_ascii_digit()) {
        let is_valid = luhn::is_valid(original);
        while luhn::is_valid(&other) != is_valid {
            let last = other.pop().and_then(|c| c.to_digit(10)).unwrap_or(0);
            other.extend(char::from_digit((last + 1) % 10, 10));
        }
    }
    other
}

/// Whether it is an IBAN with right check digits (ISO 13616).
fn is_iban(text: &str) -> bool {
    let head = text.as_bytes();
    let form = (15..=34).contains(&text.len())
        && head[..2].iter().all(u8::is_ascii_uppercase)
        && head[2..4].iter().all(u8::is_ascii_digit)
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    form && mod97::is_valid(text)
}

fn iban(original: &str, rng: &mut Rng) -> String {
    let digit = |c: char| {
        if c.is_ascii_digit() {
            char::from(b'0' + rng.u8(..10))
        } else {
            c
        }
    };
    let rest: String = original[4..].chars().map(digit).collect();
    let country = &original[..2];
    let check = 98 - mod97::remainder(&format!("{country}00{rest}")).unwrap_or(1);
    format!("{country}{check:02}{rest}")
}

/// Whether it is a Swedish personal number: the day of birth, three digits and a check digit over the last ten digits
/// (Skatteverket, SKV 704).
fn is_personal_number(text: &str) -> bool {
    let born = match text.len() {
        10 => NaiveDate::parse_from_str(&format!("19{}", &text[..6]), "%Y%m%d"),
        12 if text.starts_with("19") || text.starts_with("20") => NaiveDate::parse_from_str(&text[..8], "%Y%m%d"),
        _ => return false,
    };
    born.is_ok() && text.bytes().all(|byte| byte.is_ascii_digit()) && luhn::is_valid(&text[text.len() - 10..])
}

/// One of somebody else, of the same century.
fn personal_number(original: &str, rng: &mut Rng) -> String {
    let (century, _) = original.split_at(original.len() - 10);
    let (year, month, day) = (rng.u8(..100), rng.u8(1..=12), rng.u8(1..=28));
    let serial = rng.u16(..1_000);
    let check = |digit: &u8| luhn::is_valid(&format!("{year:02}{month:02}{day:02}{serial:03}{digit}"));
    let digit = (0..10).find(check).unwrap_or(0);
    format!("{century}{year:02}{month:02}{day:02}{serial:03}{digit}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn replace(text: &str) -> String {
        let mut all = find(text, &mut Invented::new(7, text));
        all.sort_by_key(|(part, _)| part.start);
        all.into_iter().rev().fold(text.to_owned(), |text, (part, new)| {
            format!("{}{new}{}", &text[..part.start], &text[part.end..])
        })
    }

    fn form(text: &str) -> String {
        let kind = |c: char| match c {
            '0'..='9' => '9',
            'A'..='Z' => 'A',
            'a'..='z' => 'a',
            c => c,
        };
        text.chars().map(kind).collect()
    }

    #[test]
    fn sizes_years_times_and_measures_stay() {
        for text in [
            "Storlek 40-42, 31/32",
            "2019-2026",
            "2026",
            "kl. 18:40:05",
            "1000 ml",
            "500GB",
            "3 st, 25 %",
            "H2O B12",
        ] {
            assert_eq!(replace(text), text);
        }
    }

    #[test]
    fn numbers_keep_their_form() {
        for text in [
            "Order 800000017",
            "EX-10042",
            "UK-2041",
            "070-123 45 67",
            "+46 70 123 45 67",
            "**** 4242",
            "A1B2C3D4",
            "CR9912031301234567890",
        ] {
            let new = replace(text);
            assert_eq!(form(&new), form(text), "{text}");
            assert_ne!(new, text, "{text}");
        }
    }

    #[test]
    fn a_number_in_other_groups_is_the_same_number() {
        let mut invented = Invented::new(7, "");
        let (one, other) = (
            replaced("070-123 45 67", &mut invented),
            replaced("0701234567", &mut invented),
        );
        assert_eq!(compact(&one), other);
    }

    proptest! {
        #[test]
        fn check_digits_stay_right_or_wrong(digits in "[1-9][0-9]{6,18}", seed: u64) {
            let other = replaced(&digits, &mut Invented::new(seed, ""));
            prop_assert_eq!(luhn::is_valid(&digits), luhn::is_valid(&other));
            prop_assert_eq!(form(&digits), form(&other));
            prop_assert_ne!(digits, other);
        }

        #[test]
        fn a_personal_number_stays_one(year in 0u8..100, month in 1u8..=12, day in 1u8..=28, serial in 0u16..1000, seed: u64) {
            let digits = |check: u8| format!("{year:02}{month:02}{day:02}{serial:03}{check}");
            let original = (0..10).map(digits).find(|digits| luhn::is_valid(digits)).unwrap();
            for original in [original.clone(), format!("19{original}")] {
                let other = replaced(&original, &mut Invented::new(seed, ""));
                prop_assert!(is_personal_number(&other), "{}", other);
                prop_assert_ne!(&original, &other);
            }
        }

        #[test]
        fn an_iban_stays_one(account in "[0-9]{20}", seed: u64) {
            let check = 98 - mod97::remainder(&format!("SE00{account}")).unwrap();
            let iban = format!("SE{check:02}{account}");
            prop_assert!(is_iban(&iban));
            let other = replaced(&iban, &mut Invented::new(seed, ""));
            prop_assert!(is_iban(&other) && other != iban && other.starts_with("SE"));
        }
    }
}
