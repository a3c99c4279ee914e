//! Who is the seller of a page that labels its parties, and what the name of a sender is worth.

use invoices_parsers::{flat, read_file};
use parser_model::reading::MailContext;

/// The vendor that a file states, or nothing.
fn vendor(name: &str, text: &str) -> Option<String> {
    let line = flat("", &read_file(name, text.as_bytes(), None, &MailContext::default()));
    assert_eq!(line["outcome"], "parsed", "{line}");
    line["record"]["vendor_name"].as_str().map(str::to_owned)
}

/// The same of a mail with this display name.
fn of_mail(sender: &str, body: &str) -> Option<String> {
    let head = "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8";
    vendor(
        "mail.eml",
        &format!("From: {sender} <noreply@example.com>\r\nSubject: Neue Rechnung\r\n{head}\r\n\r\n{body}\r\n"),
    )
}

#[test]
fn a_seller_is_labelled_below_the_buyer_in_the_same_column() {
    let page = |label: &str| {
        let buyer = "<p>Rechnungsempfänger</p><p>Linden Kontor GmbH</p><p>Weg 4</p><p>71233 Musterort</p>";
        let seller = format!("<p>{label}</p><p>Friseur Kalt GmbH</p><p>Gasse 5</p><p>71234 Musterort</p>");
        vendor(
            "page.html",
            &format!("<h1>Rechnung 1001</h1>{buyer}{seller}<p>Rechnungsbetrag: 125,00 €</p>"),
        )
    };
    assert_eq!(page("Lieferant").as_deref(), Some("Friseur Kalt GmbH"));
    assert_eq!(page("Aussteller").as_deref(), Some("Friseur Kalt GmbH"));
    // Who carries the goods sells nothing.
    assert_eq!(page("Spediteur"), None);
}

#[test]
fn a_sender_that_is_called_like_a_document_is_nobody() {
    let heading = "<h1>Rechnungen</h1><p>Rechnung 1001</p><p>Rechnungsbetrag: 125,00 €</p>";
    assert_eq!(of_mail("Rechnungen", heading), None);
    let parties = "<table><tr><td>Rechnungsempfänger</td><td>Linden Kontor GmbH</td></tr><tr><td>Lieferant</td><td>Friseur Kalt GmbH</td></tr></table>";
    let page = format!("<h1>Rechnung 1001</h1>{parties}<p>Rechnungsbetrag: 125,00 €</p>");
    assert_eq!(of_mail("Rechnungen", &page).as_deref(), Some("Friseur Kalt GmbH"));
    // A marketplace's own name is the sender's.
    assert_eq!(of_mail("Tehuset", &page).as_deref(), Some("Tehuset"));
}

#[test]
fn small_words_belong_to_the_name_of_an_address() {
    let page = |foot: &str| {
        vendor(
            "page.html",
            &format!("<h1>Rechnung 1001</h1><p>Rechnungsbetrag: 125,00 €</p><p>{foot}</p>"),
        )
    };
    let name = page("Gasthof zum Löwen GmbH · Weg 5 · 71233 Musterort");
    assert!(
        name.as_deref().is_none_or(|name| name.contains("zum Löwen")),
        "{name:?}"
    );
}
