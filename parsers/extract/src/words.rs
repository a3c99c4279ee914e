//! Text as it is compared: its words in lower case, without punctuation.

use std::sync::{Arc, OnceLock};

use parser_document::steps;

/// The words of a text, found again in it by their place.
///
/// A word is a run of letters and digits; `#`, `№`, `%`, `&`, `@` and currency signs are words
/// of their own; any other character only separates words. Folding makes lower case.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// ` word word `: lower case, a blank before and after each.
    folded: String,
    each: Vec<Word>,
    /// What they have of the vocabulary.
    found: OnceLock<Arc<[Match]>>,
}

/// A phrase of a class in a folded text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) class: u16,
    /// The offsets of its first byte and of the blank behind it.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the class has a phrase that is all of the text.
    pub(crate) is_whole: bool,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    /// Its start in the folded form.
    start: usize,
    /// Its position in the text.
    span: (usize, usize),
}

/// The usual length of a word with a blank.
const USUAL_WORD: usize = 6;
const SIGNS: &[char] = &['#', '№', '%', '&', '@', '€', '$', '£', '¥'];

fn is_word_char(c: char) -> bool {
    match c {
        // What most texts have is not looked up in the tables of Unicode.
        'a'..='z' | 'A'..='Z' | '0'..='9' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' => true,
        '\0'..='\x7f' | '\u{a0}' | '\u{2000}'..='\u{206f}' => false,
        _ => c.is_alphanumeric() || matches!(c, '°' | 'º' | 'ª' | '\u{0300}'..='\u{036f}'),
    }
}

/// Whether a text has letters and more than one character.
pub fn is_wordy(text: &str) -> bool {
    text.chars().nth(1).is_some() && Words::of(text).has_letters()
}

impl Words {
    /// Finds the words of `text`.
    pub fn of(text: &str) -> Self {
        steps::spend(1 + text.len());
        let mut words = Words {
            folded: String::with_capacity(text.len() + 2),
            each: Vec::with_capacity(1 + text.len() / USUAL_WORD),
            ..Words::default()
        };
        words.folded.push(' ');
        for (at, c) in text.char_indices() {
            let is_in_word = c != ' ' && is_word_char(c);
            let is_sign = !is_in_word && SIGNS.contains(&c);
            if !is_in_word {
                words.close();
            }
            if !is_in_word && !is_sign {
                continue;
            }
            if words.folded.ends_with(' ') {
                let start = words.folded.len();
                words.each.push(Word { start, span: (at, at) });
            }
            if c.is_ascii() {
                words.folded.push(c.to_ascii_lowercase());
            } else {
                words.folded.extend(c.to_lowercase());
            }
            if let Some(word) = words.each.last_mut() {
                word.span.1 = at + c.len_utf8();
            }
            // `n°571833204` is a word for "number" and a number.
            if is_sign || matches!(c, '°' | 'º') {
                words.close();
            }
        }
        words.close();
        words
    }

    /// Ends the word that the text is in, if it is in one.
    fn close(&mut self) {
        if !self.folded.ends_with(' ') {
            self.folded.push(' ');
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// All of them as ` word word `, in which phrases are searched for.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// What they have of the vocabulary, for which `search` is asked once.
    pub(crate) fn found(&self, search: fn(&str) -> Arc<[Match]>) -> &[Match] {
        self.found.get_or_init(|| search(&self.folded))
    }

    /// The word at `index`, folded.
    pub fn word(&self, index: usize) -> &str {
        // A blank is between two words, and after the last.
        let next = self.each.get(index + 1).map_or(self.folded.len(), |next| next.start);
        self.each
            .get(index)
            .map_or("", |word| &self.folded[word.start..next - 1])
    }

    /// The start of the word at `index` in the folded form.
    pub fn start(&self, index: usize) -> usize {
        self.each.get(index).map_or(self.folded.len(), |word| word.start)
    }

    /// The position of the word at `index` in the text, in bytes.
    pub fn span(&self, index: usize) -> (usize, usize) {
        self.each.get(index).map_or((0, 0), |word| word.span)
    }

    /// The index of the word that begins at or after this byte of the folded form.
    pub fn index_at(&self, folded_byte: usize) -> usize {
        self.each.partition_point(|word| word.start < folded_byte)
    }

    pub fn has_letters(&self) -> bool {
        self.folded.chars().any(char::is_alphabetic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_folded_and_signs_stand_alone() {
        let words = Words::of("Order-ID: #12 / 25% MOMS à € 3");
        assert_eq!(words.folded(), " order id # 12 25 % moms à € 3 ");
        assert_eq!(words.word(3), "12");
        assert_eq!(Words::of("").folded(), " ");
    }

    proptest! {
        #[test]
        fn a_word_is_found_where_it_stands(text in "\\PC{0,60}") {
            let words = Words::of(&text);
            for i in 0..words.len() {
                let (from, to) = words.span(i);
                // Letter by letter: of a whole text, `Σ` at the end of a word is another letter.
                let small: String = text[from..to].chars().flat_map(char::to_lowercase).collect();
                prop_assert_eq!(small, words.word(i));
            }
        }
    }
}
