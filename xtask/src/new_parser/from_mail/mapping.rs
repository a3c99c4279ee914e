//! What each part of a mail becomes.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::amounts::{Amounts, Factor, Number};
use super::dates::Shift;
use super::invented::{Invented, Kind, words};
use super::numbers;
use super::page::{address, is_at};
use super::people::{People, Replacement};
use super::slots::{Hint, Line};

static EMAIL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\p{L}0-9._%+=-]+@[\p{L}0-9-]+(?:\.[\p{L}0-9-]+)+").expect("the pattern is valid"));
static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"https?://[^\s<>"')]+"#).expect("the pattern is valid"));
/// What follows the hour: `:20:00+02:00`.
static TIME_OF_DAY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?::[0-5]\d){1,2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?\b").expect("the pattern is valid")
});
/// A host with a path: `shop.example/o/42`.
static BARE_LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:[a-z0-9-]+\.)+[a-z]{2,8}/[A-Za-z0-9/_?=&%.-]+").expect("the pattern is valid"));

/// The replacements of a mail.
#[derive(Debug)]
pub struct Mapping {
    /// The vendor's host, which stays.
    pub host: String,
    /// Replacements of names and numbers.
    pub invented: Invented,
    /// The shift of dates.
    pub shift: Shift,
    /// How amounts are found.
    pub amounts: Amounts,
    /// The factor of amounts.
    pub factor: Factor,
    /// The sign between thousands.
    pub group: Option<char>,
    /// Names and addresses.
    pub people: People,
    /// Numbers of the reading, such as a booking reference of letters only.
    pub numbers: Vec<String>,
    /// Names of goods, whose numbers stay.
    pub goods: Vec<String>,
}

impl Mapping {
    /// The parts of a text that are replaced. None overlaps another.
    pub fn parts(&mut self, text: &str, hint: Hint) -> Vec<Replacement> {
        let mut found: Vec<Replacement> = Vec::new();
        for part in [&*LINK, &*EMAIL, &*BARE_LINK]
            .iter()
            .flat_map(|pattern| pattern.find_iter(text))
        {
            if let Some((kind, new)) = self.address(part.as_str()) {
                add(&mut found, part.range(), kind, new);
            } else {
                // The vendor's own address stays: nothing in it is looked at again.
                add(&mut found, part.range(), Kind::Link, part.as_str().to_owned());
            }
        }
        for number in self.numbers.clone() {
            for (at, _) in text.match_indices(&number) {
                add(
                    &mut found,
                    at..at + number.len(),
                    Kind::Number,
                    numbers::replaced(&number, &mut self.invented),
                );
            }
        }
        for (part, new) in self.shift.dates(text) {
            add(&mut found, part, Kind::Date, new);
        }
        for (part, kind, new) in self.people.parts(text, &mut self.invented) {
            add(&mut found, part, kind, new);
        }
        for number in self.amounts.find(text, hint) {
            let group = self.group.filter(|_| hint != Hint::Money);
            let new = self.factor.written(text, &number, group);
            add(&mut found, number.part, Kind::Amount, new);
        }
        let times = TIME_OF_DAY.find_iter(text).map(|time| time.range());
        let goods = self.goods.iter().flat_map(|name| text.match_indices(name.as_str()));
        let goods = goods.map(|(at, name)| at..at + name.len());
        let mut rest = text.to_owned();
        for part in found.iter().map(|(part, ..)| part.clone()).chain(times).chain(goods) {
            rest.replace_range(part.clone(), &"\u{1}".repeat(part.len()));
        }
        for (part, new) in numbers::find(&rest, &mut self.invented) {
            add(&mut found, part, Kind::Number, new);
        }
        found.retain(|(part, _, new)| text[part.clone()] != **new);
        found
    }

    /// The amounts of all lines.
    pub fn all_amounts(&mut self, lines: &[Line]) -> Vec<Number> {
        let mut all = Vec::new();
        for line in lines {
            let numbers = self.amounts.find(&line.text, line.hint);
            all.extend(numbers.into_iter().filter(|number| number.units > 0));
        }
        all
    }

    /// The text with all replacements.
    pub fn text(&mut self, text: &str) -> String {
        let mut parts = self.parts(text, Hint::None);
        parts.sort_by_key(|(part, ..)| part.start);
        parts
            .into_iter()
            .rev()
            .fold(text.to_owned(), |mut text, (part, _, new)| {
                text.replace_range(part, &new);
                text
            })
    }

    /// What an e-mail address or a link in a text becomes; `None` if it stays.
    fn address(&mut self, text: &str) -> Option<(Kind, String)> {
        if let Some((local, host)) = text.split_once('@').filter(|_| !text.contains("://")) {
            let is_own = is_at(&host.to_lowercase(), &self.host);
            let is_plain = !text.contains(['+', '=']) && text.bytes().filter(u8::is_ascii_digit).count() < 4;
            let name: Vec<String> = words(local).filter(|word| self.people.has_name(word)).collect();
            return (!(is_own && is_plain)).then(|| (Kind::Email, self.invented.email(text, &name)));
        }
        if text.contains("://") {
            return Some((Kind::Link, address(text, &self.host)));
        }
        let host = text.split('/').next().unwrap_or_default();
        Some((
            Kind::Link,
            if is_at(host, &self.host) {
                format!("{host}/")
            } else {
                "example.com/".to_owned()
            },
        ))
    }

    /// The part of a subject that other mails of the vendor have, too: the longest without names and numbers.
    pub fn common_part(&mut self, subject: &str) -> Option<String> {
        let mut rest = subject.to_owned();
        let mut parts = self.parts(subject, Hint::None);
        parts.sort_by_key(|(part, ..)| part.start);
        for (part, ..) in parts.into_iter().rev() {
            rest.replace_range(part, "\n");
        }
        let is_sign = |c: char| !c.is_alphanumeric();
        let pieces = rest.split(|c: char| matches!(c, '\n' | '"' | '\\' | '<' | '>' | '{' | '}') || c.is_ascii_digit());
        let pieces = pieces.map(|piece| piece.trim().trim_matches(is_sign));
        let forwarded = |piece: &str| {
            let head = piece
                .split_once(": ")
                .filter(|(head, _)| matches!(head.to_lowercase().as_str(), "fwd" | "fw" | "vb" | "re" | "sv"));
            head.map_or(piece.to_owned(), |(_, rest)| rest.to_owned())
        };
        let longest = pieces.map(forwarded).max_by_key(|piece| piece.chars().count());
        longest.filter(|piece| piece.chars().count() > 3)
    }
}

fn add(found: &mut Vec<Replacement>, part: Range<usize>, kind: Kind, new: String) {
    if found
        .iter()
        .all(|(known, ..)| part.end <= known.start || known.end <= part.start)
    {
        found.push((part, kind, new));
    }
}

/// The sign between thousands that the amounts of a page have.
pub fn group(lines: &[Line], amounts: &Amounts) -> Option<char> {
    let of_line = |line: &Line| {
        let numbers = amounts.find(&line.text, line.hint).into_iter();
        let groups = numbers.filter_map(|number| {
            let written = &line.text[number.part.clone()];
            let whole = &written[..written
                .len()
                .saturating_sub(number.decimals + usize::from(number.decimals > 0))];
            whole.chars().find(|c| !c.is_ascii_digit())
        });
        groups.collect::<Vec<char>>()
    };
    lines.iter().flat_map(of_line).next()
}
