//! Every readable part of a mail can be the invoice.

use invoices_parsers::{flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::reading::MailContext;

const PAGE: &str = "<html><body><p>Tehuset</p><h1>Receipt</h1><p>Order number: TH-1001</p>\
                    <p>Total 125,50 SEK</p><p>Paid by card</p></body></html>";
const TEXT: &str = "Tehuset\r\nReceipt\r\nOrder number: TH-1001\r\nTotal   125,50 SEK\r\nPaid by card\r\n";
const UBL: &str = "<?xml version=\"1.0\"?><Invoice><ID>20411</ID><IssueDate>2026-11-09</IssueDate>\
                   <DocumentCurrencyCode>SEK</DocumentCurrencyCode><AccountingSupplierParty><Party><PartyName><Name>Tehuset AB</Name>\
                   </PartyName></Party></AccountingSupplierParty><LegalMonetaryTotal><TaxInclusiveAmount>125.50</TaxInclusiveAmount>\
                   </LegalMonetaryTotal></Invoice>";

/// A part of a mail: its headers except for the transfer encoding, and its content.
fn part(head: &str, content: &[u8]) -> Vec<u8> {
    let encoded = mail_builder::encoders::Base64Encoder::new()
        .wrap_lines()
        .encode(content)
        .unwrap();
    let head = format!("Content-Transfer-Encoding: base64\r\n{head}\r\n\r\n");
    [head.as_bytes(), &encoded].concat()
}

/// A mail with these parts.
fn mail(kind: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    let head = format!(
        "From: Tehuset <order@tehuset.example.com>\r\nSubject: Your receipt\r\nDate: Mon, 9 Nov 2026 10:15:00 +0100\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary=b-{kind}\r\n\r\n"
    );
    let mut mail = head.into_bytes();
    for part in parts {
        mail.extend([format!("--b-{kind}\r\n").as_bytes(), part, b"\r\n"].concat());
    }
    mail.extend(format!("--b-{kind}--\r\n").as_bytes());
    mail
}

fn total(mail: &[u8]) -> Option<String> {
    let line = flat("", &read_file("mail.eml", mail, None, &MailContext::default()));
    (line["outcome"] == "parsed").then(|| line["record"]["total_amount"].to_string())
}

fn assert_read(what: &str, mail: &[u8]) {
    assert_eq!(total(mail).as_deref(), Some("125.5"), "{what}");
}

// Shows: Retail invoices | A mail whose invoice…
#[test]
fn any_of_several_texts_can_be_the_receipt() {
    let html = |page: &str| part("Content-Type: text/html; charset=utf-8", page.as_bytes());
    let text = |text: &str| part("Content-Type: text/plain; charset=utf-8", text.as_bytes());
    assert_read(
        "a banner",
        &mail("mixed", &[html("<p>This mail came from outside."), html(PAGE)]),
    );
    assert_read("a greeting", &mail("mixed", &[text("Hello Alva,"), text(TEXT)]));
    for blank in [
        "&nbsp;",
        "<img src=\"https://example.com/a.png\">",
        "<p>Open this mail in a browser.</p>",
    ] {
        assert_read(blank, &mail("alternative", &[text(TEXT), html(blank)]));
    }
    let calendar = "BEGIN:VEVENT\r\nSUMMARY:Receipt total 999,00 SEK\r\nEND:VEVENT";
    let calendar = part("Content-Type: text/calendar; charset=utf-8", calendar.as_bytes());
    assert_read("a calendar", &mail("mixed", &[calendar, text(TEXT)]));
    // The same twice is one receipt with one line of goods.
    let goods = "<p>Receipt TH-1001</p><table><tr><td>Kaffe</td><td>125,50 SEK</td></tr><tr><td>Total</td><td>125,50 SEK</td></tr></table>";
    let plain = "Receipt TH-1001\r\nKaffe   125,50 SEK\r\nTotal   125,50 SEK\r\n";
    let both = read_file(
        "mail.eml",
        &mail("mixed", &[text(plain), html(goods)]),
        None,
        &MailContext::default(),
    );
    let alone = read_file(
        "mail.eml",
        &mail("mixed", &[html(goods)]),
        None,
        &MailContext::default(),
    );
    assert_eq!(both, alone);
}

#[test]
fn a_page_is_read_whatever_it_is_declared_as() {
    let see = part("Content-Type: text/plain", b"Your receipt is attached.");
    for kind in [
        "text/html",
        "application/octet-stream",
        "text/plain",
        "application/xhtml+xml",
    ] {
        let head = format!(
            "Content-Type: {kind}; name=receipt.html\r\nContent-Disposition: attachment; filename=receipt.html"
        );
        assert_read(kind, &mail("mixed", &[see.clone(), part(&head, PAGE.as_bytes())]));
    }
    for kind in ["Content-Type: text/plain", "Content-Type: html", "X-Content: none"] {
        let head = format!("From: Tehuset <order@tehuset.example.com>\r\nSubject: Your receipt\r\n{kind}\r\n\r\n");
        assert_read(kind, &[head.as_bytes(), PAGE.as_bytes()].concat());
    }
}

#[test]
fn attached_mails_and_e_invoices_are_read_as_whatever_they_are_sent() {
    let see = part("Content-Type: text/plain", b"See below.");
    let inner = mail(
        "mixed",
        &[part("Content-Type: text/html; charset=utf-8", PAGE.as_bytes())],
    );
    let attach = |kind: &str, name: &str, content: &[u8]| {
        let head = format!("Content-Type: {kind}\r\nContent-Disposition: attachment; filename=\"{name}\"");
        mail("related", &[see.clone(), part(&head, content)])
    };
    for kind in ["message/rfc822", "application/octet-stream", "text/plain"] {
        assert_read(kind, &attach(kind, "receipt.eml", &inner));
    }
    let nested = attach("message/rfc822", "receipt.eml", &inner);
    assert_read(
        "a mail in a mail in a mail",
        &attach("application/octet-stream", "forwarded.eml", &nested),
    );
    for (kind, name) in [
        ("application/xml", "e.xml"),
        ("application/octet-stream", "E.XML"),
        ("text/xml", "e"),
    ] {
        assert_read(kind, &attach(kind, name, UBL.as_bytes()));
    }
    assert_eq!(
        total(&attach("application/xml", "other.xml", b"<Order><ID>1</ID></Order>")),
        None
    );
}

#[test]
fn mails_in_mails_end_somewhere() {
    let mut mail_in_mail = mail(
        "mixed",
        &[part("Content-Type: text/html; charset=utf-8", PAGE.as_bytes())],
    );
    for depth in 0..30 {
        let kind = ["mixed", "related"][depth % 2];
        let head = "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"a.eml\"";
        mail_in_mail = mail(kind, &[part(head, &mail_in_mail)]);
        if mail_in_mail.len() > 2_000_000 {
            break;
        }
    }
    assert_eq!(total(&mail_in_mail), None);
}

#[test]
fn a_pdf_is_read_through_what_a_gateway_did_to_it() {
    let mut sheet = Sheet::new();
    let rows = [
        ("Tehuset AB", ""),
        ("Invoice 20411", ""),
        ("Total to pay", "125,50 SEK"),
    ];
    for (y, (label, value)) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 16.0 * f32::from(y), &[(60.0, label), (400.0, value)]);
    }
    let pdf = part("Content-Type: application/pdf; name=invoice.pdf", &sheet.finish());
    let see = part("Content-Type: text/plain", b"See below.");
    let noisy = String::from_utf8(pdf)
        .unwrap()
        .replace("\r\n", "!\r\n")
        .replacen("!\r\n", "\r\n", 3);
    assert_read("noise", &mail("mixed", &[see, noisy.into_bytes()]));
    let head = "From: Tehuset <order@tehuset.example.com>\r\nSubject: Your receipt\r\n";
    let text = String::from_utf8(part("Content-Type: text/plain; charset=utf-8", TEXT.as_bytes())).unwrap();
    assert_read(
        "a footer",
        format!("{head}{text}\r\n\r\n-- \r\nSent to you by a list\r\n").as_bytes(),
    );
}
