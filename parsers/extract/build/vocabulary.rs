//! Reads and checks the vocabulary's TOML files. Part of the build script and of the crate's tests.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How a group's phrases are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, reason = "`classes.rs` names them in small letters")]
enum Notation {
    /// The notation of `src/phrases/mod.rs`, in small letters.
    phrases,
    /// Single words in small letters, without patterns.
    words,
    /// As the document writes it, with capitals and dots.
    written,
}

/// One table of a vocabulary file.
struct Group {
    /// The name of its enum.
    name: &'static str,
    notation: Notation,
    /// The names of its enum's variants.
    classes: &'static [&'static str],
}

macro_rules! classes {
    ($(
        $(#[doc = $_group_doc:literal])*
        $notation:ident $Group:ident {
            $($(#[doc = $_doc:literal])* $Class:ident = $_example:literal,)*
        }
    )*) => {
        const GROUPS: &[Group] = &[$(Group {
            name: stringify!($Group),
            notation: Notation::$notation,
            classes: &[$(stringify!($Class)),*],
        }),*];
    };
}

include!("../src/phrases/classes.rs");

/// The table and key of the words that tell languages apart. Each file has its own; files may share words.
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
    /// What it says.
    pub text: &'a str,
}

/// What is wrong in a line of a vocabulary file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    file: String,
    line: usize,
    message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// A phrase with the place that it is written at.
struct Phrase {
    text: String,
    file: String,
    line: usize,
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
            Ok(vocabulary)
        } else {
            vocabulary.problems.sort();
            Err(vocabulary.problems)
        }
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
                self.report(source, group.span().start, format!("{:?} is no table", group.get_ref()));
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
            self.report(source, value.span().start, format!("{class:?} is no list of phrases"));
            return;
        };
        let key = (group.to_owned(), class.to_owned());
        // A currency without signs is one all the same.
        self.classes.entry(key.clone()).or_default();
        for phrase in phrases {
            let at = phrase.span().start;
            let Some(text) = phrase.get_ref().as_str() else {
                self.report(source, at, format!("{class:?} has an entry that is no text"));
                continue;
            };
            if let Err(reason) = check_phrase(text, notation) {
                self.report(source, at, format!("{text:?} {reason}"));
            }
            let phrase = Phrase {
                text: text.to_owned(),
                file: source.file.to_owned(),
                line: line_of(source.text, at),
            };
            self.classes.entry(key.clone()).or_default().push(phrase);
        }
    }

    /// A phrase stands once in a class. Small words may stand once in each file, a currency's sign once in all currencies.
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
                    self.problems.push(Problem {
                        file: phrase.file.clone(),
                        line: phrase.line,
                        message: format!("{:?} stands in {}:{} already", phrase.text, first.file, first.line),
                    });
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
        let mut rust = String::new();
        for group in GROUPS {
            let lists = group
                .classes
                .iter()
                .map(|class| {
                    format!(
                        "    &{:?},\n",
                        self.phrases(&kebab_case(group.name), &kebab_case(class))
                    )
                })
                .collect::<String>();
            let name = group.name;
            writeln!(rust, "impl {name} {{\n    const LISTS: &[&[&str]] = &[\n{lists}];\n}}").expect("a string grows");
        }
        let files = self.small_words_by_language();
        let currencies = self.classes.keys().filter(|(group, _)| group == CURRENCIES);
        let currencies: Vec<_> = currencies
            .map(|(_, code)| (code, self.phrases(CURRENCIES, code)))
            .collect();
        writeln!(rust, "const SMALL_WORDS: &[(&str, &[&str])] = &{};", table(&files)).expect("a string grows");
        writeln!(rust, "const CURRENCIES: &[(&str, &[&str])] = &{};", table(&currencies)).expect("a string grows");
        rust
    }

    fn small_words_by_language(&self) -> Vec<(&str, Vec<&str>)> {
        let key = (SMALL_WORDS.0.to_owned(), SMALL_WORDS.1.to_owned());
        let mut languages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for word in self.classes.get(&key).into_iter().flatten() {
            let language = word.file.trim_end_matches(".toml");
            languages.entry(language).or_default().push(&word.text);
        }
        languages.into_iter().collect()
    }
}

fn table<K: fmt::Debug>(rows: &[(K, Vec<&str>)]) -> String {
    let rows: String = rows
        .iter()
        .map(|(key, list)| format!("({key:?}, &{list:?}),\n"))
        .collect();
    format!("[\n{rows}]")
}

/// How the phrases of a class are written, if there is such a class.
fn check_class(group: &str, class: &str) -> Result<Notation, String> {
    if group == CURRENCIES {
        let is_code = class.len() == 3 && class.bytes().all(|b| b.is_ascii_uppercase());
        return if is_code {
            Ok(Notation::written)
        } else {
            Err(format!("{class:?} is no code of a currency"))
        };
    }
    if (group, class) == SMALL_WORDS {
        return Ok(Notation::words);
    }
    if group == SMALL_WORDS.0 {
        return Err(format!("unknown class {class:?}"));
    }
    let known = GROUPS.iter().find(|known| kebab_case(known.name) == group);
    let known = known.ok_or_else(|| format!("unknown table {group:?}"))?;
    if known.classes.iter().any(|known| kebab_case(known) == class) {
        Ok(known.notation)
    } else {
        Err(format!("unknown class {class:?}"))
    }
}

/// Why a phrase can match nothing, if so.
fn check_phrase(phrase: &str, notation: Notation) -> Result<(), String> {
    if phrase.is_empty() || phrase.trim() != phrase || phrase.contains("  ") {
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
    if notation == Notation::written || has_closed_brackets(phrase) {
        Ok(())
    } else {
        Err("has a bracket that is not closed".to_owned())
    }
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

/// `GrandTotal` as the files write it: `grand-total`.
pub fn kebab_case(name: &str) -> String {
    let mut kebab = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

/// The line of a byte of a text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}
