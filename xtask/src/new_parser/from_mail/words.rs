//! What a fixture keeps of a text, and what everything else becomes.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use fastrand::Rng;
use parser_extract::amounts::{self, DecimalSign};
use parser_extract::dates::{self, DayOrder, ParsedDate};
use parser_extract::luhn;
use parser_extract::words::Words as ReadWords;
use parser_model::Money;
use regex::{Captures, Regex};

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

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// A part of a phrase that stands for several texts: `(a|b)`, `[ab]`, `a?`.
static CHOICE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\(([^()]*)\)(\??)|\[([^\]]*)\](\??)|(.)(\?)"));
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
    /// The words of the phrases in `parsers/extract/vocab`, and of the string literals in the sources of a category.
    pub fn load(category: &str) -> Result<Self> {
        let mut words = Words {
            kept: split(OTHERS).collect(),
            ..Words::default()
        };
        for entry in fs::read_dir(root().join("parsers/extract/vocab"))? {
            let mut file: toml::Table = toml::from_str(&fs::read_to_string(entry?.path())?)?;
            // Some brands are people's names, such as `Kari Traa`.
            if let Some(toml::Value::Table(items)) = file.get_mut("items") {
                items.remove("brand");
            }
            let lists = file
                .values()
                .filter_map(toml::Value::as_table)
                .flat_map(toml::Table::values);
            let phrases = lists.filter_map(toml::Value::as_array).flatten();
            phrases
                .filter_map(toml::Value::as_str)
                .for_each(|phrase| words.add_phrase(phrase));
        }
        let source = root().join("parsers").join(category).join("src");
        for folder in [source.join("layouts"), source] {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                words.add_source(&entry?.path())?;
            }
        }
        Ok(words)
    }

    /// Tests and the list of vendors are left out: their literals contain names.
    fn add_source(&mut self, path: &Path) -> Result<()> {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if !is_source || path.ends_with("tests.rs") || path.ends_with("vendors.rs") {
            return Ok(());
        }
        let source = fs::read_to_string(path)?;
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        for text in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            // Regular expressions have another notation than phrases.
            if text.contains(['\\', '^', '$', '{', ':']) {
                self.keep(text);
            } else {
                self.add_phrase(&text.to_lowercase());
            }
        }
        Ok(())
    }

    fn add_phrase(&mut self, phrase: &str) {
        let mut open = vec![phrase.to_owned()];
        while let Some(phrase) = open.pop() {
            let Some(found) = CHOICE.captures(&phrase) else {
                // `rabatt*` matches unknown words, so it is left out.
                phrase
                    .split(' ')
                    .filter(|word| !word.contains('*'))
                    .for_each(|word| self.keep(word));
                continue;
            };
            let mut texts: Vec<String> = match (found.get(1), found.get(3)) {
                (Some(all), _) => all.as_str().split('|').map(str::to_owned).collect(),
                (_, Some(all)) => all.as_str().chars().map(String::from).collect(),
                _ => vec![found[5].to_owned()],
            };
            let part = found.get_match();
            if part.as_str().ends_with('?') {
                texts.push(String::new());
            }
            let (before, after) = (&phrase[..part.start()], &phrase[part.end()..]);
            open.extend(texts.iter().map(|text| [before, text, after].concat()));
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
        let same = |part: Range<usize>| (part.clone(), text[part].to_owned());
        let addresses = ADDRESS
            .find_iter(text)
            .map(|found| (found.range(), self.address(found.as_str())));
        let dates = dates::find(text, &ReadWords::of(text)).into_iter();
        let dates = dates.map(|date| {
            (
                date.start..date.end,
                self.date(&text[date.start..date.end], date.parsed),
            )
        });
        let amounts = amounts::find(text, self.decimals.unwrap_or(DecimalSign::Unknown)).into_iter();
        let amounts = amounts.filter(|amount| {
            let units = amount.value.units().abs();
            // `SEK1234` may be somebody's code.
            let written = &text[amount.start..amount.end];
            let is_code = written.starts_with(|c: char| c.is_ascii_uppercase())
                && written.bytes().all(|byte| byte.is_ascii_alphanumeric());
            self.numbers.contains(&units) || amount.strong && units < MAX_AMOUNT && !is_code
        });
        let kept = amounts.map(|amount| amount.start..amount.end);
        let kept = kept.chain(KEPT.find_iter(text).map(|kept| kept.range())).map(same);
        let mut parts: Vec<(Range<usize>, String)> = addresses.chain(dates).chain(kept).collect();
        parts.sort_by_key(|(part, _)| part.start);
        let (mut new, mut at) = (String::new(), 0);
        for (part, replacement) in parts {
            if part.start >= at {
                new = new + &self.tokens(&text[at..part.start]) + &replacement;
                at = part.end;
            }
        }
        new + &self.tokens(&text[at..])
    }

    /// Replaces each word and number that does not stay.
    fn tokens(&self, text: &str) -> String {
        let token = |found: &Captures<'_>| match &found[0] {
            number if number.chars().all(|c| !c.is_alphabetic()) => self.number(number),
            word if self.has(word) => word.to_owned(),
            word => self.word(word),
        };
        TOKEN.replace_all(text, token).into_owned()
    }

    /// Other letters of the same case, and other digits.
    fn word(&self, word: &str) -> String {
        let mut rng = self.rng(&word.to_lowercase());
        loop {
            let new: String = word.chars().map(|c| other(c, &mut rng)).collect();
            let small = new.to_lowercase();
            if !self.kept.contains(&small) && !self.original.contains(&small) {
                return new;
            }
        }
    }

    /// Other digits, unless the number is short or the reading has it. A valid check digit stays valid.
    fn number(&self, text: &str) -> String {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let plain = text.replace([' ', '\u{a0}', '\u{202f}'], "").replace(',', ".");
        let is_read = plain
            .parse::<Money>()
            .is_ok_and(|number| self.numbers.contains(&number.units()));
        if text.chars().filter(|c| c.is_numeric()).count() <= MOST_DIGITS || is_read {
            return text.to_owned();
        }
        let mut rng = self.rng(&digits);
        let mut new: String = digits.chars().map(|c| other(c, &mut rng)).collect();
        if digits.len() >= LEAST_CHECKED && luhn::is_valid(&digits) {
            new.pop();
            let mut checked = ('0'..='9').map(|last| format!("{new}{last}"));
            new = checked.find(|number| luhn::is_valid(number)).unwrap_or_default();
        }
        let mut new = new.chars();
        let next = |c: char| if c.is_numeric() { new.next().unwrap_or('1') } else { c };
        text.chars().map(next).collect()
    }

    /// The date with another day of its month, in its form. The order of a page's days stays.
    fn date(&self, text: &str, parsed: ParsedDate) -> String {
        let order = match parsed.day_order() {
            DayOrder::Unknown => self.order,
            known => known,
        };
        let date = parsed.date(order).or(parsed.date(DayOrder::DayFirst));
        let numbers: Vec<_> = DIGITS.find_iter(text).collect();
        let place = date.and_then(|date| match numbers.as_slice() {
            [year, _, day] if year.len() == 4 => Some(day),
            [_, day, _] if order == DayOrder::MonthFirst => Some(day),
            all => all.iter().find(|number| number.as_str().parse() == Ok(date.day())),
        });
        match date.zip(place) {
            Some((date, place)) => {
                let (day, width) = (self.day(date).day(), place.len());
                format!("{}{day:0width$}{}", &text[..place.start()], &text[place.end()..])
            }
            None => self.tokens(text),
        }
    }

    /// Another day of the same month. It is above 12, so that nobody takes it for a month.
    pub fn day(&self, date: NaiveDate) -> NaiveDate {
        let first = self.rng("day").u32(13..=17);
        date.with_day(date.day() / 3 + first).unwrap_or(date)
    }

    /// An e-mail address of other words, or a link without path and parameters. Every host but the vendor's is replaced.
    pub fn address(&self, address: &str) -> String {
        if let Some((scheme @ ("http" | "https"), rest)) = address.trim().split_once("://") {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let host = authority.rsplit('@').next().unwrap_or_default();
            return format!("{scheme}://{}/", self.host(host.split(':').next().unwrap_or_default()));
        }
        match address.split_once('@') {
            Some((local, host)) => format!("{}@{}", self.tokens(local), self.host(host)),
            None => format!("{}/", self.host(address.split('/').next().unwrap_or_default())),
        }
    }

    fn host(&self, host: &str) -> &str {
        let head = host.strip_suffix(&self.host);
        let is_own = head.is_some_and(|head| head.is_empty() || head.ends_with('.'));
        if is_own { &self.host } else { "example.com" }
    }

    /// The same text has the same replacement everywhere in a mail.
    fn rng(&self, text: &str) -> Rng {
        Rng::with_seed(self.seed ^ hash(text))
    }
}

/// A letter for a letter, of the same case, and a digit for a digit. No digit becomes zero, so a number keeps its length.
fn other(c: char, rng: &mut Rng) -> char {
    if c.is_numeric() {
        return rng.char('1'..='9');
    }
    let letter = char::from(LETTERS[rng.usize(..LETTERS.len())]);
    if c.is_uppercase() {
        letter.to_ascii_uppercase()
    } else {
        letter
    }
}

/// The words of a text in small letters.
pub fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

/// FNV-1a. Unlike the standard library's hash it is the same with every compiler.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
