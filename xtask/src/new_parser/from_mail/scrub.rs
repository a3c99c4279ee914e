//! Replaces the parts of a text.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use parser_extract::amounts::{self, DecimalCount};
use parser_model::Money;
use regex::Regex;

use super::dates::Shift;
use super::vocabulary::Vocabulary;

/// A longer number may identify someone. Quantities, days and rates are shorter.
const MOST_DIGITS: usize = 2;
/// A larger number isn't an amount, even with a currency beside it.
const MAX_AMOUNT: i64 = 10_000_000 * 10_000;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"https?://[^\s<>"')]+|[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,8}/[^\s<>"')]+"#)
});
/// Times of day and percentages, which stay.
static KEPT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d{1,2}(?::[0-5]\d){1,2}\b|\b\d{1,3}(?:[.,]\d{1,2})? ?%"));
/// Letters and digits in one word, such as a booking code.
static CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{L}+\d[\p{L}\d]*|\d+\p{L}[\p{L}\d]*"));
/// A quantity with its unit in one word: `500g`.
static MEASURE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d+(\p{L}+)$"));
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+(?:[ \u{a0}\u{202f}.,/-]\d+)*"));
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\p{L}\p{M}]+"));

/// The replacements of a mail.
#[derive(Debug)]
pub struct Scrub {
    words: Vocabulary,
    /// The shift of dates.
    pub shift: Shift,
    /// The vendor's host, which stays.
    host: String,
    decimals: amounts::DecimalSign,
    /// The numbers of the reading in ten-thousandths, which stay.
    read: HashSet<i64>,
    /// How often something was replaced, by kind.
    pub counts: BTreeMap<&'static str, usize>,
}

/// A part of a text, what it is, and what it becomes.
type Edit = (Range<usize>, &'static str, String);

impl Scrub {
    /// The replacements of a page.
    pub fn new(words: Vocabulary, shift: Shift, host: &str, html: &str, read: &HashSet<i64>) -> Self {
        let mut count = DecimalCount::default();
        count.add(html);
        let whole = read.iter().map(|units| units / 10_000 * 10_000);
        Scrub {
            words,
            shift,
            host: host.to_owned(),
            decimals: count.sign(),
            read: whole.chain(read.iter().copied()).collect(),
            counts: BTreeMap::new(),
        }
    }

    /// The text with all replacements.
    pub fn text(&mut self, text: &str) -> String {
        let mut new = text.to_owned();
        for (part, kind, replacement) in self.edits(text).into_iter().rev() {
            *self.counts.entry(kind).or_default() += 1;
            new.replace_range(part, &replacement);
        }
        new
    }

    /// The part of a subject that other mails of the vendor have, too: the longest without replacements and digits.
    pub fn common_part(&self, subject: &str) -> Option<String> {
        let mut rest = subject.to_owned();
        for (part, ..) in self.edits(subject).into_iter().rev() {
            rest.replace_range(part, "\n");
        }
        let pieces =
            rest.split(|c: char| matches!(c, '\n' | '"' | '\\' | '<' | '>' | '{' | '}' | ':') || c.is_ascii_digit());
        let pieces = pieces.map(|piece| piece.trim_matches(|c: char| !c.is_alphanumeric()));
        let longest = pieces.max_by_key(|piece| piece.chars().count());
        longest.filter(|piece| piece.chars().count() > 3).map(str::to_owned)
    }

    /// The replacements in a text, from left to right.
    fn edits(&self, text: &str) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        let mut rest = text.to_owned();
        let mut add = |rest: &mut String, part: Range<usize>, kind, new: String| {
            if rest[part.clone()].contains('\u{1}') {
                return;
            }
            rest.replace_range(part.clone(), &"\u{1}".repeat(part.len()));
            if text[part.clone()] != new {
                edits.push((part, kind, new));
            }
        };
        for part in ADDRESS.find_iter(text) {
            add(&mut rest, part.range(), "addresses", self.address(part.as_str()));
        }
        for (part, new) in self.shift.dates(text) {
            add(&mut rest, part, "dates", new);
        }
        let amounts = amounts::find(text, self.decimals).into_iter().filter(|amount| {
            let units = amount.value.units().abs();
            self.read.contains(&units) || amount.strong && units < MAX_AMOUNT
        });
        let kept = KEPT.find_iter(text).map(|kept| kept.range());
        for part in amounts.map(|amount| amount.start..amount.end).chain(kept) {
            add(&mut rest, part.clone(), "numbers", text[part].to_owned());
        }
        for code in CODE.find_iter(&rest.clone()) {
            let unit = MEASURE
                .captures(code.as_str())
                .map(|measure| self.words.has(&measure[1]));
            if unit != Some(true) {
                add(&mut rest, code.range(), "numbers", self.words.replaced(code.as_str()));
            }
        }
        for number in NUMBER.find_iter(&rest.clone()) {
            add(&mut rest, number.range(), "numbers", self.number(number.as_str()));
        }
        for word in WORD.find_iter(&rest.clone()) {
            add(&mut rest, word.range(), "words", self.words.replaced(word.as_str()));
        }
        edits.sort_by_key(|(part, ..)| part.start);
        edits
    }

    /// Replaces the digits of a number, unless it is short or the reading has it.
    fn number(&self, text: &str) -> String {
        let digits: String = text.chars().filter(|c| c.is_numeric()).collect();
        let plain = text.replace([' ', '\u{a0}', '\u{202f}'], "").replace(',', ".");
        let is_read = plain
            .parse::<Money>()
            .is_ok_and(|number| self.read.contains(&number.units()));
        if digits.chars().count() <= MOST_DIGITS || is_read {
            return text.to_owned();
        }
        let new = self.words.digits(&digits);
        let mut new = new.chars();
        let next = |c: char| if c.is_numeric() { new.next().unwrap_or(c) } else { c };
        text.chars().map(next).collect()
    }

    /// An e-mail address of other words, or a link without path and parameters. The vendor's host stays. Every other host is
    /// replaced by example.com.
    pub fn address(&self, address: &str) -> String {
        if let Some((scheme @ ("http" | "https"), rest)) = address.trim().split_once("://") {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let host = authority.rsplit('@').next().unwrap_or_default();
            return format!("{scheme}://{}/", self.host(host.split(':').next().unwrap_or_default()));
        }
        match address.split_once('@') {
            Some((local, host)) => {
                let local = WORD.replace_all(local, |word: &regex::Captures<'_>| self.words.replaced(&word[0]));
                let local = NUMBER.replace_all(&local, |number: &regex::Captures<'_>| self.number(&number[0]));
                format!("{local}@{}", self.host(host))
            }
            None => format!("{}/", self.host(address.split('/').next().unwrap_or_default())),
        }
    }

    fn host(&self, host: &str) -> &str {
        let head = host.strip_suffix(&self.host);
        let is_own = head.is_some_and(|head| head.is_empty() || head.ends_with('.'));
        if is_own { &self.host } else { "example.com" }
    }
}
