//! Phrases as data, searched for in folded words.
//!
//! | Written | Matches |
//! |---|---|
//! | a letter, a digit, a sign that is a word (`%`, `#`, `&`) | itself |
//! | a blank | the boundary between two words |
//! | `*` | the rest of a word, which may be empty: `rabatt*`, `*avi` |
//! | `(a\|b)` | one of the alternatives |
//! | `[ab]`, `[0-9]` | one of the characters |
//! | `a?`, `(a )?`, ` ?` | the preceding item, optional |
//! | `[0-9]+` | the preceding item, once or more |
//! | ` …`, `… ` | any number of further words, or none |
//!
//! A phrase matches whole words. Punctuation and case are gone from the words before they are searched (see
//! [`crate::words::Words`]), so no phrase has any. A set of phrases is one regular expression over the words' folded form.

mod forms;
mod index;
mod pattern;
#[cfg(any(test, feature = "training"))]
pub mod training;
mod vocabulary;

use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::Regex;

use crate::words::Words;
use parser_document::steps;

pub use forms::Forms;
pub use index::{Index, Sets};
#[cfg(not(any(test, feature = "training")))]
pub(crate) use std::sync::LazyLock;
#[cfg(any(test, feature = "training"))]
pub(crate) use training::LazyLock;
pub use vocabulary::{
    Amounts, CurrencyNames, Dates, Documents, Items, LegalForms, Months, Numbers, Parties, Payments, Roles, currencies,
    month, small_words,
};

/// Steps of a search that can only match where it begins, and so ends after a few characters.
const STEPS_AT_START: usize = 16;

/// A set of phrases. The first match in the words applies. Of phrases that match from the same word it is the longer one, as they
/// are written.
///
/// Each automaton is compiled once, when it is first asked for, so a set belongs in a `static`. If a bracket of a phrase
/// is not closed, the first search panics.
pub struct Phrases {
    list: &'static [&'static str],
    /// The phrases as a part of a regular expression.
    alternatives: OnceLock<String>,
    /// One of the phrases, with the blanks before and after it.
    anywhere: OnceLock<Regex>,
    /// The same at the start of the text.
    start: OnceLock<Regex>,
    /// The same as the whole text.
    whole: OnceLock<Regex>,
}

impl Phrases {
    pub const fn new(phrases: &'static [&'static str]) -> Self {
        Phrases {
            list: phrases,
            alternatives: OnceLock::new(),
            anywhere: OnceLock::new(),
            start: OnceLock::new(),
            whole: OnceLock::new(),
        }
    }

    /// A set of phrases that are put together at run time.
    pub fn of<S: AsRef<str>>(phrases: &[S]) -> Self {
        Phrases {
            alternatives: pattern::alternation(phrases).into(),
            ..Phrases::new(&[])
        }
    }

    fn alternatives(&self) -> &str {
        self.alternatives.get_or_init(|| pattern::alternation(self.list))
    }

    /// Whether the words contain one of the phrases.
    pub fn contains(&self, words: &Words) -> bool {
        self.contains_folded(words.folded())
    }

    /// Whether a text that is folded as [`Words::folded`] contains one of the phrases.
    pub fn contains_folded(&self, folded: &str) -> bool {
        steps::spend(folded.len());
        self.anywhere().is_match(folded.as_bytes())
    }

    /// Whether a folded text without blanks around it, such as a label, contains one of the phrases.
    pub fn occur_in(&self, label: &str) -> bool {
        self.contains_folded(&format!(" {label} "))
    }

    /// Whether one of the phrases is all of the words.
    pub fn matches_all(&self, words: &Words) -> bool {
        let whole = self
            .whole
            .get_or_init(|| compile(&format!("^ {} $", self.alternatives())));
        steps::spend(words.folded().len());
        whole.is_match(words.folded().as_bytes())
    }

    /// Whether the words start with one of the phrases.
    pub fn starts_with(&self, words: &Words) -> bool {
        steps::spend(STEPS_AT_START);
        self.start().is_match(words.folded().as_bytes())
    }

    /// Whether the words end with one of the phrases, when phrases are taken one after the other from the start: with
    /// `order` and `order number`, the last match in `order number` is the longer one.
    pub fn ends_with(&self, words: &Words) -> bool {
        let mut from = 0;
        while let Some(found) = self.find_from(words, from) {
            if found.end == words.len() {
                return true;
            }
            from = found.end.max(from + 1);
        }
        false
    }

    /// The first match, as a range of words.
    pub fn find(&self, words: &Words) -> Option<Range<usize>> {
        self.find_from(words, 0)
    }

    /// The first match that starts at or after the word `from`.
    pub fn find_from(&self, words: &Words, from: usize) -> Option<Range<usize>> {
        let start = words.phrase_start(from);
        let found = self.anywhere().find_at(words.folded().as_bytes(), start);
        steps::spend(found.map_or(words.folded().len(), |found| found.end()) - start);
        let found = found?;
        Some(words.index_at(found.start() + 1)..words.index_at(found.end() - 1))
    }

    /// The match that starts at this word.
    pub fn find_at(&self, words: &Words, word: usize) -> Option<Range<usize>> {
        steps::spend(STEPS_AT_START);
        let start = words.phrase_start(word);
        let found = self.start().find(&words.folded().as_bytes()[start..])?;
        Some(word..words.index_at(start + found.end() - 1))
    }

    /// The folded text with a blank in place of every match.
    pub fn remove_from(&self, folded: &str) -> String {
        let mut rest = String::with_capacity(folded.len());
        steps::spend(folded.len());
        let mut from = 0;
        for found in self.anywhere().find_iter(folded.as_bytes()) {
            rest.push_str(&folded[from..found.start()]);
            rest.push(' ');
            from = found.end();
        }
        rest.push_str(&folded[from..]);
        rest
    }

    /// The expression for one of the phrases anywhere in a text.
    fn anywhere_pattern(&self) -> String {
        format!(" {} ", self.alternatives())
    }

    fn anywhere(&self) -> &Regex {
        self.anywhere.get_or_init(|| compile(&self.anywhere_pattern()))
    }

    fn start(&self) -> &Regex {
        self.start
            .get_or_init(|| compile(&format!("^ {} ", self.alternatives())))
    }
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the brackets of phrases are closed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        let phrases = Phrases::new(&["att betala", "total", "rabatt*", "(varav )?moms"]);
        assert!(phrases.contains(&Words::of("Summa att betala:")));
        assert!(phrases.contains(&Words::of("Rabattkod X")));
        assert!(!phrases.contains(&Words::of("Totalt")));
        assert!(phrases.matches_all(&Words::of("Varav moms")));
        assert!(phrases.starts_with(&Words::of("Total 3")) && !phrases.ends_with(&Words::of("Total 3")));
        assert_eq!(phrases.find(&Words::of("Kvar att betala nu")), Some(1..3));
        assert!(phrases.ends_with(&Words::of("total total")));
    }

    #[test]
    fn a_match_is_a_range_of_words() {
        let phrases = Phrases::new(&["order", "order number", "nr *"]);
        let words = Words::of("Your order number: 12, order nr 7");
        assert_eq!(phrases.find(&words), Some(1..3));
        assert_eq!(phrases.find_from(&words, 2), Some(4..5));
        assert_eq!(phrases.find_at(&words, 4), Some(4..5));
        assert_eq!(phrases.find_at(&words, 5), Some(5..7));
        assert_eq!(phrases.find_at(&words, 0), None);
        assert_eq!(phrases.find_at(&words, words.len()), None);
        assert_eq!(phrases.remove_from(words.folded()), " your 12 nr 7 ");
    }

    #[test]
    fn no_words_match_no_phrase() {
        let phrases = Phrases::new(&["*", "(a )?b?"]);
        let none = Words::of("");
        assert!(!phrases.contains(&none) && !phrases.matches_all(&none) && !phrases.starts_with(&none));
        assert!(phrases.find(&none).is_none() && phrases.find_at(&none, 0).is_none());
        assert_eq!(phrases.remove_from(none.folded()), " ");
    }
}
