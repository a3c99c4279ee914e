//! Reads forms such as `1234-5678` from the start of a text, piece by piece.

use std::ops::RangeInclusive;

/// The rest of a text. A method that finds no match takes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Scanner { rest: text }
    }

    /// The text that has not been taken.
    pub fn rest(&self) -> &'t str {
        self.rest
    }

    /// Takes the characters up to the first that does not match.
    pub fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Takes all ASCII characters up to the first that does not match, if their number is in the range.
    pub fn run(&mut self, length: RangeInclusive<usize>, is: impl Fn(&u8) -> bool) -> Option<&'t str> {
        let bytes = self.rest.as_bytes();
        let end = bytes
            .iter()
            .position(|byte| !(byte.is_ascii() && is(byte)))
            .unwrap_or(bytes.len());
        length.contains(&end).then(|| {
            let (taken, rest) = self.rest.split_at(end);
            self.rest = rest;
            taken
        })
    }

    /// Takes all digits up to the first other character, if their number is in the range.
    pub fn digits(&mut self, length: RangeInclusive<usize>) -> Option<&'t str> {
        self.run(length, u8::is_ascii_digit)
    }

    /// Takes one character, if it is one of these. Returns whether it was.
    pub fn one_of(&mut self, chars: &[char]) -> bool {
        self.rest.strip_prefix(chars).is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    /// Whether nothing is left or the next character matches.
    pub fn ends_before(&self, is: impl Fn(char) -> bool) -> bool {
        self.rest.chars().next().is_none_or(is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_taken_only_if_it_matches() {
        let mut scanner = Scanner::new("1234-5678, 9");
        assert_eq!(scanner.digits(1..=3), None);
        assert_eq!(scanner.digits(3..=4), Some("1234"));
        assert!(!scanner.one_of(&['+']) && scanner.one_of(&['–', '-']));
        assert_eq!(scanner.take_while(|c| c.is_ascii_digit()), "5678");
        assert!(scanner.ends_before(|c| c == ',') && !scanner.ends_before(char::is_alphabetic));
        assert_eq!(scanner.rest(), ", 9");
    }
}
