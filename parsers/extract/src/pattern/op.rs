//! The form of a compiled expression. Part of the crate and of the macro that compiles them.
//!
//! A program begins with the set of bytes that a match can begin with, a set of which each match has one, in 32 bytes each with a bit for
//! each byte; then, in a byte, whether a match can only begin where the text does; in a byte the number of slots, two for each group; in two
//! bytes the number of branches. Offsets are from the program's start, in two bytes. Numbers are little-endian.

/// The offset of the set of bytes that each match has one of.
pub const NEEDED: usize = 32;
/// The offset of the byte that says whether a match begins where the text does.
pub const ANCHORED: usize = 64;
/// The offset of the number of slots.
pub const SLOTS: usize = 65;
/// The offset of the number of branches.
pub const BRANCHES: usize = 66;
/// The offset of the first operation.
pub const START: usize = 68;

/// The text up to here matches.
pub const MATCH: u8 = 1;
/// These bytes: the offset of what follows, their number in a byte, the bytes.
pub const TEXT: u8 = 2;
/// A byte of a range: the number of ranges in a byte, then for each its first and last byte and the offset of what follows.
pub const ONE_OF: u8 = 3;
/// Goes on by the next byte, but doesn't take it: the offset at the end of the text, the number of ranges less one in a byte, then for each the
/// last byte and the offset. A range begins behind the one before.
pub const CHOOSE: u8 = 4;
/// Tries each of several offsets, or none if nothing matches: the branch's number in two bytes, their number in a byte, the offsets.
pub const TRY: u8 = 5;
/// Keeps the place in a slot: the offset of what follows, the slot in a byte.
pub const KEEP: u8 = 6;
/// The place is the text's start: the offset of what follows.
pub const AT_START: u8 = 7;
/// The place is the text's end: the offset of what follows.
pub const AT_END: u8 = 8;
/// The place is the start or end of a word: the offset of what follows.
pub const AT_WORD: u8 = 9;
/// The place is neither the start nor the end of a word: the offset of what follows.
pub const NOT_AT_WORD: u8 = 10;
