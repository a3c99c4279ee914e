//! Letter-spaced words: `H Y R E S A V I`, `O C R - N U M M E R`, `1 2 5 0 , 0 0`.

use super::word::Word;

/// Fewer single letters can be initials or column headings.
const MIN_LETTERS: usize = 3;

/// A wider gap, relative to the font size, parts the digits of two numbers.
const MAX_DIGIT_GAP: f32 = 0.25;

/// The median gap between the letters of letter-spaced words. `None` if some words have more than one letter, or if digits
/// among them are so far apart that they can be separate numbers.
pub fn letter_gap(words: &[Word]) -> Option<f32> {
    let mut letters = LetterRun::default();
    for word in words {
        letters.add(word);
    }
    letters.gap()
}

/// Words that may be letter-spaced, added from left to right.
#[derive(Default)]
pub struct LetterRun<'w> {
    first: Option<&'w Word>,
    last: Option<&'w Word>,
    letters: usize,
    digits: usize,
    /// Whether a word has more than one letter.
    has_other: bool,
    /// Sorted.
    gaps: Vec<f32>,
}

impl<'w> LetterRun<'w> {
    pub fn add(&mut self, word: &'w Word) {
        let is = |is: fn(char) -> bool| is_single(&word.text, is);
        self.letters += usize::from(is(char::is_alphabetic));
        self.digits += usize::from(is(|c| c.is_ascii_digit()));
        self.has_other |= !is(char::is_alphanumeric) && !is_punctuation(&word.text);
        self.first = self.first.or(Some(word));
        if let Some(last) = self.last.replace(word).filter(|_| !self.has_other) {
            let gap = word.x0 - last.x1;
            let place = self.gaps.partition_point(|other| other.total_cmp(&gap).is_lt());
            self.gaps.insert(place, gap);
        }
    }

    /// As [`letter_gap`] of all words that were added.
    pub fn gap(&self) -> Option<f32> {
        if self.letters + self.digits < MIN_LETTERS || self.has_other {
            return None;
        }
        let gap = self.gaps.get(self.gaps.len() / 2)?.max(0.1);
        let is_close = gap < MAX_DIGIT_GAP * self.first?.height;
        (self.digits == 0 || is_close).then_some(gap)
    }
}

/// The gap between the columns of letter-spaced words: three times that between letters, and a space.
pub fn column_gap(letter_gap: f32, height: f32) -> f32 {
    3.0 * letter_gap + 0.3 * height
}

/// The smallest gap between letter-spaced words. Three letters are too few, unless the gap in their line is known.
pub fn word_gap(words: &[Word], line_gap: Option<f32>) -> Option<f32> {
    let own = letter_gap(words).filter(|_| words.len() > MIN_LETTERS);
    own.or(line_gap).map(|gap| gap * 1.7)
}

/// Joins letter-spaced capitals next to normal words: `A T T BETALA`.
pub fn join_letters(text: String) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_single = |word: &&str| is_single(word, char::is_uppercase);
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

fn is_single(text: &str, is: fn(char) -> bool) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(is) && letters.next().is_none()
}

fn is_punctuation(text: &str) -> bool {
    is_single(text, |c| "-–./&·:,;()%+#*€$£'’".contains(c))
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
