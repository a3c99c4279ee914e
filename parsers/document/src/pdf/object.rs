//! Parses PDF objects. Nesting and number of objects are limited.

use lopdf::{Dictionary, Object, Stream, StringFormat};

use super::budget::{Budget, NESTING};
use super::lexer::{Lexer, Token};
use super::object;

/// The object at the lexer's position. `None` if there is none or a limit is exceeded.
pub fn object(lexer: &mut Lexer<'_>, budget: &Budget) -> Option<Object> {
    let token = lexer.token()?;
    from_token(token, lexer, budget, NESTING)
}

/// The object that begins with this token, which was just read.
pub fn from_token(token: Token<'_>, lexer: &mut Lexer<'_>, budget: &Budget, depth: usize) -> Option<Object> {
    if depth == 0 || !budget.count_object() || !budget.spend(8) {
        return None;
    }
    Some(match token {
        Token::Integer(number) => reference(number, lexer).unwrap_or(Object::Integer(number)),
        Token::Real(number) => Object::Real(number),
        Token::Name(name) => Object::Name(name),
        Token::String(string) => Object::String(string, StringFormat::Literal),
        Token::ArrayStart => Object::Array(array(lexer, budget, depth - 1)?),
        Token::DictStart => Object::Dictionary(dictionary(lexer, budget, depth - 1)?),
        Token::Word(b"true") => Object::Boolean(true),
        Token::Word(b"false") => Object::Boolean(false),
        Token::Word(b"null") => Object::Null,
        Token::Word(_) | Token::ArrayEnd | Token::DictEnd => return None,
    })
}

/// The reference `12 0 R` after its `12` was read.
fn reference(number: i64, lexer: &mut Lexer<'_>) -> Option<Object> {
    let number = u32::try_from(number).ok()?;
    let start = lexer.at;
    let generation = generation(lexer);
    if generation.is_none() {
        lexer.at = start;
    }
    Some(Object::Reference((number, generation?)))
}

/// The `0 R` of a reference. Most integers are not references, so the next bytes are checked before tokens are read.
fn generation(lexer: &mut Lexer<'_>) -> Option<u16> {
    let is_number = lexer.may_begin(|c| c.is_ascii_digit() || matches!(c, b'+' | b'-'));
    if !is_number || !lexer.after_word_may_begin(|c| c == b'R') {
        return None;
    }
    let Token::Integer(generation) = lexer.token()? else {
        return None;
    };
    if !lexer.may_begin(|c| c == b'R') || lexer.token()? != Token::Word(b"R") {
        return None;
    }
    u16::try_from(generation).ok()
}

fn array(lexer: &mut Lexer<'_>, budget: &Budget, depth: usize) -> Option<Vec<Object>> {
    let mut items = Vec::new();
    loop {
        match lexer.token()? {
            Token::ArrayEnd => return Some(items),
            Token::Word(word) if !matches!(word, b"true" | b"false" | b"null") => {
                // The closing bracket is missing.
                if matches!(word, b"endobj" | b"endstream" | b"obj") {
                    return Some(items);
                }
            }
            Token::DictEnd => {}
            token => items.push(from_token(token, lexer, budget, depth)?),
        }
    }
}

fn dictionary(lexer: &mut Lexer<'_>, budget: &Budget, depth: usize) -> Option<Dictionary> {
    let mut dict = Dictionary::new();
    loop {
        let before = lexer.at;
        match lexer.token() {
            None | Some(Token::DictEnd) => return Some(dict),
            Some(Token::Name(key)) => {
                let before = lexer.at;
                match lexer.token()? {
                    Token::DictEnd => return Some(dict),
                    Token::Word(b"endobj" | b"stream") => {
                        lexer.at = before;
                        return Some(dict);
                    }
                    Token::Word(word) if !matches!(word, b"true" | b"false" | b"null") => {}
                    token => {
                        let value = from_token(token, lexer, budget, depth)?;
                        dict.set(key, value);
                    }
                }
            }
            // The closing `>>` is missing.
            Some(Token::Word(b"endobj" | b"stream")) => {
                lexer.at = before;
                return Some(dict);
            }
            Some(_) => {
                if !budget.spend(8) {
                    return None;
                }
            }
        }
    }
}

/// The object number and generation in `12 0 obj`.
pub fn header(lexer: &mut Lexer<'_>) -> Option<(u32, u16)> {
    match (lexer.token()?, lexer.token()?, lexer.token()?) {
        (Token::Integer(number), Token::Integer(generation), Token::Word(word)) => {
            // Some producers write no space after the keyword, as in `1 0 obj<<` or `1 0 obj12`.
            let rest = word.strip_prefix(b"obj")?;
            lexer.at -= rest.len();
            Some((u32::try_from(number).ok()?, u16::try_from(generation).ok()?))
        }
        _ => None,
    }
}

/// The object after a header. Of a stream only the offset of its data is kept.
pub fn body(lexer: &mut Lexer<'_>, budget: &Budget) -> Option<Object> {
    let dict = match object(lexer, budget)? {
        Object::Dictionary(dict) => dict,
        other => return Some(other),
    };
    let before = lexer.at;
    if lexer.token() != Some(Token::Word(b"stream")) {
        lexer.at = before;
        return Some(Object::Dictionary(dict));
    }
    let rest = &lexer.bytes[lexer.at..];
    let line_end = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    };
    Some(Object::Stream(Stream::with_position(dict, lexer.at + line_end)))
}

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
