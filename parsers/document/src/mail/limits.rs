//! Limits on what a message may hold, checked before it is parsed.
//!
//! The MIME library keeps some hundred bytes for each header and each part, so a message of a few megabytes of short ones
//! would take a hundred times its size.

use parser_model::Limit;

use crate::steps;

/// Maximum number of lines of the form `Name: value` in a message, its parts and the messages in it. Lines of a text count,
/// too, so it is far above what any mail has.
const HEADER_LINES: usize = 100_000;
/// Maximum number of lines that begin with two hyphens, as those between parts do.
const BOUNDARY_LINES: usize = 10_000;

/// Maximum number of mentions of a type of messages, such as `message/rfc822`. The MIME library calls itself for each message
/// in a message.
const MESSAGES: usize = 500;
/// Maximum number of bytes of the message's own headers, with room for thousands of recipients.
const HEADER_BYTES: usize = 1 << 20;

pub(super) fn exceeded(message: &[u8]) -> Option<Limit> {
    if !steps::spend(message.len()) {
        return Some(Limit::Work);
    }
    let (mut headers, mut boundaries, mut own_bytes, mut is_own) = (0, 0, 0, true);
    for line in message.split(|byte| *byte == b'\n') {
        headers += usize::from(is_header(line));
        boundaries += usize::from(line.starts_with(b"--"));
        is_own &= !line.trim_ascii().is_empty();
        own_bytes += if is_own { line.len() } else { 0 };
    }
    if headers > HEADER_LINES {
        Some(Limit::HeaderLines)
    } else if mentions(message, b"message/") > MESSAGES {
        Some(Limit::Messages)
    } else if own_bytes > HEADER_BYTES {
        Some(Limit::HeaderBytes)
    } else if boundaries > BOUNDARY_LINES {
        Some(Limit::Parts)
    } else {
        None
    }
}

/// How often a message has these bytes, in any case of letters.
fn mentions(message: &[u8], wanted: &[u8]) -> usize {
    let parts = message.windows(wanted.len());
    parts.filter(|part| part.eq_ignore_ascii_case(wanted)).count()
}

/// A field name and a colon (RFC 5322, section 2.2), with the blanks between them that the MIME library forgives.
fn is_header(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| **byte != b':').count();
    let name = line
        .get(..name)
        .filter(|name| name.len() < line.len())
        .unwrap_or_default();
    !name.is_empty() && !name.trim_ascii_end().iter().any(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_lines_have_a_name_and_a_colon() {
        for line in ["Subject: x", "a:", "X-A :b"] {
            assert!(is_header(line.as_bytes()), "{line}");
        }
        for line in ["", ": x", " folded: x", "Dear all: x", "x"] {
            assert!(!is_header(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn short_headers_and_parts_without_number_are_refused() {
        assert_eq!(exceeded("a:\n".repeat(HEADER_LINES).as_bytes()), None);
        assert_eq!(
            exceeded("a:\n".repeat(HEADER_LINES + 1).as_bytes()),
            Some(Limit::HeaderLines)
        );
        let nested = "Content-Type: Message/RFC822\n\n".repeat(MESSAGES + 1);
        assert_eq!(exceeded(nested.as_bytes()), Some(Limit::Messages));
        assert_eq!(
            exceeded("--b\n".repeat(BOUNDARY_LINES + 1).as_bytes()),
            Some(Limit::Parts)
        );
    }
}
