//! Object streams (ISO 32000-1, 7.5.7): indirect objects stored together in one compressed stream.

use lopdf::{Dictionary, Object};

use super::budget::Budget;
use super::lexer::{Lexer, Token};
use super::object;

/// A decoded object stream. Its objects are parsed on demand.
pub struct ObjectStream {
    bytes: Vec<u8>,
    /// Object numbers and the offsets of the objects, sorted by number.
    index: Vec<(u32, usize)>,
}

impl ObjectStream {
    /// Reads the index at the beginning of the decoded bytes.
    pub fn new(dict: &Dictionary, bytes: Vec<u8>, budget: &Budget) -> Self {
        let mut index = index(dict, &bytes, budget);
        index.sort_unstable();
        ObjectStream { bytes, index }
    }

    /// The object with this number.
    pub fn object(&self, number: u32, budget: &Budget) -> Option<Object> {
        let found = self.index.binary_search_by_key(&number, |entry| entry.0).ok()?;
        let start = self.index[found].1;
        let mut lexer = Lexer::new(&self.bytes, start);
        let object = object::object(&mut lexer, budget);
        budget.spend(lexer.at - start).then_some(object?)
    }
}

/// The object numbers in an object stream and the offset of each object in the decoded bytes.
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
        if !budget.spend(16) {
            break;
        }
    }
    index
}
