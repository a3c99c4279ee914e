//! The table of phrases that the build script or [`Compiler`] has made.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use super::program::Compiler;

/// The bytes of a row of the table: the offset and the length of its text, its class, its order, and the offset of the program for what
/// follows, in four bytes each.
const ROW: usize = 20;

/// Phrases of several classes.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) starts: Rows,
    /// The phrases that begin with the rest of a word, with words or with repeated characters, by the text behind it.
    pub(super) others: Rows,
    pub(super) program: Cow<'static, [u8]>,
}

/// Ways to begin, by their text.
#[derive(Clone, Debug)]
pub(super) struct Rows {
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
pub(super) struct Row {
    /// The text's offset and length.
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) class: u16,
    pub(super) order: u32,
    pub(super) next: usize,
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
    pub(super) fn prefixes(&self, bytes: &[u8], mut found: impl FnMut(&Row)) {
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

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The rows without a text.
    pub(super) fn without_text(&self) -> &[Row] {
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
