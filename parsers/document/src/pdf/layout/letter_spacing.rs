//! Letter-spaced words: `H Y R E S A V I`, `O C R - N U M M E R`.

use super::word::Word;

/// Fewer single letters can be initials or column headings.
const MIN_LETTERS: usize = 3;

/// The median gap between the letters of letter-spaced words. `None` if some words have more than one letter.
pub fn letter_gap(words: &[Word]) -> Option<f32> {
    let letters = words.iter().filter(|word| is_letter(&word.text)).count();
    if letters < MIN_LETTERS
        || !words
            .iter()
            .all(|word| is_letter(&word.text) || is_punctuation(&word.text))
    {
        return None;
    }
    let mut gaps: Vec<f32> = words.windows(2).map(|pair| pair[1].x0 - pair[0].x1).collect();
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).map(|gap| gap.max(0.1))
}

/// The smallest gap between letter-spaced words. Three letters are too few to tell.
pub fn word_gap(words: &[Word]) -> Option<f32> {
    letter_gap(words)
        .filter(|_| words.len() > MIN_LETTERS)
        .map(|gap| gap * 1.7)
}

/// Joins letter-spaced capitals next to normal words: `A T T BETALA`.
pub fn join_letters(text: String) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_single = |word: &&str| is_letter(word) && word.chars().all(char::is_uppercase);
    if words.len() < MIN_LETTERS || !words.windows(MIN_LETTERS).any(|run| run.iter().all(is_single)) {
        return text;
    }
    let mut joined = String::with_capacity(text.len());
    for run in words.chunk_by(|one, next| is_single(one) && is_single(next)) {
        if !joined.is_empty() {
            joined.push(' ');
        }
        let separator = if run.len() < MIN_LETTERS { " " } else { "" };
        joined.push_str(&run.join(separator));
    }
    joined
}

fn is_letter(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

fn is_punctuation(text: &str) -> bool {
    matches!(text, "-" | "–" | "." | "/" | "&" | "·" | ":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_single_capitals_are_joined() {
        for (text, joined) in [
            ("A T T BETALA", "ATT BETALA"),
            ("A B Svensson", "A B Svensson"),
            ("FAKTURA", "FAKTURA"),
            ("a b c", "a b c"),
        ] {
            assert_eq!(join_letters(text.to_owned()), joined);
        }
    }
}
