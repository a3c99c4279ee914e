//! The parts of a mail that can be a document.

use crate::charset::{decode, is_ascii_compatible};

/// A text: that of a mail, as a person sees it, or an attached page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub kind: BodyKind,
    /// The part after its transfer encoding, in the charset that its writer used.
    pub bytes: Vec<u8>,
    /// The charset that the part declares, right or wrong.
    pub charset: Option<String>,
}

/// The format of a [`Body`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    Html,
    Text,
}

/// A body as it is kept: an HTML document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Original {
    pub bytes: Vec<u8>,
    /// The charset to decode it by, unless the bytes themselves say another; see [`crate::decode`].
    pub charset: Option<String>,
}

impl Body {
    /// The text, decoded by [`crate::decode`].
    pub fn text(&self) -> String {
        decode(&self.bytes, self.charset.as_deref())
    }

    /// The body as HTML. An HTML part stays byte for byte as it was sent. Plain text is escaped and set in `<pre>` in its own
    /// charset; a charset that is not a superset of ASCII, such as UTF-16, is converted to UTF-8.
    pub fn into_original(self) -> Original {
        match self.kind {
            BodyKind::Html => Original {
                bytes: self.bytes,
                charset: self.charset,
            },
            BodyKind::Text if is_ascii_compatible(&self.bytes, self.charset.as_deref()) => Original {
                bytes: preformatted(&self.bytes),
                charset: self.charset,
            },
            BodyKind::Text => Original {
                bytes: preformatted(self.text().as_bytes()),
                charset: Some("utf-8".to_owned()),
            },
        }
    }
}

/// What [`preformatted`] sets before a text.
pub(super) const BEFORE_TEXT: &[u8] = b"<!DOCTYPE html><pre>\n";

/// Plain text of an ASCII-compatible charset as an HTML document that shows it unchanged.
pub(super) fn preformatted(text: &[u8]) -> Vec<u8> {
    let mut html = Vec::with_capacity(text.len() + 64);
    html.extend_from_slice(BEFORE_TEXT);
    for &byte in text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text) {
        match byte {
            b'&' => html.extend_from_slice(b"&amp;"),
            b'<' => html.extend_from_slice(b"&lt;"),
            b'>' => html.extend_from_slice(b"&gt;"),
            b'\r' | b'\0' => {}
            byte => html.push(byte),
        }
    }
    html.extend_from_slice(b"</pre>\n");
    html
}

#[derive(Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The sender's file name, as written.
    pub name: Option<String>,
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

#[cfg(test)]
mod tests {
    use super::super::Mail;
    use super::*;
    use mail_builder::MessageBuilder;

    fn read(builder: MessageBuilder<'_>) -> Mail {
        Mail::read(&builder.from("a@example.com").subject("x").write_to_vec().unwrap()).unwrap()
    }

    fn shown(mail: &Mail) -> (BodyKind, String) {
        let body = mail.body.as_ref().unwrap();
        (body.kind, body.text())
    }

    #[test]
    fn the_html_part_is_the_document() {
        let mail = read(
            MessageBuilder::new()
                .text_body("plain")
                .html_body("<p>Kvitto på 49 kr</p>"),
        );
        assert_eq!(shown(&mail), (BodyKind::Html, "<p>Kvitto på 49 kr</p>".to_owned()));
        let mail = read(MessageBuilder::new().text_body("49 kr < 50 kr"));
        assert_eq!(
            mail.body.unwrap().into_original().bytes,
            b"<!DOCTYPE html><pre>\n49 kr &lt; 50 kr</pre>\n"
        );
    }

    #[test]
    fn an_attached_page_is_not_the_body() {
        let mail = read(MessageBuilder::new().text_body("plain").attachment(
            "text/html",
            "villkor.html",
            "<p>Villkor</p>",
        ));
        assert_eq!(shown(&mail), (BodyKind::Text, "plain".to_owned()));
        assert_eq!(mail.pages[0].text(), "<p>Villkor</p>");
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
    fn a_body_is_kept_as_it_was_sent_and_read_by_its_charset() {
        let mail = |head: &str, body: &[u8]| {
            let head = format!("From: a@example.com\r\nContent-Type: text/html{head}\r\n\r\n");
            Mail::read(&[head.as_bytes(), body].concat()).unwrap().body.unwrap()
        };
        let utf8 = "Beställning på 10 €".as_bytes();
        let wrong = mail("; charset=iso-8859-1", utf8);
        assert_eq!(
            (wrong.text(), wrong.bytes.as_slice()),
            ("Beställning på 10 €".into(), utf8)
        );
        assert_eq!(wrong.charset.as_deref(), Some("iso-8859-1"));
        let windows = b"Best\xe4llning \x80";
        for (head, declared) in [
            ("; charset=iso-8859-1", Some("iso-8859-1")),
            ("", None),
            ("; charset=utf-8", Some("utf-8")),
        ] {
            let body = mail(head, windows);
            assert_eq!(body.text(), "Beställning €", "{head}");
            assert_eq!(body.charset.as_deref(), declared);
            assert_eq!(body.into_original().bytes, windows, "{head}");
        }
    }

    #[test]
    fn plain_text_that_is_no_superset_of_ascii_is_converted() {
        let text = Body {
            kind: BodyKind::Text,
            bytes: b"\xff\xfe<\x00\xe5\x00".to_vec(),
            charset: None,
        };
        let original = text.into_original();
        assert_eq!(original.bytes, "<!DOCTYPE html><pre>\n&lt;å</pre>\n".as_bytes());
        assert_eq!(original.charset.as_deref(), Some("utf-8"));
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

    #[test]
    fn attached_mails_are_read_as_themselves() {
        let attached = |subjects: &[&str], encoding: &str| {
            let inner = subjects.iter().map(|subject| {
                let mail = format!("From: kvitto@example.com\r\nSubject: {subject}\r\n\r\n49 kr\r\n");
                let mail = match encoding {
                    "base64" => mail_builder::encoders::Base64Encoder::new()
                        .encode(mail.as_bytes())
                        .unwrap(),
                    _ => mail.into_bytes(),
                };
                let head =
                    format!("--b\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n");
                [head.as_bytes(), &mail, b"\r\n"].concat()
            });
            let head = b"From: a@example.com\r\nSubject: Fwd\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
            let text = b"--b\r\nContent-Type: text/plain\r\n\r\nsee below\r\n";
            let parts: Vec<Vec<u8>> = inner.collect();
            Mail::read(&[&head[..], &text[..], &parts.concat(), b"--b--\r\n"].concat())
                .unwrap()
                .attached
        };
        for encoding in ["7bit", "base64"] {
            let mails = attached(&["Kvitto", "Order"], encoding);
            let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
            assert_eq!(subjects, ["Kvitto", "Order"], "{encoding}");
            assert_eq!(shown(&mails[0]).1.trim(), "49 kr", "{encoding}");
        }
        assert!(attached(&[], "7bit").is_empty());
    }

    #[test]
    fn a_mail_in_which_a_message_passes_a_limit_passes_it() {
        let inner = format!("Subject: x\r\n{}\r\n49 kr", "a:\r\n".repeat(1_100));
        let inner = mail_builder::encoders::Base64Encoder::new()
            .encode(inner.as_bytes())
            .unwrap();
        let head = "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n";
        let failure = Mail::read(&[head.as_bytes(), &inner].concat()).err();
        let limit = parser_model::Limit::HeaderLines;
        assert_eq!(failure, Some(parser_model::Reason::MailOverLimit { limit }));
    }

    #[test]
    fn a_message_that_passes_a_limit_has_no_attached_mails() {
        let mail = |headers: usize| {
            let headers = "a:\n".repeat(headers);
            format!(
                "{headers}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\nFrom: a@example.com\n\nx\n--b--\n"
            )
        };
        let count = |headers: usize| super::super::attached_mails(mail(headers).as_bytes()).len();
        assert_eq!((count(900), count(1_100)), (1, 0));
    }
}
