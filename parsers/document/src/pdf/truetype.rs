//! Which letters the glyphs of an embedded TrueType font stand for, where the PDF does not say.

use std::collections::HashMap;

use lopdf::Dictionary;

use super::budget::DECODED_BYTES;
use super::file::File;

/// Letters by glyph number, from the embedded font's own table. Empty where it has none.
pub fn letters(file: &File<'_>, font: &Dictionary) -> HashMap<u32, char> {
    let program = file.get(font, b"FontDescriptor").and_then(|descriptor| {
        let descriptor = descriptor.entries()?;
        let program = file.get(descriptor, b"FontFile2")?;
        file.decoded(&program, DECODED_BYTES)
    });
    let mut letters = HashMap::new();
    if let Some(program) = program {
        read(&program, file, &mut letters);
    }
    letters
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn place(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(bytes, at)?).ok()
}

fn read(program: &[u8], file: &File<'_>, letters: &mut HashMap<u32, char>) -> Option<()> {
    let tables = usize::from(u16_at(program, 4)?);
    let cmap = (0..tables)
        .map(|n| 12 + 16 * n)
        .find(|&at| program.get(at..at + 4) == Some(b"cmap"))?;
    let cmap = program.get(place(program, cmap + 8)?..)?;
    for subtable in 0..usize::from(u16_at(cmap, 2)?).min(32) {
        let Some(table) = place(cmap, 8 + 8 * subtable).and_then(|at| cmap.get(at..)) else {
            continue;
        };
        let platform = u16_at(cmap, 4 + 8 * subtable)?;
        // Platform 1 is Macintosh, whose codes are no Unicode.
        if platform == 1 {
            continue;
        }
        match u16_at(table, 0) {
            Some(4) => segments(table, file, letters)?,
            Some(12) => groups(table, file, letters)?,
            _ => {}
        }
    }
    Some(())
}

fn keep(letters: &mut HashMap<u32, char>, glyph: u32, letter: u32) {
    if glyph != 0
        && let Some(letter) = char::from_u32(letter)
    {
        letters.entry(glyph).or_insert(letter);
    }
}

/// Format 4: segments of two-byte codes.
fn segments(table: &[u8], file: &File<'_>, letters: &mut HashMap<u32, char>) -> Option<()> {
    let doubled = usize::from(u16_at(table, 6)?);
    for at in (0..doubled).step_by(2) {
        let end = u16_at(table, 14 + at)?;
        let start = u16_at(table, 16 + doubled + at)?;
        let delta = u16_at(table, 16 + 2 * doubled + at)?;
        let offset_at = 16 + 3 * doubled + at;
        let offset = u16_at(table, offset_at)?;
        for code in start..=end {
            if code == u16::MAX || !file.budget.mapped_code() {
                break;
            }
            let glyph = if offset == 0 {
                code.wrapping_add(delta)
            } else {
                let at = offset_at + usize::from(offset) + 2 * usize::from(code - start);
                match u16_at(table, at) {
                    Some(0) | None => 0,
                    Some(glyph) => glyph.wrapping_add(delta),
                }
            };
            keep(letters, u32::from(glyph), u32::from(code));
        }
    }
    Some(())
}

/// Format 12: groups of four-byte codes.
fn groups(table: &[u8], file: &File<'_>, letters: &mut HashMap<u32, char>) -> Option<()> {
    for group in 0..place(table, 12)?.min(10_000) {
        let at = 16 + 12 * group;
        let (start, end, glyph) = (u32_at(table, at)?, u32_at(table, at + 4)?, u32_at(table, at + 8)?);
        for code in start..=end.min(start.saturating_add(65_535)) {
            if !file.budget.mapped_code() {
                return None;
            }
            keep(letters, glyph.saturating_add(code - start), code);
        }
    }
    Some(())
}
