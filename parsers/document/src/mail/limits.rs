//! Limits on what a message may hold, checked before it is parsed.
//!
//! The MIME library keeps some hundred bytes for each header and each part, so a message of a few megabytes of short ones
//! would take a hundred times its size.

use std::borrow::Cow;
use std::collections::HashMap;

use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, Message, MessageParser};
use parser_model::Limit;

use super::sniff::beginning;
use crate::steps;

/// Maximum number of steps that taking a mail apart may take. A mail takes less than a million.
pub(super) const STEPS: u64 = 400_000_000;

/// Maximum number of lines of the form `Name: value` in a message and its parts. Lines of a text count, too, so it is far above
/// what any mail has.
const HEADER_LINES: usize = 100_000;
/// Maximum number of lines that begin with two hyphens, as those between parts do.
const BOUNDARY_LINES: usize = 10_000;
/// Maximum number of lines with two hyphens anywhere, at which the MIME library may find a boundary.
const HYPHEN_LINES: usize = 100_000;
/// Maximum number of lines of one header: the message's, or that of a part. Mails that went through many servers have some two
/// hundred.
const LINES_OF_HEADER: usize = 1_000;
/// Maximum number of bytes of one header.
const HEADER_BYTES: usize = 64 << 10;

/// What [`Checked`] calls the type of a message in a message.
pub(super) const NESTED: &str = "xessage";

/// A message that passes no limit. The MIME library opens messages in a message without any limit, so here they have another
/// type, and it leaves them as they are.
pub(super) struct Checked<'m> {
    original: &'m [u8],
    renamed: Cow<'m, [u8]>,
}

impl<'m> Checked<'m> {
    pub(super) fn of(message: &'m [u8]) -> Result<Self, Limit> {
        // Gmail begins a downloaded original with a line of blanks, and editors save mails with a byte order mark.
        let message = beginning(message);
        check(message)?;
        Ok(Checked {
            original: message,
            renamed: renamed(message)?,
        })
    }

    pub(super) fn parse(&self) -> Option<Message<'_>> {
        let mut message = MessageParser::default().parse(&*self.renamed)?;
        message.raw_message = self.original.into();
        Some(message)
    }

    /// Only the header, as it was sent.
    pub(super) fn parse_header(&self) -> Option<Message<'m>> {
        MessageParser::default().parse_headers(self.original)
    }
}

fn check(message: &[u8]) -> Result<(), Limit> {
    if !steps::spend(message.len()) {
        return Err(Limit::Work);
    }
    let (mut headers, mut boundaries, mut hyphens, mut is_open) = (0, 0, 0, true);
    let mut header = Header::default();
    for line in message.split(|byte| *byte == b'\n') {
        // The MIME library finds a boundary within a line, too, and takes anything before a colon for a name.
        let has_hyphens = line.windows(2).any(|pair| pair == b"--");
        is_open = has_hyphens || is_open && !line.trim_ascii().is_empty();
        headers += usize::from(is_header(line) || (is_open || !header.is_past) && line.contains(&b':'));
        boundaries += usize::from(line.starts_with(b"--"));
        hyphens += usize::from(has_hyphens);
        header.read(line);
    }
    if headers > HEADER_LINES || header.most_lines > LINES_OF_HEADER {
        Err(Limit::HeaderLines)
    } else if header.most_bytes > HEADER_BYTES {
        Err(Limit::HeaderBytes)
    } else if boundaries > BOUNDARY_LINES || hyphens > HYPHEN_LINES {
        Err(Limit::Parts)
    } else if !steps::spend(steps_in_fields(message)) {
        Err(Limit::Work)
    } else {
        Ok(())
    }
}

/// The steps that the MIME library takes in fields beyond one pass. For each parameter that continues another it searches those
/// before it, for each encoded word without an end it reads the rest of the field, and for each group it copies the name. Lines
/// of texts count as fields, but they rarely have such signs and are short.
fn steps_in_fields(message: &[u8]) -> usize {
    let (mut steps, mut length, mut signs, mut has_at) = (0, 0, 0, false);
    for (at, byte) in message.iter().enumerate() {
        length += 1;
        let after = &message[at + 1..];
        let next = || after.iter().find(|byte| !byte.is_ascii_whitespace());
        match byte {
            b'*' => signs += usize::from(next().is_some_and(|next| next.is_ascii_digit() || *next == b'=')),
            b'=' => signs += usize::from(after.first() == Some(&b'?')),
            b'@' => has_at = true,
            b':' => signs += usize::from(std::mem::take(&mut has_at)),
            b'\n' if !matches!(after.first(), Some(b' ' | b'\t')) => {
                steps += signs * length / 16;
                (length, signs, has_at) = (0, 0, false);
            }
            _ => {}
        }
    }
    steps + signs * length / 16
}

/// Gives the messages in a message another type, and pays for what the MIME library does for boundaries beyond one pass. It
/// searches the rest of the message for a boundary that does not come, and compares a boundary with what follows every two hyphens.
fn renamed(message: &[u8]) -> Result<Cow<'_, [u8]>, Limit> {
    // The offset of the last line of each boundary.
    let (mut lines, mut start) = (HashMap::new(), 0);
    for line in message.split(|byte| *byte == b'\n') {
        if let Some(name) = line.strip_prefix(b"--").map(<[u8]>::trim_ascii_end) {
            lines.insert(name, start);
            lines.insert(name.strip_suffix(b"--").unwrap_or(name), start);
        }
        start += line.len() + 1;
    }
    let (mut renamed, mut longest) = (Cow::Borrowed(message), 0);
    for at in (0..message.len()).filter(|at| is_type(&message[*at..])) {
        let mut next = at;
        loop {
            let mut stream = MessageStream::new(&renamed[at..]);
            let field = stream.parse_content_type();
            let kind = field.as_content_type();
            let boundary = kind.and_then(|kind| kind.attribute("boundary"));
            longest = longest.max(boundary.map_or(0, str::len));
            let comes = |name: &str| lines.get(name.as_bytes()).is_some_and(|last| *last > at);
            let searched = if boundary.is_none_or(comes) {
                0
            } else {
                message.len() / 4
            };
            if !steps::spend(stream.offset() + searched) {
                return Err(Limit::Work);
            }
            // A comment before the name may have it, too.
            let mention = kind.and_then(opened).and_then(|name| {
                let mut windows = renamed[next..].windows(name.len());
                windows.position(|part| part.eq_ignore_ascii_case(name))
            });
            let Some(mention) = mention else { break };
            renamed.to_mut()[next + mention] = b'x';
            next += mention + 1;
        }
    }
    let hyphens = message.windows(2).filter(|pair| pair == b"--").count();
    if steps::spend(hyphens * longest / 32) {
        Ok(renamed)
    } else {
        Err(Limit::Work)
    }
}

/// The name in a type that makes the MIME library parse what it holds as messages. The parts of a digest are messages without
/// saying so (RFC 2046, section 5.1.5).
fn opened(kind: &ContentType<'_>) -> Option<&'static [u8]> {
    match (kind.ctype(), kind.subtype()?) {
        ("message", "rfc822" | "global") => Some(b"message"),
        ("multipart", "digest") => Some(b"digest"),
        _ => None,
    }
}

/// Whether bytes begin with the type of a message or of several parts. Blanks or a comment may be before the slash.
fn is_type(bytes: &[u8]) -> bool {
    let rest = [&b"multipart"[..], b"message"].iter().find_map(|name| {
        let (word, rest) = bytes.split_at_checked(name.len())?;
        word.eq_ignore_ascii_case(name).then_some(rest)
    });
    let rest = rest.map(<[u8]>::trim_ascii_start).unwrap_or_default();
    rest.starts_with(b"/") || rest.starts_with(b"(")
}

/// The header that a line is in, and the largest one.
#[derive(Default)]
struct Header {
    /// Whether the line is of a text, not of a header.
    is_past: bool,
    lines: usize,
    bytes: usize,
    most_lines: usize,
    most_bytes: usize,
}

impl Header {
    fn read(&mut self, line: &[u8]) {
        // A line between parts, or of a text: then hardly any line after it reads like a field.
        let is_boundary = line.starts_with(b"--");
        let is_end = !self.is_past && matches!(line, b"" | b"\r");
        if is_boundary || is_end {
            self.is_past = !is_boundary;
            (self.lines, self.bytes) = (0, 0);
        } else if !self.is_past && (is_header(line) || line.starts_with(b" ") || line.starts_with(b"\t")) {
            self.lines += 1;
            self.bytes += line.len();
            self.most_lines = self.most_lines.max(self.lines);
            self.most_bytes = self.most_bytes.max(self.bytes);
        }
    }
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
        let text = |lines| format!("\nText\n{}", "a:\n".repeat(lines));
        assert_eq!(check(text(HEADER_LINES).as_bytes()), Ok(()));
        assert_eq!(check(text(HEADER_LINES + 1).as_bytes()), Err(Limit::HeaderLines));
        assert_eq!(
            check("a b:\n".repeat(HEADER_LINES + 1).as_bytes()),
            Err(Limit::HeaderLines)
        );
        assert_eq!(check("x--b\n\n".repeat(HYPHEN_LINES + 1).as_bytes()), Err(Limit::Parts));
        assert_eq!(check("--b\n".repeat(BOUNDARY_LINES + 1).as_bytes()), Err(Limit::Parts));
    }

    #[test]
    fn messages_in_a_message_are_not_opened_by_the_library() {
        for name in [
            "Message/RFC822",
            "message /rfc822",
            "message(x)/ rfc822",
            "message/(message)global",
            "multipart/ digest; boundary=digest",
            "multipart(Digest)/(digest)Digest(digest); boundary=digest",
        ] {
            let head = format!("Subject: message/rfc822\nContent-Type: {name}\n\n--digest\n\n");
            let mail = format!("{head}Content-Type: message/rfc822\n\nSubject: x\n\nText");
            let checked = Checked::of(mail.as_bytes()).unwrap();
            let message = checked.parse().unwrap();
            let messages = message.parts.iter().filter(|part| part.message().is_some());
            assert_eq!(messages.count(), 0, "{name}");
            assert_eq!(
                message.parts.len(),
                1 + usize::from(name.starts_with("multipart")),
                "{name}"
            );
            assert_eq!(checked.parse_header().unwrap().subject(), Some("message/rfc822"));
        }
    }

    #[test]
    fn each_header_is_bounded() {
        let heads = [
            "",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
            "--b\nno field\n",
        ];
        let long = format!(
            "Content-Type: text/plain; name*0=x;\n{}",
            " name*1=xxxxxxxxxxxxxxx;\n".repeat(900)
        );
        for head in heads {
            let mail = |header: &str| format!("{head}{header}\n\nText\n");
            assert_eq!(check(mail(&"a:\n".repeat(900)).as_bytes()), Ok(()), "{head}");
            assert_eq!(check(mail(&long).as_bytes()), Ok(()), "{head}");
            assert_eq!(
                check(mail(&"a:\n".repeat(LINES_OF_HEADER + 1)).as_bytes()),
                Err(Limit::HeaderLines)
            );
            let large = format!("Subject: {}", "x".repeat(HEADER_BYTES));
            assert_eq!(check(mail(&large).as_bytes()), Err(Limit::HeaderBytes), "{head}");
        }
        let text = format!("Subject: x\n\nText\n{}", "a: b\n".repeat(5_000));
        assert_eq!(check(text.as_bytes()), Ok(()));
    }
}
