//! Forms such as `1234-5678` taken off the front of a text, piece by piece.

use std::ops::RangeInclusive;

/// A text of which pieces are taken. What does not fit is left where it is.
#[derive(Clone, Copy, Debug)]
pub struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    /// Begins at the front of a text.
    pub fn new(text: &'t str) -> Self {
        Scanner { rest: text }
    }

    /// What has not been taken.
    pub fn rest(&self) -> &'t str {
        self.rest
    }

    /// Takes every letter of a kind.
    pub fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Takes a run of ASCII letters of a kind, where it is so long.
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

    /// Takes a run of digits, where it is so long.
    pub fn digits(&mut self, length: RangeInclusive<usize>) -> Option<&'t str> {
        self.run(length, u8::is_ascii_digit)
    }

    /// Takes one of these letters, if one stands here.
    pub fn one_of(&mut self, letters: &[char]) -> bool {
        self.rest.strip_prefix(letters).is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    /// Whether nothing is left or the next letter is of a kind.
    pub fn ends_before(&self, is: impl Fn(char) -> bool) -> bool {
        self.rest.chars().next().is_none_or(is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_taken_where_they_fit() {
        let mut scanner = Scanner::new("1234-5678, 9");
        assert_eq!(scanner.digits(1..=3), None);
        assert_eq!(scanner.digits(3..=4), Some("1234"));
        assert!(!scanner.one_of(&['+']) && scanner.one_of(&['–', '-']));
        assert_eq!(scanner.take_while(|c| c.is_ascii_digit()), "5678");
        assert!(scanner.ends_before(|c| c == ',') && !scanner.ends_before(char::is_alphabetic));
        assert_eq!(scanner.rest(), ", 9");
    }
}
