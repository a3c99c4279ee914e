//! Regular expressions whose work is counted.

use std::borrow::Cow;
use std::sync::OnceLock;

use parser_document::steps;
pub use regex::Captures;
use regex::{CaptureMatches, Match, Matches, Regex};

/// A regular expression. Each search takes as many steps of the budget as the text has bytes, which is what the crate
/// [`regex`] promises.
///
/// It is compiled when it is first searched for, and once, so it belongs into a `static`. A search panics if the pattern is
/// invalid. A pattern is a constant, so a test finds that.
#[derive(Debug)]
pub struct Pattern {
    source: Cow<'static, str>,
    /// Makes the syntax of [`regex`] of the source.
    translate: fn(&str) -> String,
    regex: OnceLock<Regex>,
}

impl Pattern {
    /// A pattern in the syntax of the crate [`regex`], in which `\p{L}`, `\p{Lu}`, `\p{Ll}` and `\p{N}` are those of Europe's
    /// alphabets: with all of Unicode's a pattern can take ten milliseconds to compile.
    pub const fn new(source: &'static str) -> Self {
        Pattern::translated(source, str::to_owned)
    }

    /// A pattern in a notation of its own.
    pub const fn translated(source: &'static str, translate: fn(&str) -> String) -> Self {
        Pattern {
            source: Cow::Borrowed(source),
            translate,
            regex: OnceLock::new(),
        }
    }

    /// A pattern that is put together at run time.
    pub fn of(source: String) -> Self {
        Pattern {
            source: Cow::Owned(source),
            ..Pattern::new("")
        }
    }

    fn regex(&self) -> &Regex {
        let compile = || Regex::new(&with_letters(&(self.translate)(&self.source))).expect("a constant pattern");
        self.regex.get_or_init(compile)
    }

    /// Whether it matches anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        steps::spend(text.len());
        self.regex().is_match(text)
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        steps::spend(text.len());
        self.regex().find(text)
    }

    /// The first match with its groups.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        steps::spend(text.len());
        self.regex().captures(text)
    }

    /// All matches.
    pub fn find_iter<'r, 't>(&'r self, text: &'t str) -> Matches<'r, 't> {
        steps::spend(text.len());
        self.regex().find_iter(text)
    }

    /// All matches with their groups.
    pub fn captures_iter<'r, 't>(&'r self, text: &'t str) -> CaptureMatches<'r, 't> {
        steps::spend(text.len());
        self.regex().captures_iter(text)
    }

    /// The text with the first match replaced, in which `$1` stands for a group.
    pub fn replace<'t>(&self, text: &'t str, replacement: &str) -> Cow<'t, str> {
        steps::spend(text.len());
        self.regex().replace(text, replacement)
    }
}

/// The pattern with the letters in place of their classes.
fn with_letters(pattern: &str) -> String {
    const CLASSES: [(&str, &str); 4] = [
        (r"\p{Lu}", "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽΆ-ΏΑ-ΫА-Я"),
        (r"\p{Ll}", "a-zß-öø-ÿāăąćčďđēėęěğģīįķĺļľłńņňőœŕřśşšţťūůűųźżžά-ώа-яё"),
        (r"\p{L}", "A-Za-zÀ-ÖØ-öø-ɏΆ-ώА-яё"),
        (r"\p{N}", "0-9"),
    ];
    let (mut written, mut rest, mut is_in_set) = (String::new(), pattern, false);
    while let Some(c) = rest.chars().next() {
        let class = CLASSES.iter().find(|(class, _)| rest.starts_with(class));
        let length = match class {
            Some((class, letters)) => {
                let [open, close] = if is_in_set { ["", ""] } else { ["[", "]"] };
                written.extend([open, letters, close]);
                class.len()
            }
            None => {
                is_in_set = c == '[' || is_in_set && c != ']';
                let escaped = rest.strip_prefix('\\').and_then(|rest| rest.chars().next());
                let length = c.len_utf8() + escaped.map_or(0, char::len_utf8);
                written.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    written
}
