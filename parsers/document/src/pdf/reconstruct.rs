//! Reconstructs the cross-reference table of a damaged file by scanning the file for objects.

use lopdf::{Dictionary, Object, Stream};

use super::budget::{self, Budget};
use super::lexer::Lexer;
use super::object;
use super::stream;
use super::xref::{Entry, Table};

const OBJECTS: usize = 100_000;

/// Scans a file from beginning to end. Of several objects with one number the last one counts, because
/// incremental updates are appended. The trailer is the last one with a `Root`, or else refers to the last
/// catalog found.
pub fn reconstruct(bytes: &[u8], budget: &Budget) -> Table {
    let mut table = Table::default();
    let mut object_streams = Vec::new();
    let mut catalog = None;
    let (mut at, mut has_ends) = (0, true);
    while let Some(keyword) = next_keyword(bytes, at) {
        if table.entries.len() >= OBJECTS || !budget.spend(keyword.end() - at) {
            break;
        }
        at = keyword.end();
        let start = match keyword {
            Keyword::Trailer(end) => {
                let mut lexer = Lexer::new(bytes, end);
                if let Some(Object::Dictionary(trailer)) = object::object(&mut lexer, budget) {
                    set_trailer(&mut table.trailer, trailer);
                }
                // The scan goes on after the keyword, so it reads these bytes again.
                budget.spend(lexer.at - end);
                continue;
            }
            Keyword::Object(start, _) => start,
        };
        let mut lexer = Lexer::new(bytes, start);
        let Some((number, _)) = object::header(&mut lexer) else {
            continue;
        };
        table.entries.insert(number, Entry::Offset(start));
        // The object is dropped below.
        let left = budget.objects_left();
        let body = object::body(&mut lexer, budget);
        budget.restore_objects(left);
        at = lexer.at.clamp(at, bytes.len());
        match body {
            Some(Object::Stream(stream)) => {
                if stream.dict.has_type(b"XRef") {
                    set_trailer(&mut table.trailer, stream.dict.clone());
                } else if stream.dict.has_type(b"ObjStm") {
                    object_streams.push((number, stream));
                }
                // Stream data may contain bytes that look like an object. Where one stream does not end, no later one does.
                if has_ends {
                    let end = stream::end(bytes, at, budget);
                    has_ends = end.is_some();
                    at = end.unwrap_or(at);
                }
            }
            Some(Object::Dictionary(dict)) if dict.has_type(b"Catalog") => catalog = Some(number),
            _ => {}
        }
    }
    add_contained(bytes, &object_streams, &mut table, budget);
    if !table.trailer.has(b"Root")
        && let Some(number) = catalog
    {
        table.trailer.set("Root", Object::Reference((number, 0)));
    }
    table
}

fn set_trailer(trailer: &mut Dictionary, found: Dictionary) {
    if found.has(b"Root") {
        *trailer = found;
    }
}

enum Keyword {
    /// `trailer`, with the offset of its end.
    Trailer(usize),
    /// `12 0 obj`, with the offsets of its beginning and end.
    Object(usize, usize),
}

impl Keyword {
    fn end(&self) -> usize {
        match *self {
            Keyword::Trailer(end) | Keyword::Object(_, end) => end,
        }
    }
}

fn next_keyword(bytes: &[u8], from: usize) -> Option<Keyword> {
    let mut at = from;
    while at < bytes.len() {
        at += bytes[at..].iter().position(|&c| c == b'o' || c == b't')?;
        if bytes[at..].starts_with(b"obj")
            && let Some(start) = header_start(bytes, at, from)
        {
            return Some(Keyword::Object(start, at + 3));
        }
        if bytes[at..].starts_with(b"trailer") {
            return Some(Keyword::Trailer(at + 7));
        }
        at += 1;
    }
    None
}

/// The offset of the `12 0 ` that ends at `end`, searched back to `floor`.
fn header_start(bytes: &[u8], end: usize, floor: usize) -> Option<usize> {
    let back = |from: usize, wanted: fn(&u8) -> bool| {
        let run = bytes[floor..from]
            .iter()
            .rev()
            .take(20)
            .take_while(|c| wanted(c))
            .count();
        (run > 0).then_some(from - run)
    };
    let digits = |c: &u8| c.is_ascii_digit();
    let spaces = |c: &u8| c.is_ascii_whitespace();
    let generation = back(back(end, spaces)?, digits)?;
    back(back(generation, spaces)?, digits)
}

/// Adds the objects in object streams. Those of encrypted files are missed, because they can't be decrypted yet.
fn add_contained(bytes: &[u8], object_streams: &[(u32, Stream)], table: &mut Table, budget: &Budget) {
    for (container, stream) in object_streams {
        let raw = stream.start_position.and_then(|start| {
            let end = stream::end(bytes, start, budget)?;
            (end - start <= budget::STREAM_BYTES).then(|| &bytes[start..end])
        });
        let Some(raw) = raw else { continue };
        let Ok(decoded) = stream::undo(&stream.dict, raw.to_vec(), budget::DECODED_BYTES, budget) else {
            continue;
        };
        if !budget.count_decoded(decoded.len()) {
            return;
        }
        for (number, _) in object::index(&stream.dict, &decoded, budget) {
            if table.entries.len() < OBJECTS {
                table.entries.entry(number).or_insert(Entry::InObjectStream(*container));
            }
        }
    }
}
