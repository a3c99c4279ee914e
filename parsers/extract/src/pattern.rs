//! Regular expressions whose work is counted.

use std::borrow::Cow;

use parser_document::steps;
pub use regex::Captures;
use regex::{CaptureMatches, Match, Matches, Regex};

/// A regular expression. Each search takes as many steps of the budget as the text has bytes, which is what the crate
/// [`regex`] promises.
///
/// It is compiled once, so it belongs into a `static`.
#[derive(Debug)]
pub struct Pattern(Regex);

impl Pattern {
    /// Compiles a pattern, in the syntax of the crate [`regex`].
    ///
    /// # Panics
    ///
    /// If the pattern is invalid. A pattern is a constant, so a test finds that.
    pub fn new(pattern: &str) -> Self {
        Pattern(Regex::new(pattern).expect("a constant pattern"))
    }

    /// Whether it matches anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        steps::spend(text.len());
        self.0.is_match(text)
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        steps::spend(text.len());
        self.0.find(text)
    }

    /// The first match with its groups.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        steps::spend(text.len());
        self.0.captures(text)
    }

    /// All matches.
    pub fn find_iter<'r, 't>(&'r self, text: &'t str) -> Matches<'r, 't> {
        steps::spend(text.len());
        self.0.find_iter(text)
    }

    /// All matches with their groups.
    pub fn captures_iter<'r, 't>(&'r self, text: &'t str) -> CaptureMatches<'r, 't> {
        steps::spend(text.len());
        self.0.captures_iter(text)
    }

    /// The text with the first match replaced, in which `$1` stands for a group.
    pub fn replace<'t>(&self, text: &'t str, replacement: &str) -> Cow<'t, str> {
        steps::spend(text.len());
        self.0.replace(text, replacement)
    }
}
