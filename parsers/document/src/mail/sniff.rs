//! The type of a file by its first bytes, whatever its declared type.

/// The bytes without a byte order mark and white space.
pub(super) fn beginning(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Whether bytes begin with an XML declaration, or as XML in UTF-16.
pub(super) fn is_xml(bytes: &[u8]) -> bool {
    beginning(bytes).starts_with(b"<?xml") || bytes.starts_with(b"\xff\xfe<") || bytes.starts_with(b"\xfe\xff\0<")
}

/// Whether bytes begin as a page does (WHATWG, MIME Sniffing, section 7.1).
pub(super) fn is_markup(bytes: &[u8]) -> bool {
    const TAGS: &str = "!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|center";
    let mut rest = beginning(bytes);
    if rest.starts_with(b"<?xml") {
        let end = rest
            .windows(2)
            .position(|mark| mark == b"?>")
            .map_or(rest.len(), |at| at + 2);
        rest = rest[end..].trim_ascii_start();
    }
    let Some(rest) = rest.strip_prefix(b"<") else {
        return false;
    };
    let begins_with = |tag: &str| match rest.split_at_checked(tag.len()) {
        Some((name, [end, ..])) => {
            name.eq_ignore_ascii_case(tag.as_bytes()) && (*end == b'>' || end.is_ascii_whitespace())
        }
        _ => false,
    };
    rest.starts_with(b"!--") || TAGS.split('|').any(begins_with)
}

/// Whether bytes begin with the headers of a mail: a sender, and a subject, a date or an id.
pub(super) fn has_mail_headers(bytes: &[u8]) -> bool {
    let lines = beginning(bytes).split(|byte| *byte == b'\n').take(200);
    let names = lines.take_while(|line| !line.trim_ascii().is_empty()).map(|line| {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        name.to_ascii_lowercase()
    });
    let names: Vec<Vec<u8>> = names.collect();
    let has = |name: &[u8]| names.iter().any(|other| other == name);
    has(b"from") && (has(b"subject") || has(b"date") || has(b"message-id"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_begin_with_a_tag() {
        for page in [
            "<!DOCTYPE html>",
            "\u{feff} <HTML>",
            "<?xml version='1.0'?>\n<html lang=en>",
            "<!-- x --><p>",
            "<table border=0>",
        ] {
            assert!(is_markup(page.as_bytes()), "{page}");
        }
        for text in [
            "",
            "Total < 100",
            "<post@example.com>",
            "<https://example.com>",
            "<pre-order>",
            "<?xml?><Invoice>",
        ] {
            assert!(!is_markup(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn mails_begin_with_the_headers_of_a_sender() {
        assert!(has_mail_headers(
            b"Received: x\r\nFrom: a@example.com\r\nDate: x\r\n\r\nText"
        ));
        for text in [
            "From: a@example.com\n\nSubject: x",
            "Subject: x\nDate: y",
            "",
            "%PDF-1.7",
        ] {
            assert!(!has_mail_headers(text.as_bytes()), "{text}");
        }
    }
}
