//! The cross-reference table (ISO 32000-1, 7.5.4), in the classic form and as a stream.

use std::collections::{HashMap, HashSet};

use lopdf::{Dictionary, Object, Stream};

use super::budget::{self, Budget};
use super::lexer::{Lexer, Token};
use super::object;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Offset(usize),
    InObjectStream(u32),
    /// Deleted.
    Free,
}

#[derive(Debug, Default)]
pub struct Table {
    pub entries: HashMap<u32, Entry>,
    /// The newest trailer, with entries of older ones that it does not have.
    pub trailer: Dictionary,
    /// Whether all sections could be read, so that an object without an entry does not exist.
    pub is_complete: bool,
}

/// Sections that are read. A file with more incremental updates is scanned for its objects.
const SECTIONS: usize = 200;
const ENTRIES: usize = 200_000;

/// Reads all sections, from the newest to the oldest.
pub fn read(bytes: &[u8], budget: &Budget) -> Table {
    let mut table = Table::default();
    let Some(start) = start(bytes) else { return table };
    let mut queue = vec![start];
    let mut seen = HashSet::new();
    let mut is_complete = true;
    while let Some(offset) = queue.pop() {
        if !seen.insert(offset) {
            continue;
        }
        let trailer = (seen.len() <= SECTIONS)
            .then(|| section(bytes, offset, budget, &mut table))
            .flatten();
        let Some(trailer) = trailer else {
            is_complete = false;
            continue;
        };
        let next = |key: &[u8]| {
            let offset = trailer.get(key).ok()?.as_i64().ok()?;
            usize::try_from(offset).ok().filter(|&offset| offset < bytes.len())
        };
        // The stream of a hybrid-reference file is read next: it takes precedence over older sections.
        queue.extend(next(b"Prev"));
        queue.extend(next(b"XRefStm"));
        for (key, value) in &trailer {
            if !table.trailer.has(key) {
                table.trailer.set(key.clone(), value.clone());
            }
        }
    }
    table.is_complete = is_complete && !budget.is_exceeded();
    table
}

/// The offset after the last `startxref`.
fn start(bytes: &[u8]) -> Option<usize> {
    let tail = bytes.len().saturating_sub(2048);
    let keyword = b"startxref";
    let found = bytes[tail..].windows(keyword.len()).rposition(|w| w == keyword)?;
    let mut lexer = Lexer::new(bytes, tail + found + keyword.len());
    match lexer.token()? {
        Token::Integer(offset) => usize::try_from(offset).ok().filter(|&offset| offset < bytes.len()),
        _ => None,
    }
}

/// Adds the entries of one section and returns its trailer.
fn section(bytes: &[u8], offset: usize, budget: &Budget, table: &mut Table) -> Option<Dictionary> {
    let mut lexer = Lexer::new(bytes, offset);
    let trailer = if lexer.token()? == Token::Word(b"xref") {
        classic(&mut lexer, budget, table)
    } else {
        lexer.at = offset;
        stream(&mut lexer, budget, table)
    };
    budget.spend(lexer.at - offset).then_some(trailer?)
}

/// Adds an entry unless a newer section has one for the same object.
fn insert(table: &mut Table, number: i64, entry: Entry) -> Option<()> {
    let number = u32::try_from(number).ok()?;
    if table.entries.len() >= ENTRIES {
        return None;
    }
    table.entries.entry(number).or_insert(entry);
    Some(())
}

fn classic(lexer: &mut Lexer<'_>, budget: &Budget, table: &mut Table) -> Option<Dictionary> {
    loop {
        let first = match lexer.token()? {
            Token::Integer(first) => first,
            Token::Word(b"trailer") => break,
            _ => return None,
        };
        let Token::Integer(count) = lexer.token()? else {
            return None;
        };
        for index in 0..count {
            let before = lexer.at;
            let (Token::Integer(offset), Token::Integer(_), Token::Word(kind)) =
                (lexer.token()?, lexer.token()?, lexer.token()?)
            else {
                // There are fewer entries than stated.
                lexer.at = before;
                break;
            };
            let entry = match kind {
                b"n" => Entry::Offset(usize::try_from(offset).ok()?),
                b"f" => Entry::Free,
                _ => return None,
            };
            insert(table, first.checked_add(index)?, entry)?;
        }
    }
    match object::object(lexer, budget)? {
        Object::Dictionary(trailer) => Some(trailer),
        _ => None,
    }
}

/// Reads a cross-reference stream (ISO 32000-1, 7.5.8). It is never encrypted.
fn stream(lexer: &mut Lexer<'_>, budget: &Budget, table: &mut Table) -> Option<Dictionary> {
    object::header(lexer)?;
    let Object::Stream(stream) = object::body(lexer, budget)? else {
        return None;
    };
    if !stream.dict.has_type(b"XRef") {
        return None;
    }
    let rows = decoded(&stream, lexer.bytes, budget)?;
    let widths = field_widths(&stream.dict)?;
    let width: usize = widths.iter().sum();
    if width == 0 {
        return None;
    }
    let size = stream.dict.get(b"Size").ok()?.as_i64().ok()?;
    let subsections = integers(&stream.dict, b"Index").unwrap_or_else(|| vec![0, size]);
    let mut rows = rows.chunks_exact(width);
    for subsection in subsections.chunks_exact(2) {
        for index in 0..subsection[1] {
            let Some(row) = rows.next() else { break };
            let entry = match fields(row, widths) {
                (0, _) => Entry::Free,
                (1, offset) => Entry::Offset(usize::try_from(offset).ok()?),
                (2, number) => Entry::InObjectStream(u32::try_from(number).ok()?),
                // The standard defines no other types.
                _ => continue,
            };
            insert(table, subsection[0].checked_add(index)?, entry)?;
        }
    }
    Some(stream.dict)
}

fn decoded(stream: &Stream, file: &[u8], budget: &Budget) -> Option<Vec<u8>> {
    let start = stream.start_position?;
    let length = usize::try_from(stream.dict.get(b"Length").ok()?.as_i64().ok()?).ok()?;
    let raw = file.get(start..start.checked_add(length)?)?;
    if raw.len() > budget::STREAM_BYTES || !budget.spend(raw.len()) {
        return None;
    }
    let decoded = super::stream::undo(&stream.dict, raw.to_vec(), budget::DECODED_BYTES, budget).ok()?;
    budget.count_decoded(decoded.len()).then_some(decoded)
}

fn integers(dict: &Dictionary, key: &[u8]) -> Option<Vec<i64>> {
    let array = dict.get(key).ok()?.as_array().ok()?;
    array.iter().map(|item| item.as_i64().ok()).collect()
}

/// The number of bytes of each of the three fields of an entry.
fn field_widths(dict: &Dictionary) -> Option<[usize; 3]> {
    let widths = integers(dict, b"W")?;
    let widths: Option<Vec<usize>> = widths
        .iter()
        .map(|&width| usize::try_from(width).ok().filter(|&width| width <= 8))
        .collect();
    widths?.try_into().ok()
}

/// The first two fields of a row of a cross-reference stream: the type, and an offset or object number.
fn fields(row: &[u8], [kind, second, _]: [usize; 3]) -> (u64, u64) {
    let field = |from: usize, width: usize| {
        row[from..from + width]
            .iter()
            .fold(0_u64, |value, &byte| value << 8 | u64::from(byte))
    };
    // The type of an entry without a type field is 1.
    let value = if kind == 0 { 1 } else { field(0, kind) };
    (value, field(kind, second))
}
