//! Bounds on what one PDF may cost, counted instead of timed so that they hold on any machine.

use std::cell::Cell;

use super::Refusal;

/// The largest file that is opened.
pub const FILE_BYTES: usize = 24 << 20;
/// Pages that are read; a longer document is no invoice.
pub const PAGES: usize = 150;
/// Nodes of a tree of pages or names, good and bad.
pub const TREE_NODES: usize = 4_000;
/// Raw bytes of one stream that is decoded at all. Pictures are never decoded.
pub const STREAM_BYTES: usize = 8 << 20;
/// Decoded bytes of one content, font or object stream.
pub const DECODED_BYTES: usize = 4 << 20;
/// Bytes of one string or name.
pub const STRING_BYTES: usize = 256 << 10;
/// Nesting of arrays and dictionaries.
pub const NESTING: usize = 32;
/// Nesting of forms drawn inside forms.
pub const FORM_DEPTH: usize = 12;
/// Saved graphics states.
pub const STATE_DEPTH: usize = 128;
/// Operands of one operator; what is more is dropped.
pub const OPERANDS: usize = 64;
/// Fonts of one document.
pub const FONTS: usize = 400;
/// Glyphs of one document.
pub const GLYPHS: usize = 400_000;
/// Lines that readers get.
pub const LINES: usize = 3_000;
/// Bytes of text that readers get.
pub const LETTERS: usize = 300_000;
/// Bytes of text in one cell.
pub const CELL_LETTERS: usize = 4_000;
/// Filled areas remembered a page, to tell which text they show or hide.
pub const PAINTS: usize = 4_000;
/// Attached files that are looked at.
pub const ATTACHMENTS: usize = 16;
/// Annotations of one page that are looked at.
pub const ANNOTATIONS: usize = 400;

/// Numbers, names, arrays … kept in memory at one time: about 100 bytes each.
const NODES: u64 = 150_000;
/// Entries of all fonts' character maps.
const MAPPED_CODES: u64 = 200_000;
/// Decoded bytes in all.
const DECODED_BYTES_IN_ALL: u64 = 48 << 20;
/// Steps of work, each worth a few nanoseconds.
const STEPS: u64 = 400_000_000;

/// What a document has left to spend.
///
/// A refusal sticks: after the first, every further request is denied, so that loops end
/// without each of their steps having to hand an error up. [`Budget::verdict`] tells at the end.
pub struct Budget {
    steps: Cell<u64>,
    decoded: Cell<u64>,
    nodes: Cell<u64>,
    mapped_codes: Cell<u64>,
    glyphs: Cell<usize>,
    refusal: Cell<Option<Refusal>>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl Budget {
    /// A full one.
    pub fn new() -> Self {
        Budget {
            steps: Cell::new(STEPS),
            decoded: Cell::new(DECODED_BYTES_IN_ALL),
            nodes: Cell::new(NODES),
            mapped_codes: Cell::new(MAPPED_CODES),
            glyphs: Cell::new(GLYPHS),
            refusal: Cell::new(None),
        }
    }

    /// Whether `steps` of work may be done.
    pub fn work(&self, steps: usize) -> bool {
        self.take(&self.steps, steps as u64, "too much work to read")
    }

    /// Whether one more value may be kept.
    pub fn node(&self) -> bool {
        self.take(&self.nodes, 1, "too many values")
    }

    /// Whether one more code of a character map may be kept.
    pub fn mapped_code(&self) -> bool {
        self.take(&self.mapped_codes, 1, "too many character codes")
    }

    /// How many more values may be kept.
    pub fn nodes_left(&self) -> u64 {
        self.nodes.get()
    }

    /// Sets the values left to what they were before something that is dropped now.
    pub fn restore_nodes(&self, left: u64) {
        self.nodes.set(left);
    }

    /// Whether so many decoded bytes may be added to those of other streams.
    pub fn decoded(&self, bytes: usize) -> bool {
        self.work(bytes / 2) && self.take(&self.decoded, bytes as u64, "too much compressed data")
    }

    /// Whether one more glyph may be kept.
    pub fn glyph(&self) -> bool {
        let left = self.glyphs.get();
        self.glyphs.set(left.saturating_sub(1));
        left > 0 || self.deny("too much text")
    }

    /// Denies everything from now on.
    pub fn deny(&self, limit: &'static str) -> bool {
        self.refuse(Refusal::OverLimit(limit));
        false
    }

    /// Denies everything from now on, for this reason unless there is one already.
    pub fn refuse(&self, refusal: Refusal) {
        self.refusal.set(self.refusal.get().or(Some(refusal)));
    }

    /// Whether something was denied.
    pub fn is_spent(&self) -> bool {
        self.refusal.get().is_some()
    }

    /// The reason why something was denied.
    pub fn verdict(&self) -> Result<(), Refusal> {
        self.refusal.get().map_or(Ok(()), Err)
    }

    fn take(&self, left: &Cell<u64>, wanted: u64, limit: &'static str) -> bool {
        if self.is_spent() {
            return false;
        }
        match left.get().checked_sub(wanted) {
            Some(rest) => {
                left.set(rest);
                true
            }
            None => self.deny(limit),
        }
    }
}
