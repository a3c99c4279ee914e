//! The words that a fixture keeps, and what all others become.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use fastrand::Rng;
use parser_extract::luhn;
use regex::Regex;

use crate::{Result, root};

/// The ends of compounds such as `ordernummer`, whose parts are in the vocabulary.
const ENDS: &[&str] = &["nummer", "nummeret", "numret", "nr", "nro", "numero", "referens"];
/// Words that readers know without a phrase.
const OTHERS: &str = "www st stk pcs kg hg g l dl cl ml m cm mm kwh mwh gb";
/// Letters and digits that replace one another.
const ALPHABETS: &[&str] = &[
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "åäöæøéèüçščžłñ",
    "αβγδεζηθικλμνξοπρστυφχψω",
];
/// Shorter numbers have no check digit.
const LEAST_CHECKED: usize = 5;
/// How many replacements of a word are tried until one is neither known nor in the mail.
const ATTEMPTS: u64 = 500;

/// A part of a phrase that stands for several texts: `(a|b)`, `[ab]`, `a?`.
static CHOICE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\(([^()]*)\)(\??)|\[([^\]]*)\](\??)|(.)(\?)").expect("the pattern is valid"));

/// The words that may stay.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    kept: HashSet<String>,
    /// The words of the mail. No replacement is one of them.
    original: HashSet<String>,
    seed: u64,
}

impl Vocabulary {
    /// The words of the phrases in `parsers/extract/vocab` and in the sources of a category.
    pub fn load(category: &str) -> Result<Self> {
        let mut words = Vocabulary {
            kept: words(OTHERS).collect(),
            original: HashSet::new(),
            seed: 0,
        };
        for entry in fs::read_dir(root().join("parsers/extract/vocab"))? {
            let mut file: toml::Table = toml::from_str(&fs::read_to_string(entry?.path())?)?;
            // Months stay in dates. Some brands are people's names, such as `Kari Traa`.
            file.remove("months");
            if let Some(toml::Value::Table(items)) = file.get_mut("items") {
                items.remove("brand");
            }
            let lists = file
                .values()
                .filter_map(toml::Value::as_table)
                .flat_map(toml::Table::values);
            let phrases = lists.filter_map(toml::Value::as_array).flatten();
            for phrase in phrases.filter_map(toml::Value::as_str) {
                words.add_phrase(phrase);
            }
        }
        words.add_sources(&root().join("parsers").join(category).join("src"))?;
        Ok(words)
    }

    /// Adds the words of the string literals in a category's sources. Tests are left out: their literals contain names.
    fn add_sources(&mut self, folder: &Path) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.add_sources(&path)?;
            }
            if path.extension().is_none_or(|extension| extension != "rs")
                || path.ends_with("tests.rs")
                || path.ends_with("vendors.rs")
            {
                continue;
            }
            let source = fs::read_to_string(&path)?;
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
        }
        Ok(())
    }

    fn add_phrase(&mut self, phrase: &str) {
        let mut open = vec![phrase.to_owned()];
        while let Some(phrase) = open.pop() {
            let Some(found) = CHOICE.captures(&phrase) else {
                // `rabatt*` matches unknown words, so it is left out.
                let whole = phrase.split(' ').filter(|word| !word.contains('*'));
                whole.for_each(|word| self.keep(word));
                continue;
            };
            let group = |number: usize| found.get(number).map_or("", |part| part.as_str());
            let mut texts: Vec<String> = match (found.get(1), found.get(3)) {
                (Some(all), _) => all.as_str().split('|').map(str::to_owned).collect(),
                (_, Some(all)) => all.as_str().chars().map(String::from).collect(),
                _ => vec![group(5).to_owned()],
            };
            if [2, 4, 6].iter().any(|number| group(*number) == "?") {
                texts.push(String::new());
            }
            let part = found.get_match().range();
            let all = texts
                .iter()
                .map(|text| [&phrase[..part.start], text, &phrase[part.end..]].concat());
            open.extend(all);
        }
    }

    /// Adds the words of a text.
    pub fn keep(&mut self, text: &str) {
        self.kept.extend(words(text));
    }

    /// Removes the words of a text.
    pub fn remove(&mut self, text: &str) {
        for word in words(text) {
            self.kept.remove(&word);
        }
    }

    /// Sets the text of the mail and the seed of all replacements.
    pub fn set_original(&mut self, text: &str, seed: u64) {
        self.original = words(text).collect();
        self.seed = seed;
    }

    /// Whether a word stays. A single letter always does, because it is nobody's name.
    pub fn has(&self, word: &str) -> bool {
        let small = word.to_lowercase();
        let mut heads = ENDS.iter().filter_map(|end| small.strip_suffix(end));
        word.chars().count() == 1 || self.kept.contains(&small) || heads.any(|head| self.kept.contains(head))
    }

    /// The word itself if it stays, or other letters of the same case.
    pub fn replaced(&self, word: &str) -> String {
        if self.has(word) {
            return word.to_owned();
        }
        let small = word.to_lowercase();
        let attempts = (0..ATTEMPTS).map(|attempt| {
            let seed = self.seed ^ hash(small.as_bytes());
            let mut rng = Rng::with_seed(seed.wrapping_add(attempt));
            word.chars().map(|c| other(c, &mut rng)).collect::<String>()
        });
        let mut new = attempts.filter(|new| {
            let new = new.to_lowercase();
            !self.kept.contains(&new) && !self.original.contains(&new)
        });
        new.next().unwrap_or_else(|| "x".repeat(word.chars().count()))
    }

    /// Other digits. Numbers that share their first digits still do, and a valid check digit stays valid.
    pub fn digits(&self, digits: &str) -> String {
        let rng = |before: &str| Rng::with_seed(self.seed ^ hash(before.as_bytes()));
        let places = digits.char_indices();
        let mut new: String = places.map(|(at, c)| other(c, &mut rng(&digits[..at]))).collect();
        if digits.len() >= LEAST_CHECKED && luhn::is_valid(digits) {
            new.pop();
            let mut checked = ('0'..='9').map(|last| format!("{new}{last}"));
            new = checked.find(|number| luhn::is_valid(number)).unwrap_or_default();
        }
        new
    }
}

/// Another character of the same alphabet and case. No digit becomes zero, so a number keeps its length.
fn other(c: char, rng: &mut Rng) -> char {
    let small = c.to_lowercase().next().unwrap_or(c);
    let is_here = |alphabet: &&&str| alphabet.contains(if c.is_numeric() { '0' } else { small });
    let alphabet = ALPHABETS.iter().find(is_here);
    let others = alphabet
        .unwrap_or(&ALPHABETS[0])
        .chars()
        .filter(|other| *other != small && *other != '0');
    let others: Vec<char> = others.collect();
    let new = others[rng.usize(..others.len())];
    if c.is_uppercase() {
        new.to_uppercase().next().unwrap_or(new)
    } else {
        new
    }
}

/// The words of a text in small letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

/// FNV-1a. Unlike the standard library's hash it is the same with every compiler.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
