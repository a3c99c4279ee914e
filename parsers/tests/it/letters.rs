//! Letters: which of their addresses and firms is the buyer's.

use invoices_parsers::{flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::reading::MailContext;

/// The seller that a PDF of these rows states, or nothing.
fn seller(rows: &[&[(f32, &str)]]) -> Option<String> {
    let mut sheet = Sheet::new();
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 14.0 * f32::from(y), row);
    }
    let line = flat(
        "",
        &read_file("invoice.pdf", &sheet.finish(), None, &MailContext::default()),
    );
    assert_eq!(line["outcome"], "parsed", "{line}");
    line["record"]["vendor_name"].as_str().map(str::to_owned)
}

#[test]
fn the_address_in_the_window_below_a_return_address_is_the_buyers() {
    let letter = |sender: &str| {
        seller(&[
            &[(60.0, sender)],
            &[(60.0, "Granskog Bau GmbH")],
            &[(60.0, "Waldweg 7")],
            &[(60.0, "99012 Norddorf")],
            &[(60.0, "Rechnung Nr. 1001"), (330.0, "Rechnungsdatum: 04.05.2026")],
            &[(60.0, "Granskog Bau GmbH, Beratung im April")],
            &[(60.0, "Gesamtbetrag"), (330.0, "125,00 EUR")],
        ])
    };
    assert_eq!(
        letter("Alva Lind · Hauptstr. 4 · 99077 Kleindorf").as_deref(),
        Some("Alva Lind")
    );
    // Without the sender above it, an address may be anyone's.
    assert_eq!(letter("Alva Lind").as_deref(), Some("Granskog Bau GmbH"));
}

#[test]
fn an_address_below_one_in_one_line_is_the_sellers_if_it_is_the_same_or_another_is_beside_it() {
    let letter = |line: &str, beside: &str| {
        seller(&[
            &[(60.0, line)],
            &[(60.0, "Teehaus Linde GmbH"), (330.0, "Nina Granskog")],
            &[(60.0, "Hauptstr. 4"), (330.0, "Waldweg 7")],
            &[(60.0, "99077 Kleindorf"), (330.0, beside)],
            &[(60.0, "Rechnung Nr. 1001"), (330.0, "Rechnungsdatum: 04.05.2026")],
            &[(60.0, "Teehaus Linde GmbH, Beratung im April")],
            &[(60.0, "Gesamtbetrag"), (330.0, "125,00 EUR")],
        ])
    };
    let sellers = Some("Teehaus Linde GmbH");
    assert_eq!(
        letter("Die Teelinde · Hauptstr. 4 · 99077 Kleindorf", "Norddorf").as_deref(),
        sellers
    );
    assert_eq!(
        letter("Lieferung an: Nina Granskog, Waldweg 7, 99012 Norddorf", "").as_deref(),
        sellers
    );
    assert_eq!(
        letter("Die Teelinde · Ringstr. 1 · 99078 Dorf", "99012 Norddorf").as_deref(),
        sellers
    );
}

#[test]
fn a_street_and_a_town_are_no_names() {
    let of = |name: &str| {
        seller(&[
            &[(60.0, "Fattura n. 12 del 01/12/2026")],
            &[(60.0, "Fornitore")],
            &[(60.0, name)],
            &[(60.0, "00100 Roma")],
            &[(60.0, "Totale"), (330.0, "420,00 EUR")],
        ])
    };
    assert_eq!(of("Via Inventata"), None);
    assert_eq!(of("Bottega Lind").as_deref(), Some("Bottega Lind"));
}

#[test]
fn the_label_of_a_seller_over_a_firm_counts_beside_that_of_a_buyer() {
    let of_page = |body: &str| {
        let html = format!("<p>Rechnung 118</p>{body}<p>Gesamtbetrag: 214,20 EUR</p>");
        let line = flat(
            "",
            &read_file("page.html", html.as_bytes(), None, &MailContext::default()),
        );
        line["record"]["vendor_name"].as_str().map(str::to_owned)
    };
    let columns = |seller: &str| {
        format!(
            "<table><tr><td>Käufer<td>Verkäufer<tr><td>Musterverlag GmbH<td>{seller}<tr><td>Parkstr. 1<td>Hafenweg 3</table>"
        )
    };
    assert_eq!(
        of_page(&columns("Papierhandel Eibe OHG")).as_deref(),
        Some("Papierhandel Eibe OHG")
    );
    assert_eq!(of_page(&columns("siehe unten")), None);
    // What a picture is names nobody.
    assert_eq!(
        of_page("<img src=\"https://example.com/1.png\" alt=\"Marketplace Header\">"),
        None
    );
}
