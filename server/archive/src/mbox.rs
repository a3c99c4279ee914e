//! The mbox format (RFC 4155), as mail programs and Google Takeout write it: messages one after another, each below a line
//! `From sender date`. A line of a message that looks like that line is quoted with `>` (the dialect called mboxrd).

use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// A line is read in pieces of this size, so that a file without line ends needs no more memory.
const PIECE: u64 = 64 << 10;

/// A message's position in the file, and its bytes.
pub struct Stretch<'b> {
    /// The first byte below its `From ` line.
    pub start: u64,
    /// Its length in the file, without the blank line at its end.
    pub length: u64,
    /// The message as it was sent, without quotes; its beginning, where it is longer than the limit.
    pub message: &'b [u8],
    is_cut: bool,
}

impl Stretch<'_> {
    /// Whether the message is longer than the limit.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

/// Whether a file with this beginning is an mbox.
pub fn begins(beginning: &[u8]) -> bool {
    beginning
        .split_inclusive(|byte| *byte == b'\n')
        .next()
        .is_some_and(is_separator)
}

/// Calls `found` for each message in the order of the file, until it breaks. Keeps at most one message in memory, and at most
/// `limit` bytes of it.
pub fn scan(
    mut file: impl BufRead,
    limit: u64,
    mut found: impl FnMut(Stretch<'_>) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut message: Option<Open> = None;
    let (mut offset, mut line_begins, mut after_blank) = (0, true, true);
    let mut piece = Vec::new();
    loop {
        piece.clear();
        let read = io::Read::take(&mut file, PIECE).read_until(b'\n', &mut piece)?;
        if read == 0 {
            break;
        }
        let line_ends = piece.ends_with(b"\n");
        let length = u64::try_from(read).unwrap_or(PIECE);
        if line_begins && after_blank && line_ends && is_separator(&piece) {
            if let Some(ended) = message.replace(Open::at(offset + length))
                && ended.close(&mut found).is_break()
            {
                return Ok(());
            }
        } else if let Some(open) = &mut message {
            open.take(&piece, length, limit);
        } else if !piece.trim_ascii().is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "not an mbox: the first line is not `From …`",
            ));
        }
        after_blank = line_begins && line_ends && piece.trim_ascii().is_empty();
        line_begins = line_ends;
        offset += length;
    }
    if let Some(last) = message {
        let _ended = last.close(&mut found);
    }
    Ok(())
}

/// A message whose end has not been read.
struct Open {
    start: u64,
    length: u64,
    seen: Vec<u8>,
}

impl Open {
    fn at(start: u64) -> Open {
        Open {
            start,
            length: 0,
            seen: Vec::new(),
        }
    }

    fn take(&mut self, piece: &[u8], length: u64, limit: u64) {
        let whole = self.seen.len() as u64 == self.length;
        if whole && self.length + length <= limit {
            self.seen.extend_from_slice(piece);
        }
        self.length += length;
    }

    fn close(mut self, found: &mut impl FnMut(Stretch<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let is_cut = self.seen.len() as u64 != self.length;
        // The blank line before the next `From ` line belongs to the format, not to the message.
        let blank: u64 = match &self.seen[..] {
            [.., b'\n', b'\r', b'\n'] => 2,
            [.., b'\n', b'\n'] => 1,
            _ => 0,
        };
        for _ in 0..blank {
            self.seen.pop();
        }
        found(Stretch {
            start: self.start,
            length: self.length - blank,
            message: &unquoted(self.seen),
            is_cut,
        })
    }
}

/// Whether a line has the form `From sender Sat Nov 21 05:07:42 2026`: a sender, and a time after it.
fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else {
        return false;
    };
    let mut words = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let clock = |word: &[u8]| matches!(word, [h, _, b':', ..] | [h, b':', ..] if h.is_ascii_digit());
    words.next().is_some() && words.any(clock)
}

/// Unquotes a message: removes the first `>` of each line of `>`s followed by `From `.
pub fn unquoted(message: Vec<u8>) -> Vec<u8> {
    let quoted = |line: &[u8]| {
        let inner = line
            .iter()
            .position(|byte| *byte != b'>')
            .map_or(&[][..], |at| &line[at..]);
        line.starts_with(b">") && inner.starts_with(b"From ")
    };
    if !message.windows(6).any(|window| window == b">From ") {
        return message;
    }
    message
        .split_inclusive(|byte| *byte == b'\n')
        .flat_map(|line| if quoted(line) { &line[1..] } else { line })
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: &str = "From 1790000000000000000@xxx Sat Nov 21 05:07:42 +0000 2026";

    fn messages(mbox: &[u8]) -> Vec<Vec<u8>> {
        let mut messages = Vec::new();
        scan(mbox, u64::MAX, |found| {
            let [start, length] = [found.start, found.length].map(|n| usize::try_from(n).unwrap());
            let again = unquoted(mbox[start..start + length].to_vec());
            assert_eq!(again, found.message, "what is read later is what was indexed");
            messages.push(found.message.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
        messages
    }

    #[test]
    fn a_line_that_only_begins_with_from_is_no_new_message() {
        let mbox = format!(
            "{LINE}\r\nSubject: a\r\n\r\nHi\r\n\r\nFrom now on it costs more.\r\nFrom a b\r\n\r\n{LINE}\r\nSubject: b\r\n\r\n"
        );
        let found = messages(mbox.as_bytes());
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with(b"From a b\r\n"));
        assert_eq!(found[1], b"Subject: b\r\n");
    }

    #[test]
    fn a_file_of_something_else_is_an_error() {
        assert!(scan(&b"Subject: a\n\nHi\n"[..], 99, |_| ControlFlow::Continue(())).is_err());
        assert!(!begins(b"From the start\n") && begins(format!("{LINE}\n").as_bytes()));
        assert!(messages(b"").is_empty() && messages(b"\n\n").is_empty());
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(bodies in prop::collection::vec("([>]{0,2}From [a-z ]{0,9}[0-9]:[0-9]{2}|[a-zå ]{0,12}|)(\n[>]{0,2}(From a 1:00)?x?){0,4}", 0..5)) {
            let sent: Vec<Vec<u8>> = bodies.iter().map(|body| format!("Subject: x\n\n{body}\n").into_bytes()).collect();
            let mut mbox = Vec::new();
            for message in &sent {
                mbox.extend_from_slice(format!("{LINE}\n").as_bytes());
                for line in message.split_inclusive(|byte| *byte == b'\n') {
                    let inner = line.iter().position(|byte| *byte != b'>').map_or(&[][..], |at| &line[at..]);
                    if inner.starts_with(b"From ") {
                        mbox.push(b'>');
                    }
                    mbox.extend_from_slice(line);
                }
                mbox.push(b'\n');
            }
            prop_assert_eq!(messages(&mbox), sent);
        }
    }
}
