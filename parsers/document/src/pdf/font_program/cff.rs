//! CFF font programs (Adobe Technical Note 5176): their glyphs have names.

use read_fonts::ps::cff::CffFontRef;
use read_fonts::ps::cff::charset::Charset;
use read_fonts::types::GlyphId;

use super::texts::Texts;
use crate::pdf::budget::Budget;
use crate::pdf::predefined::text_of_name;

/// The text of each code. `None` if the glyphs have no names.
pub fn encoding(program: &[u8], budget: &Budget) -> Option<Vec<String>> {
    let font = named(program)?;
    let encoding = font.encoding()?;
    // The ranges of the charset are searched one by one.
    let ranges = program.len() / 16;
    let text = |code: u8| {
        if !budget.spend(ranges + 64) {
            return None;
        }
        let sid = encoding.charset().string_id(encoding.map(code)?)?;
        Some(text_of_name(font.string(sid)?))
    };
    Some((0..=255).map(|code| text(code).unwrap_or_default()).collect())
}

pub fn texts(program: &[u8], budget: &Budget) -> Texts {
    let mut texts = Texts::new();
    let Some(font) = named(program) else { return texts };
    for (glyph, sid) in font.charset().iter().flat_map(Charset::iter) {
        if !budget.spend(64) || !budget.count_mapped_code() {
            break;
        }
        if let Some(name) = font.string(sid) {
            texts.insert(glyph.to_u32(), text_of_name(name));
        }
    }
    texts
}

/// The texts by CID, if the font is addressed by CIDs.
pub fn by_cid(program: &[u8], texts: &Texts, budget: &Budget) -> Option<Texts> {
    let font = open(program).filter(CffFontRef::is_cid)?;
    let glyphs = font.charset()?;
    let text = |(glyph, cid): (GlyphId, read_fonts::ps::string::Sid)| {
        let text = texts.get(&glyph.to_u32())?;
        Some((u32::from(cid.to_u16()), text.clone()))
    };
    let counted = glyphs.iter().take_while(|_| budget.count_mapped_code());
    Some(counted.filter_map(text).collect())
}

fn named(program: &[u8]) -> Option<CffFontRef<'_>> {
    open(program).filter(|font| !font.is_cid())
}

fn open(program: &[u8]) -> Option<CffFontRef<'_>> {
    CffFontRef::new_cff(program, 0, None).ok()
}
