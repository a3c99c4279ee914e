//! The `cmap` table of TrueType and OpenType fonts, read from glyph to character.

use super::texts::Texts;
use crate::pdf::budget::Budget;

/// The text of each glyph that has a Unicode character.
pub fn texts(program: &[u8], budget: &Budget) -> Texts {
    let mut texts = Texts::new();
    read(program, budget, &mut texts);
    texts
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn offset_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(bytes, at)?).ok()
}

fn read(program: &[u8], budget: &Budget, texts: &mut Texts) -> Option<()> {
    let tables = usize::from(u16_at(program, 4)?);
    let cmap = (0..tables)
        .map(|n| 12 + 16 * n)
        .find(|&at| program.get(at..at + 4) == Some(b"cmap"))?;
    let cmap = program.get(offset_at(program, cmap + 8)?..)?;
    for subtable in 0..usize::from(u16_at(cmap, 2)?).min(32) {
        let Some(table) = offset_at(cmap, 8 + 8 * subtable).and_then(|at| cmap.get(at..)) else {
            continue;
        };
        let platform = u16_at(cmap, 4 + 8 * subtable)?;
        // The codes of platform 1 (Macintosh) are not Unicode.
        if platform == 1 {
            continue;
        }
        match u16_at(table, 0) {
            Some(4) => read_format_4(table, budget, texts)?,
            Some(12) => read_format_12(table, budget, texts)?,
            _ => {}
        }
    }
    Some(())
}

/// Codes of symbol fonts aren't characters and are in the private use area.
fn insert(texts: &mut Texts, glyph: u32, character: u32) {
    let is_private = (0xe000..=0xf8ff).contains(&character);
    if glyph != 0
        && let Some(character) = char::from_u32(character).filter(|c| !is_private && !c.is_control())
    {
        texts.entry(glyph).or_insert_with(|| character.into());
    }
}

/// Format 4: segments of two-byte codes.
fn read_format_4(table: &[u8], budget: &Budget, texts: &mut Texts) -> Option<()> {
    let twice_count = usize::from(u16_at(table, 6)?);
    for at in (0..twice_count).step_by(2) {
        let end = u16_at(table, 14 + at)?;
        let start = u16_at(table, 16 + twice_count + at)?;
        let delta = u16_at(table, 16 + 2 * twice_count + at)?;
        let range_offset_at = 16 + 3 * twice_count + at;
        let offset = u16_at(table, range_offset_at)?;
        for code in start..=end {
            if code == u16::MAX || !budget.count_mapped_code() {
                break;
            }
            let glyph = if offset == 0 {
                code.wrapping_add(delta)
            } else {
                let at = range_offset_at + usize::from(offset) + 2 * usize::from(code - start);
                match u16_at(table, at) {
                    Some(0) | None => 0,
                    Some(glyph) => glyph.wrapping_add(delta),
                }
            };
            insert(texts, u32::from(glyph), u32::from(code));
        }
    }
    Some(())
}

/// Format 12: groups of four-byte codes.
fn read_format_12(table: &[u8], budget: &Budget, texts: &mut Texts) -> Option<()> {
    for group in 0..offset_at(table, 12)?.min(10_000) {
        let at = 16 + 12 * group;
        let (start, end, glyph) = (u32_at(table, at)?, u32_at(table, at + 4)?, u32_at(table, at + 8)?);
        for code in start..=end.min(start.saturating_add(65_535)) {
            if !budget.count_mapped_code() {
                return None;
            }
            insert(texts, glyph.saturating_add(code - start), code);
        }
    }
    Some(())
}
