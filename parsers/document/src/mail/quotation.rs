//! The mail that a forwarded mail quotes: its headers as mail programs write them into the text, and what is below them.

use chrono::NaiveDateTime;
use parser_model::MailAddress;

use super::date;
use super::model::words;
use super::parts::BEFORE_TEXT;
use crate::{Document, decode};

/// Maximum number of lines that quoted headers take.
const MAX_LINES: usize = 16;
/// Maximum number of lines in which a long header continues.
const MAX_CONTINUED: usize = 2;
const MAX_LABEL: usize = 24;
/// How many lines above the headers may say that they are of a forwarded mail.
const MARK_WITHIN: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    From,
    Date,
    Subject,
    /// Recipients and others, which are not used.
    Other,
}

/// The labels of quoted headers as Gmail, Apple Mail, Outlook and Thunderbird write them.
const LABELS: [(Header, &str); 4] = [
    (Header::From, "from|från|fra|von|lähettäjä|de|da|van|od|από"),
    (
        Header::Date,
        "date|sent|datum|skickat|dato|sendt|gesendet|päivämäärä|päiväys|lähetetty|envoyé|fecha|enviado|\
        enviado el|data|inviato|verzonden|wysłano|enviada em|odesláno|ημερομηνία|στάλθηκε",
    ),
    (
        Header::Subject,
        "subject|ämne|emne|betreff|aihe|objet|asunto|oggetto|onderwerp|temat|assunto|předmět|θέμα",
    ),
    (
        Header::Other,
        "to|cc|bcc|reply-to|attachments|importance|priority|sender|till|kopia|svara till|bilagor|prioritet|til|\
        kopi|svar til|an|kopie|antwort an|anlagen|vastaanottaja|kopio|à|répondre à|pièces jointes|para|\
        responder a|a|rispondi a|aan|do|dw|komu|kopie pro|προς|κοιν",
    ),
];

/// The text above the headers of a forwarded mail.
const MARKS: &str = "forwarded message|vidarebefordrat|videresendt|weitergeleitete nachricht|välitetty viesti|\
    edelleen lähetetty|message transféré|message réexpédié|mensaje reenviado|messaggio inoltrato|\
    doorgestuurd bericht|przekazana wiadomość|przesłana wiadomość|mensagem encaminhada|mensagem reencaminhada|\
    přeposlaná zpráva|προωθημένο μήνυμα|προωθημένου μηνύματος";

/// What the subjects of forwarded mails begin with, before a colon. Outlook writes the same headers into an answer.
const PREFIXES: [&str; 12] = [
    "fw", "fwd", "vb", "wg", "vl", "tr", "rv", "i", "pd", "enc", "doorst", "πρθ",
];
/// In Danish and Norwegian `vs` forwards, in Finnish it answers.
const NORDIC_PREFIX: &str = "vs";
const NORDIC_FROM: &str = "fra";

/// The headers of a mail that another mail quotes. The forwarding user can change them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    pub sender: MailAddress,
    pub sender_name: Option<String>,
    pub subject: String,
    /// The quoted date, in the forwarding user's local time.
    pub date: Option<NaiveDateTime>,
}

impl Quotation {
    /// The first mail that the text of a mail with this subject forwards. `None` for answers, which quote mails as well.
    pub fn of(document: &Document, subject: &str) -> Option<Self> {
        let block = Block::find(document)?;
        if !block.is_marked && !is_forward(subject, &block.from_label) {
            return None;
        }
        let (sender, sender_name) = sender(&block.from)?;
        Some(Quotation {
            sender,
            sender_name,
            subject: words(&block.subject),
            date: date(&block.date.replace(". ", " ")).map(|date| date.naive_local()),
        })
    }
}

impl Document {
    /// The text below the first quoted headers, or the whole text if it quotes none.
    #[must_use]
    pub fn below_quoted_headers(mut self) -> Self {
        let Some(block) = Block::find(&self) else {
            return self;
        };
        self.lines.drain(..block.end);
        self
    }

    /// The text of a forwarded mail as [`Body::into_original`](super::Body::into_original) keeps it. If it quotes in lines that begin
    /// with `>`, which other documents leave out, it has these lines.
    pub fn from_forwarded(html: &[u8], charset: Option<&str>) -> Self {
        let document = Document::from_html_in(html, charset);
        let text = decode(html, charset);
        if !text.as_bytes().starts_with(BEFORE_TEXT) || Block::find(&document).is_some() {
            return document;
        }
        let line = |line| match str::strip_prefix(line, "&gt;") {
            Some(quoted) => format!("{}\n", quoted.strip_prefix(' ').unwrap_or(quoted)),
            None => format!("{line}\n"),
        };
        let unquoted: String = text.lines().map(line).collect();
        Document::from_html_in(unquoted.as_bytes(), Some("utf-8"))
    }
}

/// Quoted headers in a text.
#[derive(Debug, Default)]
struct Block {
    from_label: String,
    from: String,
    date: String,
    subject: String,
    /// The number of the line below them.
    end: usize,
    /// Whether a line above says that a mail is forwarded.
    is_marked: bool,
}

impl Block {
    /// The first headers that name a sender's address, a date and a subject.
    fn find(document: &Document) -> Option<Self> {
        let lines: Vec<String> = document.lines.iter().map(Document::line_text).collect();
        let found = (0..lines.len()).find_map(|start| Some((start, Block::at(&lines[start..])?)));
        let (start, mut block) = found?;
        let above = &lines[start.saturating_sub(MARK_WITHIN)..start];
        block.end += start;
        block.is_marked = above.iter().any(|line| is_mark(line));
        Some(block)
    }

    fn at(lines: &[String]) -> Option<Self> {
        header(lines.first()?)?;
        let mut block = Block::default();
        let (mut last, mut continued) = (Header::Other, 0);
        for (number, line) in lines.iter().enumerate().take(MAX_LINES) {
            if let Some((kind, label, value)) = header(line) {
                let is_repeated = block.value(kind).is_some_and(|known| !known.is_empty());
                if is_repeated {
                    break;
                }
                if kind == Header::From {
                    block.from_label = label;
                }
                if let Some(known) = block.value(kind) {
                    value.clone_into(known);
                }
                (last, continued, block.end) = (kind, 0, number + 1);
            } else if block.is_complete() || continued == MAX_CONTINUED {
                break;
            } else {
                continued += 1;
                if let Some(value) = block.value(last) {
                    value.push(' ');
                    value.push_str(line);
                }
            }
        }
        block.is_complete().then_some(block)
    }

    fn value(&mut self, header: Header) -> Option<&mut String> {
        match header {
            Header::From => Some(&mut self.from),
            Header::Date => Some(&mut self.date),
            Header::Subject => Some(&mut self.subject),
            Header::Other => None,
        }
    }

    fn is_complete(&self) -> bool {
        self.from.contains('@') && !self.date.is_empty() && !self.subject.is_empty()
    }
}

/// The header of a line with its label and value. Some programs set labels in asterisks.
fn header(line: &str) -> Option<(Header, String, &str)> {
    let (label, value) = line.split_once(':')?;
    let label = label.trim_matches(|c: char| !c.is_alphanumeric());
    if label.len() > MAX_LABEL {
        return None;
    }
    let label = label.to_lowercase();
    let (kind, _) = LABELS
        .iter()
        .find(|(_, labels)| labels.split('|').any(|known| known == label))?;
    Some((*kind, label, value.trim_matches(['*', ' '])))
}

fn is_mark(line: &str) -> bool {
    let line = line.to_lowercase();
    MARKS.split('|').any(|mark| line.contains(mark))
}

fn is_forward(subject: &str, from_label: &str) -> bool {
    let Some((prefix, _)) = subject.split_once(':') else {
        return false;
    };
    let prefix = prefix.trim().to_lowercase();
    PREFIXES.contains(&prefix.as_str()) || prefix == NORDIC_PREFIX && from_label == NORDIC_FROM
}

/// The one address of a quoted `From` with its name. A header with several addresses is nobody's.
fn sender(from: &str) -> Option<(MailAddress, Option<String>)> {
    let pieces = from.split(|c: char| c.is_whitespace() || "<>[]()\"';,".contains(c));
    let addresses = pieces.map(|piece| piece.strip_prefix("mailto:").unwrap_or(piece));
    let mut addresses: Vec<&str> = addresses.filter(|piece| piece.contains('@')).collect();
    addresses.dedup_by(|one, other| one.eq_ignore_ascii_case(other));
    let [address] = addresses[..] else {
        return None;
    };
    let name = from.split(['<', '[', '(']).next().unwrap_or_default();
    let name = words(name.trim_matches(['"', '\'', ' ']));
    let is_name = !name.is_empty() && !name.contains('@');
    Some((address.parse().ok()?, is_name.then_some(name)))
}

#[cfg(test)]
mod tests;
