//! A mail file into a document, for reading files without a mailbox.

use std::borrow::Cow;

use chrono::NaiveDate;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use parser_model::reading::MailContext;

use crate::Document;
use crate::charset::decode;
use crate::text::{cut, tidy};

/// More parts than any honest mail has.
const MAX_PARTS: usize = 200;

/// A mail file, opened.
#[derive(Debug)]
pub struct Mail {
    /// Its text as a reader sees it: the HTML part, else the plain one.
    pub document: Document,
    /// What its headers say, for whoever knows no better.
    pub context: MailContext,
    /// Whether it brings a PDF.
    pub has_pdf: bool,
}

/// Opens a mail file. `None` where the bytes are no mail.
pub fn open(bytes: &[u8]) -> Option<Mail> {
    let message = MessageParser::default().parse(bytes)?;
    let parts: Vec<&MessagePart<'_>> = message.parts.iter().take(MAX_PARTS).collect();
    let inline = |part: &&&MessagePart<'_>| {
        !part
            .content_disposition()
            .is_some_and(mail_parser::ContentType::is_attachment)
    };
    let html = parts
        .iter()
        .filter(inline)
        .find(|part| matches!(part.body, PartType::Html(_)));
    let plain = parts
        .iter()
        .filter(inline)
        .find(|part| matches!(part.body, PartType::Text(_)));
    let mut document = match (html, plain) {
        (Some(part), _) => Document::from_markup(&text_of(&message, part)),
        (None, Some(part)) => Document::from_plain(&text_of(&message, part)),
        (None, None) => Document::default(),
    };
    let from = message.from().and_then(|from| from.first());
    document.subject = tidy(cut(message.subject().unwrap_or(""), 1_000));
    document.from_name = tidy(cut(from.and_then(|f| f.name()).unwrap_or(""), 200));
    document.from_address = tidy(cut(from.and_then(|f| f.address()).unwrap_or(""), 320)).to_lowercase();
    let received_on = message
        .date()
        .and_then(|date| NaiveDate::from_ymd_opt(i32::from(date.year), u32::from(date.month), u32::from(date.day)));
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let context = MailContext {
        sender_name: given(&document.from_name),
        sender_address: given(&document.from_address),
        subject: given(&document.subject),
        received_on,
        ..MailContext::default()
    };
    let has_pdf = parts.iter().any(|part| {
        let kind = part.content_type().and_then(|t| t.subtype()).unwrap_or("");
        kind.eq_ignore_ascii_case("pdf")
            || part
                .attachment_name()
                .is_some_and(|n| n.to_ascii_lowercase().ends_with(".pdf"))
    });
    Some(Mail {
        document,
        context,
        has_pdf,
    })
}

/// A part's text from its raw bytes, since what it declares as its charset is often wrong; else as the MIME library read it.
fn text_of<'a>(message: &'a Message<'_>, part: &'a MessagePart<'_>) -> Cow<'a, str> {
    let range = part.offset_body as usize..part.offset_end as usize;
    let charset = part.content_type().and_then(|t| t.attribute("charset"));
    let decoded = message.raw_message.get(range).and_then(|raw| match part.encoding {
        Encoding::None => Some(Cow::Borrowed(raw)),
        Encoding::QuotedPrintable => quoted_printable_decode(raw).map(Cow::Owned),
        Encoding::Base64 => base64_decode(raw).map(Cow::Owned),
    });
    match (decoded, &part.body) {
        (Some(bytes), _) if !bytes.is_empty() => Cow::Owned(decode(&bytes, charset)),
        (_, PartType::Html(text) | PartType::Text(text)) => Cow::Borrowed(text.as_ref()),
        _ => Cow::Borrowed(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_html_part_is_read_in_its_charset() {
        let mail = b"From: Butiken <kvitto@example.com>\r\nSubject: =?iso-8859-1?Q?Ditt_k=F6p?=\r\nDate: Tue, 3 Mar 2026 10:00:00 +0100\r\n\
            MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nText\r\n\
            --x\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>K=F6p=20=\r\n10 kr\r\n--x--\r\n";
        let mail = open(mail).unwrap();
        assert_eq!(mail.document.text(), "Köp 10 kr");
        assert_eq!(mail.document.subject, "Ditt köp");
        assert_eq!(mail.context.received_on, NaiveDate::from_ymd_opt(2026, 3, 3));
        assert_eq!(mail.context.sender_address.as_deref(), Some("kvitto@example.com"));
    }
}
