//! Finds the objects of a file whose own table is wrong, by reading all of it.

use std::collections::HashMap;

use lopdf::{Dictionary, Object, Stream};

use super::budget::{self, Budget};
use super::container;
use super::lexer::Lexer;
use super::object;
use super::xref::Entry;

/// What a file holds.
#[derive(Debug, Default)]
pub struct Scan {
    /// Where each object is. Of several with one number the last counts: a file is changed by adding to its end.
    pub entries: HashMap<u32, Entry>,
    /// The last trailer that names a catalog, else one made for the last catalog.
    pub trailer: Dictionary,
}

/// Objects that are noted.
const OBJECTS: usize = 100_000;

/// Where the bytes first stand at or after a place.
pub fn find(bytes: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    let first = *wanted.first()?;
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|&c| c == first)?;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        at += 1;
    }
}

/// Reads a file from its beginning to its end.
pub fn scan(bytes: &[u8], budget: &Budget) -> Scan {
    let mut scan = Scan::default();
    let mut containers = Vec::new();
    let mut catalog = None;
    let mut at = 0;
    while let Some(found) = next_keyword(bytes, at) {
        if scan.entries.len() >= OBJECTS || !budget.work(found.end() - at) {
            break;
        }
        at = found.end();
        match found {
            Keyword::Trailer(end) => {
                let mut lexer = Lexer::new(bytes, end);
                if let Some(Object::Dictionary(trailer)) = object::object(&mut lexer, budget) {
                    keep_trailer(&mut scan.trailer, trailer);
                }
            }
            Keyword::Object(start, end) => {
                let mut lexer = Lexer::new(bytes, start);
                let Some((id, _)) = object::header(&mut lexer) else {
                    continue;
                };
                scan.entries.insert(id, Entry::At(start));
                let kept = budget.nodes_left();
                let body = object::body(&mut lexer, budget);
                budget.restore_nodes(kept);
                at = lexer.at.clamp(end, bytes.len());
                match body {
                    Some(Object::Stream(stream)) => {
                        if stream.dict.has_type(b"XRef") {
                            keep_trailer(&mut scan.trailer, stream.dict.clone());
                        } else if stream.dict.has_type(b"ObjStm") {
                            containers.push((id, stream));
                        }
                        // What looks like an object inside a stream is none.
                        at = find(bytes, b"endstream", at).unwrap_or(at);
                    }
                    Some(Object::Dictionary(dict)) if dict.has_type(b"Catalog") => catalog = Some(id),
                    _ => {}
                }
            }
        }
    }
    add_contained(bytes, &containers, &mut scan, budget);
    if !scan.trailer.has(b"Root")
        && let Some(id) = catalog
    {
        scan.trailer.set("Root", Object::Reference((id, 0)));
    }
    scan
}

fn keep_trailer(kept: &mut Dictionary, found: Dictionary) {
    if found.has(b"Root") {
        *kept = found;
    }
}

enum Keyword {
    /// `trailer`, ending here.
    Trailer(usize),
    /// `12 0 obj`, from here to here.
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
            && let Some(start) = header_before(bytes, at, from)
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

/// Where `12 0 ` begins that ends at `end`.
fn header_before(bytes: &[u8], end: usize, floor: usize) -> Option<usize> {
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
    let blanks = |c: &u8| c.is_ascii_whitespace();
    let generation = back(back(end, blanks)?, digits)?;
    back(back(generation, blanks)?, digits)
}

/// Objects in object streams. Those of encrypted files are not found: nothing can be decrypted yet.
fn add_contained(bytes: &[u8], containers: &[(u32, Stream)], scan: &mut Scan, budget: &Budget) {
    for (container, stream) in containers {
        let raw = stream.start_position.and_then(|start| {
            let end = find(bytes, b"endstream", start)?;
            (end - start <= budget::STREAM_BYTES && budget.work(end - start)).then(|| &bytes[start..end])
        });
        let Some(raw) = raw else { continue };
        let stream = Stream::new(stream.dict.clone(), raw.to_vec());
        let Ok(decoded) = stream.get_plain_content_with_limit(budget::DECODED_BYTES) else {
            continue;
        };
        if !budget.decoded(decoded.len()) {
            return;
        }
        for (id, _) in container::index(&stream.dict, &decoded, budget) {
            if scan.entries.len() < OBJECTS {
                scan.entries.entry(id).or_insert(Entry::Within(*container));
            }
        }
    }
}
