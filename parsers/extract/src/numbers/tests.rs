//! Numbers and their labels.

use super::*;
use crate::page::Page;
use parser_document::Document;

fn order_of(text: &str) -> Option<String> {
    let document = Document::from_plain(text);
    let page = Page::new(&document, None);
    order_id(&page, &find(&page)).value
}

#[test]
fn a_number_follows_its_label() {
    for (text, value) in [
        ("Ordernummer: 12345", "12345"),
        ("Order #k7xq-2614-w3rd", "k7xq-2614-w3rd"),
        ("Ditt ordernummer är 998877.", "998877"),
        ("Order number      AB-12", "AB-12"),
        ("Bestellung: 455 bestätigt", "455"),
        ("Bokningsnummer\nQXN7421K", "QXN7421K"),
        ("Order reference: QWERTYUIO", "QWERTYUIO"),
        ("Beställnings-ID: 10-42/7", "10-42/7"),
        ("Bokningsnummer: 7QX2 91", "7QX2 91"),
        ("Din bokning VZ-40KL", "VZ-40KL"),
        ("Order har nummer A-17", "A-17"),
        ("Tilausnumero 614 220 887 noudettu 14.11.2026", "614 220 887"),
        ("Bestellnummer 55 180 274 · 13.06.2026", "55 180 274"),
        (
            "Danke für Ihre Bestellung bei Uhrwerk & Söhne (Nummer: 40217).",
            "40217",
        ),
        ("Rotvik Supply      #104682915\nThank you!", "104682915"),
        ("Din donation, nummer CNTCT-77031528, den 14 mars", "CNTCT-77031528"),
    ] {
        assert_eq!(order_of(text).as_deref(), Some(value), "{text}");
    }
}

#[test]
fn what_is_no_number_is_left_alone() {
    for text in [
        "Order 2 av 3",
        "Order total 12,50",
        "Orderdatum: 2026-01-02",
        "Order: 2026-01-02",
        "Artikelnummer: 12345",
        "Ordernummer: 1\nOrdernummer: 2",
        "Kundnummer: 123456",
        "Ordernummer 55 180 kr",
        "Order bei Uhrwerk (Filiale 40217)",
        "Order: 04 MAY",
        "Order: 12 items",
        "Rotvik Supply      #104682915\nNorr Supply      #104682916",
    ] {
        assert_eq!(order_of(text), None, "{text}");
    }
}

#[test]
fn the_number_of_an_invoice_may_have_signs_and_codes_before_it() {
    let of = |text: &str| {
        let document = Document::from_plain(text);
        let page = Page::new(&document, None);
        invoice_number(&page, &find(&page)).value
    };
    for (text, value) in [
        ("Invoice INV#20417", Some("20417")),
        ("Handelsrechnung (380) Nr. 318044 vom 05.03.2026", Some("318044")),
        ("Mietrechnung Nr. 5501/26/B/2 vom 01.10.2026", Some("5501/26/B/2")),
        ("Faktura nr ● 20417", Some("20417")),
        ("FACTURE\nN° FA-2026-12-002", Some("FA-2026-12-002")),
        (
            "Factuur nummer: 20417\nRekeningnummer NL00BANK0000000001",
            Some("20417"),
        ),
        ("Rechnungsnummer: 6", Some("6")),
        ("Avinummer: 33 26 4 1204", Some("33 26 4 1204")),
        (
            "Numer faktury\n2/11/2026\nData wystawienia: 2026-11-30",
            Some("2/11/2026"),
        ),
        ("Invoice #2026-11-04\nDate: 2 November 2026", Some("2026-11-04")),
        ("Invoice #2026-11-04", None),
        (
            "Nota di credito n. NC-2026-9\nFattura n. FT-2026-131",
            Some("NC-2026-9"),
        ),
        ("Avinummer: 1001\nFrågor om avin: 0522-000 000", Some("1001")),
        (
            "Factuurnummer: 20417\nRekeningnummer: NL35 BANK 0000 0000 01",
            Some("20417"),
        ),
        ("Tax invoice. ABN 00 000 000 001", None),
        ("Faktura\nBank-giro ● 5050-1055", None),
        ("Factuur\n22/08   Opname", None),
        ("Invoice JAN-MAR-26", None),
        ("Invoice INV-12", Some("INV-12")),
        ("Invoice tea-5", None),
        ("Invoice number: 000000", None),
        ("Invoice number: 000001", Some("000001")),
    ] {
        assert_eq!(of(text).as_deref(), value, "{text}");
    }
}

fn invoice_of(text: &str) -> Option<String> {
    let document = Document::from_plain(text);
    let page = Page::new(&document, None);
    invoice_number(&page, &find(&page)).value
}

#[test]
fn an_invoices_number_is_read_whole_or_not_at_all() {
    for (text, value) in [
        ("Fakturanummer 2026:14", Some("2026:14")),
        ("Fatura n.º FT A/70881", Some("FT A/70881")),
        ("Factuurnummer 30.441", Some("30.441")),
        ("Faktura nr 87/03/2026\nData wystawienia 05.03.2026", Some("87/03/2026")),
        ("Kvar att betala efter denna avi: 11 250,00 kr", None),
    ] {
        assert_eq!(invoice_of(text).as_deref(), value, "{text}");
    }
}
