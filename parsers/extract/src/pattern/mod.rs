//! Regular expressions whose work is counted.

mod op;
mod run;

use std::borrow::Cow;
use std::iter;
use std::ops::{Index, Range};

#[doc(hidden)]
pub use parser_pattern::program;

use run::Run;

/// A regular expression in the syntax of the crate [`regex`](https://docs.rs/regex), which is compiled with the program:
/// `pattern!("(?i)" r"^(?:UNIT) [0-9]", "UNIT" => "kg|g")`. Literals one after the other are one expression, in which what stands before an
/// arrow is replaced by what stands behind it.
///
/// `\p{L}`, `\p{Lu}`, `\p{Ll}` and `\p{N}` are those of Europe's alphabets: all of Unicode's would make large programs. A word, for `\b`,
/// is of letters, ASCII digits and `_`. No match is empty.
#[macro_export]
macro_rules! pattern {
    ($($source:tt)+) => {
        $crate::pattern::Pattern::compiled($crate::pattern::program!($($source)+))
    };
}
pub use pattern;

/// A regular expression, made by [`pattern!`]. Each search takes at most as many steps of the budget as the text has bytes. Its work grows in
/// proportion to the text and to the expression, as with the crate [`regex`](https://docs.rs/regex).
#[derive(Debug)]
pub struct Pattern {
    program: &'static [u8],
}

impl Pattern {
    #[doc(hidden)]
    pub const fn compiled(program: &'static [u8]) -> Self {
        Pattern { program }
    }

    /// Whether it matches anywhere in the text.
    pub fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.find_iter(text).next()
    }

    /// The first match with its groups.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.captures_iter(text).next()
    }

    /// All matches, none of which overlaps another.
    pub fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> + use<'t> {
        let mut run = Run::through(self.program, text, 0);
        iter::from_fn(move || {
            Some(Match {
                text,
                range: run.next()?,
            })
        })
    }

    /// All matches with their groups, none of which overlaps another.
    pub fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> + use<'t> {
        let mut run = Run::through(self.program, text, usize::from(self.program[op::SLOTS]));
        iter::from_fn(move || {
            run.next()?;
            let slots = run.slots().to_vec();
            Some(Captures { text, slots })
        })
    }

    /// The text with another in place of the first match.
    pub fn replace<'t>(&self, text: &'t str, other: &str) -> Cow<'t, str> {
        match self.find(text) {
            None => text.into(),
            Some(found) => [&text[..found.start()], other, &text[found.end()..]].concat().into(),
        }
    }
}

/// Where a pattern or one of its groups matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl<'t> Match<'t> {
    /// The first byte.
    pub fn start(&self) -> usize {
        self.range.start
    }

    /// The byte behind the last.
    pub fn end(&self) -> usize {
        self.range.end
    }

    /// The bytes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The text that matches.
    pub fn as_str(&self) -> &'t str {
        &self.text[self.range()]
    }
}

/// The groups of a match. `found[1]` is the first group's text, and panics if the group has none.
#[derive(Debug)]
pub struct Captures<'t> {
    text: &'t str,
    /// The start and end of the match, then those of each group.
    slots: Vec<Option<usize>>,
}

impl<'t> Captures<'t> {
    /// Where a group matches, from 1 on, or with 0 the whole pattern. `None` if the group is not part of the match.
    pub fn get(&self, group: usize) -> Option<Match<'t>> {
        match *self.slots.get(2 * group..)? {
            [Some(start), Some(end), ..] => Some(Match {
                text: self.text,
                range: start..end,
            }),
            _ => None,
        }
    }

    /// Where the whole pattern matches.
    pub fn range(&self) -> Range<usize> {
        self.get(0).map_or(0..0, |whole| whole.range())
    }
}

impl Index<usize> for Captures<'_> {
    type Output = str;

    fn index(&self, group: usize) -> &str {
        self.get(group).expect("a group that is part of the match").as_str()
    }
}

#[cfg(test)]
mod tests;
