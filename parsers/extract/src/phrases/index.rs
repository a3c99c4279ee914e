//! Which of several sets of phrases can stand in some words.

use super::Phrases;
use crate::words::Words;

/// Several sets of phrases that are looked for in the same words. A word's stem tells at once which of them have a phrase
/// that begins with it, so that the others need not be looked for.
pub struct Index {
    /// Stems, each with the sets that it leads to as bits, at or after the place that its hash names. No bits: free.
    slots: Vec<(u32, u64)>,
    /// The sets with phrases that other words lead to.
    any: u64,
}

impl Index {
    /// Takes in at most 64 sets.
    pub fn of<'s>(sets: impl IntoIterator<Item = &'s Phrases>) -> Self {
        let sets: Vec<&Phrases> = sets.into_iter().collect();
        assert!(sets.len() <= 64, "each set has a bit");
        let leads: usize = sets.iter().map(|set| set.entries.len()).sum();
        let mut index = Index {
            slots: vec![(0, 0); (2 * leads).next_power_of_two()],
            any: 0,
        };
        for (number, set) in sets.into_iter().enumerate() {
            let bit = 1 << number;
            if set.other_leads || !set.open.is_empty() {
                index.any |= bit;
            }
            for entry in &set.entries {
                let slot = index.slot(entry.lead);
                index.slots[slot].0 = entry.lead;
                index.slots[slot].1 |= bit;
            }
        }
        index
    }

    /// Where a stem is or would be.
    fn slot(&self, stem: u32) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = super::hash(stem) & last;
        while self.slots[slot].1 != 0 && self.slots[slot].0 != stem {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn led_to(&self, stem: u32) -> u64 {
        self.slots[self.slot(stem)].1
    }

    /// The sets that may stand in the words.
    pub fn in_words(&self, words: &Words) -> Sets {
        let each = (0..words.len()).map(|word| self.led_to(words.stem(word)));
        Sets(each.fold(self.any, |sets, more| sets | more))
    }

    /// The sets that may begin the words.
    pub fn at_start(&self, words: &Words) -> Sets {
        Sets(self.any | self.led_to(words.stem(0)))
    }
}

/// Some of an [`Index`]'s sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets(u64);

impl Sets {
    /// Whether the set of this number is among them.
    pub fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_that_stands_in_the_words_is_never_left_out() {
        let sets = [&["att betala", "total"][..], &["*avi"], &["[0-9]+ st"], &["moms"]].map(Phrases::new);
        let index = Index::of(&sets);
        for text in ["Total att betala", "Varav moms", "3 st", "Hyresavi", "Kaffe", ""] {
            let words = Words::of(text);
            let (inside, start) = (index.in_words(&words), index.at_start(&words));
            for (number, set) in sets.iter().enumerate() {
                assert!(inside.has(number) || !set.stand_in(&words), "{text}");
                assert!(start.has(number) || !set.begin(&words), "{text}");
            }
        }
        assert!(!index.in_words(&Words::of("Varav moms")).has(0));
        assert!(!index.at_start(&Words::of("Varav moms")).has(3));
    }
}
