//! The parts of a mail that can be a document.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};

/// How far into a file its `%PDF-` mark may stand (ISO 32000-1, implementation note 13).
const PDF_MARK_WITHIN: usize = 1024;
/// PDFs beyond this many in one mail are not looked at.
const MAX_PDFS: usize = 50;

/// What a reader of the mail sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// The HTML part, decoded.
    Html(String),
    /// The plain text of a mail without HTML.
    Text(String),
}

impl Body {
    /// The body as HTML: plain text is escaped and set in `<pre>`.
    pub fn into_html(self) -> String {
        match self {
            Body::Html(html) => html,
            Body::Text(text) => html_of_text(&text),
        }
    }
}

/// Plain text as an HTML document that shows it unchanged.
pub fn html_of_text(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    html.push_str("<!DOCTYPE html><meta charset=\"utf-8\"><pre>\n");
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '\r' | '\0' => {}
            c => html.push(c),
        }
    }
    html.push_str("</pre>\n");
    html
}

/// A PDF attachment.
#[derive(Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The sender's file name, as written.
    pub name: Option<String>,
    /// The file.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Pdf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pdf")
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

/// The first HTML part that is no attachment, else the first plain text part.
pub(crate) fn body(message: &Message<'_>) -> Option<Body> {
    let shown = || message.parts.iter().filter(|part| !is_attachment(part));
    let html = shown().find(|part| matches!(part.body, PartType::Html(_)));
    if let Some(html) = html
        .and_then(|part| text_of(message, part))
        .filter(|html| !html.trim().is_empty())
    {
        return Some(Body::Html(html));
    }
    let text = shown().find(|part| matches!(part.body, PartType::Text(_)));
    text.and_then(|part| text_of(message, part))
        .filter(|text| !text.trim().is_empty())
        .map(Body::Text)
}

fn is_attachment(part: &MessagePart<'_>) -> bool {
    part.content_disposition()
        .is_some_and(mail_parser::ContentType::is_attachment)
}

/// A part's text. Mails that declare one charset and are written in UTF-8 are common, and bytes
/// beyond ASCII that form valid UTF-8 are hardly ever anything else: UTF-8 is tried first, then what
/// the mail declares.
fn text_of(message: &Message<'_>, part: &MessagePart<'_>) -> Option<String> {
    let (PartType::Html(declared) | PartType::Text(declared)) = &part.body else {
        return None;
    };
    let raw = message
        .raw_message
        .get(part.offset_body as usize..part.offset_end as usize)
        .unwrap_or_default();
    let decoded = match part.encoding {
        Encoding::None => Some(raw.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
        Encoding::Base64 => base64_decode(raw),
    };
    let utf8 = decoded
        .filter(|bytes| !bytes.is_ascii())
        .and_then(|bytes| String::from_utf8(bytes).ok());
    Some(utf8.unwrap_or_else(|| declared.clone().into_owned()))
}

/// Every PDF of the mail, by content and not by name, also those in mails attached to it (one level).
pub(crate) fn pdfs(message: &Message<'_>) -> Vec<Pdf> {
    let mut found = Vec::new();
    for part in &message.parts {
        match &part.body {
            PartType::Message(inner) => inner.parts.iter().for_each(|part| push_pdf(part, &mut found)),
            _ => push_pdf(part, &mut found),
        }
    }
    found.truncate(MAX_PDFS);
    found
}

fn push_pdf(part: &MessagePart<'_>, found: &mut Vec<Pdf>) {
    let (PartType::Binary(bytes) | PartType::InlineBinary(bytes)) = &part.body else {
        return;
    };
    let head = &bytes[..bytes.len().min(PDF_MARK_WITHIN)];
    if head.windows(5).any(|window| window == b"%PDF-") {
        found.push(Pdf {
            name: part.attachment_name().map(str::to_owned),
            bytes: bytes.to_vec(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mail;
    use super::*;
    use mail_builder::MessageBuilder;

    fn read(builder: MessageBuilder<'_>) -> Mail {
        Mail::read(&builder.from("a@example.com").subject("x").write_to_vec().unwrap()).unwrap()
    }

    #[test]
    fn the_html_part_is_the_document() {
        let mail = read(
            MessageBuilder::new()
                .text_body("plain")
                .html_body("<p>Kvitto på 49 kr</p>"),
        );
        assert_eq!(mail.body, Some(Body::Html("<p>Kvitto på 49 kr</p>".into())));
        let mail = read(MessageBuilder::new().text_body("49 kr < 50 kr"));
        assert_eq!(
            mail.body.unwrap().into_html(),
            "<!DOCTYPE html><meta charset=\"utf-8\"><pre>\n49 kr &lt; 50 kr</pre>\n"
        );
    }

    #[test]
    fn an_attached_page_is_not_the_body() {
        let mail = read(MessageBuilder::new().text_body("plain").attachment(
            "text/html",
            "villkor.html",
            "<p>Villkor</p>",
        ));
        assert_eq!(mail.body, Some(Body::Text("plain".into())));
    }

    #[test]
    fn a_pdf_is_known_by_its_content() {
        let mail = read(
            MessageBuilder::new()
                .text_body("se bilaga")
                .attachment("application/octet-stream", "avi", &b"%PDF-1.7 ..."[..])
                .attachment("application/pdf", "fake.pdf", &b"MZ..."[..])
                .attachment("image/png", "logo.png", &b"\x89PNG"[..]),
        );
        assert_eq!(
            mail.pdfs.iter().map(|pdf| pdf.name.as_deref()).collect::<Vec<_>>(),
            [Some("avi")]
        );
    }

    #[test]
    fn utf8_that_is_declared_otherwise_is_read_as_utf8() {
        let wrong = "From: a@example.com\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\nBeställning på 10 €";
        assert_eq!(
            Mail::read(wrong.as_bytes()).unwrap().body,
            Some(Body::Html("Beställning på 10 €".into()))
        );
        let right = b"From: a@example.com\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\nBest\xe4llning";
        assert_eq!(Mail::read(right).unwrap().body, Some(Body::Html("Beställning".into())));
    }

    #[test]
    fn a_forwarded_mail_is_looked_into() {
        let inner = MessageBuilder::new()
            .from("hyra@landlord.example.com")
            .subject("Hyresavi")
            .text_body("bifogad")
            .attachment("application/pdf", "Hyresavi_1.pdf", &b"%PDF-1.4 ..."[..])
            .write_to_vec()
            .unwrap();
        let mail = read(MessageBuilder::new().text_body("vidarebefordrat").attachment(
            "message/rfc822",
            "avi.eml",
            inner,
        ));
        assert_eq!(mail.pdfs.len(), 1);
    }
}
