//! The text of glyphs.

use std::collections::HashMap;

/// Text by glyph index or CID.
pub type Texts = HashMap<u32, String>;
