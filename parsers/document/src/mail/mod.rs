//! Reads a mail: its sender, its text, and the files that can be documents.
//!
//! A thin reading of MIME on `mail-parser`. Nothing here decides what is an
//! invoice; it only says what is there, in words a database can keep.

mod authentication;
mod authentication_results;
mod contents;
mod date;
mod from;
mod header_syntax;
mod host;
mod limits;
mod model;
mod parts;
mod quotation;
mod signed;
mod sniff;
mod texts;
mod transfer;
mod zip;

use mail_parser::{Addr, Address, Message};
use parser_model::{Limit, MailAddress, Reason};

use self::limits::Checked;
use self::model::words;
use crate::steps;

pub use authentication::authenticate;
pub use authentication_results::{AuthenticationResults, MethodResult, Property};
pub use contents::attached_mails;
pub use date::date;
pub use header_syntax::SyntaxError;
pub use model::Mail;
pub use parts::{Body, BodyKind, Original, Pdf};
pub use quotation::Quotation;

const MAX_MESSAGE_ID: usize = 250;

impl Mail {
    /// Reads a MIME message.
    ///
    /// ```
    /// let mail = parser_document::mail::Mail::read(b"From: Kvitto <kvitto@example.com>\r\nSubject: Hej\r\n\r\n49 kr").unwrap();
    /// assert_eq!(mail.sender.unwrap().as_str(), "kvitto@example.com");
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Reason> {
        let work = steps::within(limits::STEPS, || Mail::read_within_budget(bytes));
        if work.is_exceeded {
            return Err(Reason::MailOverLimit { limit: Limit::Work });
        }
        work.value
    }

    fn read_within_budget(bytes: &[u8]) -> Result<Self, Reason> {
        let checked = Checked::of(bytes).map_err(|limit| Reason::MailOverLimit { limit })?;
        let message = checked.parse().ok_or(Reason::NotAMail)?;
        let mut mail = Mail::headers_of(&checked.parse_header().ok_or(Reason::NotAMail)?);
        contents::read(&mut mail, &message).map_err(|limit| Reason::MailOverLimit { limit })?;
        Ok(mail)
    }

    /// A mail without its texts and files.
    fn headers_of(message: &Message<'_>) -> Self {
        let (sender, sender_name) = sender(message).unzip();
        Mail {
            sender,
            sender_name: sender_name.flatten(),
            subject: words(message.subject().unwrap_or_default()),
            date: values(message, "date").next().and_then(|value| date(&value)),
            received: values(message, "received")
                .next()
                .and_then(|value| date(value.rsplit_once(';')?.1)),
            message_id: message.message_id().and_then(comparable),
            authentication_results: values(message, "authentication-results").collect(),
            ..Mail::default()
        }
    }
}

/// A `Message-ID` of printable ASCII and a usual length. Others are not worth comparing.
fn comparable(id: &str) -> Option<String> {
    let is_usual = (1..=MAX_MESSAGE_ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
    is_usual.then(|| id.to_owned())
}

/// The one `From` address. Several addresses or several headers are nobody's: which of them a
/// person would see, and which the provider checked, is anyone's guess. A name with a comma that is not quoted,
/// `Shop, Inc <shop@example.com>`, is two entries, and one of them has an address.
fn sender(message: &Message<'_>) -> Option<(MailAddress, Option<String>)> {
    let mut headers = values(message, "from");
    let (Some(header), None) = (headers.next(), headers.next()) else {
        return None;
    };
    let list = match message.from()? {
        Address::List(list) => list,
        Address::Group(_) => return from::sender(message, &header),
    };
    // An entry with an `@` that isn't a valid address could be what the provider checked: such a mail is nobody's, too.
    let mut addresses = list
        .iter()
        .filter_map(|entry| entry.address.as_deref().filter(|text| text.contains('@')));
    let only = match (addresses.next(), addresses.next()) {
        (Some(only), None) => only,
        (None, _) => return from::sender(message, &header),
        (Some(_), Some(_)) => return None,
    };
    let Ok(address) = only.parse::<MailAddress>() else {
        return from::sender(message, &header).filter(|_| list.len() == 1);
    };
    let shown = |entry: &Addr<'_>| {
        entry
            .name
            .as_deref()
            .or(entry.address.as_deref().filter(|text| !text.contains('@')))
            .map(words)
    };
    let names: Vec<String> = list.iter().filter_map(shown).filter(|name| !name.is_empty()).collect();
    Some((address, (!names.is_empty()).then(|| names.join(", "))))
}

/// The unfolded values of the headers with a name: line breaks go, white space stays (RFC 5322, section 2.2.3). A value that is not
/// UTF-8 stays in its place, because the header below it must not count instead.
fn values<'m>(message: &'m Message<'_>, name: &'static str) -> impl Iterator<Item = String> + 'm {
    let headers = message.headers().iter();
    headers
        .filter(move |header| header.name.as_str().trim().eq_ignore_ascii_case(name))
        .map(|header| {
            let (start, end) = (header.offset_start() as usize, header.offset_end() as usize);
            let value = message.raw_message.get(start..end).unwrap_or_default();
            unfolded(&String::from_utf8_lossy(value))
        })
}

fn unfolded(value: &str) -> String {
    let lines = value.split('\n');
    let text: String = lines.map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    text.trim_matches([' ', '\t']).to_owned()
}

#[cfg(test)]
mod tests {
    use parser_model::reading::Authentication;

    use super::*;

    fn read(text: &str) -> Mail {
        Mail::read(text.replace('\n', "\r\n").as_bytes()).unwrap()
    }

    // Shows: Threats | A forged mail adds an…
    #[test]
    fn a_mail_from_two_is_from_nobody() {
        assert_eq!(read("From: a@example.com, b@example.com\n\nx").sender, None);
        assert_eq!(read("From: a@example.com\nFrom: b@example.com\n\nx").sender, None);
        assert_eq!(read("Subject: x\n\nx").sender, None);
    }

    #[test]
    fn an_invalid_address_beside_a_valid_one_is_not_overlooked() {
        let mail = read("From: x@evil.example.net@y, <shop@example.com>\n\nx");
        assert_eq!(mail.sender, None);
    }

    #[test]
    fn blanks_and_a_mark_before_the_headers_do_not_count() {
        for before in ["      \n", "\u{feff}"] {
            let mail = read(&format!("{before}From: Kiosk <kvitto@example.com>\nSubject: Hej\n\n49 kr"));
            assert_eq!(mail.sender.unwrap().as_str(), "kvitto@example.com");
            assert_eq!(mail.subject, "Hej");
        }
    }

    #[test]
    fn a_name_with_a_comma_needs_no_quotes() {
        let mail = read("From: Shop, Inc <shop@example.com>\n\nx");
        assert_eq!(mail.sender.unwrap().as_str(), "shop@example.com");
        assert_eq!(mail.sender_name.as_deref(), Some("Shop, Inc"));
    }

    #[test]
    fn a_name_may_have_signs_that_need_quotes() {
        for (header, address, name) in [
            (
                "Kiosk: Kolon <kvitto@example.com>",
                "kvitto@example.com",
                Some("Kiosk: Kolon"),
            ),
            (
                "Huset; kundtjänst: <kvitto@example.com>",
                "kvitto@example.com",
                Some("Huset; kundtjänst:"),
            ),
            (
                "Kiosken @ Kajen <kvitto@example.com>",
                "kvitto@example.com",
                Some("Kiosken @ Kajen"),
            ),
            (
                "kvitto@example.com <kvitto@example.com>",
                "kvitto@example.com",
                Some("kvitto@example.com"),
            ),
            (
                "=?utf-8?q?Kaf=C3=A9?= Kajen: Kolon <kvitto@example.com>",
                "kvitto@example.com",
                Some("Kafé Kajen: Kolon"),
            ),
            (
                "\"a, b\": Kolon (c, d) <kvitto@example.com>;",
                "kvitto@example.com",
                None,
            ),
            ("Kiosk: kvitto@example.com", "kvitto@example.com", None),
            ("Kiosk: kvitto@example.com;", "kvitto@example.com", None),
            ("Kafé \"Kajen <kvitto@example.com>", "kvitto@example.com", Some("Kafé \"Kajen")),
            ("Kafé (Kajen <kvitto@example.com>", "kvitto@example.com", Some("Kafé (Kajen")),
        ] {
            let mail = read(&format!("From: {header}\n\nx"));
            assert_eq!(mail.sender.as_ref().map(MailAddress::as_str), Some(address), "{header}");
            if name.is_some() {
                assert_eq!(mail.sender_name.as_deref(), name, "{header}");
            }
        }
        for header in [
            "Shops: a@example.com, b@example.com;",
            "Shops: A <a@example.com>; B <b@example.com>",
            "Shops:;",
            "a@evil.example.net, b: <shop@example.com>",
            "<a@example.com> <b@example.com>",
            "shop@example.com: x@evil.example.net@y",
            "\"a@evil.example.net <shop@example.com>",
        ] {
            assert_eq!(read(&format!("From: {header}\n\nx")).sender, None, "{header}");
        }
    }

    #[test]
    fn a_date_in_any_usual_form_is_read() {
        let mail = read(
            "Received: by mx.example.com (x; y)\n with SMTP; Mon Nov  2 11:00:00 2009\nReceived: x; Tue, 3 Nov 2009 10:00 +0000\nDate: 2 Nov 09 10:00 EST\n\nx",
        );
        assert_eq!(mail.date.unwrap().to_rfc3339(), "2009-11-02T10:00:00-05:00");
        assert_eq!(mail.received.unwrap().to_rfc3339(), "2009-11-02T11:00:00+00:00");
        assert_eq!(read("Date: x\nReceived: x\n\nx").date, None);
    }

    #[test]
    fn a_display_name_is_no_address() {
        let mail = read("From: \"hyra@landlord.example.com\" <evil@example.net>\n\nx");
        assert_eq!(mail.sender.unwrap().as_str(), "evil@example.net");
        assert_eq!(mail.sender_name.as_deref(), Some("hyra@landlord.example.com"));
    }

    #[test]
    fn authentication_results_come_topmost_first() {
        let mail = read(
            "Authentication-Results: mx.google.com;\n dmarc=fail\nAuthentication-Results: evil; dmarc=pass\nFrom: a@example.com\n\nx",
        );
        assert_eq!(
            mail.authentication_results,
            ["mx.google.com; dmarc=fail", "evil; dmarc=pass"]
        );
    }

    #[test]
    fn authentication_results_are_unfolded_and_keep_their_white_space() {
        let mail = read("Authentication-Results: mx.example.com;\n\t spf=fail\n  reason=\"a  b\n\tc\"\n\nx");
        assert_eq!(
            mail.authentication_results,
            ["mx.example.com;\t spf=fail  reason=\"a  b\tc\""]
        );
    }

    // Shows: Threats | A sender's text in the…
    #[test]
    fn results_that_are_not_utf_8_keep_their_place() {
        let mut bytes =
            b"Authentication-Results: mx.google.com; spf=fail (\xff) smtp.mailfrom=x@example.net\r\n".to_vec();
        bytes.extend(b"Authentication-Results: mx.google.com; dmarc=pass header.from=example.com\r\nFrom: a@example.com\r\n\r\nx");
        let mail = Mail::read(&bytes).unwrap();
        assert_eq!(mail.authentication_results.len(), 2);
        assert!(mail.authentication_results[0].contains("spf=fail (\u{fffd})"));
        let Authentication::Untrusted(_) =
            authenticate(&mail.authentication_results, "mx.google.com", &mail.sender.unwrap())
        else {
            panic!("the second header counted");
        };
    }
}
