//! Limits on what one PDF may cost. They count work instead of time, so they are the same on every machine.

use std::cell::Cell;

use parser_model::{Limit, Reason};

use crate::steps;

/// The largest file that is opened.
pub const FILE_BYTES: usize = 24 << 20;
/// Pages of a document. No invoice has more.
pub const PAGES: usize = 150;
/// Nodes of a page tree or name tree, valid or not.
pub const TREE_NODES: usize = 4_000;
/// Encoded bytes of a stream that is decoded. Images are never decoded.
pub const STREAM_BYTES: usize = 8 << 20;
/// Decoded bytes of one content, font or object stream.
pub const DECODED_BYTES: usize = 4 << 20;
pub const STRING_BYTES: usize = 256 << 10;
/// Nesting depth of arrays and dictionaries.
pub const NESTING: usize = 32;
/// Nesting depth of form `XObjects`.
pub const FORM_DEPTH: usize = 12;
/// Depth of the graphics state stack.
pub const STATE_DEPTH: usize = 128;
/// Operands of one operator. Further ones are dropped.
pub const OPERANDS: usize = 64;
pub const FONTS: usize = 400;
pub const GLYPHS: usize = 400_000;
/// Filled areas kept for a page, to decide which text they show or hide.
pub const FILLS: usize = 4_000;
pub const ATTACHMENTS: usize = 16;
pub const ANNOTATIONS: usize = 400;

/// Objects (numbers, names, arrays, …) kept in memory at one time, of about 100 bytes each.
const OBJECTS: u64 = 150_000;
/// Entries of the character maps of all fonts.
const MAPPED_CODES: u64 = 200_000;
const TOTAL_DECODED_BYTES: u64 = 48 << 20;
pub const STEPS: u64 = 400_000_000;

/// What is left of the limits of one document, besides the steps, which [`steps`] counts.
///
/// After the first request that exceeds a limit, every further request is denied. So every loop ends soon
/// without each step having to return an error. [`Budget::check`] returns the reason at the end.
pub struct Budget {
    decoded_bytes: Cell<u64>,
    objects: Cell<u64>,
    mapped_codes: Cell<u64>,
    glyphs: Cell<usize>,
    refusal: Cell<Option<Reason>>,
}

impl Default for Budget {
    /// The full budget of one document.
    fn default() -> Self {
        Budget {
            decoded_bytes: Cell::new(TOTAL_DECODED_BYTES),
            objects: Cell::new(OBJECTS),
            mapped_codes: Cell::new(MAPPED_CODES),
            glyphs: Cell::new(GLYPHS),
            refusal: Cell::new(None),
        }
    }
}

impl Budget {
    /// Spends steps of work. `false` if too few are left.
    pub fn spend(&self, steps: usize) -> bool {
        !self.is_exceeded() && (steps::spend(steps) || self.exceed(Limit::Work))
    }

    /// Counts an object that is kept in memory. `false` if there are too many.
    pub fn count_object(&self) -> bool {
        self.take(&self.objects, 1, Limit::Values)
    }

    /// Counts an entry of a character map. `false` if there are too many.
    pub fn count_mapped_code(&self) -> bool {
        self.take(&self.mapped_codes, 1, Limit::CharacterCodes)
    }

    /// How many more objects may be kept in memory.
    pub fn objects_left(&self) -> u64 {
        self.objects.get()
    }

    /// Restores an earlier value of [`Budget::objects_left`] after the objects created since were dropped.
    pub fn restore_objects(&self, left: u64) {
        self.objects.set(left);
    }

    /// Counts the decoded bytes of a stream. `false` if all streams together have too many.
    pub fn count_decoded(&self, bytes: usize) -> bool {
        self.spend(bytes / 2) && self.take(&self.decoded_bytes, bytes as u64, Limit::CompressedData)
    }

    /// Counts a glyph that is kept. `false` if there are too many.
    pub fn count_glyph(&self) -> bool {
        let left = self.glyphs.get();
        self.glyphs.set(left.saturating_sub(1));
        left > 0 || self.exceed(Limit::Text)
    }

    /// Records that a limit is exceeded. The first one recorded is kept. Always `false`.
    pub fn exceed(&self, limit: Limit) -> bool {
        self.refusal
            .set(self.refusal.get().or(Some(Reason::PdfOverLimit { limit })));
        false
    }

    pub fn is_exceeded(&self) -> bool {
        self.refusal.get().is_some()
    }

    /// An error with the limit that is exceeded, if any.
    pub fn check(&self) -> Result<(), Reason> {
        self.refusal.get().map_or(Ok(()), Err)
    }

    fn take(&self, left: &Cell<u64>, wanted: u64, limit: Limit) -> bool {
        if self.is_exceeded() {
            return false;
        }
        match left.get().checked_sub(wanted) {
            Some(rest) => {
                left.set(rest);
                true
            }
            None => self.exceed(limit),
        }
    }
}
