//! Reads XML as a list of values with their paths. It fetches nothing and expands no custom entities.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, mem};
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use crate::steps;

const MAX_DEPTH: usize = 40;
const MAX_EVENTS: usize = 400_000;
const MAX_VALUES: usize = 100_000;
const MAX_VALUE_BYTES: usize = 1_000;
const MAX_PATH_BYTES: usize = 500;

/// The text of one element or attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The names from the root to it, without namespace prefixes: `Invoice/ID`, `Invoice/ID@schemeID`.
    pub path: String,
    pub text: String,
}

/// The values of a document, in order. `None` if it is invalid, too large or has a document type declaration.
pub fn values(xml: &[u8]) -> Option<Vec<Value>> {
    let text = decode(xml)?;
    let mut reader = Reader::from_str(&text);
    let mut values = Vec::new();
    let mut open: Vec<String> = Vec::new();
    // The text since the last tag.
    let mut content = String::new();
    let mut position = 0;
    for _ in 0..MAX_EVENTS {
        let start = std::mem::replace(&mut position, reader.buffer_position());
        if !steps::spend(usize::try_from(position - start).unwrap_or(usize::MAX)) {
            return None;
        }
        match reader.read_event().ok()? {
            Event::Start(tag) => {
                content.clear();
                let path = below(open.last(), tag.local_name().as_ref());
                if open.len() >= MAX_DEPTH || path.len() > MAX_PATH_BYTES {
                    return None;
                }
                attributes(&path, &tag, &mut values);
                open.push(path);
            }
            Event::Empty(tag) => {
                let path = below(open.last(), tag.local_name().as_ref());
                if path.len() <= MAX_PATH_BYTES {
                    attributes(&path, &tag, &mut values);
                }
            }
            Event::End(_) => {
                let path = open.pop()?;
                let text = content.trim();
                if !text.is_empty() && values.len() < MAX_VALUES {
                    let text = text.to_owned();
                    values.push(Value { path, text });
                }
                content.clear();
            }
            Event::Text(text) => append(&mut content, &text.xml10_content()),
            Event::CData(text) => append(&mut content, &text.into_inner()),
            Event::GeneralRef(reference) => {
                if let Some(letter) = reference.resolve_char_ref().ok()? {
                    append(&mut content, letter.encode_utf8(&mut [0; 4]));
                } else {
                    // A document can't define entities of its own, so only the five predefined ones are valid.
                    append(&mut content, resolve_predefined_entity(&reference.into_inner())?);
                }
            }
            Event::DocType(_) => return None,
            Event::Eof => return open.is_empty().then_some(values),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
    None
}

fn below(parent: Option<&String>, name: &str) -> String {
    parent.map_or_else(|| name.to_owned(), |parent| format!("{parent}/{name}"))
}

fn append(content: &mut String, text: &str) {
    if content.len() + text.len() <= MAX_VALUE_BYTES {
        content.push_str(text);
    }
}

fn attributes(path: &str, tag: &BytesStart<'_>, values: &mut Vec<Value>) {
    for attribute in tag.attributes().take(16).flatten() {
        let text = attribute.value.trim();
        if values.len() < MAX_VALUES && text.len() <= MAX_VALUE_BYTES && !text.contains('&') {
            values.push(Value {
                path: format!("{path}@{}", attribute.key.local_name().as_ref()),
                text: text.to_owned(),
            });
        }
    }
}

/// Decodes UTF-16 with a byte order mark, UTF-8, or else Latin-1. Declarations are ignored, because they are often wrong.
fn decode<'x>(xml: &'x [u8]) -> Option<Cow<'x, str>> {
    let whole_units = |bytes: &'x [u8]| &bytes[..bytes.len() & !1];
    match xml {
        [0xef, 0xbb, 0xbf, rest @ ..] => std::str::from_utf8(rest).ok().map(Cow::Borrowed),
        [0xfe, 0xff, rest @ ..] => Some(UTF_16BE.decode_without_bom_handling(whole_units(rest)).0),
        [0xff, 0xfe, rest @ ..] => Some(UTF_16LE.decode_without_bom_handling(whole_units(rest)).0),
        _ => Some(std::str::from_utf8(xml).map_or_else(|_| mem::decode_latin1(xml), Cow::Borrowed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(xml: &str) -> Option<Vec<(String, String)>> {
        Some(values(xml.as_bytes())?.into_iter().map(|v| (v.path, v.text)).collect())
    }

    #[test]
    fn values_have_the_path_of_their_element() {
        let found = texts("<a:A xmlns:a='x'><B c='1'> t &amp; &#229; </B><B><![CDATA[<u>]]></B></a:A>").unwrap();
        let found: Vec<(&str, &str)> = found.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        assert_eq!(found[1..], [("A/B@c", "1"), ("A/B", "t & å"), ("A/B", "<u>")]);
    }

    #[test]
    fn custom_entities_are_refused() {
        assert_eq!(texts("<!DOCTYPE A [<!ENTITY x 'y'>]><A>&x;</A>"), None);
        assert_eq!(texts("<!DOCTYPE A SYSTEM 'file:///etc/passwd'><A/>"), None);
        assert_eq!(texts("<A>&x;</A>"), None);
    }

    #[test]
    fn invalid_and_deeply_nested_documents_are_refused() {
        assert_eq!(texts("<A><B></A>"), None);
        assert_eq!(texts("<A>"), None);
        assert_eq!(texts(&"<A>".repeat(50)), None);
    }
}
