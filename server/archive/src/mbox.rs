//! The mbox format (RFC 4155), as mail programs and Google Takeout write it: messages one after another, each below a line
//! `From sender date`. A line of a message that looks like that line is quoted with `>` (the dialect called mboxrd).
//!
//! Not every program writes the date, the quotes, or the blank line before. So a line that begins with `From ` separates two
//! messages only if the header of a message follows it.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use chrono::{DateTime, Utc};
use parser_document::mail::date;

/// A line is read in pieces of this size, so that a file without line ends needs no more memory.
const PIECE: u64 = 64 << 10;
/// The maximum number of bytes that are searched for a message's header.
const MAX_HEADER: usize = 256 << 10;
const BOM: &[u8] = b"\xef\xbb\xbf";
/// Header fields that hardly any text begins a line with.
const OF_MAIL: &[&str] = &[
    "subject",
    "received",
    "return-path",
    "delivered-to",
    "message-id",
    "mime-version",
    "content-type",
    "reply-to",
];

/// A message's position in the file, and its bytes.
pub struct Stretch<'b> {
    /// The first byte below its `From ` line.
    pub start: u64,
    /// Its length in the file, without the blank line at its end.
    pub length: u64,
    /// The message as it was sent, without quotes; only its beginning if it is longer than the limit.
    pub message: &'b [u8],
    /// The time in its `From ` line.
    pub received_at: Option<DateTime<Utc>>,
    /// Whether the message is longer than the limit.
    pub is_cut: bool,
}

/// Whether a file with this beginning may be an mbox.
pub fn begins(beginning: &[u8]) -> bool {
    let beginning = beginning.strip_prefix(BOM).unwrap_or(beginning);
    let mut lines = beginning.split_inclusive(|byte| *byte == b'\n');
    let Some(mut candidate) = lines.next().and_then(|line| Candidate::of(line, 0)) else {
        return false;
    };
    let verdict = lines
        .map(|line| candidate.judge(line))
        .find(|verdict| *verdict != Verdict::Open);
    verdict != Some(Verdict::Body)
}

/// Whether the bytes begin with the header of a message.
pub(crate) fn is_header(beginning: &[u8]) -> bool {
    let mut candidate = Candidate::default();
    let mut lines = beginning.split_inclusive(|byte| *byte == b'\n');
    lines.any(|line| candidate.judge(line) == Verdict::Separator)
}

/// Calls `found` for each message in the order of the file, until it breaks. Keeps at most one message in memory, and at most
/// `limit` bytes of it.
pub fn scan(mut file: impl BufRead, limit: u64, found: impl FnMut(Stretch<'_>) -> ControlFlow<()>) -> io::Result<()> {
    let mut splitter = Splitter {
        limit,
        found,
        open: None,
        candidate: None,
        offset: 0,
    };
    let (mut piece, mut line_begins) = (Vec::new(), true);
    loop {
        piece.clear();
        if io::Read::take(&mut file, PIECE).read_until(b'\n', &mut piece)? == 0 {
            return splitter.end();
        }
        if splitter.take(&piece, line_begins)?.is_break() {
            return Ok(());
        }
        line_begins = piece.ends_with(b"\n");
    }
}

struct Splitter<F> {
    limit: u64,
    found: F,
    /// The message whose end has not been read.
    open: Option<Open>,
    /// What may be the beginning of the next one.
    candidate: Option<Candidate>,
    offset: u64,
}

impl<F: FnMut(Stretch<'_>) -> ControlFlow<()>> Splitter<F> {
    fn take(&mut self, piece: &[u8], line_begins: bool) -> io::Result<ControlFlow<()>> {
        let is_first = self.offset == 0;
        self.offset += piece.len() as u64;
        if line_begins {
            let verdict = self.candidate.as_mut().map(|candidate| candidate.judge(piece));
            match verdict {
                Some(Verdict::Separator) => {
                    if self.begin_message().is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Some(Verdict::Body) => self.reject()?,
                Some(Verdict::Open) | None => {}
            }
            if self.candidate.is_none() {
                let line = if is_first {
                    piece.strip_prefix(BOM).unwrap_or(piece)
                } else {
                    piece
                };
                self.candidate = Candidate::of(line, self.offset);
                if self.candidate.is_some() {
                    return Ok(ControlFlow::Continue(()));
                }
            }
        }
        match &mut self.candidate {
            Some(candidate) => {
                candidate.bytes.extend_from_slice(piece);
                if candidate.bytes.len() > MAX_HEADER {
                    self.reject()?;
                }
            }
            None => self.append(piece)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.open {
            Some(open) => open.take(bytes, self.limit),
            None if bytes.trim_ascii().is_empty() => {}
            None => {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "not an mbox: it does not begin with a line `From …` and the header of a message",
                ));
            }
        }
        Ok(())
    }

    /// The candidate is text of a message.
    fn reject(&mut self) -> io::Result<()> {
        match self.candidate.take() {
            Some(candidate) => self.append(&candidate.bytes),
            None => Ok(()),
        }
    }

    /// The candidate is the beginning of a message.
    fn begin_message(&mut self) -> ControlFlow<()> {
        let Some(candidate) = self.candidate.take() else {
            return ControlFlow::Continue(());
        };
        let mut next = Open {
            start: candidate.start,
            received_at: candidate.received_at,
            ..Open::default()
        };
        next.take(candidate.bytes.get(candidate.line..).unwrap_or_default(), self.limit);
        match self.open.replace(next) {
            Some(ended) => ended.close(&mut self.found),
            None => ControlFlow::Continue(()),
        }
    }

    fn end(mut self) -> io::Result<()> {
        self.reject()?;
        if let Some(last) = self.open.take() {
            let _ended = last.close(&mut self.found);
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A message begins here.
    Separator,
    /// It is a line of a message.
    Body,
    /// The lines so far don't say it.
    Open,
}

/// A line that begins with `From `, and the lines after it, until they show whether it is a separator.
#[derive(Default)]
struct Candidate {
    bytes: Vec<u8>,
    /// The length of the `From ` line.
    line: usize,
    /// The place of the first byte after it.
    start: u64,
    received_at: Option<DateTime<Utc>>,
    /// Whether the line has the form that RFC 4155 gives it.
    is_regular: bool,
    has_sender: bool,
    has_other: bool,
}

impl Candidate {
    fn of(line: &[u8], start: u64) -> Option<Self> {
        let rest = line.strip_prefix(b"From ").filter(|_| line.ends_with(b"\n"))?;
        let (is_regular, received_at) = time(&String::from_utf8_lossy(rest));
        Some(Candidate {
            bytes: line.to_vec(),
            line: line.len(),
            start,
            received_at,
            is_regular,
            ..Candidate::default()
        })
    }

    /// A line of the regular form is a separator above any field of a mail, another only above a sender and a further field:
    /// `From Malmö 10:45` and `To: Lund 11:02` can be lines of a ticket.
    fn judge(&mut self, line: &[u8]) -> Verdict {
        if line.starts_with(b">From ") && self.line == self.bytes.len() {
            // Some servers keep the separator of the file that a mail came from. It belongs to the format.
            self.line += line.len();
            self.start += line.len() as u64;
            return Verdict::Open;
        }
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            return if line.trim_ascii().is_empty() {
                Verdict::Body
            } else {
                Verdict::Open
            };
        }
        let Some((name, value)) = field(line) else {
            return Verdict::Body;
        };
        let is_of_mail = name.starts_with("x-") || OF_MAIL.contains(&&*name);
        self.has_sender |= name == "from" && value.contains(&b'@');
        self.has_other |= is_of_mail || name == "date" || name == "to";
        if self.has_sender && self.has_other || self.is_regular && (is_of_mail || self.has_sender) {
            Verdict::Separator
        } else {
            Verdict::Open
        }
    }
}

/// The name of a header field in lower case, and its value.
fn field(line: &[u8]) -> Option<(String, &[u8])> {
    let (name, value) = line.split_at(line.iter().position(|byte| *byte == b':')?);
    let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    is_name.then(|| (String::from_utf8_lossy(name).to_lowercase(), value))
}

/// Whether a `From ` line ends as `asctime` writes a time, `Sat Nov 21 05:07:42 2026`, and the time that it says in any form.
fn time(rest: &str) -> (bool, Option<DateTime<Utc>>) {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let day = |word: &str| ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].contains(&&*word.to_lowercase());
    let found = words.iter().rposition(|word| day(word.trim_end_matches(',')));
    let from = found.unwrap_or(1).min(words.len());
    let said = date(&words[from..].join(" "));
    let is_regular = match &words[from..] {
        [weekday, _, _, clock, ..] => day(weekday) && clock.contains(':') && said.is_some(),
        _ => false,
    };
    (is_regular, said.map(|said| said.to_utc()))
}

/// A message whose end has not been read.
#[derive(Default)]
struct Open {
    start: u64,
    length: u64,
    seen: Vec<u8>,
    received_at: Option<DateTime<Utc>>,
}

impl Open {
    fn take(&mut self, bytes: &[u8], limit: u64) {
        let (length, whole) = (bytes.len() as u64, self.seen.len() as u64 == self.length);
        if whole && self.length + length <= limit {
            self.seen.extend_from_slice(bytes);
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
            received_at: self.received_at,
            is_cut,
        })
    }
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
mod tests;
