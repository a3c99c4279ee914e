//! Object streams: objects written one after the other and compressed together.

use lopdf::{Dictionary, Object};

use super::budget::{self, Budget};
use super::file::File;
use super::lexer::{Lexer, Token};
use super::object;

/// An opened object stream. Its objects are read when they are asked for.
pub struct Container {
    bytes: Vec<u8>,
    /// Numbers and where they begin, sorted by number.
    index: Vec<(u32, usize)>,
}

impl Container {
    /// Decodes the object stream of this number.
    pub fn open(file: &File<'_>, number: u32) -> Option<Self> {
        let reference = Object::Reference((number, 0));
        let held = file.follow(&reference)?;
        let bytes = file.decoded(&held, budget::DECODED_BYTES)?;
        let mut index = index(held.entries()?, &bytes, file.budget);
        index.sort_unstable();
        Some(Container { bytes, index })
    }

    /// The object of this number.
    pub fn object(&self, number: u32, budget: &Budget) -> Option<Object> {
        let found = self.index.binary_search_by_key(&number, |entry| entry.0).ok()?;
        let start = self.index[found].1;
        let mut lexer = Lexer::new(&self.bytes, start);
        let object = object::object(&mut lexer, budget);
        budget.work(lexer.at - start).then_some(object?)
    }
}

/// The numbers of the objects in an object stream, and where each begins.
pub fn index(dict: &Dictionary, bytes: &[u8], budget: &Budget) -> Vec<(u32, usize)> {
    let first = dict
        .get(b"First")
        .and_then(Object::as_i64)
        .ok()
        .and_then(|first| usize::try_from(first).ok());
    let Some(head) = first.and_then(|first| bytes.get(..first)) else {
        return Vec::new();
    };
    let mut lexer = Lexer::new(head, 0);
    let mut index = Vec::new();
    while let (Some(Token::Integer(id)), Some(Token::Integer(offset))) = (lexer.token(), lexer.token()) {
        let (Ok(id), Ok(offset)) = (u32::try_from(id), usize::try_from(offset)) else {
            continue;
        };
        let start = head.len().saturating_add(offset);
        if start < bytes.len() {
            index.push((id, start));
        }
        if !budget.work(16) {
            break;
        }
    }
    index
}
