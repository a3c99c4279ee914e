//! Finds which of several sets of phrases occur in a text.

use super::Phrases;
use super::search::Search;
use super::table::Table;
use crate::words::Words;

/// Several sets of phrases that are searched for in one pass over the words, compiled with the program:
/// `index![["total", "att betala"], ["moms"]]`. A set's number is its place among them.
#[macro_export]
macro_rules! index {
    ($($set:tt),+ $(,)?) => {
        $crate::phrases::Index::compiled($crate::phrases::table!($($set),+))
    };
}
pub use index;

/// Several sets of phrases, made by [`index!`].
pub struct Index(Table);

impl Index {
    /// The index with this table, which [`table!`](super::table) or a build script has made.
    pub const fn compiled(table: &'static [u8]) -> Self {
        Index(Table::read(table))
    }

    /// The set of a number.
    pub fn set(&self, number: u16) -> Phrases {
        Phrases::in_table(self.0.clone(), number)
    }

    /// The sets with a phrase that occurs in the words.
    pub fn matching(&self, words: &Words) -> Sets {
        self.matching_folded(words.folded())
    }

    /// The sets with a phrase that occurs in a text that is folded as [`Words::folded`].
    pub fn matching_folded(&self, folded: &str) -> Sets {
        let found = Search::through(&self.0, folded).all();
        let mut sets: Vec<u16> = found.iter().map(|found| found.class).collect();
        sets.dedup();
        Sets(sets)
    }
}

/// Some of an [`Index`]'s sets, in order.
#[derive(Clone, Debug)]
pub struct Sets(Vec<u16>);

impl Sets {
    /// Whether the set of this number is among them.
    pub fn contains(&self, number: u16) -> bool {
        self.0.binary_search(&number).is_ok()
    }

    /// Their numbers.
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        self.0.iter().copied()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_that_the_words_contain() {
        let index = index![["att betala", "total"], ["*avi"], ["[0-9]+ st"], ["moms"]];
        let sets = [&["att betala", "total"][..], &["*avi"], &["[0-9]+ st"], &["moms"]].map(Phrases::of);
        for text in ["Total att betala", "Varav moms", "3 st", "Hyresavi", "Kaffe", ""] {
            let words = Words::of(text);
            let found = index.matching(&words);
            for (number, set) in (0..).zip(&sets) {
                assert_eq!(found.contains(number), set.contains(&words), "{text}");
                assert_eq!(index.set(number).find(&words), set.find(&words), "{text}");
                assert!(found.contains(number) || !set.starts_with(&words), "{text}");
            }
        }
        assert!(!index.matching(&Words::of("Varav moms")).contains(0));
        assert!(!sets[3].starts_with(&Words::of("Varav moms")));
        assert!(index.matching(&Words::of("Kaffe")).is_empty());
    }
}
