//! The table of phrases that the build script, a macro or [`Compiler`] has made. It is searched as it is.

use std::borrow::Cow;

use super::program::Compiler;
use super::program::layout::{Begin, KEY, Key, Number, Pairs, Place, pair, place_of};

/// A row as the table has it: the offset of its text, the offset of the program for what follows, and its order; its class and the length
/// of its text, in two bytes each.
type RowNumbers = [Number; 4];

/// Phrases of several classes.
#[derive(Clone, Debug)]
pub(super) struct Table(Cow<'static, [u8]>);

/// What a table consists of.
pub(super) struct Parts<'t> {
    pub(super) starts: Rows<'t>,
    /// The phrases that begin with the rest of a word, with words or with repeated characters, by the text behind it.
    pub(super) others: Rows<'t>,
    /// The pairs of bytes that their texts begin with.
    pairs: &'t [u8],
    /// How the phrases of each class begin.
    classes: &'t [Begin],
    pub(super) program: &'t [u8],
}

/// Ways to begin, by their text.
#[derive(Clone, Copy)]
pub(super) struct Rows<'t> {
    list: &'t [RowNumbers],
    places: &'t [Place],
    texts: &'t [u8],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The text's offset and length.
    at: usize,
    pub(super) length: usize,
    pub(super) class: u16,
    pub(super) order: u32,
    pub(super) next: usize,
}

impl Table {
    /// What [`Compiler::finish`] returned when the program was built.
    pub(super) const fn read(bytes: &'static [u8]) -> Self {
        Table(Cow::Borrowed(bytes))
    }

    pub(super) fn compiled(compiler: Compiler) -> Self {
        Table(compiler.finish().into())
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        let (counts, rest) = split::<_, 1>(&self.0, 6);
        let count = |at: usize| number(counts[at][0]);
        let (start_rows, rest) = split(rest, count(0));
        let (other_rows, rest) = split(rest, count(1));
        let (start_places, rest) = split(rest, count(2));
        let (other_places, rest) = split(rest, count(3));
        let (classes, rest) = split(rest, count(4));
        let (pairs, rest) = rest.split_at(size_of::<Pairs>());
        let (texts, program) = rest.split_at(count(5));
        let rows = |list, places| Rows { list, places, texts };
        Parts {
            starts: rows(start_rows, start_places),
            others: rows(other_rows, other_places),
            pairs,
            classes,
            program,
        }
    }
}

impl Parts<'_> {
    /// Whether the text that a phrase of a class begins with may be that of these bytes.
    pub(super) fn may_start(&self, class: u16, bytes: &[u8]) -> bool {
        let begin = self.classes.get(usize::from(class));
        begin.is_some_and(|[first, second, _]| {
            let mut sets = [first, second].into_iter().zip(bytes);
            sets.all(|(set, byte)| has(set, usize::from(*byte)))
        })
    }

    /// Whether a class has phrases that begin with anything else than a text.
    pub(super) fn has_others(&self, class: u16) -> bool {
        let begin = self.classes.get(usize::from(class));
        begin.is_some_and(|[_, _, behind]| *behind != [0; 32])
    }

    /// The others whose text is in a text, each with its place.
    pub(super) fn others_in(&self, text: &[u8]) -> Vec<(Row, usize)> {
        let mut others = Vec::new();
        if !self.others.list.is_empty() {
            for (at, bytes) in text.windows(2).enumerate() {
                if has(self.pairs, pair(bytes[0], bytes[1])) {
                    self.others.prefixes(&text[at..], |row| others.push((*row, at)));
                }
            }
        }
        others
    }
}

impl<'t> Rows<'t> {
    /// Calls `found` with each of the rows whose text the bytes begin with.
    pub(super) fn prefixes(&self, bytes: &[u8], mut found: impl FnMut(&Row)) {
        let mut key = Key::default();
        // Shorter keys are padded with NULs, so that one in the text ends its key.
        let bytes_of_key = bytes.iter().take(KEY).take_while(|byte| **byte != 0);
        for (at, byte) in bytes_of_key.enumerate() {
            key[at] = *byte;
            let rows = self.with_key(key);
            if at + 1 == KEY {
                self.longer_prefixes(rows, bytes, &mut found);
            } else {
                rows.iter().map(Row::of).for_each(|row| found(&row));
            }
        }
    }

    /// The same for rows whose first bytes are those of a key.
    fn longer_prefixes(&self, mut rows: &[RowNumbers], bytes: &[u8], found: &mut impl FnMut(&Row)) {
        let byte_of = |row: &RowNumbers, depth: usize| self.texts[Row::of(row).at + depth];
        let mut depth = KEY;
        loop {
            // A shorter text is before those that begin with it.
            while let Some((first, rest)) = rows.split_first()
                && let row = Row::of(first)
                && row.length == depth
            {
                found(&row);
                rows = rest;
            }
            let Some(byte) = bytes.get(depth).filter(|_| !rows.is_empty()) else {
                return;
            };
            rows = &rows[rows.partition_point(|row| byte_of(row, depth) < *byte)..];
            rows = &rows[..rows.partition_point(|row| byte_of(row, depth) == *byte)];
            depth += 1;
        }
    }

    fn with_key(&self, key: Key) -> &'t [RowNumbers] {
        let mut at = place_of(key, self.places.len());
        loop {
            let [known, first, end] = self.places[at];
            if end == Number::default() || known[..KEY] == key {
                return &self.list[number(first)..number(end)];
            }
            at = (at + 1) % self.places.len();
        }
    }

    /// The rows without a text.
    pub(super) fn without_text(&self) -> impl Iterator<Item = Row> + use<'t> {
        self.with_key(Key::default()).iter().map(Row::of)
    }
}

impl Row {
    fn of(&[at, next, order, [a, b, c, d]]: &RowNumbers) -> Self {
        Row {
            at: number(at),
            length: usize::from(u16::from_le_bytes([c, d])),
            class: u16::from_le_bytes([a, b]),
            order: u32::from_le_bytes(order),
            next: number(next),
        }
    }
}

/// Whether a set of bits has one.
fn has(set: &[u8], bit: usize) -> bool {
    set[bit / 8] >> (bit % 8) & 1 == 1
}

fn number(bytes: Number) -> usize {
    u32::from_le_bytes(bytes) as usize
}

/// The first entries of so many parts each, and the bytes behind them.
fn split<const PART: usize, const PARTS: usize>(bytes: &[u8], count: usize) -> (&[[[u8; PART]; PARTS]], &[u8]) {
    let (first, rest) = bytes.split_at(count * PARTS * PART);
    (first.as_chunks().0.as_chunks().0, rest)
}
