//! Runs a compiled expression over a text.

use std::ops::Range;

use parser_document::steps;

use super::op;

/// What is still to try.
enum Choice {
    /// To go on at this offset of the program, from this byte of the text.
    Here(usize, usize),
    /// To put back what a slot had.
    PutBack(usize, Option<usize>),
}

/// The search for one match after the other.
pub(super) struct Run<'t> {
    program: &'static [u8],
    text: &'t str,
    /// Where the next match may begin.
    places: Range<usize>,
    slots: Vec<Option<usize>>,
    stack: Vec<Choice>,
    /// A bit for each branch and place that was tried. What failed there fails again.
    tried: Vec<u64>,
    /// Which of these have a bit, so that the next match takes no more to begin than this one did.
    touched: Vec<usize>,
}

impl<'t> Run<'t> {
    /// A search that keeps so many slots. It takes as many steps of the budget as the text has bytes, unless the text's bytes show that it finds
    /// nothing.
    pub(super) fn through(program: &'static [u8], text: &'t str, slots: usize) -> Self {
        let is_anchored = program[op::ANCHORED] != 0;
        let can_begin = !is_anchored || text.bytes().next().is_some_and(|first| has(program, first));
        let can_match = can_begin && text.bytes().any(|byte| has(&program[op::NEEDED..], byte));
        if can_match {
            steps::spend(text.len());
        }
        Run {
            program,
            text,
            places: match (can_match, is_anchored) {
                (false, _) => 0..0,
                (true, true) => 0..1,
                (true, false) => 0..text.len(),
            },
            slots: vec![None; slots],
            stack: Vec::new(),
            tried: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// The slots of the last match.
    pub(super) fn slots(&self) -> &[Option<usize>] {
        &self.slots
    }

    /// Where the next match is.
    pub(super) fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        for word in self.touched.drain(..) {
            self.tried[word] = 0;
        }
        while let Some(start) = self.places.next() {
            if has(self.program, bytes[start])
                && let Some(end) = self.from(start)
            {
                self.places.start = end;
                return Some(start..end);
            }
        }
        None
    }

    /// The end of the preferred match that begins at a byte.
    fn from(&mut self, start: usize) -> Option<usize> {
        self.slots.fill(None);
        self.stack.clear();
        self.stack.push(Choice::Here(op::START, start));
        while let Some(choice) = self.stack.pop() {
            match choice {
                Choice::PutBack(slot, place) => self.slots[slot] = place,
                Choice::Here(next, at) => {
                    if let Some(end) = self.follow(next, at) {
                        return Some(end);
                    }
                }
            }
        }
        None
    }

    /// Follows the program to a match's end, until the text is another one. What else is possible is kept for later.
    fn follow(&mut self, mut next: usize, mut at: usize) -> Option<usize> {
        let (program, text) = (self.program, self.text.as_bytes());
        loop {
            let operands = &program[next + 1..];
            match program[next] {
                op::MATCH => return Some(at),
                op::TEXT => {
                    let wanted = &operands[3..3 + usize::from(operands[2])];
                    if !text[at..].starts_with(wanted) {
                        return None;
                    }
                    (next, at) = (offset(operands), at + wanted.len());
                }
                op::ONE_OF => {
                    let byte = *text.get(at)?;
                    let mut ranges = operands[1..].chunks_exact(4).take(usize::from(operands[0]));
                    let range = ranges.find(|range| (range[0]..=range[1]).contains(&byte))?;
                    (next, at) = (offset(&range[2..]), at + 1);
                }
                op::CHOOSE => {
                    let mut ranges = operands[3..].chunks_exact(3);
                    next = match text.get(at) {
                        None => offset(operands),
                        Some(byte) => offset(&ranges.find(|range| *byte <= range[0])?[1..]),
                    };
                }
                op::TRY => {
                    if self.is_tried(offset(operands), at) {
                        return None;
                    }
                    let mut offsets = operands[3..].chunks_exact(2).take(usize::from(operands[2])).map(offset);
                    next = offsets.next()?;
                    self.stack.extend(offsets.rev().map(|offset| Choice::Here(offset, at)));
                }
                op::KEEP => {
                    if let Some(slot) = self.slots.get_mut(usize::from(operands[2])) {
                        let before = slot.replace(at);
                        self.stack.push(Choice::PutBack(usize::from(operands[2]), before));
                    }
                    next = offset(operands);
                }
                op::AT_START if at == 0 => next = offset(operands),
                op::AT_END if at == text.len() => next = offset(operands),
                op::AT_WORD if self.is_word_edge(at) => next = offset(operands),
                op::NOT_AT_WORD if !self.is_word_edge(at) => next = offset(operands),
                _ => return None,
            }
        }
    }

    /// Whether a branch was tried at a place. From now on it was.
    fn is_tried(&mut self, branch: usize, at: usize) -> bool {
        let places = self.text.len() + 1;
        if self.tried.is_empty() {
            let branches = offset(&self.program[op::BRANCHES..]);
            self.tried = vec![0; (branches * places).div_ceil(64)];
        }
        let bit = branch * places + at;
        let (word, mask) = (&mut self.tried[bit / 64], 1 << (bit % 64));
        let is_tried = *word & mask != 0;
        if *word == 0 {
            self.touched.push(bit / 64);
        }
        *word |= mask;
        is_tried
    }

    fn is_word_edge(&self, at: usize) -> bool {
        let is_in_word = |c: char| c.is_alphabetic() || c.is_ascii_digit() || c == '_';
        let before = self.text[..at].chars().next_back().is_some_and(is_in_word);
        let behind = self.text[at..].chars().next().is_some_and(is_in_word);
        before != behind
    }
}

/// Whether a set of bytes has a byte.
fn has(set: &[u8], byte: u8) -> bool {
    set[usize::from(byte / 8)] >> (byte % 8) & 1 == 1
}

/// The number in two bytes.
fn offset(bytes: &[u8]) -> usize {
    usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
}
