//! A mail under construction.

use chrono::{DateTime, Utc};
use mail_builder::MessageBuilder;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::raw::Raw;
use mail_builder::mime::MimePart;

use crate::mail::hex16;

/// The address of the invented account.
pub const ACCOUNT: &str = "alva.testsson@example.com";

/// An attachment of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The file name; `None` for an attachment without one.
    pub name: Option<String>,
    /// Its media type.
    pub content_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A mail whose parts can be changed before [`Draft::eml`] serialises it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The sender's display name.
    pub from_name: String,
    /// The sender's address.
    pub from: String,
    /// The receiver's address.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The `Date` header, which the sandbox uses as the time of receipt.
    pub received_at: DateTime<Utc>,
    /// The plain text.
    pub text: String,
    /// The HTML body, if any.
    pub html: Option<String>,
    /// The attachments.
    pub attachments: Vec<Attachment>,
    /// The value of an `Authentication-Results` header; without one the sandbox adds its own.
    pub authentication_results: Option<String>,
}

impl Draft {
    /// A mail to [`ACCOUNT`] with one line of text.
    pub fn new(from_name: &str, from: &str, subject: &str, received_at: DateTime<Utc>) -> Self {
        Draft {
            from_name: from_name.to_owned(),
            from: from.to_owned(),
            to: ACCOUNT.to_owned(),
            subject: subject.to_owned(),
            received_at,
            text: "Mailet visas bäst som HTML.\n".to_owned(),
            html: None,
            attachments: Vec::new(),
            authentication_results: None,
        }
    }

    /// The message. The same draft always makes the same bytes.
    pub fn eml(&self) -> Vec<u8> {
        let seed = format!("{}|{}|{}|{}", self.from, self.to, self.subject, self.received_at);
        let seed = hex16(seed.as_bytes());
        let mut message = MessageBuilder::new();
        if let Some(results) = &self.authentication_results {
            message = message.header("Authentication-Results", Raw::new(results.as_str()));
        }
        message
            .from((self.from_name.as_str(), self.from.as_str()))
            .to(self.to.as_str())
            .subject(self.subject.as_str())
            .date(self.received_at.timestamp())
            .message_id(format!("{seed}@mail.example.com"))
            .body(self.body(&seed))
            .write_to_vec()
            .expect("writing to memory does not fail")
    }

    fn body(&self, seed: &str) -> MimePart<'_> {
        let text = MimePart::new("text/plain; charset=utf-8", self.text.as_str());
        let body = match &self.html {
            Some(html) => {
                let html = MimePart::new("text/html; charset=utf-8", html.as_str());
                multipart("multipart/alternative", &format!("alt-{seed}"), vec![text, html])
            }
            None => text,
        };
        if self.attachments.is_empty() {
            return body;
        }
        let files = self.attachments.iter().map(|file| {
            let part = MimePart::new(file.content_type.as_str(), file.bytes.as_slice());
            match &file.name {
                Some(name) => part.attachment(name.as_str()),
                None => part,
            }
        });
        let parts = [body].into_iter().chain(files).collect();
        multipart("multipart/mixed", &format!("mix-{seed}"), parts)
    }
}

/// Uses a fixed boundary, because a random one would change the bytes every time.
fn multipart<'x>(kind: &'x str, boundary: &str, parts: Vec<MimePart<'x>>) -> MimePart<'x> {
    MimePart::new(ContentType::new(kind).attribute("boundary", boundary.to_owned()), parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mail_parser::{MessageParser, MimeHeaders};

    #[test]
    fn a_draft_reads_back_and_is_written_the_same_every_time() {
        let draft = Draft {
            html: Some("<p>Grönköping</p>".into()),
            attachments: vec![Attachment {
                name: Some("Räkning 1.pdf".into()),
                content_type: "application/pdf".into(),
                bytes: b"%PDF".to_vec(),
            }],
            authentication_results: Some("mx.google.com; dmarc=fail".into()),
            ..Draft::new(
                "Bo Å",
                "bo@example.com",
                "Räkning för dig",
                "2026-07-01T10:00:00Z".parse().unwrap(),
            )
        };
        let eml = draft.eml();
        assert_eq!(eml, draft.eml());
        assert!(eml.starts_with(b"Authentication-Results: mx.google.com; dmarc=fail\r\n"));
        let mail = MessageParser::default().parse(&eml).unwrap();
        assert_eq!(mail.subject(), Some("Räkning för dig"));
        assert_eq!(mail.body_html(0).unwrap().trim(), "<p>Grönköping</p>");
        let file = mail.attachment(0).unwrap();
        assert_eq!(
            (file.attachment_name(), file.contents()),
            (Some("Räkning 1.pdf"), &b"%PDF"[..])
        );
        assert_eq!(mail.date().unwrap().to_timestamp(), draft.received_at.timestamp());
    }
}
