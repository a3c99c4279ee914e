//! The content of a signed S/MIME message (RFC 5652, RFC 8551). The signature is not checked.

/// Signed data: 1.2.840.113549.1.7.2.
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];

const INTEGER: u8 = 0x02;
const OCTETS: u8 = 0x04;
const OBJECT_ID: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const PARTS_OF_OCTETS: u8 = 0x24;
const EXPLICIT_0: u8 = 0xa0;

/// The MIME entity within signed data, in DER or BER. `None` for encrypted messages and signatures alone.
pub(super) fn content(bytes: &[u8]) -> Option<Vec<u8>> {
    let info = Value::read(bytes)?.content_of(SEQUENCE)?;
    let kind = Value::read(info)?;
    let signed = Value::read(kind.rest)?.content_of(EXPLICIT_0)?;
    if kind.content_of(OBJECT_ID)? != SIGNED_DATA {
        return None;
    }
    let version = Value::read(Value::read(signed)?.content_of(SEQUENCE)?)?;
    version.content_of(INTEGER)?;
    let digests = Value::read(version.rest)?;
    digests.content_of(SET)?;
    let encapsulated = Value::read(digests.rest)?.content_of(SEQUENCE)?;
    let kind = Value::read(encapsulated)?;
    let octets = Value::read(Value::read(kind.rest)?.content_of(EXPLICIT_0)?)?;
    let mut content = Vec::new();
    match octets.tag {
        OCTETS => content.extend_from_slice(octets.content),
        PARTS_OF_OCTETS => {
            let mut rest = octets.content;
            while let Some((tag, length, _)) = header(rest) {
                // Parts can have parts: only the header of such a one is left out. A search for its end would go through all of them.
                if tag == PARTS_OF_OCTETS {
                    rest = &rest[length..];
                    continue;
                }
                let Some(part) = Value::read(rest) else { break };
                if tag == OCTETS {
                    content.extend_from_slice(part.content);
                }
                rest = part.rest;
            }
        }
        _ => return None,
    }
    (!content.is_empty()).then_some(content)
}

/// A value in BER (X.690).
struct Value<'b> {
    tag: u8,
    content: &'b [u8],
    rest: &'b [u8],
}

impl<'b> Value<'b> {
    fn read(bytes: &'b [u8]) -> Option<Self> {
        let (tag, header, length) = header(bytes)?;
        let after = &bytes[header..];
        let (length, end) = match length {
            Some(length) => (length, 0),
            None => (end_of_contents(after)?, 2),
        };
        Some(Value {
            tag,
            content: after.get(..length)?,
            rest: &after[length + end..],
        })
    }

    fn content_of(&self, tag: u8) -> Option<&'b [u8]> {
        (self.tag == tag).then_some(self.content)
    }
}

/// The tag, the length of the header, and that of the content if it is stated.
fn header(bytes: &[u8]) -> Option<(u8, usize, Option<usize>)> {
    let (&tag, rest) = bytes.split_first()?;
    let (&length, rest) = rest.split_first()?;
    match length {
        0x80 => Some((tag, 2, None)),
        0x81..=0x84 => {
            let count = usize::from(length & 0x7f);
            let length = rest
                .get(..count)?
                .iter()
                .fold(0, |sum, byte| sum << 8 | usize::from(*byte));
            Some((tag, 2 + count, Some(length)))
        }
        0..=0x7f => Some((tag, 2, Some(usize::from(length)))),
        _ => None,
    }
}

/// The position of the mark that ends content of unknown length.
fn end_of_contents(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut open) = (0_usize, 1);
    loop {
        let (tag, header, length) = header(bytes.get(at..)?)?;
        match length {
            Some(0) if tag == 0 => {
                open -= 1;
                if open == 0 {
                    return Some(at);
                }
                at += header;
            }
            Some(length) => at = at.checked_add(header)?.checked_add(length)?,
            None => {
                open += 1;
                at += header;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(tag: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len()).unwrap().to_be_bytes();
        [&[tag, 0x82][..], &length, content].concat()
    }

    fn open_value(tag: u8, content: &[u8]) -> Vec<u8> {
        [&[tag, 0x80][..], content, &[0, 0]].concat()
    }

    fn signed(value: fn(u8, &[u8]) -> Vec<u8>, octets: &[u8]) -> Vec<u8> {
        let data = self::value(OBJECT_ID, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]);
        let encapsulated = value(SEQUENCE, &[data, value(EXPLICIT_0, octets)].concat());
        let version = self::value(INTEGER, &[1]);
        let signed = value(
            SEQUENCE,
            &[version, value(SET, &[]), encapsulated, self::value(SET, b"signers")].concat(),
        );
        value(
            SEQUENCE,
            &[self::value(OBJECT_ID, SIGNED_DATA), value(EXPLICIT_0, &signed)].concat(),
        )
    }

    #[test]
    fn the_signed_entity_is_read_in_der_and_ber() {
        let whole = value(OCTETS, b"Content-Type: text/plain\n\nx");
        assert_eq!(
            content(&signed(value, &whole)).as_deref(),
            Some(&b"Content-Type: text/plain\n\nx"[..])
        );
        let inner = open_value(PARTS_OF_OCTETS, &value(OCTETS, b"\n\nx"));
        let parts = open_value(
            PARTS_OF_OCTETS,
            &[value(OCTETS, b"Content-Type: text/plain"), inner].concat(),
        );
        assert_eq!(
            content(&signed(open_value, &parts)).as_deref(),
            Some(&b"Content-Type: text/plain\n\nx"[..])
        );
    }

    #[test]
    fn other_data_and_damaged_data_are_none() {
        let whole = signed(value, &value(OCTETS, b"text"));
        for end in 0..whole.len() - 12 {
            assert_eq!(content(&whole[..end]), None, "{end}");
        }
        assert_eq!(content(&[0x30, 0x80].repeat(100_000)), None);
        assert_eq!(content(&signed(value, &[])), None);
    }
}
