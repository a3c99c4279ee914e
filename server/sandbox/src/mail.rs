//! One message of a mailbox, prepared for searching.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use mail_parser::{Message, MessageParser, MimeHeaders};
use sha2::{Digest, Sha256};

use crate::stamp::stamped;
use crate::words::words;

/// Gmail's snippet has about this many characters.
const SNIPPET: usize = 180;

/// A stored message.
pub(crate) struct Mail {
    /// The first 16 hex digits of the SHA-256 of the message as it was given: the same file has the same id everywhere.
    pub(crate) id: String,
    /// The message as it is handed out.
    pub(crate) bytes: Bytes,
    /// When it was received, in milliseconds since 1970: its topmost `Received`, else its `Date`, else when it was added.
    pub(crate) received_ms: i64,
    /// The mail is found only when spam and trash are asked for.
    pub(crate) hidden_as: Option<Hidden>,
    /// The beginning of its text.
    pub(crate) snippet: String,
    /// The words of the sender's address and display name.
    pub(crate) from: Vec<String>,
    /// The words of the subject.
    pub(crate) subject: Vec<String>,
    /// The words of each attachment's name.
    pub(crate) files: Vec<Vec<String>>,
    /// The words of recipients and text.
    pub(crate) rest: Vec<String>,
}

/// Folders that a search leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    Spam,
    Trash,
}

impl Mail {
    /// Reads a message. Whatever the bytes are, they are a message, as for a provider.
    pub(crate) fn new(eml: &[u8], added_at: DateTime<Utc>, hidden_as: Option<Hidden>, stamp: bool) -> Self {
        let text = Text::of(eml);
        let domain = text.address.rsplit_once('@').map_or("", |(_, domain)| domain);
        Mail {
            id: hex16(eml),
            bytes: if stamp {
                stamped(eml, domain).into()
            } else {
                eml.to_vec().into()
            },
            received_ms: text.received_ms.unwrap_or(added_at.timestamp_millis()),
            hidden_as,
            snippet: text.snippet,
            from: [words(&text.name), words(&text.address)].concat(),
            subject: words(&text.subject),
            files: text.files.iter().map(|name| words(name)).collect(),
            rest: text.rest,
        }
    }

    /// The labels that the provider shows.
    pub(crate) fn labels(&self) -> &'static [&'static str] {
        match self.hidden_as {
            None => &["INBOX", "UNREAD"],
            Some(Hidden::Spam) => &["SPAM", "UNREAD"],
            Some(Hidden::Trash) => &["TRASH"],
        }
    }
}

/// What a message says, in its own spelling. A message without a single header says nothing.
#[derive(Default)]
struct Text {
    name: String,
    address: String,
    subject: String,
    received_ms: Option<i64>,
    snippet: String,
    files: Vec<String>,
    rest: Vec<String>,
}

impl Text {
    fn of(eml: &[u8]) -> Text {
        let Some(mail) = parse(eml) else {
            return Text::default();
        };
        let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let sender = mail.from().and_then(|from| from.first());
        let recipients = mail.all_to().flat_map(|to| to.iter()).filter_map(|to| to.address());
        let body = mail.body_text(0).unwrap_or_default();
        let plain = body.split_whitespace().collect::<Vec<_>>().join(" ");
        Text {
            name: owned(sender.and_then(|sender| sender.name())),
            address: owned(sender.and_then(|sender| sender.address())),
            subject: owned(mail.subject()),
            received_ms: received_ms(&mail),
            snippet: plain.chars().take(SNIPPET).collect(),
            files: mail
                .attachments()
                .filter_map(|file| file.attachment_name().map(str::to_owned))
                .collect(),
            rest: recipients.chain([plain.as_str()]).flat_map(words).collect(),
        }
    }
}

/// A message parsed; `None` for bytes that are none.
pub(crate) fn parse(eml: &[u8]) -> Option<Message<'_>> {
    MessageParser::default().parse(eml)
}

/// The first 16 hex digits of a SHA-256.
pub(crate) fn hex16(bytes: &[u8]) -> String {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let first = digest.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(first))
}

/// A date that no calendar has is as none.
fn received_ms(mail: &Message<'_>) -> Option<i64> {
    let received = mail.received().and_then(|received| received.date.as_ref());
    let date = received.or_else(|| mail.date()).filter(|date| date.is_valid())?;
    DateTime::from_timestamp(date.to_timestamp(), 0).map(|at| at.timestamp_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(eml: &str) -> Mail {
        Mail::new(eml.as_bytes(), DateTime::UNIX_EPOCH, None, true)
    }

    #[test]
    fn a_mail_is_received_when_the_last_server_says() {
        let both = mail(
            "Received: by mx.example.com; Wed, 01 Jul 2026 12:00:05 +0200\nDate: Wed, 01 Jul 2026 09:00:00 +0000\n\n",
        );
        assert_eq!(
            DateTime::from_timestamp_millis(both.received_ms).unwrap().to_rfc3339(),
            "2026-07-01T10:00:05+00:00"
        );
        let date = mail("Date: Wed, 01 Jul 2026 09:00:00 +0000\n\n");
        assert_eq!(
            DateTime::from_timestamp_millis(date.received_ms).unwrap().to_rfc3339(),
            "2026-07-01T09:00:00+00:00"
        );
        assert_eq!(mail("Subject: x\n\n").received_ms, 0);
        assert_eq!(mail("Date: Wed, 99 Jul 2026 99:00:00 +0000\n\n").received_ms, 0);
    }

    #[test]
    fn the_id_depends_on_what_was_given_and_not_on_the_stamp() {
        let eml = b"From: a@example.com\n\n";
        let plain = Mail::new(eml, Utc::now(), None, false);
        let stamped = Mail::new(eml, Utc::now(), None, true);
        assert_eq!(plain.id, stamped.id);
        assert_eq!(plain.bytes[..], eml[..]);
        assert!(stamped.bytes.ends_with(eml) && stamped.bytes.len() > eml.len());
    }

    #[test]
    fn anything_is_a_message() {
        for junk in [&b""[..], b"\xff\xfe\0", b"no header"] {
            assert_eq!(Mail::new(junk, Utc::now(), None, true).id.len(), 16);
        }
    }
}
