//! Vocabularies: phrases as data, looked for in folded words.
//!
//! A phrase is words parted by blanks. `*` stands for the rest of a word, `?`, `+`, `(a|b)`, `[ab]` and `[0-9]` mean what
//! they mean in a regular expression, and `…` at either end any further words. Punctuation and case are gone before
//! a phrase is looked for (see [`crate::words::Words`]), so none is written.

mod index;
pub(crate) mod pattern;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use crate::words::Words;

pub use index::{Index, Sets};
use pattern::Until;
pub use pattern::stem;

/// A set of phrases. Longer ones win where several begin at one place.
///
/// A word's first bytes lead to the few phrases that can begin with it, so that a text is looked through at the pace of
/// its words, whatever the number of phrases. To a phrase such as `*avi` the word's last bytes do.
pub struct Phrases {
    /// The longest first.
    all: Vec<Box<str>>,
    /// The first entry of each bucket, by a hash of the lead.
    buckets: Vec<Option<u16>>,
    entries: Vec<Entry>,
    /// Whether other leads than stems are among the entries.
    other_leads: bool,
    /// Phrases that may begin with any word, as places in `all`.
    open: Vec<u16>,
}

struct Entry {
    lead: u32,
    phrase: u16,
    /// The next of its bucket. Entries of one bucket stand in the order of their phrases.
    next: Option<u16>,
}

impl Phrases {
    /// Takes phrases in.
    pub fn new<S: AsRef<str>>(phrases: &[S]) -> Self {
        // Each alternative is a phrase of its own, so that one that may begin with any word keeps the others in their place.
        let each = phrases
            .iter()
            .flat_map(|phrase| pattern::alternatives_of(phrase.as_ref()));
        let mut phrases: Vec<Box<str>> = each.map(Into::into).collect();
        phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        let mut set = Phrases {
            buckets: vec![None; (2 * phrases.len()).next_power_of_two().max(2)],
            entries: Vec::with_capacity(phrases.len()),
            other_leads: false,
            open: Vec::new(),
            all: phrases,
        };
        // Each becomes the first of its bucket: the last phrase begins.
        for at in (0..set.all.len()).rev() {
            let phrase = u16::try_from(at).expect("a vocabulary has thousands of phrases at most");
            let Some(mut leads) = pattern::leads(&set.all[at]) else {
                set.open.insert(0, phrase);
                continue;
            };
            leads.sort_unstable();
            leads.dedup();
            for lead in leads {
                let bucket = set.bucket(lead);
                let next = set.buckets[bucket];
                set.buckets[bucket] = u16::try_from(set.entries.len()).ok();
                set.entries.push(Entry { lead, phrase, next });
                set.other_leads |= !pattern::is_stem(lead);
            }
        }
        set
    }

    fn bucket(&self, lead: u32) -> usize {
        hash(lead) & (self.buckets.len() - 1)
    }

    /// The phrases that a lead leads to, as places in `all`, the longest first.
    fn led_to(&self, lead: u32) -> impl Iterator<Item = u16> {
        let entry = |index: u16| &self.entries[usize::from(index)];
        let first = self.buckets[self.bucket(lead)].map(entry);
        let chain = std::iter::successors(first, move |known| known.next.map(entry));
        chain.filter(move |known| known.lead == lead).map(|known| known.phrase)
    }

    /// Where the first phrase ends that begins at this byte of a folded text, where a word with this stem does.
    fn end_at(&self, text: &str, at: usize, stem: u32, until: Until) -> Option<usize> {
        let ending = |phrase: u16| {
            let end = pattern::end(&self.all[usize::from(phrase)], text, at, until)?;
            Some((phrase, end))
        };
        let mut found = self.led_to(stem).find_map(ending);
        if self.other_leads {
            let others = pattern::other_leads(text, at).filter_map(|lead| self.led_to(lead).find_map(ending));
            found = found.into_iter().chain(others).min();
        }
        // Of those that may begin with any word only the longer ones come before it.
        let longer = self
            .open
            .iter()
            .take_while(|open| found.is_none_or(|(phrase, _)| **open < phrase));
        let (_, end) = longer.copied().find_map(ending).or(found)?;
        Some(end)
    }

    /// Whether one of them stands in the words.
    pub fn stand_in(&self, words: &Words) -> bool {
        self.find(words).is_some()
    }

    /// Whether one of them stands in a text folded as [`Words::folded`].
    pub fn stand_in_folded(&self, folded: &str) -> bool {
        self.find_in(folded, 0).is_some()
    }

    /// The first in a folded text that begins after a blank at or after a byte: from that blank to the one after it.
    fn find_in(&self, folded: &str, from: usize) -> Option<Range<usize>> {
        let bytes = folded.as_bytes();
        let starts = (from..bytes.len()).filter(|&at| bytes[at] == b' ' && at + 1 < bytes.len());
        starts.into_iter().find_map(|blank| {
            let at = blank + 1;
            let end = self.end_at(folded, at, stem(&bytes[at..]), Until::Blank)?;
            Some(blank..end + 1)
        })
    }

    /// The first that stands in the words, as a range of words.
    pub fn find(&self, words: &Words) -> Option<Range<usize>> {
        self.find_from(words, 0)
    }

    /// The first that begins at or after the word `from`.
    pub fn find_from(&self, words: &Words, from: usize) -> Option<Range<usize>> {
        (from..words.len()).find_map(|word| self.find_at(words, word))
    }

    /// The one that begins at this word.
    pub fn find_at(&self, words: &Words, word: usize) -> Option<Range<usize>> {
        let end = self.end_at(words.folded(), words.start(word), words.stem(word), Until::Blank)?;
        Some(word..words.index_at(end))
    }

    /// Whether one of them is all of the words.
    pub fn fill(&self, words: &Words) -> bool {
        self.begins(words, Until::LastBlank)
    }

    /// Whether one of them begins the words.
    pub fn begin(&self, words: &Words) -> bool {
        self.begins(words, Until::Blank)
    }

    fn begins(&self, words: &Words, until: Until) -> bool {
        !words.is_empty()
            && self
                .end_at(words.folded(), words.start(0), words.stem(0), until)
                .is_some()
    }

    /// Whether one of them ends the words.
    pub fn end(&self, words: &Words) -> bool {
        let mut from = 0;
        while let Some(hit) = self.find_from(words, from) {
            if hit.end == words.len() {
                return true;
            }
            from = hit.end.max(from + 1);
        }
        false
    }

    /// The words without every phrase that stands in them.
    pub fn remove(&self, folded: &str) -> String {
        let mut rest = String::with_capacity(folded.len());
        let mut from = 0;
        while let Some(hit) = self.find_in(folded, from) {
            rest.push_str(&folded[from..hit.start]);
            rest.push(' ');
            from = hit.end;
        }
        rest.push_str(&folded[from..]);
        rest
    }
}

/// Spreads leads over tables whose length is a power of two.
fn hash(lead: u32) -> usize {
    const GOLDEN: u32 = 0x9e37_79b9;
    (lead.wrapping_mul(GOLDEN) >> 16) as usize
}

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
