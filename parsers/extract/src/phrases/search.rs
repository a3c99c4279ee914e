//! Finds phrases in folded words.

use std::cell::OnceCell;
use std::ops::Range;

use super::program::op;
use super::table::{Parts, Row, Table};
use crate::words::Match;
use parser_document::steps;

/// In a longer word, what is behind the rest of a word is not searched for.
const MAX_WORD: usize = 255;

/// A phrase that may begin at a word.
struct Candidate {
    class: u16,
    order: u32,
    /// Where the program goes on, and where in the text.
    next: usize,
    at: usize,
}

/// What is still to try.
#[derive(Clone, Copy)]
enum Choice {
    /// To go on at this offset of the program, from this byte of the text.
    Here(usize, usize),
    Words(TakenWords),
    /// To take the rest of a word up to a byte, or to one before it.
    Rest {
        next: usize,
        first: usize,
        end: usize,
    },
}

/// To take words up to a blank, or to one before it, but to none before `first`; and to go on so many bytes behind it.
#[derive(Clone, Copy)]
struct TakenWords {
    next: usize,
    first: usize,
    blank: usize,
    behind: usize,
}

pub(super) struct Search<'t> {
    table: Parts<'t>,
    folded: &'t str,
    can_end: fn(&str, usize) -> bool,
    /// The rows that may begin before a byte, with the byte.
    others: OnceCell<Vec<(Row, usize)>>,
    /// For each place in the program behind further words, and the bytes behind them: from which blank on nothing matches.
    tried: Vec<((usize, usize), usize)>,
    candidates: Vec<Candidate>,
    stack: Vec<Choice>,
}

impl<'t> Search<'t> {
    /// A search through a text that is folded as [`Words::folded`](crate::words::Words::folded).
    pub(super) fn through(table: &'t Table, folded: &'t str) -> Self {
        Search::until(table, folded, |text, at| text.as_bytes().get(at) == Some(&b' '))
    }

    /// A search for phrases whose matches end where `can_end` says so.
    pub(super) fn until(table: &'t Table, folded: &'t str, can_end: fn(&str, usize) -> bool) -> Self {
        Search {
            table: table.parts(),
            folded,
            can_end,
            others: OnceCell::new(),
            tried: Vec::new(),
            candidates: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// The matches that begin at this byte, a word's first: for each class, or for one, the preferred phrase.
    pub(super) fn at(&mut self, start: usize, class: Option<u16>, found: &mut Vec<Match>) {
        self.find_candidates(start, class);
        let candidates = std::mem::take(&mut self.candidates);
        let mut same_class = candidates.as_slice();
        while let Some(first) = same_class.first() {
            let length = same_class.iter().take_while(|other| other.class == first.class).count();
            let (own, rest) = same_class.split_at(length);
            same_class = rest;
            let Some(end) = own.iter().find_map(|candidate| self.run(candidate, None)) else {
                continue;
            };
            let is_whole = start == 1 && (end + 1 == self.folded.len() || self.is_whole(own));
            found.push(Match {
                class: first.class,
                start,
                end,
                is_whole,
            });
        }
        self.candidates = candidates;
    }

    /// The first match of a class that begins at a word from this byte on.
    pub(super) fn first_from(&mut self, mut start: usize, class: u16) -> Option<Match> {
        let text = self.folded.as_bytes();
        let is_of_class = |row: &Row| row.class == class;
        let has_others = self.table.has_others(class)
            && (self.table.others.without_text().any(|row| is_of_class(&row))
                || self.others().iter().any(|(row, _)| is_of_class(row)));
        let mut found = Vec::new();
        while start < text.len() && found.is_empty() {
            if has_others || self.table.may_start(class, &text[start..]) {
                self.at(start, Some(class), &mut found);
            }
            start = self.next_word(start);
        }
        found.pop()
    }

    /// All matches, by class and place.
    pub(super) fn all(&mut self) -> Vec<Match> {
        let (mut start, mut found) = (1, Vec::new());
        while start < self.folded.len() {
            self.at(start, None, &mut found);
            start = self.next_word(start);
        }
        found.sort_unstable_by_key(|found| (found.class, found.start));
        found
    }

    /// The first byte of the word behind the one that has this byte.
    pub(super) fn next_word(&self, at: usize) -> usize {
        word_end(self.folded.as_bytes(), at) + 1
    }

    /// Whether one of the candidates can end where the text does.
    fn is_whole(&mut self, candidates: &[Candidate]) -> bool {
        let end = self.folded.len() - 1;
        // What fails here may do for a match that ends earlier.
        let tried = self.tried.clone();
        let is_whole = candidates
            .iter()
            .any(|candidate| self.run(candidate, Some(end)).is_some());
        self.tried = tried;
        is_whole
    }

    fn find_candidates(&mut self, start: usize, class: Option<u16>) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let (table, text) = (&self.table, self.folded.as_bytes());
        let mut add = |row: &Row, length: usize| {
            if class.is_none_or(|class| class == row.class) && self.can_go_on(row.next, start + length) {
                candidates.push(Candidate {
                    class: row.class,
                    order: row.order,
                    next: row.next,
                    at: start + length,
                });
            }
        };
        if class.is_none_or(|class| table.may_start(class, &text[start..])) {
            table.starts.prefixes(&text[start..], |row| add(row, row.length));
        }
        if class.is_none_or(|class| table.has_others(class)) {
            table.others.without_text().for_each(|row| add(&row, 0));
            for (row, at) in self.others().iter().filter(|(_, at)| *at >= start) {
                if table.program[row.next] == op::WORDS_BEFORE || *at <= word_end(text, start) {
                    add(row, 0);
                }
            }
        }
        candidates.sort_unstable_by_key(|candidate| (candidate.class, candidate.order));
        candidates.dedup_by_key(|candidate| candidate.order);
        self.candidates = candidates;
    }

    fn others(&self) -> &[(Row, usize)] {
        self.others.get_or_init(|| self.table.others_in(self.folded.as_bytes()))
    }

    /// Whether something may match from a place in the program and the text. Most beginnings go on with a certain byte, and the text with
    /// another one.
    fn can_go_on(&self, mut next: usize, at: usize) -> bool {
        let (program, byte) = (self.table.program, self.folded.as_bytes().get(at));
        loop {
            match program.get(next..) {
                None => return false,
                Some([op::END, ..]) => return (self.can_end)(self.folded, at),
                Some([op::JUMP, ..]) => next = target(program, next),
                Some([op::BY_BYTE, ..]) => next = by_byte(program, next, byte),
                Some([op::TEXT, _, first, ..]) => return byte == Some(first),
                Some(_) => return true,
            }
        }
    }

    /// The end of the preferred match of a candidate, or of one that ends at `whole`.
    fn run(&mut self, candidate: &Candidate, whole: Option<usize>) -> Option<usize> {
        if self.table.program[candidate.next] == op::END {
            steps::spend(1);
            return Some(candidate.at).filter(|end| whole.is_none_or(|whole| whole == *end));
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(Choice::Here(candidate.next, candidate.at));
        let mut count = 0;
        let mut end = None;
        while let (Some(choice), None) = (stack.pop(), end) {
            count += 1;
            let (next, at) = self.choose(choice, &mut stack);
            end = self
                .follow(next, at, &mut stack)
                .filter(|end| whole.is_none_or(|whole| whole == *end));
        }
        self.stack = stack;
        steps::spend(count);
        end
    }

    /// Where to go on, and in the text from where. What else is possible is kept for later.
    fn choose(&mut self, choice: Choice, stack: &mut Vec<Choice>) -> (usize, usize) {
        match choice {
            Choice::Here(next, at) => (next, at),
            Choice::Words(words) => {
                self.set_tried((words.next, words.behind), words.blank + 1);
                if let Some(blank) = self.last_blank(words.first..words.blank) {
                    stack.push(Choice::Words(TakenWords { blank, ..words }));
                }
                (words.next, words.blank + words.behind)
            }
            Choice::Rest { next, first, end } => {
                if end > first {
                    stack.push(Choice::Rest {
                        next,
                        first,
                        end: end - 1,
                    });
                }
                (next, end)
            }
        }
    }

    /// Where to go on behind as many further words as possible. `None` if nothing matches behind any.
    fn take_words(&mut self, next: usize, at: usize, behind: usize, stack: &mut Vec<Choice>) -> Option<(usize, usize)> {
        let text = self.folded.as_bytes();
        let Some(first) = at.checked_sub(behind).filter(|first| text.get(*first) == Some(&b' ')) else {
            return Some((next, at));
        };
        let known = self.tried.iter().find(|(place, _)| *place == (next, behind));
        let known = known.map_or(text.len(), |(_, blank)| *blank);
        let blank = self.last_blank(first..known.max(first))?;
        let words = TakenWords {
            next,
            first,
            blank,
            behind,
        };
        Some(self.choose(Choice::Words(words), stack))
    }

    fn set_tried(&mut self, place: (usize, usize), blank: usize) {
        match self.tried.iter_mut().find(|(known, _)| *known == place) {
            Some((_, known)) => *known = blank,
            None => self.tried.push((place, blank)),
        }
    }

    fn last_blank(&self, bytes: Range<usize>) -> Option<usize> {
        let blank = self.folded.as_bytes().get(bytes.clone())?;
        Some(bytes.start + blank.iter().rposition(|byte| *byte == b' ')?)
    }

    /// Follows the program to a match's end, until the text is another one. What else is possible is kept for later.
    fn follow(&mut self, mut next: usize, mut at: usize, stack: &mut Vec<Choice>) -> Option<usize> {
        let (program, text) = (self.table.program, self.folded.as_bytes());
        loop {
            match *program.get(next)? {
                op::END => return (self.can_end)(self.folded, at).then_some(at),
                op::JUMP => next = target(program, next),
                op::TRY => {
                    let tried = target(program, next);
                    next += 5;
                    // Most alternatives begin with another character.
                    let is_other =
                        matches!(program.get(tried..)?, [op::TEXT, _, byte, ..] if text.get(at) != Some(byte));
                    if !is_other {
                        stack.push(Choice::Here(next, at));
                        next = tried;
                    }
                }
                op::BY_BYTE => next = by_byte(program, next, text.get(at)),
                op::TEXT => {
                    let wanted = &program[next + 2..next + 2 + usize::from(program[next + 1])];
                    if !text.get(at..)?.starts_with(wanted) {
                        return None;
                    }
                    (next, at) = (next + 2 + wanted.len(), at + wanted.len());
                }
                op::ONE_OF => {
                    let c = self.folded.get(at..)?.chars().next()?;
                    let ranges = &program[next + 2..next + 2 + 8 * usize::from(program[next + 1])];
                    if !is_one_of(c, ranges) {
                        return None;
                    }
                    (next, at) = (next + 2 + ranges.len(), at + c.len_utf8());
                }
                op::REST => {
                    let end = word_end(text, at);
                    next = target(program, next + 1);
                    let is_at_end = match program.get(next..)? {
                        [op::TEXT, _, b' ', ..] | [op::END, ..] => true,
                        _ => end - at > MAX_WORD,
                    };
                    if !is_at_end && end > at {
                        stack.push(Choice::Rest {
                            next,
                            first: at,
                            end: end - 1,
                        });
                    }
                    at = end;
                }
                op::WORDS_AFTER | op::WORDS_BEFORE => {
                    let behind = usize::from(program[next] == op::WORDS_BEFORE);
                    next = target(program, next + 1);
                    (next, at) = self.take_words(next, at, behind, stack)?;
                }
                _ => return None,
            }
        }
    }
}

/// The offset in the program that is behind an operation.
fn target(program: &[u8], at: usize) -> usize {
    let bytes = program.get(at + 1..at + 5).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u32::from_le_bytes) as usize
}

/// Where [`op::BY_BYTE`] at an offset goes on.
fn by_byte(program: &[u8], at: usize, byte: Option<&u8>) -> usize {
    let choices = at + 6;
    let count = usize::from(program[at + 5]);
    let mut bytes = program[choices..choices + 5 * count]
        .chunks_exact(5)
        .map(|choice| choice[0]);
    let chosen = byte.and_then(|byte| bytes.position(|known| known == *byte));
    target(program, chosen.map_or(at, |number| choices + 5 * number))
}

/// Whether a character is in one of the ranges of [`op::ONE_OF`].
fn is_one_of(c: char, ranges: &[u8]) -> bool {
    let bound = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
    let mut ranges = ranges.chunks_exact(8);
    ranges.any(|range| (bound(&range[..4])..=bound(&range[4..])).contains(&u32::from(c)))
}

fn word_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| *byte == b' ').unwrap_or(rest.len())
}

#[cfg(test)]
mod tests;
