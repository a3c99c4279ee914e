//! Vocabularies: classes of phrases by name, as JSON that is part of the build.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use super::Phrases;

/// One vocabulary file: classes of phrases by name.
pub struct Vocabulary {
    classes: BTreeMap<&'static str, Vec<&'static str>>,
}

impl Vocabulary {
    /// Reads a vocabulary that is part of the build.
    pub fn built_in(json: &'static str) -> Self {
        Vocabulary {
            classes: serde_json::from_str(json).expect("the vocabularies are checked by a test"),
        }
    }

    /// The phrases of a class; none where it is unknown.
    pub fn list(&self, class: &str) -> &[&'static str] {
        self.classes.get(class).map_or(&[], Vec::as_slice)
    }

    /// A class.
    pub fn phrases(&self, class: &str) -> Phrases {
        Phrases::new(self.list(class))
    }

    /// The phrases of several classes.
    pub fn lists(&self, classes: &[&str]) -> Vec<&'static str> {
        classes.iter().flat_map(|class| self.list(class)).copied().collect()
    }
}

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub static $name: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::built_in(include_str!(concat!("../../vocab/", $file))));
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
        let names = |number: u32| MONTHS.list(&number.to_string()).iter().map(move |name| (*name, number));
        (1..=12).flat_map(names).collect()
    });
    NAMES.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vocabulary_is_sound() {
        for vocabulary in [&*AMOUNTS, &DATES, &NUMBERS, &GATE, &PARTIES, &MONTHS, &STOP_WORDS] {
            assert!(!vocabulary.classes.is_empty());
            for (class, phrases) in &vocabulary.classes {
                vocabulary.phrases(class);
                for phrase in phrases {
                    let count = |c: char| phrase.matches(c).count();
                    assert!(count('(') == count(')') && count('[') == count(']'), "{phrase}");
                    assert!(!phrase.contains(['\\', '.', '^', '{']), "{phrase}");
                }
            }
        }
    }
}
