//! The language of a text, guessed by its function words, such as `and`.

use std::collections::HashMap;

use crate::phrases::{LazyLock, small_words};
use crate::words::Words;

/// Languages that are distinguished, by their ISO 639-1 codes.
const LANGUAGES: [&str; 13] = [
    "sv", "no", "da", "en", "de", "fr", "nl", "es", "it", "pt", "fi", "pl", "el",
];
/// Fewer function words do not decide.
const MIN_HITS: usize = 3;

static BY_WORD: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
    let mut by_word = HashMap::new();
    for (bit, language) in LANGUAGES.iter().enumerate() {
        // The vocabulary has Norwegian by the code of its written standard.
        let file = if *language == "no" { "nb" } else { language };
        for word in small_words(file) {
            *by_word.entry(*word).or_insert(0) |= 1 << bit;
        }
    }
    by_word
});

/// Counts the function words of each language.
#[derive(Default)]
pub struct Guess {
    hits: [usize; LANGUAGES.len()],
}

impl Guess {
    pub fn add(&mut self, words: &Words) {
        for word in words.folded().split_ascii_whitespace() {
            if let Some(bits) = BY_WORD.get(word) {
                for (bit, hits) in self.hits.iter_mut().enumerate() {
                    *hits += (*bits as usize >> bit) & 1;
                }
            }
        }
    }

    /// The language with most hits, if it has enough and no equal.
    pub fn language(&self) -> Option<&'static str> {
        let most = *self.hits.iter().max()?;
        let mut best = LANGUAGES.iter().zip(self.hits).filter(|(_, hits)| *hits == most);
        let (language, _) = best.next()?;
        (most >= MIN_HITS && best.next().is_none()).then_some(*language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_decide_the_language() {
        let language = |text: &str| {
            let mut guess = Guess::default();
            guess.add(&Words::of(text));
            guess.language()
        };
        assert_eq!(
            language("Tack för din beställning, vi har fått betalning från dig"),
            Some("sv")
        );
        assert_eq!(language("Thank you for your order and have a nice day"), Some("en"));
        assert_eq!(language("Summa 10 kr"), None);
    }
}
