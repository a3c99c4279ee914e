//! Vocabularies: phrases as data, compiled once, looked for in folded words.
//!
//! A phrase is words parted by blanks. `*` ends a word whose rest does not matter, `?`, `(a|b)`
//! and `[ab]` mean what they mean in a regular expression, and `…` at either end any further words. Punctuation and case are gone before
//! a phrase is looked for (see [`crate::text::Words`]), so none is written.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

use crate::text::Words;

/// A set of phrases.
pub struct Phrases {
    anywhere: Regex,
    alternatives: String,
    whole: OnceLock<Regex>,
}

impl Phrases {
    /// Compiles phrases. Longer ones win where several begin at one place.
    pub fn new<S: AsRef<str>>(phrases: &[S]) -> Self {
        let mut all: Vec<&str> = phrases.iter().map(AsRef::as_ref).collect();
        all.sort_by_key(|p| std::cmp::Reverse(p.len()));
        let alternatives: Vec<String> = all
            .iter()
            .map(|p| {
                let words = p.replace('*', "[^ ]*").replace('(', "(?:").replace('$', r"\$");
                words.replace(" …", "(?: [^ ]+)*").replace("… ", "(?:[^ ]+ )*")
            })
            .collect();
        let alternatives = alternatives.join("|");
        Phrases {
            anywhere: compiled(&format!(" (?:{alternatives}) ")),
            alternatives,
            whole: OnceLock::new(),
        }
    }

    /// Whether one of them stands in the words.
    pub fn stand_in(&self, words: &Words) -> bool {
        self.anywhere.is_match(words.folded())
    }

    /// Whether one of them stands in a text folded as [`Words::folded`].
    pub fn stand_in_folded(&self, folded: &str) -> bool {
        self.anywhere.is_match(folded)
    }

    /// The first that stands in the words, as a range of words.
    pub fn find(&self, words: &Words) -> Option<Range<usize>> {
        self.find_from(words, 0)
    }

    /// The first that begins at or after the word `from`.
    pub fn find_from(&self, words: &Words, from: usize) -> Option<Range<usize>> {
        let hit = self.anywhere.find_at(words.folded(), words.phrase_start(from))?;
        Some(words.index_at(hit.start() + 1)..words.index_at(hit.end()))
    }

    /// Whether one of them is all of the words.
    pub fn fill(&self, words: &Words) -> bool {
        let whole = self
            .whole
            .get_or_init(|| compiled(&format!("^ (?:{}) $", self.alternatives)));
        whole.is_match(words.folded())
    }

    /// Whether one of them begins the words.
    pub fn begin(&self, words: &Words) -> bool {
        self.anywhere.find(words.folded()).is_some_and(|hit| hit.start() == 0)
    }

    /// Whether one of them ends the words.
    pub fn end(&self, words: &Words) -> bool {
        let text = words.folded();
        let mut from = 0;
        while let Some(hit) = self.anywhere.find_at(text, from) {
            if hit.end() == text.len() {
                return true;
            }
            from = hit.end() - 1;
        }
        false
    }

    /// The words without every phrase that stands in them.
    pub fn remove(&self, folded: &str) -> String {
        self.anywhere.replace_all(folded, " ").into_owned()
    }
}

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the vocabularies are checked by a test")
}

/// One vocabulary file: classes of phrases by name.
pub struct Vocabulary {
    classes: BTreeMap<String, Vec<String>>,
}

impl Vocabulary {
    /// Reads a vocabulary that is part of the build.
    pub fn built_in(json: &str) -> Self {
        Vocabulary {
            classes: serde_json::from_str(json).expect("the vocabularies are checked by a test"),
        }
    }

    /// The phrases of a class; none where it is unknown.
    pub fn list(&self, class: &str) -> &[String] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }

    /// A class, compiled.
    pub fn phrases(&self, class: &str) -> Phrases {
        Phrases::new(self.list(class))
    }

    /// The phrases of several classes.
    pub fn lists(&self, classes: &[&str]) -> Vec<&str> {
        classes
            .iter()
            .flat_map(|class| self.list(class))
            .map(String::as_str)
            .collect()
    }
}

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub static $name: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::built_in(include_str!(concat!("../vocab/", $file))));
    };
}

vocabulary!(
    /// Labels of amounts and what modifies them.
    AMOUNTS, "amounts.json"
);
vocabulary!(
    /// Labels of dates.
    DATES, "dates.json"
);
vocabulary!(
    /// Labels of numbers.
    NUMBERS, "numbers.json"
);
vocabulary!(
    /// Words that say what a document is.
    GATE, "gate.json"
);
vocabulary!(
    /// Labels of sellers and buyers.
    PARTIES, "parties.json"
);
vocabulary!(
    /// Names of months by their number.
    MONTHS, "months.json"
);
vocabulary!(
    /// Small words that tell languages apart.
    STOP_WORDS, "stop_words.json"
);

/// The number of the month that a folded word names.
pub fn month(word: &str) -> Option<u32> {
    static NAMES: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
        let names = |number: u32| {
            MONTHS
                .list(&number.to_string())
                .iter()
                .map(move |name| (name.as_str(), number))
        };
        (1..=12).flat_map(names).collect()
    });
    NAMES.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vocabulary_compiles() {
        for vocabulary in [&*AMOUNTS, &DATES, &NUMBERS, &GATE, &PARTIES, &MONTHS, &STOP_WORDS] {
            assert!(!vocabulary.classes.is_empty());
            for class in vocabulary.classes.keys() {
                vocabulary.phrases(class);
            }
        }
    }

    #[test]
    fn phrases_are_found_as_whole_words() {
        let phrases = Phrases::new(&["att betala", "total", "rabatt*", "(varav )?moms"]);
        assert!(phrases.stand_in(&Words::of("Summa att betala:")));
        assert!(phrases.stand_in(&Words::of("Rabattkod X")));
        assert!(!phrases.stand_in(&Words::of("Totalt")));
        assert!(phrases.fill(&Words::of("Varav moms")));
        assert!(phrases.begin(&Words::of("Total 3")) && !phrases.end(&Words::of("Total 3")));
        assert_eq!(phrases.find(&Words::of("Kvar att betala nu")), Some(1..3));
        assert!(phrases.end(&Words::of("total total")));
    }
}
