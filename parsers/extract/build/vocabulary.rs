//! Reads and checks the vocabulary's TOML files. Part of the build script, of the crate's tests and of `cargo xtask word`.
#![allow(
    dead_code,
    unused_imports,
    reason = "tests and `cargo xtask word` use more of it than the build script"
)]

mod accents;
mod classes;
mod exclusive;
mod explicit;
mod overlaps;
mod variants;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs, io};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use classes::{GROUPS, Notation, kebab_case};
pub use exclusive::EXCLUSIVE;
pub use explicit::{explicit_labels, explicit_labels_of_all};
pub use variants::variants;

/// The table and key of the words that distinguish languages. Each file has its own; files may share words.
const SMALL_WORDS: (&str, &str) = ("language", "small-words");
/// The table of currencies. Its keys are codes of ISO 4217.
const CURRENCIES: &str = "currencies";
/// Signs that are words of their own in folded text; see `src/words.rs`.
const SIGNS: &str = "#№%&@€$£¥";
/// Characters with a meaning in the notation of phrases; see `src/phrases/mod.rs`.
const OPERATORS: &str = "()[]|*?+-…";

/// A vocabulary file.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// Its name, such as `nb.toml`.
    pub file: &'a str,
    pub text: &'a str,
}

/// The name and text of every TOML file in a folder, by name.
pub fn toml_files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|_| path.extension().is_some_and(|extension| extension == "toml")) {
            texts.push((name.to_owned(), fs::read_to_string(&path)?));
        }
    }
    texts.sort();
    Ok(texts)
}

/// What is wrong in a line of a vocabulary file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    file: String,
    line: usize,
    message: String,
}

impl Problem {
    fn at(phrase: &Phrase, message: String) -> Self {
        Problem {
            file: phrase.file.clone(),
            line: phrase.line,
            message,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// A phrase with the place that it is written at.
pub struct Phrase {
    pub text: String,
    /// The file's name, such as `nb.toml`.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its position in the file, including quotes.
    pub at: usize,
}

/// All files together.
#[derive(Default)]
pub struct Vocabulary {
    /// By table and key.
    classes: BTreeMap<(String, String), Vec<Phrase>>,
    problems: Vec<Problem>,
}

impl Vocabulary {
    /// Reads files. What several files say of a class is joined in the files' order.
    pub fn read(sources: &[Source<'_>]) -> Result<Self, Vec<Problem>> {
        let mut vocabulary = Vocabulary::default();
        for source in sources {
            vocabulary.add_file(source);
        }
        vocabulary.find_repeated();
        if vocabulary.problems.is_empty() {
            vocabulary.problems = overlaps::find_covered(&vocabulary);
            vocabulary.problems.extend(overlaps::find_in_two_classes(&vocabulary));
        }
        if vocabulary.problems.is_empty() {
            accents::add_unaccented(&mut vocabulary);
            vocabulary.problems.extend(overlaps::find_in_two_classes(&vocabulary));
        }
        if vocabulary.problems.is_empty() {
            Ok(vocabulary)
        } else {
            vocabulary.problems.sort();
            Err(vocabulary.problems)
        }
    }

    /// Every table and key with its phrases.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &str, &[Phrase])> {
        let classes = self.classes.iter();
        classes.map(|((group, class), phrases)| (group.as_str(), class.as_str(), phrases.as_slice()))
    }

    /// The phrases of a class, by table and key.
    pub fn phrases(&self, group: &str, class: &str) -> Vec<&str> {
        let key = (group.to_owned(), class.to_owned());
        let phrases = self.classes.get(&key).into_iter().flatten();
        phrases.map(|phrase| phrase.text.as_str()).collect()
    }

    fn add_file(&mut self, source: &Source<'_>) {
        let table = match DeTable::parse(source.text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                self.report(source, at, error.message().to_owned());
                return;
            }
        };
        for (group, value) in &table {
            let Some(classes) = value.get_ref().as_table() else {
                self.report(
                    source,
                    group.span().start,
                    format!("{:?} isn't a table", group.get_ref()),
                );
                continue;
            };
            for (class, value) in classes {
                match check_class(group.get_ref(), class.get_ref()) {
                    Ok(notation) => self.add_class(source, (group.get_ref(), class.get_ref()), notation, value),
                    Err(message) => self.report(source, class.span().start, message),
                }
            }
        }
    }

    fn add_class(
        &mut self,
        source: &Source<'_>,
        (group, class): (&str, &str),
        notation: Notation,
        value: &Spanned<DeValue<'_>>,
    ) {
        let Some(phrases) = value.get_ref().as_array() else {
            self.report(source, value.span().start, format!("{class:?} isn't a list of phrases"));
            return;
        };
        let key = (group.to_owned(), class.to_owned());
        // A currency without signs is one anyway.
        self.classes.entry(key.clone()).or_default();
        for phrase in phrases {
            let at = phrase.span().start;
            let Some(text) = phrase.get_ref().as_str() else {
                self.report(source, at, format!("{class:?} has an entry that isn't a string"));
                continue;
            };
            if let Err(reason) = check_phrase(text, notation) {
                self.report(source, at, format!("{text:?} {reason}"));
            }
            let phrase = Phrase {
                text: text.to_owned(),
                file: source.file.to_owned(),
                line: line_of(source.text, at),
                at,
            };
            self.classes.entry(key.clone()).or_default().push(phrase);
        }
    }

    /// A phrase can be listed once per class, a small word once per file, and a sign once in all currencies.
    fn find_repeated(&mut self) {
        let mut seen: BTreeMap<(&str, &str, String), &Phrase> = BTreeMap::new();
        for ((group, class), phrases) in &self.classes {
            for phrase in phrases {
                let scope = match (group.as_str(), class.as_str()) {
                    SMALL_WORDS => phrase.file.as_str(),
                    (CURRENCIES, _) => "",
                    (_, class) => class,
                };
                let words: Vec<&str> = phrase.text.split_whitespace().collect();
                let key = (group.as_str(), scope, words.join(" "));
                if let Some(first) = seen.get(&key) {
                    let message = format!("{:?} is already in {}:{}", phrase.text, first.file, first.line);
                    self.problems.push(Problem::at(phrase, message));
                } else {
                    seen.insert(key, phrase);
                }
            }
        }
    }

    fn report(&mut self, source: &Source<'_>, at: usize, message: String) {
        self.problems.push(Problem {
            file: source.file.to_owned(),
            line: line_of(source.text, at),
            message,
        });
    }

    /// The Rust tables: one of each group with its classes in the enum's order, one of small words, one of currencies.
    pub fn to_rust(&self) -> String {
        let mut lines = Vec::new();
        let mut first = 0;
        for group in GROUPS {
            let name = group.name;
            let classes = group.classes.iter().map(|class| kebab_case(class.name));
            let lists: Vec<_> = classes.map(|class| self.phrases(&kebab_case(name), &class)).collect();
            let lists = slice(lists.iter().map(|list| format!("&{list:?}")));
            let tables = format!("const FIRST: u16 = {first}; const LISTS: &[&[&str]] = {lists};");
            lines.push(format!("impl {name} {{ {tables} }}\n"));
            first += group.classes.len();
        }
        lines.push(format!("const EXPLICIT_FIRST: u16 = {first};\n"));
        for (name, lists) in [
            ("SMALL_WORDS", self.small_words_by_language()),
            ("CURRENCIES", self.currencies()),
        ] {
            let lists = slice(lists.iter().map(|(key, list)| format!("({key:?}, &{list:?})")));
            lines.push(format!("pub(super) const {name}: &[(&str, &[&str])] = {lists};\n"));
        }
        lines.concat()
    }

    /// The signs of each currency, by its code.
    pub fn currencies(&self) -> Vec<(&str, Vec<&str>)> {
        let currencies = self.classes.keys().filter(|(group, _)| group == CURRENCIES);
        currencies
            .map(|(_, code)| (code.as_str(), self.phrases(CURRENCIES, code)))
            .collect()
    }

    /// The words that distinguish each language from others, by file name.
    pub fn small_words_by_language(&self) -> Vec<(&str, Vec<&str>)> {
        let key = (SMALL_WORDS.0.to_owned(), SMALL_WORDS.1.to_owned());
        let mut languages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for word in self.classes.get(&key).into_iter().flatten() {
            let language = word.file.trim_end_matches(".toml");
            languages.entry(language).or_default().push(&word.text);
        }
        languages.into_iter().collect()
    }
}

/// Rust expressions as a slice of them, one a line.
fn slice(values: impl Iterator<Item = String>) -> String {
    format!("&[\n{}\n]", values.collect::<Vec<_>>().join(",\n"))
}

/// How the phrases of a class are written, if there is such a class.
fn check_class(group: &str, class: &str) -> Result<Notation, String> {
    if group == CURRENCIES {
        let is_code = class.len() == 3 && class.bytes().all(|b| b.is_ascii_uppercase());
        let notation = is_code.then_some(Notation::written);
        return notation.ok_or_else(|| format!("{class:?} isn't a currency code"));
    }
    let notation = if group == SMALL_WORDS.0 {
        (class == SMALL_WORDS.1).then_some(Notation::words)
    } else {
        let known = GROUPS.iter().find(|known| kebab_case(known.name) == group);
        let known = known.ok_or_else(|| format!("unknown table {group:?}"))?;
        let mut classes = known.classes.iter().map(|known| kebab_case(known.name));
        classes.any(|known| known == class).then_some(known.notation)
    };
    notation.ok_or_else(|| format!("unknown class {class:?}"))
}

/// Why a phrase can match nothing, if so.
fn check_phrase(phrase: &str, notation: Notation) -> Result<(), String> {
    if phrase.is_empty() {
        return Err("is empty".to_owned());
    }
    if phrase.trim() != phrase || phrase.contains("  ") {
        return Err("has a blank at an end or two in a row, and can match nothing".to_owned());
    }
    let is_word = |c: char| {
        let small = c.to_lowercase().eq([c]);
        small && (c.is_alphanumeric() || matches!(c, '°' | 'º' | 'ª' | '\u{0300}'..='\u{036f}'))
    };
    let is_known = |c: char| match notation {
        Notation::phrases => is_word(c) || c == ' ' || SIGNS.contains(c) || OPERATORS.contains(c),
        Notation::words => is_word(c),
        Notation::written => !matches!(c, '\\' | '^' | '{' | '}'),
    };
    if let Some(unknown) = phrase.chars().find(|c| !is_known(*c)) {
        return Err(format!("has a {unknown:?}, which the notation lacks"));
    }
    if notation == Notation::written {
        return Ok(());
    }
    if !has_closed_brackets(phrase) {
        return Err("has a bracket that is not closed".to_owned());
    }
    let reason = variants(phrase).iter().find_map(|variant| unreachable(variant));
    reason.map_or(Ok(()), Err)
}

/// Why a variant of a phrase can match nothing, if so.
fn unreachable(variant: &str) -> Option<String> {
    if variant.is_empty() || variant.trim() != variant || variant.contains("  ") {
        return Some(format!(
            "includes {variant:?}, which has a blank at an end or two in a row, and can match nothing"
        ));
    }
    // The characters of a range aren't part of the text.
    let mut in_range = false;
    let mut before = ' ';
    for c in variant.chars() {
        in_range = c == '[' || in_range && c != ']';
        if c == '-' && !in_range {
            return Some("has a '-' outside of square brackets: a blank stands for it".to_owned());
        }
        let is_joined = |sign: char, other: char| SIGNS.contains(sign) && other.is_alphanumeric();
        if !in_range && (is_joined(c, before) || is_joined(before, c)) {
            return Some(format!("includes {variant:?}, whose signs are words of their own"));
        }
        before = c;
    }
    None
}

fn has_closed_brackets(phrase: &str) -> bool {
    let mut open = Vec::new();
    for c in phrase.chars() {
        let closes = match c {
            '(' | '[' => {
                open.push(c);
                continue;
            }
            ')' => '(',
            ']' => '[',
            _ => continue,
        };
        if open.pop() != Some(closes) {
            return false;
        }
    }
    open.is_empty()
}

/// The line of a byte of a text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}
