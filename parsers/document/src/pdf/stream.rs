//! Stream data: its position in the file, and decoding of its filters.

use std::borrow::Cow;

use lopdf::{DecompressError, Dictionary, Object, Stream};
use parser_model::Limit;

use super::budget::Budget;
use super::inflate::Inflater;
use super::lexer::{Lexer, find};
use super::resolve::Resolve;

/// Elements of a filter array and entries of a parameter dictionary that are read.
const FILTERS: usize = 16;
const PARAMETERS: usize = 32;
/// No name of a filter or a parameter is longer.
const MAX_NAME: usize = 32;
/// What it takes to set up the decoder of a filter, however little there is to decode.
const STEPS_OF_FILTER: usize = 1_000;
/// That of this filter clears a buffer of 16 MiB.
const STEPS_OF_LZW: usize = 200_000;

pub fn raw<'a>(bytes: &'a [u8], stream: &Stream, file: &impl Resolve, budget: &Budget) -> Option<&'a [u8]> {
    let start = stream.start_position?;
    let rest = bytes.get(start..)?;
    let length = file
        .get(&stream.dict, b"Length")
        .and_then(|length| length.as_i64().ok());
    let length = length
        .and_then(|length| usize::try_from(length).ok())
        .filter(|&length| length <= rest.len());
    if let Some(length) = length {
        let mut after = Lexer::new(rest, length);
        after.skip_white_space();
        if !budget.spend(after.at - length) {
            return None;
        }
        if rest[after.at.min(rest.len())..].starts_with(b"endstream") {
            return Some(&rest[..length]);
        }
    }
    // `Length` is wrong. The data ends before the keyword and the line break in front of it.
    let end = end(bytes, start, budget).unwrap_or(bytes.len());
    if budget.is_exceeded() {
        return None;
    }
    let raw = &bytes[start..end];
    Some(
        raw.strip_suffix(b"\r\n")
            .or_else(|| raw.strip_suffix(b"\n"))
            .unwrap_or(raw),
    )
}

/// The offset of the first `endstream` at or after `start`. The search is paid for whether or not it finds one.
pub fn end(bytes: &[u8], start: usize, budget: &Budget) -> Option<usize> {
    let found = find(bytes, b"endstream", start);
    budget
        .spend(found.unwrap_or(bytes.len()).saturating_sub(start))
        .then_some(found?)
}

/// The entries of a stream dictionary that describe its filters, with all references resolved.
pub fn filters(dict: &Dictionary, file: &impl Resolve) -> Dictionary {
    let mut filters = Dictionary::new();
    for key in [&b"Filter"[..], b"DecodeParms"] {
        let Some(value) = file.get(dict, key) else { continue };
        let value = match &*value {
            Object::Array(items) => {
                let items = items
                    .iter()
                    .take(FILTERS)
                    .map(|item| resolved_copy(item, file))
                    .collect();
                Object::Array(items)
            }
            other => resolved_copy(other, file),
        };
        filters.set(key, value);
    }
    let names = filters.get(b"Filter").and_then(Object::as_array);
    if names.is_ok_and(Vec::is_empty) {
        filters.remove(b"Filter");
    }
    if !filters.has(b"Filter") {
        filters.remove(b"DecodeParms");
    }
    filters
}

/// A copy of a name, number or dictionary with all references resolved.
fn resolved_copy(object: &Object, file: &impl Resolve) -> Object {
    match file.resolve(object).as_deref() {
        Some(Object::Dictionary(dict)) => {
            let mut copy = Dictionary::new();
            for (key, value) in dict.iter().filter(|(key, _)| key.len() <= MAX_NAME).take(PARAMETERS) {
                // Every parameter of a filter is a number, a name or a Boolean.
                if let Some(value) = file.resolve(value).filter(|v| is_scalar(v)) {
                    copy.set(key.clone(), (*value).clone());
                }
            }
            Object::Dictionary(copy)
        }
        Some(other) if is_scalar(other) => other.clone(),
        _ => Object::Null,
    }
}

fn is_scalar(object: &Object) -> bool {
    match object {
        Object::Boolean(_) | Object::Integer(_) | Object::Real(_) => true,
        Object::Name(name) => name.len() <= MAX_NAME,
        _ => false,
    }
}

/// Undoes the filters of a stream. More than `limit` decoded bytes exceed the budget.
pub fn decode(
    raw: Cow<'_, [u8]>,
    filters: &Dictionary,
    limit: usize,
    inflater: &Inflater,
    budget: &Budget,
) -> Option<Vec<u8>> {
    if filters.is_empty() {
        return within(raw.into_owned(), limit, budget);
    }
    // Nearly all streams are intact and have this filter alone. `lopdf` decodes the other filters and what is left
    // of damaged data.
    let filter = filters.get(b"Filter").and_then(Object::as_name);
    let is_flate = filters.len() == 1 && filter.is_ok_and(|name| name == b"FlateDecode");
    if let Some(decoded) = is_flate.then(|| inflater.inflate(&raw, limit)).flatten() {
        return within(decoded, limit, budget);
    }
    match undo(filters, raw.into_owned(), limit, budget) {
        Ok(decoded) => within(decoded, limit, budget),
        Err(lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => {
            budget.exceed(Limit::CompressedStream);
            None
        }
        Err(_) => None,
    }
}

/// Undoes the filters of a dictionary. Each is paid for by itself, because the next one may leave nothing of what it returns.
pub fn undo(dict: &Dictionary, mut data: Vec<u8>, limit: usize, budget: &Budget) -> lopdf::Result<Vec<u8>> {
    let names = match dict.get(b"Filter") {
        Ok(Object::Array(names)) => names.as_slice(),
        Ok(name) => std::slice::from_ref(name),
        Err(_) => &[],
    };
    for (index, name) in names.iter().take(FILTERS).enumerate() {
        let parameters = match dict.get(b"DecodeParms") {
            Ok(Object::Array(all)) => all.get(index),
            own => own.ok(),
        };
        let mut filter = Dictionary::new();
        filter.set("Filter", name.clone());
        if let Some(Object::Dictionary(own)) = parameters {
            filter.set("DecodeParms", own.clone());
        }
        let is_lzw = name.as_name().is_ok_and(|name| name == b"LZWDecode");
        budget.spend(if is_lzw { STEPS_OF_LZW } else { STEPS_OF_FILTER });
        let decoded = Stream::new(filter, data).decompressed_content_with_limit(limit);
        budget.spend(match &decoded {
            Ok(decoded) => decoded.len() / 2,
            Err(lopdf::Error::Unimplemented(_)) => 0,
            Err(_) => limit,
        });
        data = decoded?;
    }
    Ok(data)
}

fn within(decoded: Vec<u8>, limit: usize, budget: &Budget) -> Option<Vec<u8>> {
    if decoded.len() > limit {
        budget.exceed(Limit::StreamSize);
        return None;
    }
    budget.count_decoded(decoded.len()).then_some(decoded)
}
