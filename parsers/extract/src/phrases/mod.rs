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
//! [`crate::words::Words`]), so no phrase has any. The build script compiles the phrases of the vocabulary to one table; a search of
//! words answers for all of its classes. Phrases that stand in the code are compiled with it ([`phrases!`] and [`index!`]), but for
//! the labels of layouts.

mod forms;
mod index;
mod notation;
#[cfg(any(test, feature = "overrides"))]
pub mod overrides;
mod program;
mod search;
mod table;
mod vocabulary;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use self::program::Compiler;
use self::search::Search;
use self::table::Table;
use crate::words::{Match, Words};
use parser_document::steps;

pub use forms::Forms;
pub use index::{Index, Sets, index};
#[cfg(any(test, feature = "overrides"))]
pub(crate) use overrides::LazyLock;
#[cfg(not(any(test, feature = "overrides")))]
pub(crate) use std::sync::LazyLock;
pub use vocabulary::{
    Amounts, CurrencyNames, Dates, Documents, Items, LegalForms, Months, Numbers, Parties, Payments, Roles, currencies,
    month, small_words,
};

#[doc(hidden)]
pub use parser_pattern::table;

/// The phrases of the vocabulary, as the build script has compiled them.
const VOCABULARY: Table = Table::read(include_bytes!(concat!(env!("OUT_DIR"), "/phrases")));

/// A set of phrases, compiled with the program: `phrases!["total", "att betala"]`.
#[macro_export]
macro_rules! phrases {
    ($($phrase:literal),+ $(,)?) => {
        $crate::phrases::Phrases::compiled($crate::phrases::table!([$($phrase),+]))
    };
}
pub use phrases;

/// A set of phrases. The first match in the words applies. Of phrases that match from the same word it is the longer one, as they
/// are written. [`phrases!`] makes one.
#[derive(Clone, Debug)]
pub struct Phrases {
    /// The table that has the set, and its class there.
    table: Table,
    class: u16,
    /// Whether the table is [`VOCABULARY`].
    is_of_vocabulary: bool,
}

impl Phrases {
    #[doc(hidden)]
    pub const fn compiled(table: &'static [u8]) -> Self {
        Phrases::in_table(Table::read(table), 0)
    }

    const fn in_table(table: Table, class: u16) -> Self {
        Phrases {
            table,
            class,
            is_of_vocabulary: false,
        }
    }

    /// A set of phrases that are known only at run time.
    ///
    /// # Panics
    ///
    /// If a bracket is not closed.
    pub fn of<S: AsRef<str>>(phrases: &[S]) -> Self {
        let mut compiler = Compiler::default();
        compiler.add(0, phrases);
        Phrases::in_table(Table::compiled(compiler), 0)
    }

    /// A class of the vocabulary.
    const fn of_class(class: u16) -> Self {
        Phrases {
            table: VOCABULARY,
            class,
            is_of_vocabulary: true,
        }
    }

    /// What words have of the set, if it is a class of the vocabulary.
    fn found<'w>(&self, words: &'w Words) -> Option<&'w [Match]> {
        let all = self.is_of_vocabulary.then(|| words.found(in_vocabulary))?;
        let first = all.partition_point(|found| found.class < self.class);
        let length = all[first..].partition_point(|found| found.class == self.class);
        Some(&all[first..first + length])
    }

    fn first_from(&self, folded: &str, start: usize) -> Option<Match> {
        Search::through(&self.table, folded).first_from(start, self.class)
    }

    fn match_at(&self, words: &Words, start: usize) -> Option<Match> {
        if let Some(found) = self.found(words) {
            let at = found.binary_search_by_key(&start, |found| found.start).ok()?;
            return Some(found[at]);
        }
        let mut found = Vec::new();
        Search::through(&self.table, words.folded()).at(start, Some(self.class), &mut found);
        found.pop()
    }

    /// Whether the words contain one of the phrases.
    pub fn contains(&self, words: &Words) -> bool {
        self.find(words).is_some()
    }

    /// Whether a text that is folded as [`Words::folded`] contains one of the phrases.
    pub fn contains_folded(&self, folded: &str) -> bool {
        self.first_from(folded, 1).is_some()
    }

    /// Whether a folded text without blanks around it, such as a label, contains one of the phrases.
    pub fn occur_in(&self, label: &str) -> bool {
        self.contains_folded(&format!(" {label} "))
    }

    /// Whether one of the phrases is all of the words.
    pub fn matches_all(&self, words: &Words) -> bool {
        self.match_at(words, words.start(0)).is_some_and(|found| found.is_whole)
    }

    /// Whether the words start with one of the phrases.
    pub fn starts_with(&self, words: &Words) -> bool {
        self.match_at(words, words.start(0)).is_some()
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
        let start = words.start(from);
        let found = match self.found(words) {
            Some(found) => found.get(found.partition_point(|found| found.start < start)).copied(),
            None => self.first_from(words.folded(), start),
        };
        found.map(|found| words.index_at(found.start)..words.index_at(found.end))
    }

    /// The match that starts at this word.
    pub fn find_at(&self, words: &Words, word: usize) -> Option<Range<usize>> {
        let found = self.match_at(words, words.start(word))?;
        Some(word..words.index_at(found.end))
    }

    /// The folded text with a blank in place of every match.
    pub fn remove_from(&self, folded: &str) -> String {
        let mut search = Search::through(&self.table, folded);
        let mut rest = String::with_capacity(folded.len());
        let (mut from, mut start) = (0, 1);
        while let Some(found) = search.first_from(start, self.class) {
            rest.push_str(&folded[from..found.start - 1]);
            rest.push(' ');
            from = found.end + 1;
            // The blank before the next word is gone, and a phrase has one.
            start = search.next_word(from);
        }
        rest.push_str(&folded[from.min(folded.len())..]);
        rest
    }
}

/// What a text has of the vocabulary, and the steps that it took to find it.
type Known = (Arc<[Match]>, usize);

thread_local! {
    /// What short texts have of the vocabulary. A text is asked for again and again: as a cell, as a label, in the next document.
    static KNOWN: RefCell<HashMap<Box<str>, Known>> = RefCell::default();
}

/// What a folded text has of the vocabulary. It takes the same steps of the budget whether it is known or not.
fn in_vocabulary(folded: &str) -> Arc<[Match]> {
    const MAX_LENGTH: usize = 200;
    const MAX_TEXTS: usize = 1_000;
    let search = || Search::through(&VOCABULARY, folded).all().into();
    if folded.len() > MAX_LENGTH {
        return search();
    }
    if let Some((found, steps)) = KNOWN.with_borrow(|known| known.get(folded).cloned()) {
        steps::spend(steps);
        return found;
    }
    let work = steps::within(u64::MAX, search);
    let found: Arc<[Match]> = work.value;
    if let (false, Ok(steps)) = (work.is_exceeded, usize::try_from(work.steps)) {
        KNOWN.with_borrow_mut(|known| {
            if known.len() == MAX_TEXTS {
                known.clear();
            }
            known.insert(folded.into(), (found.clone(), steps));
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        let phrases = Phrases::of(&["att betala", "total", "rabatt*", "(varav )?moms"]);
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
        let phrases = Phrases::of(&["order", "order number", "nr *"]);
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
        let phrases = Phrases::of(&["*", "(a )?b?"]);
        let none = Words::of("");
        assert!(!phrases.contains(&none) && !phrases.matches_all(&none) && !phrases.starts_with(&none));
        assert!(phrases.find(&none).is_none() && phrases.find_at(&none, 0).is_none());
        assert_eq!(phrases.remove_from(none.folded()), " ");
    }

    #[test]
    fn a_text_that_is_known_takes_the_same_steps() {
        let text = "Att betala senast 30 november: 1 200 kr";
        let look = || steps::within(u64::MAX, || Amounts::GrandTotal.find(&Words::of(text)));
        let (first, again) = (look(), look());
        assert_eq!((first.value, first.steps), (again.value, again.steps));
    }
}
