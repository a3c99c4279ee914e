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
        ("Bokningsnummer\nQXN7421K", "QXN7421K"),
        ("Order reference: QWERTYUIO", "QWERTYUIO"),
        ("Beställnings-ID: 10-42/7", "10-42/7"),
        ("Bokningsnummer: 7QX2 91", "7QX2 91"),
        ("Din bokning VZ-40KL", "VZ-40KL"),
        ("Order har nummer A-17", "A-17"),
        ("Tilausnumero 614 220 887 noudettu 14.11.2026", "614 220 887"),
        ("Bestellnummer 55 180 274 · 13.06.2026", "55 180 274"),
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
    ] {
        assert_eq!(order_of(text), None, "{text}");
    }
}
