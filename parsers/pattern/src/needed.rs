//! What every match of an expression has, so that most texts needn't be searched.

use regex_syntax::hir::{Class, Hir, HirKind};
use regex_syntax::utf8::Utf8Sequences;

/// A set of bytes.
#[derive(Clone, Copy, Default)]
pub struct ByteSet([u128; 2]);

impl ByteSet {
    pub const ALL: Self = ByteSet([u128::MAX; 2]);

    pub fn add(&mut self, first: u8, last: u8) {
        for byte in first..=last {
            self.0[usize::from(byte / 128)] |= 1 << (byte % 128);
        }
    }

    pub fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte / 128)] >> (byte % 128) & 1 == 1
    }

    fn or(self, other: Self) -> Self {
        ByteSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// A bit for each byte, in 32 bytes.
    pub fn bits(&self) -> impl Iterator<Item = u8> {
        self.0.into_iter().flat_map(u128::to_le_bytes)
    }

    /// How many texts have one of them, roughly.
    fn frequency(self) -> u32 {
        let bytes = (0..=u8::MAX).filter(|byte| self.has(*byte));
        bytes
            .map(|byte| match byte {
                b' ' => 16,
                b'a'..=b'z' => 8,
                b'0'..=b'9' => 4,
                b'.' | b',' | b'A'..=b'Z' => 2,
                _ => 1,
            })
            .sum()
    }
}

/// A set of bytes of which every match has one: the rarest.
pub fn needed(hir: &Hir) -> Option<ByteSet> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => None,
        HirKind::Literal(literal) => rarest(literal.0.iter().map(|byte| of_byte(*byte))),
        HirKind::Class(class) => Some(of_class(class)),
        HirKind::Repetition(repeated) => (repeated.min > 0).then(|| needed(&repeated.sub))?,
        HirKind::Capture(group) => needed(&group.sub),
        HirKind::Concat(parts) => rarest(parts.iter().filter_map(needed)),
        HirKind::Alternation(parts) => {
            let mut all = ByteSet::default();
            for part in parts {
                all = all.or(needed(part)?);
            }
            Some(all)
        }
    }
}

fn rarest(sets: impl Iterator<Item = ByteSet>) -> Option<ByteSet> {
    sets.min_by_key(|set| set.frequency())
}

fn of_byte(byte: u8) -> ByteSet {
    let mut set = ByteSet::default();
    set.add(byte, byte);
    set
}

/// The first bytes of a class's characters.
fn of_class(class: &Class) -> ByteSet {
    let mut set = ByteSet::default();
    match class {
        Class::Unicode(class) => {
            let sequences = class
                .iter()
                .flat_map(|range| Utf8Sequences::new(range.start(), range.end()));
            for sequence in sequences {
                let first = sequence.as_slice()[0];
                set.add(first.start, first.end);
            }
        }
        Class::Bytes(class) => class.iter().for_each(|range| set.add(range.start(), range.end())),
    }
    set
}
