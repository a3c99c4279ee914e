//! Embedded font programs: the text of their glyphs, for fonts without a `ToUnicode` map.

mod cff;
mod cmap_table;
mod sfnt;
mod texts;
mod type1;

use lopdf::Dictionary;

use super::budget::DECODED_BYTES;
use super::file::File;
use super::resolve::Resolve;
pub use texts::Texts;

pub enum FontProgram {
    Type1(Vec<u8>),
    Cff(Vec<u8>),
    /// TrueType or OpenType.
    Sfnt(Vec<u8>),
}

impl FontProgram {
    /// The font program in the descriptor of a font.
    pub fn embedded(file: &File<'_>, font: &Dictionary) -> Option<Self> {
        let descriptor = file.get(font, b"FontDescriptor")?;
        let descriptor = descriptor.dict()?;
        let keys: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        let program = keys.iter().find_map(|key| file.get(descriptor, key))?;
        let bytes = file.decoded(&program, DECODED_BYTES)?;
        Some(match bytes.get(..4)? {
            b"OTTO" | b"true" | [0, 1, 0, 0] => FontProgram::Sfnt(bytes),
            [1, 0, ..] => FontProgram::Cff(bytes),
            _ => FontProgram::Type1(bytes),
        })
    }

    /// The text of each of the 256 codes of a simple font. `None` if the program does not say.
    pub fn encoding(&self, file: &File<'_>) -> Option<Vec<String>> {
        match self {
            FontProgram::Type1(program) => type1::encoding(program, file.budget),
            FontProgram::Cff(program) => cff::encoding(program, file.budget),
            FontProgram::Sfnt(program) => sfnt::encoding(program, file.budget),
        }
    }

    pub fn texts_by_cid(&self, file: &File<'_>, font: &Dictionary) -> Texts {
        match self {
            FontProgram::Type1(_) => Texts::new(),
            FontProgram::Cff(program) => cff::texts(program, file.budget),
            FontProgram::Sfnt(program) => {
                let texts = sfnt::texts(program, file.budget);
                glyphs_by_cid(file, font).map_or_else(
                    || sfnt::by_cid(program, &texts, file.budget).unwrap_or(texts.clone()),
                    |glyphs| by_cid(&glyphs, &texts, file),
                )
            }
        }
    }
}

/// The stream that maps CIDs to the glyphs of a TrueType font, two bytes each.
fn glyphs_by_cid(file: &File<'_>, font: &Dictionary) -> Option<Vec<u8>> {
    let map = file.get(font, b"CIDToGIDMap")?;
    file.decoded(&map, DECODED_BYTES)
}

fn by_cid(glyphs: &[u8], texts: &Texts, file: &File<'_>) -> Texts {
    let mut by_cid = Texts::new();
    for (cid, glyph) in (0..).zip(glyphs.chunks_exact(2)) {
        let glyph = u32::from(u16::from_be_bytes([glyph[0], glyph[1]]));
        if !file.budget.spend(1) {
            break;
        }
        if let Some(text) = texts.get(&glyph).filter(|_| file.budget.count_mapped_code()) {
            by_cid.insert(cid, text.clone());
        }
    }
    by_cid
}
