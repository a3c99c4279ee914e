//! Finds phrases in folded words with a table that the build script or [`Compiler`] has made.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use super::program::{Compiler, op};
use parser_document::steps;

/// The bytes of a row of the table: the offset and the length of its text, its class, its order, and the offset of the program for what
/// follows, in four bytes each.
const ROW: usize = 20;
/// In a longer word, what is behind the rest of a word is not searched for.
const MAX_WORD: usize = 255;

/// Phrases of several classes.
#[derive(Clone, Debug)]
pub(super) struct Table {
    starts: Rows,
    /// The phrases that begin with the rest of a word, with words or with repeated characters, by the text behind it.
    others: Rows,
    program: Cow<'static, [u8]>,
}

/// Ways to begin, by their text.
#[derive(Clone, Debug)]
struct Rows {
    texts: Cow<'static, [u8]>,
    list: Vec<Row>,
    /// How many have no text. They are the first.
    without_text: usize,
    /// Those with a text shorter than [`KEY`], by its first byte.
    short: Vec<Vec<Row>>,
    /// The others, by the first bytes of their text.
    by_key: HashMap<[u8; KEY], Range<usize>, BuildHasherDefault<KeyHasher>>,
}

/// The number of bytes by which most rows are told apart.
const KEY: usize = 3;

/// Nobody chooses the keys, so they need no hash that is hard to guess.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 << 8 | u64::from(*byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// The text's offset and length.
    at: usize,
    length: usize,
    class: u16,
    order: u32,
    next: usize,
}

/// A phrase of a class in a folded text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) class: u16,
    /// The offsets of its first byte and of the blank behind it.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the class has a phrase that is all of the text.
    pub(super) is_whole: bool,
}

/// A phrase that may begin at a word.
struct Candidate {
    class: u16,
    order: u32,
    /// Where the program goes on, and where in the text.
    next: usize,
    at: usize,
}

impl Table {
    /// The table that a [`Compiler`] has made.
    pub(super) fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let bytes = bytes.into();
        let (counts, rest) = split(bytes, 3 * 4);
        let counts: Vec<usize> = numbers(&counts).collect();
        let (starts, rest) = split(rest, counts[0] * ROW);
        let (others, rest) = split(rest, counts[1] * ROW);
        let (texts, program) = split(rest, counts[2]);
        Table {
            starts: Rows::read(&starts, texts.clone()),
            others: Rows::read(&others, texts),
            program,
        }
    }

    pub(super) fn compiled(compiler: Compiler) -> Self {
        Table::read(compiler.finish())
    }

    /// A search through a text that is folded as [`Words::folded`](crate::words::Words::folded).
    pub(super) fn search<'t>(&'t self, folded: &'t str) -> Search<'t> {
        self.search_until(folded, |text, at| text.as_bytes().get(at) == Some(&b' '))
    }

    /// A search for phrases whose matches end where `can_end` says so.
    pub(super) fn search_until<'t>(&'t self, folded: &'t str, can_end: fn(&str, usize) -> bool) -> Search<'t> {
        let text = folded.as_bytes();
        let mut others = Vec::new();
        if !self.others.list.is_empty() {
            for at in 0..text.len() {
                self.others.prefixes(&text[at..], |row| others.push((*row, at)));
            }
        }
        Search {
            table: self,
            folded,
            can_end,
            others,
            tried: Vec::new(),
            candidates: Vec::new(),
            stack: Vec::new(),
        }
    }
}

impl Rows {
    fn read(rows: &[u8], texts: Cow<'static, [u8]>) -> Self {
        let mut fields = numbers(rows);
        let mut field = || fields.next();
        let mut rows = Vec::with_capacity(rows.len() / ROW);
        while let (Some(at), Some(length), Some(class), Some(order), Some(next)) =
            (field(), field(), field(), field(), field())
        {
            rows.push(Row {
                at,
                length,
                class: u16::try_from(class).unwrap_or_default(),
                order: u32::try_from(order).unwrap_or_default(),
                next,
            });
        }
        let without_text = rows.partition_point(|row| row.length == 0);
        let mut short = vec![Vec::new(); 256];
        let mut by_key: HashMap<_, Range<usize>, _> = HashMap::default();
        for (number, row) in rows.iter().enumerate().skip(without_text) {
            let text = &texts[row.at..row.at + row.length];
            match text.first_chunk() {
                Some(key) => by_key.entry(*key).or_insert(number..number).end = number + 1,
                None => short[usize::from(text[0])].push(*row),
            }
        }
        Rows {
            texts,
            list: rows,
            without_text,
            short,
            by_key,
        }
    }

    fn text(&self, row: &Row) -> &[u8] {
        &self.texts[row.at..row.at + row.length]
    }

    /// Calls `found` with each of the rows whose text the bytes begin with.
    fn prefixes(&self, bytes: &[u8], mut found: impl FnMut(&Row)) {
        let Some(byte) = bytes.first() else { return };
        let short = self.short[usize::from(*byte)].iter();
        short
            .filter(|row| bytes.starts_with(self.text(row)))
            .for_each(&mut found);
        let Some(rows) = bytes.first_chunk().and_then(|key| self.by_key.get(key)) else {
            return;
        };
        let mut rows = &self.list[rows.clone()];
        let mut depth = KEY;
        loop {
            // A shorter text is before those that begin with it.
            while let Some((first, rest)) = rows.split_first().filter(|(first, _)| first.length == depth) {
                found(first);
                rows = rest;
            }
            let Some(byte) = bytes.get(depth).filter(|_| !rows.is_empty()) else {
                return;
            };
            rows = &rows[rows.partition_point(|row| self.texts[row.at + depth] < *byte)..];
            rows = &rows[..rows.partition_point(|row| self.texts[row.at + depth] == *byte)];
            depth += 1;
        }
    }

    /// The rows without a text.
    fn without_text(&self) -> &[Row] {
        &self.list[..self.without_text]
    }
}

/// The first bytes, and the others.
fn split(bytes: Cow<'static, [u8]>, at: usize) -> (Cow<'static, [u8]>, Cow<'static, [u8]>) {
    match bytes {
        Cow::Borrowed(bytes) => {
            let (first, rest) = bytes.split_at(at);
            (first.into(), rest.into())
        }
        Cow::Owned(mut bytes) => {
            let rest = bytes.split_off(at);
            (bytes.into(), rest.into())
        }
    }
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let numbers = bytes.chunks_exact(4).filter_map(|bytes| bytes.try_into().ok());
    numbers.map(|bytes| u32::from_le_bytes(bytes) as usize)
}

/// What is still to try.
#[derive(Clone, Copy)]
enum Choice {
    /// To go on at this offset of the program, from this byte of the text.
    Here(usize, usize),
    /// To take words up to a blank, or to one before it, but to none before `first`; and to go on so many bytes behind it.
    Words {
        next: usize,
        first: usize,
        blank: usize,
        behind: usize,
    },
    /// To take the rest of a word up to a byte, or to one before it.
    Rest { next: usize, first: usize, end: usize },
}

pub(super) struct Search<'t> {
    table: &'t Table,
    folded: &'t str,
    can_end: fn(&str, usize) -> bool,
    /// The rows that may begin before a byte, with the byte.
    others: Vec<(Row, usize)>,
    /// For each place in the program behind further words, and the bytes behind them: from which blank on nothing matches.
    tried: Vec<((usize, usize), usize)>,
    candidates: Vec<Candidate>,
    stack: Vec<Choice>,
}

impl Search<'_> {
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
        let mut found = Vec::new();
        while start < self.folded.len() && found.is_empty() {
            self.at(start, Some(class), &mut found);
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
        let (table, text, candidates) = (self.table, self.folded.as_bytes(), &mut self.candidates);
        candidates.clear();
        let mut add = |row: &Row, length: usize| {
            if class.is_none_or(|class| class == row.class) {
                candidates.push(Candidate {
                    class: row.class,
                    order: row.order,
                    next: row.next,
                    at: start + length,
                });
            }
        };
        table.starts.prefixes(&text[start..], |row| add(row, row.length));
        table.others.without_text().iter().for_each(|row| add(row, 0));
        for (row, at) in self.others.iter().filter(|(_, at)| *at >= start) {
            if table.program[row.next] == op::WORDS_BEFORE || *at <= word_end(text, start) {
                add(row, 0);
            }
        }
        candidates.sort_unstable_by_key(|candidate| (candidate.class, candidate.order));
        candidates.dedup_by_key(|candidate| candidate.order);
    }

    /// The end of the preferred match of a candidate, or of one that ends at `whole`.
    fn run(&mut self, candidate: &Candidate, whole: Option<usize>) -> Option<usize> {
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
            Choice::Words {
                next,
                first,
                blank,
                behind,
            } => {
                self.set_tried((next, behind), blank + 1);
                if let Some(blank) = self.last_blank(first..blank) {
                    stack.push(Choice::Words {
                        next,
                        first,
                        blank,
                        behind,
                    });
                }
                (next, blank + behind)
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

    fn set_tried(&mut self, place: (usize, usize), blank: usize) {
        match self.tried.iter_mut().find(|(known, _)| *known == place) {
            Some((_, known)) => *known = blank,
            None => self.tried.push((place, blank)),
        }
    }

    fn last_blank(&self, bytes: Range<usize>) -> Option<usize> {
        let blank = self
            .folded
            .as_bytes()
            .get(bytes.clone())?
            .iter()
            .rposition(|byte| *byte == b' ')?;
        Some(bytes.start + blank)
    }

    /// Follows the program to a match's end, until the text is another one. What else is possible is kept for later.
    fn follow(&mut self, mut next: usize, mut at: usize, stack: &mut Vec<Choice>) -> Option<usize> {
        let (table, text) = (self.table, self.folded.as_bytes());
        let program = &*table.program;
        let target = |next: usize| {
            let bytes = program.get(next + 1..next + 5).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes) as usize
        };
        loop {
            match *program.get(next)? {
                op::END => return (self.can_end)(self.folded, at).then_some(at),
                op::JUMP => next = target(next),
                op::TRY => {
                    let tried = target(next);
                    next += 5;
                    // Most alternatives begin with another character.
                    let is_other =
                        matches!(program.get(tried..)?, [op::TEXT, _, byte, ..] if text.get(at) != Some(byte));
                    if !is_other {
                        stack.push(Choice::Here(next, at));
                        next = tried;
                    }
                }
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
                    let bound = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
                    let mut ranges_of = ranges.chunks_exact(8);
                    if !ranges_of.any(|range| (bound(&range[..4])..=bound(&range[4..])).contains(&u32::from(c))) {
                        return None;
                    }
                    (next, at) = (next + 2 + ranges.len(), at + c.len_utf8());
                }
                op::REST => {
                    let end = word_end(text, at);
                    next = target(next + 1);
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
                    next = target(next + 1);
                    // Without words it goes on where it is, which is at or behind a blank.
                    let first = at.checked_sub(behind).filter(|first| text.get(*first) == Some(&b' '));
                    if let Some(first) = first {
                        let known = self.tried.iter().find(|(place, _)| *place == (next, behind));
                        let known = known.map_or(text.len(), |(_, blank)| *blank);
                        let blank = self.last_blank(first..known.max(first))?;
                        let choice = Choice::Words {
                            next,
                            first,
                            blank,
                            behind,
                        };
                        (next, at) = self.choose(choice, stack);
                    }
                }
                _ => return None,
            }
        }
    }
}

fn word_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| *byte == b' ').unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::super::Phrases;
    use crate::words::Words;

    /// Whether a phrase is all of a folded text.
    fn matches_all(phrase: &str, text: &str) -> bool {
        let words = Words::of(text);
        assert_eq!(words.folded(), format!(" {text} "));
        Phrases::of(&[phrase]).matches_all(&words)
    }

    #[test]
    fn a_phrase_matches_what_it_says() {
        for (phrase, text) in [
            ("att betala", "att betala"),
            ("rabatt*", "rabattkod"),
            ("*avi", "hyresavi"),
            ("*avi", "avi"),
            ("kall ?vatten", "kall vatten"),
            ("kall ?vatten", "kallvatten"),
            ("(varav )?moms", "moms"),
            ("(varav )?moms", "varav moms"),
            ("n[°ºo]", "n°"),
            ("[0-9]+ (st|varor)", "12 varor"),
            ("enthalten(e[rs]?)?", "enthaltenes"),
            ("((summa|total) )?att (få|betala)", "total att få"),
            ("din …", "din order är på väg"),
            ("din …", "din"),
            ("… rights reserved", "all rights reserved"),
            ("zahlen … bis( zum)?", "zahlen sie es bis zum"),
            ("total( *)? exkl", "total summa exkl"),
            ("nr *[0-9]*", "nr ab12c"),
        ] {
            assert!(matches_all(phrase, text), "{phrase} is {text}");
        }
        for (phrase, text) in [
            ("rabatt*", "rabatt kod"),
            ("*avi", "avin"),
            ("(varav )?moms", "varav"),
            ("[0-9]+ st", "x st"),
            ("din …", "min order"),
            ("el", "els"),
            ("zahlen … bis", "zahlen bisher"),
            ("total( *)? exkl", "total av summa exkl"),
        ] {
            assert!(!matches_all(phrase, text), "{phrase} is not {text}");
        }
        assert!(!Phrases::new(&["kall ?vatten"]).contains_folded(" kall  vatten "));
    }
}
