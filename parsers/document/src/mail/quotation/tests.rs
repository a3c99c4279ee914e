use super::*;
use crate::mail::parts::preformatted;

fn plain(text: &str) -> Document {
    Document::from_forwarded(&preformatted(text.as_bytes()), Some("utf-8"))
}

#[track_caller]
fn forwarded(subject: &str, document: Document) -> (Quotation, String) {
    let quotation = Quotation::of(&document, subject);
    let quotation = quotation.unwrap_or_else(|| panic!("{subject}: {}", document.text()));
    (quotation, document.below_quoted_headers().text())
}

/// The text of a mail that quotes a receipt of 49 kr below these lines.
fn text(headers: &str) -> Document {
    plain(&format!(
        "Hej, se nedan.\n\n{headers}\n\nTack för ditt köp!\nTotalt 49,00 kr\n"
    ))
}

#[test]
fn every_program_and_language_is_read() {
    for (subject, headers) in [
        (
            "Fwd: Ditt kvitto",
            "---------- Forwarded message ---------\nFrån: Tehuset <kvitto@example.com>\nDate: mån 9 nov. 2026 kl 10:12\nSubject: Ditt kvitto\nTo: <alva@example.com>",
        ),
        (
            "Ditt kvitto",
            "Vidarebefordrat mejl:\n\nFrån: Tehuset <kvitto@example.com>\nÄmne: Ditt kvitto\nDatum: 9 november 2026 10:12:00 CET\nTill: alva@example.com",
        ),
        (
            "Ditt kvitto",
            "Begin forwarded message:\n\n> From: Tehuset <kvitto@example.com>\n> Subject: Ditt kvitto\n> Date: November 9, 2026 at 10:12:00 AM GMT+1\n> To: alva@example.com\n> ",
        ),
        (
            "VB: Ditt kvitto",
            "________________________________\nFrån: Tehuset <kvitto@example.com>\nSkickat: den 9 november 2026 10:12\nTill: alva@example.com <alva@example.com>\nÄmne: Ditt kvitto",
        ),
        (
            "WG: Ditt kvitto",
            "-----Ursprüngliche Nachricht-----\nVon: Tehuset [mailto:kvitto@example.com]\nGesendet: Montag, 9. November 2026 10:12\nAn: Alva\nBetreff: Ditt kvitto",
        ),
        (
            "Fwd: Ditt kvitto",
            "-------- Weitergeleitete Nachricht --------\nBetreff: \tDitt kvitto\nDatum: \tMon, 9 Nov 2026 10:12:00 +0100\nVon: \tTehuset <kvitto@example.com>\nAn: \talva@example.com",
        ),
        (
            "VS: Ditt kvitto",
            "Fra: Tehuset <kvitto@example.com>\nSendt: mandag 9. november 2026 10:12\nTil: Alva\nEmne: Ditt kvitto",
        ),
        (
            "VL: Ditt kvitto",
            "Lähettäjä: Tehuset <kvitto@example.com>\nLähetetty: maanantai 9. marraskuuta 2026 10:12\nVastaanottaja: Alva\nAihe: Ditt kvitto",
        ),
        (
            "TR: Ditt kvitto",
            "De : Tehuset <kvitto@example.com>\nEnvoyé : lundi 9 novembre 2026 10:12\nÀ : Alva\nObjet : Ditt kvitto",
        ),
        (
            "RV: Ditt kvitto",
            "De: Tehuset <kvitto@example.com>\nEnviado el: lunes, 9 de noviembre de 2026 10:12\nPara: Alva\nAsunto: Ditt kvitto",
        ),
        (
            "I: Ditt kvitto",
            "Da: Tehuset <kvitto@example.com>\nInviato: lunedì 9 novembre 2026 10:12\nA: Alva\nOggetto: Ditt kvitto",
        ),
        (
            "FW: Ditt kvitto",
            "*From:* Tehuset <kvitto@example.com>\n*Sent:* Monday, November 9, 2026 10:12 AM\n*To:* Alva\n*Cc:* Bo\n*Subject:* Ditt kvitto",
        ),
    ] {
        let (quotation, below) = forwarded(subject, text(headers));
        assert_eq!(quotation.sender.as_str(), "kvitto@example.com", "{headers}");
        assert_eq!(quotation.sender_name.as_deref(), Some("Tehuset"), "{headers}");
        assert_eq!(quotation.subject, "Ditt kvitto", "{headers}");
        let date = quotation.date.map(|date| date.to_string());
        assert_eq!(date.as_deref(), Some("2026-11-09 10:12:00"), "{headers}");
        assert_eq!(below, "Tack för ditt köp!\nTotalt 49,00 kr", "{headers}");
    }
}

#[test]
fn headers_in_a_page_are_read() {
    let gmail = "<div dir=ltr>Se nedan<br><div class=gmail_quote><div class=gmail_attr>---------- Forwarded message ---------<br>\
        From: <strong>Tehuset</strong> <span>&lt;<a href='mailto:kvitto@example.com'>kvitto@example.com</a>&gt;</span><br>\
        Date: Mon, Nov 9, 2026 at 10:12\u{202f}AM<br>Subject: Ditt kvitto<br>To: &lt;alva@example.com&gt;<br></div><br>\
        <p>Totalt 49,00 kr</p></div></div>";
    let thunderbird = "<p>Se nedan</p><div>-------- Forwarded Message --------<table>\
        <tr><th>Subject: </th><td>Ditt kvitto</td></tr><tr><th>Date: </th><td>Mon, 9 Nov 2026 10:12:00 +0100</td></tr>\
        <tr><th>From: </th><td>Tehuset &lt;kvitto@example.com&gt;</td></tr>\
        <tr><th>To: </th><td>alva@example.com</td></tr></table><p>Totalt 49,00 kr</p></div>";
    for page in [gmail, thunderbird] {
        let document = Document::from_html_in(page.as_bytes(), Some("utf-8"));
        let (quotation, below) = forwarded("Fwd: Ditt kvitto", document);
        assert_eq!(quotation.sender_name.as_deref(), Some("Tehuset"), "{page}");
        let date = quotation.date.map(|date| date.to_string());
        assert_eq!(date.as_deref(), Some("2026-11-09 10:12:00"), "{page}");
        assert_eq!(below, "Totalt 49,00 kr", "{page}");
    }
}

#[test]
fn answers_and_other_texts_forward_nothing() {
    let outlook =
        "From: Tehuset <kvitto@example.com>\nSent: Monday, November 9, 2026 10:12 AM\nTo: Alva\nSubject: Ditt kvitto";
    for (subject, headers) in [
        ("Re: Ditt kvitto", outlook),
        ("SV: Ditt kvitto", outlook),
        // In Finnish it is an answer.
        ("VS: Ditt kvitto", outlook),
        ("Ditt kvitto", outlook),
        (
            "Fwd: Ditt kvitto",
            "On Mon, Nov 9, 2026 at 10:12 AM Tehuset <kvitto@example.com> wrote:",
        ),
        (
            "Fwd: Resa",
            "Från: Göteborg\nTill: Lund\nDatum: 9 november 2026\nÄmne: Resa",
        ),
        (
            "Fwd: x",
            "From: a@example.com, b@example.com\nDate: 9 Nov 2026\nSubject: Two senders",
        ),
    ] {
        assert_eq!(Quotation::of(&text(headers), subject), None, "{subject} {headers}");
    }
}

#[test]
fn a_text_without_quoted_headers_stays_whole() {
    let document = plain("Tack!\nFrån: Göteborg\nTotalt 49,00 kr");
    assert_eq!(document.clone().below_quoted_headers(), document);
}

#[test]
fn a_long_header_goes_on_in_the_next_line() {
    let headers = "---- Forwarded message ----\nFrom: Tehuset\n <kvitto@example.com>\nSubject: Ditt\n kvitto\nDate: 9 Nov 2026 10:12";
    let (quotation, below) = forwarded("Fwd", text(headers));
    assert_eq!(quotation.subject, "Ditt kvitto");
    assert_eq!(below, "Tack för ditt köp!\nTotalt 49,00 kr");
}
