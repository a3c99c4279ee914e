//! The table of a file that says where its objects are, in all its forms.

use std::collections::{HashMap, HashSet};

use lopdf::{Dictionary, Object};

use super::budget::{self, Budget};
use super::lexer::{Lexer, Token};
use super::object;

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// At this byte.
    At(usize),
    /// In the object stream of this number.
    Within(u32),
    /// Nowhere: it was deleted.
    Free,
}

/// Where all objects are.
#[derive(Debug, Default)]
pub struct Table {
    /// By number.
    pub entries: HashMap<u32, Entry>,
    /// The newest trailer, filled up with what only older ones have.
    pub trailer: Dictionary,
    /// Whether every section could be read, so that what is not in it does not exist.
    pub whole: bool,
}

/// Sections that are followed back; a file saved oftener is read by searching it.
const SECTIONS: usize = 200;
/// Entries of all sections.
const ENTRIES: usize = 200_000;

/// Reads the sections from the newest to the oldest.
pub fn read(bytes: &[u8], budget: &Budget) -> Table {
    let mut table = Table::default();
    let Some(start) = start(bytes) else { return table };
    let mut queue = vec![start];
    let mut seen = HashSet::new();
    let mut whole = true;
    while let Some(offset) = queue.pop() {
        if !seen.insert(offset) {
            continue;
        }
        let section = (seen.len() <= SECTIONS)
            .then(|| section(bytes, offset, budget, &mut table))
            .flatten();
        let Some(trailer) = section else {
            whole = false;
            continue;
        };
        let place = |key: &[u8]| {
            let offset = trailer.get(key).ok()?.as_i64().ok()?;
            usize::try_from(offset).ok().filter(|&offset| offset < bytes.len())
        };
        // What a hybrid file says in its stream is newer than what it says in older sections.
        queue.extend(place(b"Prev"));
        queue.extend(place(b"XRefStm"));
        for (key, value) in &trailer {
            if !table.trailer.has(key) {
                table.trailer.set(key.clone(), value.clone());
            }
        }
    }
    table.whole = whole && !budget.is_spent();
    table
}

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

fn section(bytes: &[u8], offset: usize, budget: &Budget, table: &mut Table) -> Option<Dictionary> {
    let mut lexer = Lexer::new(bytes, offset);
    let trailer = if lexer.token()? == Token::Word(b"xref") {
        classic(&mut lexer, budget, table)
    } else {
        lexer.at = offset;
        stream(&mut lexer, budget, table)
    };
    budget.work(lexer.at - offset).then_some(trailer?)
}

fn insert(table: &mut Table, id: i64, entry: Entry) -> Option<()> {
    let id = u32::try_from(id).ok()?;
    if table.entries.len() >= ENTRIES {
        return None;
    }
    table.entries.entry(id).or_insert(entry);
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
                // The count is too high.
                lexer.at = before;
                break;
            };
            let entry = match kind {
                b"n" => Entry::At(usize::try_from(offset).ok()?),
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

/// A section that is written as a stream. Its bytes are never encrypted.
fn stream(lexer: &mut Lexer<'_>, budget: &Budget, table: &mut Table) -> Option<Dictionary> {
    object::header(lexer)?;
    let Object::Stream(mut stream) = object::body(lexer, budget)? else {
        return None;
    };
    if !stream.dict.has_type(b"XRef") {
        return None;
    }
    let start = stream.start_position?;
    let length = usize::try_from(stream.dict.get(b"Length").ok()?.as_i64().ok()?).ok()?;
    let raw = lexer.bytes().get(start..start.checked_add(length)?)?;
    if raw.len() > budget::STREAM_BYTES || !budget.work(raw.len()) {
        return None;
    }
    stream.content = raw.to_vec();
    let rows = stream.get_plain_content_with_limit(budget::DECODED_BYTES).ok()?;
    if !budget.decoded(rows.len()) {
        return None;
    }
    let numbers = |key: &[u8]| -> Option<Vec<i64>> {
        let list = stream.dict.get(key).ok()?.as_array().ok()?;
        list.iter().map(|n| n.as_i64().ok()).collect()
    };
    let widths = numbers(b"W")?;
    let widths: Vec<usize> = widths
        .iter()
        .map(|&w| usize::try_from(w).ok().filter(|&w| w <= 8))
        .collect::<Option<_>>()?;
    let &[kind, second, third] = widths.as_slice() else {
        return None;
    };
    let row = kind + second + third;
    if row == 0 {
        return None;
    }
    let size = stream.dict.get(b"Size").ok()?.as_i64().ok()?;
    let ranges = numbers(b"Index").unwrap_or_else(|| vec![0, size]);
    let mut rows = rows.chunks_exact(row);
    for range in ranges.chunks_exact(2) {
        for index in 0..range[1] {
            let Some(row) = rows.next() else { break };
            let field = |from: usize, width: usize| {
                row[from..from + width]
                    .iter()
                    .fold(0_u64, |value, &byte| value << 8 | u64::from(byte))
            };
            let number = field(kind, second);
            let entry = match if kind == 0 { 1 } else { field(0, kind) } {
                0 => Entry::Free,
                1 => Entry::At(usize::try_from(number).ok()?),
                2 => Entry::Within(u32::try_from(number).ok()?),
                _ => continue,
            };
            insert(table, range[0].checked_add(index)?, entry)?;
        }
    }
    Some(stream.dict)
}
