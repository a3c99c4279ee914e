//! One message of a mailbox, prepared for searching.

use std::io;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_archive::{Hidden, labels};
use mail_parser::decoders::html::html_to_text;
use mail_parser::{Message, MessageParser, MimeHeaders};
use sha2::{Digest, Sha256};

use crate::origin::Origin;
use crate::stamp::stamped;
use crate::words::Words;

/// Gmail's snippet has about this many characters.
const SNIPPET: usize = 180;

/// The index entry of a message. The message itself stays on disk.
pub(crate) struct Mail {
    /// The first 16 hex digits of the message's SHA-256, so the same message always has the same id.
    pub(crate) id: String,
    origin: Origin,
    /// When it was received, in Unix milliseconds: its topmost `Received` header, or else its `Date`, or else when it was
    /// added, by its file or now. A future time counts as absent.
    pub(crate) received_ms: i64,
    /// The number of the change that added it to its mailbox, which gives it.
    pub(crate) history_id: u64,
    /// Set if the mail is found only with `includeSpamTrash`.
    pub(crate) hidden_as: Option<Hidden>,
    /// Whether the provider takes it for a purchase.
    pub(crate) is_purchase: bool,
    /// The words of the sender's address and display name.
    pub(crate) from: Words,
    /// The words of the subject.
    pub(crate) subject: Words,
    /// The words of each attachment's name.
    pub(crate) files: Box<[Words]>,
}

impl Mail {
    /// Indexes a message, which is read from `origin` later. Any bytes are a message, as for the provider.
    pub(crate) fn new(eml: &[u8], added_at: DateTime<Utc>, hidden_as: Option<Hidden>, origin: Origin) -> Self {
        let mail = parse(eml);
        let mail = mail.as_ref();
        let (name, address) = sender(mail);
        let received_ms = mail
            .and_then(received_ms)
            .filter(|ms| *ms <= Utc::now().timestamp_millis());
        let subject = mail.and_then(Message::subject).unwrap_or_default();
        let files = mail.into_iter().flat_map(Message::attachments);
        let files = files.filter_map(|file| file.attachment_name());
        let mut labels = mail.map(labels).into_iter().flatten();
        Mail {
            id: hex16(eml),
            origin,
            received_ms: received_ms.unwrap_or(added_at.timestamp_millis()),
            history_id: 0,
            hidden_as: hidden_as.or(mail.and_then(Hidden::labelled)),
            is_purchase: labels.any(|label| label.trim() == "Category Purchases"),
            from: Words::of(&format!("{name} {address}")),
            subject: Words::of(subject),
            files: files.map(Words::of).collect(),
        }
    }

    /// A message that is kept in memory.
    pub(crate) fn in_memory(eml: &[u8], added_at: DateTime<Utc>) -> Self {
        Mail::new(eml, added_at, None, Origin::Memory(Bytes::copy_from_slice(eml)))
    }

    /// The message as served. With `stamp` it has an `Authentication-Results` header, as a provider adds on receipt.
    pub(crate) fn read(&self, stamp: bool) -> io::Result<Bytes> {
        let eml = self.origin.read()?;
        if !stamp {
            return Ok(eml);
        }
        let mail = parse(&eml);
        let (_, address) = sender(mail.as_ref());
        let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
        Ok(stamped(&eml, domain).into())
    }

    /// The words of recipients and text. Reads the message; none if it no longer exists.
    pub(crate) fn text(&self) -> Words {
        let eml = self.origin.read().unwrap_or_default();
        let Some(mail) = parse(&eml) else {
            return Words::default();
        };
        let recipients = mail.all_to().flat_map(|to| to.iter()).filter_map(|to| to.address());
        let body = mail.body_text(0).unwrap_or_default();
        // The HTML may say more than the plain text beside it.
        let html = mail.html_part(0).and_then(|part| part.text_contents());
        let html = html_to_text(html.unwrap_or_default());
        let text: Vec<&str> = recipients.chain([&*body, &*html]).collect();
        Words::of(&text.join(" "))
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

/// The sender's display name and address; empty if they are missing.
fn sender<'m>(mail: Option<&'m Message<'_>>) -> (&'m str, &'m str) {
    let sender = mail.and_then(|mail| mail.from()?.first());
    let text = |text: Option<&'m str>| text.unwrap_or_default();
    (
        text(sender.and_then(|sender| sender.name())),
        text(sender.and_then(|sender| sender.address())),
    )
}

/// The beginning of a message's text.
pub(crate) fn snippet(mail: &Message<'_>) -> String {
    let body = mail.body_text(0).unwrap_or_default();
    let plain = body.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.chars().take(SNIPPET).collect()
}

/// Parses a message; `None` if the bytes have no header.
pub(crate) fn parse(eml: &[u8]) -> Option<Message<'_>> {
    MessageParser::default().parse(eml)
}

/// The id that the provider gives a message.
pub fn message_id(eml: &[u8]) -> String {
    hex16(eml)
}

/// The first 16 hex digits of a SHA-256.
pub(crate) fn hex16(bytes: &[u8]) -> String {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let first = digest.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(first))
}

/// An invalid date is ignored.
fn received_ms(mail: &Message<'_>) -> Option<i64> {
    let received = mail.received().and_then(|received| received.date.as_ref());
    let date = received.or_else(|| mail.date()).filter(|date| date.is_valid())?;
    DateTime::from_timestamp(date.to_timestamp(), 0).map(|at| at.timestamp_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(eml: &str) -> Mail {
        Mail::in_memory(eml.as_bytes(), DateTime::UNIX_EPOCH)
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
        let mail = Mail::in_memory(eml, Utc::now());
        assert_eq!(mail.id, hex16(eml));
        assert_eq!(mail.read(false).unwrap()[..], eml[..]);
        let stamped = mail.read(true).unwrap();
        assert!(stamped.ends_with(eml) && stamped.len() > eml.len());
    }

    #[test]
    fn anything_is_a_message() {
        for junk in [&b""[..], b"\xff\xfe\0", b"no header"] {
            assert_eq!(Mail::in_memory(junk, Utc::now()).id.len(), 16);
        }
    }
}
