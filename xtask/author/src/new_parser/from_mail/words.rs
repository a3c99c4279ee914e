//! The words that a fixture keeps, and the replacements of all others.

use std::collections::HashSet;
use std::fs;
use std::iter;
use std::ops::Range;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use fastrand::Rng;
use invoices_parsers::phrases::overrides::source::variants;
use parser_extract::amounts::{self, DecimalSign};
use parser_extract::dates::{self, DayOrder, ParsedDate};
use parser_extract::luhn;
use parser_extract::words::Words as ReadWords;
use parser_model::Money;
use regex::{Captures, Regex};

use crate::word::Files;
use crate::{Result, root};

/// The ends of compounds such as `ordernummer`, whose parts are in the vocabulary.
const ENDS: &[&str] = &["nummer", "nummeret", "numret", "nr", "nro", "numero", "referens"];
/// Words that readers know without a phrase.
const OTHERS: &str = "www st stk pcs kg hg g l dl cl ml m cm mm kwh mwh gb";
/// The letters of replacements. Hardly any word has no vowel.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz";
/// A longer number may identify somebody. Quantities, days and rates are shorter.
const MOST_DIGITS: usize = 2;
/// Shorter numbers have no check digit.
const LEAST_CHECKED: usize = 5;
/// A larger number isn't an amount, even with a currency beside it. In ten-thousandths.
const MAX_AMOUNT: i64 = 10_000_000 * 10_000;
/// Replacements that are tried until one is not in the mail.
const MAX_TRIES: usize = 1_000;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"https?://[^\s<>"')]+|[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,8}/[^\s<>"')]+"#)
});
/// Times of day, percentages and quantities with a unit in the same word, such as `500g`.
static KEPT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b\d{1,2}(?::[0-5]\d){1,2}\b|\b\d{1,3}(?:[.,]\d{1,2})? ?%|\b\d{1,4}(?:kg|hg|g|l|dl|cl|ml|m|cm|mm|st|gb)\b",
    )
});
/// A word or a code with its digits, or a number with its groups.
static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\p{M}\d]*\p{L}[\p{L}\p{M}\d]*|\d+(?:[ \u{a0}\u{202f}.,/-]\d+)*"));
static DIGITS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+"));

/// The words and numbers that may stay, and the replacements of all others.
#[derive(Clone, Debug, Default)]
pub struct Words {
    kept: HashSet<String>,
    /// The words of the mail. No replacement is one of them.
    pub original: HashSet<String>,
    /// Of all replacements.
    pub seed: u64,
    /// The vendor's host, which stays.
    pub host: String,
    /// How the page writes amounts and dates.
    pub decimals: Option<DecimalSign>,
    pub order: DayOrder,
    /// The numbers that are read, in ten-thousandths.
    pub numbers: HashSet<i64>,
}

impl Words {
    /// The words of the phrases in `parsers/extract/vocab`, and of the texts in `words.toml` and in the sources of a category.
    pub fn load(category: &str) -> Result<Self> {
        let mut words = Words {
            kept: split(OTHERS).collect(),
            ..Words::default()
        };
        for (table, class, phrases) in Files::open()?.vocabulary()?.classes() {
            // Some brands are people's names, such as `Kari Traa`.
            if (table, class) != ("items", "brand") {
                for phrase in phrases {
                    words.keep_phrase(&phrase.text);
                }
            }
        }
        let parser = root().join("parsers").join(category);
        // The rent notices' parser has none.
        if let Ok(phrases) = fs::read_to_string(parser.join("words.toml")) {
            words.keep_literals(&phrases);
        }
        let source = parser.join("src");
        for folder in [source.join("layouts"), source] {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry?.path();
                // The literals of tests and of the list of vendors contain names.
                let has_names = path.ends_with("tests.rs") || path.ends_with("vendors.rs");
                if path.extension().is_some_and(|extension| extension == "rs") && !has_names {
                    words.keep_literals(&fs::read_to_string(path)?);
                }
            }
        }
        Ok(words)
    }

    fn keep_literals(&mut self, source: &str) {
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let is_comment = |line: &&str| line.trim_start().starts_with("//") || line.trim_start().starts_with("# ");
        let lines = source.lines().filter(|line| !is_comment(line));
        for text in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            // Regular expressions have another notation than phrases.
            if text.contains(['\\', '^', '$', '{', ':']) {
                self.keep(text);
            } else {
                self.keep_phrase(&text.to_lowercase());
            }
        }
    }

    /// Adds the words of all texts that a phrase matches. `rabatt*` matches unknown words, so it is left out.
    fn keep_phrase(&mut self, phrase: &str) {
        for variant in variants(phrase) {
            let words = variant.split(' ').filter(|word| !word.contains('*'));
            words.for_each(|word| self.keep(word));
        }
    }

    /// Adds the words of a text.
    pub fn keep(&mut self, text: &str) {
        self.kept.extend(split(text));
    }

    /// Removes the words of a text.
    pub fn remove(&mut self, text: &str) {
        split(text).for_each(|word| _ = self.kept.remove(&word));
    }

    /// Whether a word stays. A single letter always does, because it is nobody's name.
    pub fn has(&self, word: &str) -> bool {
        let small = word.to_lowercase();
        let mut heads = ENDS.iter().filter_map(|end| small.strip_suffix(end));
        word.chars().count() == 1 || self.kept.contains(&small) || heads.any(|head| self.kept.contains(head))
    }

    /// The text with all replacements.
    pub fn text(&self, text: &str) -> String {
        let addresses = ADDRESS.find_iter(text);
        let addresses = addresses.map(|found| (found.range(), self.address(found.as_str())));
        let dates = dates::find(text, &ReadWords::of(text)).into_iter();
        let dates = dates.map(|date| {
            let place = date.start..date.end;
            (place.clone(), self.date(&text[place], date.parsed))
        });
        let amounts = amounts::find(text, self.decimals.unwrap_or(DecimalSign::Unknown)).into_iter();
        let amounts = amounts.filter(|amount| {
            let units = amount.value.units().abs();
            // `SEK1234` may be somebody's code.
            let mut bytes = text[amount.start..amount.end].bytes();
            let is_code = bytes.all(|byte| byte.is_ascii_alphanumeric());
            self.numbers.contains(&units) || amount.strong && units < MAX_AMOUNT && !is_code
        });
        let kept = amounts.map(|amount| amount.start..amount.end);
        let kept = kept.chain(KEPT.find_iter(text).map(|found| found.range()));
        let kept = kept.map(|place| (place.clone(), text[place].to_owned()));
        let mut parts: Vec<(Range<usize>, String)> = addresses.chain(dates).chain(kept).collect();
        parts.sort_by_key(|(place, _)| place.start);
        let (mut new, mut at) = (String::new(), 0);
        for (place, part) in parts {
            if place.start >= at {
                new = new + &self.tokens(&text[at..place.start]) + &part;
                at = place.end;
            }
        }
        new + &self.tokens(&text[at..])
    }

    /// Replaces each word and number that does not stay.
    fn tokens(&self, text: &str) -> String {
        let token = |found: &Captures<'_>| match &found[0] {
            token if self.stays(token) => token.to_owned(),
            token => self.replacement(token),
        };
        TOKEN.replace_all(text, token).into_owned()
    }

    /// Whether a token is a word that stays, a short number, or one that the reading has.
    fn stays(&self, token: &str) -> bool {
        if token.contains(char::is_alphabetic) {
            return self.has(token);
        }
        let plain = token.replace([' ', '\u{a0}', '\u{202f}'], "").replace(',', ".");
        let number = plain.parse::<Money>();
        token.chars().filter(|c| c.is_numeric()).count() <= MOST_DIGITS
            || number.is_ok_and(|number| self.numbers.contains(&number.units()))
    }

    /// Other letters and digits in the same form, which are not in the mail. The same ones everywhere for the same letters and digits.
    /// A valid check digit stays valid.
    fn replacement(&self, token: &str) -> String {
        let plain: String = split(token).collect();
        let is_checked = plain.len() >= LEAST_CHECKED && luhn::is_valid(&plain);
        let mut rng = Rng::with_seed(self.seed ^ hash(&plain));
        let others = iter::repeat_with(|| token.chars().map(|c| other(c, &mut rng)).collect::<String>());
        let is_new = |new: &String| {
            let plain: String = split(new).collect();
            !self.kept.contains(&plain) && !self.original.contains(&plain) && (!is_checked || luhn::is_valid(&plain))
        };
        others.take(MAX_TRIES).find(is_new).unwrap_or_default()
    }

    /// The date with another day of its month, in its form.
    fn date(&self, text: &str, parsed: ParsedDate) -> String {
        let orders = |parsed: ParsedDate| [parsed.day_order(), self.order, DayOrder::DayFirst];
        let read = |parsed: ParsedDate| orders(parsed).into_iter().find_map(|order| parsed.date(order));
        let Some(day) = read(parsed).map(|date| self.day(date)) else {
            return self.tokens(text);
        };
        let mut with_day = DIGITS.find_iter(text).map(|number| {
            let (start, number, width) = (&text[..number.start()], day.day(), number.len());
            format!("{start}{number:0width$}{}", &text[start.len() + width..])
        });
        let is_day = |new: &String| {
            let found = dates::find(new, &ReadWords::of(new));
            found.first().is_some_and(|date| read(date.parsed) == Some(day))
        };
        with_day.find(is_day).unwrap_or_else(|| self.tokens(text))
    }

    /// Another day of the same month, in the order of the original days. It is above 12, so that nobody takes it for a month.
    pub fn day(&self, date: NaiveDate) -> NaiveDate {
        let first = Rng::with_seed(self.seed ^ hash("day")).u32(13..=17);
        date.with_day(date.day() / 3 + first).unwrap_or(date)
    }

    /// An e-mail address of other words, or a link without path and parameters. Every host but the vendor's is replaced.
    pub fn address(&self, address: &str) -> String {
        let (scheme, rest) = address.split_at(address.find("://").map_or(0, |at| at + 3));
        let (local, host) = rest.split_once('@').filter(|_| scheme.is_empty()).unwrap_or(("", rest));
        let authority = host.split(['/', '?', '#']).next().unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default().split(':').next();
        let host = self.host(host.unwrap_or_default());
        if local.is_empty() {
            format!("{scheme}{host}/")
        } else {
            format!("{}@{host}", self.tokens(local))
        }
    }

    fn host(&self, host: &str) -> &str {
        let head = host.strip_suffix(&self.host);
        let is_own = head.is_some_and(|head| head.is_empty() || head.ends_with('.'));
        if is_own { &self.host } else { "example.com" }
    }
}

/// A letter for a letter, of the same case, and a digit for a digit. No digit becomes zero, so a number keeps its length.
fn other(c: char, rng: &mut Rng) -> char {
    let letter = char::from(LETTERS[rng.usize(..LETTERS.len())]);
    match c {
        c if c.is_numeric() => rng.char('1'..='9'),
        c if c.is_whitespace() || c.is_ascii_punctuation() => c,
        c if c.is_uppercase() => letter.to_ascii_uppercase(),
        _ => letter,
    }
}

/// The words of a text in small letters.
pub fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// FNV-1a. Unlike the standard library's hash it is the same with every compiler.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
