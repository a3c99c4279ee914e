//! TrueType and OpenType font programs.

use read_fonts::tables::cmap::{CmapSubtable, PlatformId};
use read_fonts::tables::post::Post;
use read_fonts::types::{GlyphId, GlyphId16, Tag};
use read_fonts::{FontRef, TableProvider};

use super::texts::Texts;
use super::{cff, cmap_table};
use crate::pdf::budget::Budget;
use crate::pdf::predefined::{self, UNKNOWN, text_of_name};

/// The text of each code of a simple font with its own codes. `None` if the font has no such codes.
pub fn encoding(program: &[u8], budget: &Budget) -> Option<Vec<String>> {
    let font = FontRef::new(program).ok()?;
    if let Some(cff) = table(&font, *b"CFF ") {
        return cff::encoding(cff, budget);
    }
    let codes = own_codes(&font)?;
    let glyphs: Vec<u32> = (0..=255).map(|code| glyph(&codes, code)).collect();
    let texts = texts(program, budget);
    let is_numbered = is_numbered(&glyphs);
    let text = |(code, glyph): (u8, &u32)| match texts.get(glyph) {
        _ if *glyph == 0 => String::new(),
        Some(text) => text.clone(),
        None if is_numbered => UNKNOWN.to_owned(),
        None => match predefined::win_ansi(code) {
            "" => UNKNOWN.to_owned(),
            text => text.to_owned(),
        },
    };
    Some((0..=255).zip(&glyphs).map(text).collect())
}

/// The `cmap` subtable whose codes are the bytes of a string (ISO 32000-1, 9.6.6.4).
fn own_codes<'f>(font: &FontRef<'f>) -> Option<CmapSubtable<'f>> {
    let cmap = font.cmap().ok()?;
    let records = cmap.encoding_records();
    let is_symbol = |platform, encoding| platform == PlatformId::Windows && encoding == 0;
    let symbol = records
        .iter()
        .find(|record| is_symbol(record.platform_id(), record.encoding_id()));
    let record = symbol.or_else(|| {
        records
            .iter()
            .find(|record| record.platform_id() == PlatformId::Macintosh)
    })?;
    record.subtable(cmap.offset_data()).ok()
}

/// The glyph of a code, which symbol fonts have at 0xF000; 0 if there is none.
fn glyph(codes: &CmapSubtable<'_>, code: u32) -> u32 {
    let found = [code, 0xf000 + code]
        .into_iter()
        .find_map(|code| codes.map_codepoint(code).filter(|glyph| glyph.to_u32() != 0));
    found.map_or(0, GlyphId::to_u32)
}

/// Whether the codes only number the glyphs of a subset, so that a code doesn't mention the character.
fn is_numbered(glyphs: &[u32]) -> bool {
    /// The printable characters of ASCII. A whole font has them one after the other, too.
    const PRINTABLE: usize = 95;
    let Some(first) = glyphs.iter().position(|glyph| *glyph != 0) else {
        return true;
    };
    let used = glyphs[first..].iter().take_while(|glyph| **glyph != 0).count();
    let is_one_run = glyphs[first + used..].iter().all(|glyph| *glyph == 0);
    first <= usize::from(b'!') && used < PRINTABLE && is_one_run
}

/// The text of each glyph, by the `cmap` table or the names of the glyphs.
pub fn texts(program: &[u8], budget: &Budget) -> Texts {
    let mut texts = cmap_table::texts(program, budget);
    let Ok(font) = FontRef::new(program) else { return texts };
    if let Some(cff) = table(&font, *b"CFF ") {
        add_missing(&mut texts, cff::texts(cff, budget));
    } else if let Ok(post) = font.post() {
        add_missing(&mut texts, texts_by_name(&post, budget).unwrap_or_default());
    }
    texts
}

/// The texts by CID, if the font is addressed by CIDs that aren't glyph numbers.
pub fn by_cid(program: &[u8], texts: &Texts, budget: &Budget) -> Option<Texts> {
    let font = FontRef::new(program).ok()?;
    cff::by_cid(table(&font, *b"CFF ")?, texts, budget)
}

fn add_missing(texts: &mut Texts, others: Texts) {
    for (glyph, text) in others {
        texts.entry(glyph).or_insert(text);
    }
}

fn texts_by_name(post: &Post<'_>, budget: &Budget) -> Option<Texts> {
    let indices = post.glyph_name_index()?;
    let names = post.string_data()?;
    let names: Vec<&str> = names
        .iter()
        .take_while(|_| budget.spend(16))
        .map(|name| name.map_or("", |name| name.as_str()))
        .collect();
    let mut texts = Texts::new();
    for (glyph, index) in (0..u16::MAX).zip(indices) {
        if !budget.spend(64) || !budget.count_mapped_code() {
            break;
        }
        let own = usize::from(index.get()).checked_sub(STANDARD_NAMES);
        let name = match own {
            Some(own) => names.get(own).copied(),
            None => post.glyph_name(GlyphId16::new(glyph)),
        };
        if let Some(name) = name {
            texts.insert(glyph.into(), text_of_name(name.as_bytes()));
        }
    }
    Some(texts)
}

/// The `post` table numbers its own names after those of the standard Macintosh glyphs.
const STANDARD_NAMES: usize = 258;

fn table<'f>(font: &FontRef<'f>, tag: [u8; 4]) -> Option<&'f [u8]> {
    font.table_data(Tag::new(&tag)).map(|data| data.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_one_run_number_a_subset() {
        let codes = |used: &[(usize, u32)]| {
            let mut glyphs = vec![0; 256];
            for (code, glyph) in used {
                glyphs[*code] = *glyph;
            }
            is_numbered(&glyphs)
        };
        assert!(codes(&[(1, 1), (2, 2), (3, 3)]));
        assert!(codes(&[(33, 1), (34, 2)]));
        assert!(!codes(&[(32, 1), (48, 2), (84, 3)]));
    }
}
