//! Finds which of several sets of phrases occur in a text.

use super::Phrases;
use super::program::Compiler;
use super::search::Search;
use super::table::Table;
use crate::words::Words;

/// Several sets of phrases that are searched for in one pass over the words.
pub struct Index(Table);

impl Index {
    /// Builds the index of some sets. A set's number is its place among them.
    pub fn new<'s>(sets: impl IntoIterator<Item = &'s Phrases>) -> Self {
        let mut compiler = Compiler::default();
        for (number, set) in (0..).zip(sets) {
            compiler.add(number, &set.each());
        }
        Index(Table::compiled(compiler))
    }

    /// The sets with a phrase that occurs in the words.
    pub fn matching(&self, words: &Words) -> Sets {
        let found = Search::through(&self.0, words.folded()).all();
        Sets(found.iter().map(|found| found.class).collect())
    }
}

/// Some of an [`Index`]'s sets, in order.
#[derive(Clone, Debug)]
pub struct Sets(Vec<u16>);

impl Sets {
    /// Whether the set of this number is among them.
    pub fn contains(&self, number: usize) -> bool {
        self.0
            .binary_search_by_key(&number, |found| usize::from(*found))
            .is_ok()
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
        let sets = [&["att betala", "total"][..], &["*avi"], &["[0-9]+ st"], &["moms"]].map(Phrases::new);
        let index = Index::new(&sets);
        for text in ["Total att betala", "Varav moms", "3 st", "Hyresavi", "Kaffe", ""] {
            let words = Words::of(text);
            let found = index.matching(&words);
            for (number, set) in sets.iter().enumerate() {
                assert_eq!(found.contains(number), set.contains(&words), "{text}");
                assert!(found.contains(number) || !set.starts_with(&words), "{text}");
            }
        }
        assert!(!index.matching(&Words::of("Varav moms")).contains(0));
        assert!(!sets[3].starts_with(&Words::of("Varav moms")));
        assert!(index.matching(&Words::of("Kaffe")).is_empty());
    }
}
