//! The numbers that documents state, and what looks like one.

use crate::labels::{html, of_lines, stated};

#[test]
fn a_number_below_the_title_needs_no_more_than_a_sign() {
    for line in ["# 350", "#: | 350", "Numero: 350", "No. 350"] {
        let lines = ["INVOICE", "2026-12-01", line, "Total | 125.00 EUR"];
        assert_eq!(of_lines(&lines).invoice_number.as_deref(), Some("350"), "{line}");
    }
    for line in [
        "#20-61 Example Place",
        "No. 125 High Street",
        "# | 101 | Lamps | 125.00",
    ] {
        let lines = ["INVOICE", "2026-12-01", line, "Total | 125.00 EUR"];
        assert_eq!(of_lines(&lines).invoice_number, None, "{line}");
    }
    let dated = ["Rechnung: 17 vom 04.05.2026", "Gesamtbetrag | 125,00 EUR"];
    assert_eq!(of_lines(&dated).invoice_number.as_deref(), Some("17"));
}

#[test]
fn a_number_is_written_in_the_way_of_its_country() {
    for (lines, number) in [
        (["Faktura", "Numer faktury: nr FS/1/2026"], "FS/1/2026"),
        (["Fattura | 2 / 2026 | Data | 23/10/2026", "Trento"], "2 / 2026"),
        (["INVOICE", "# 1"], "1"),
        (
            ["Bolletta per la fornitura", "n. 990000000017 del 19/02/2026"],
            "990000000017",
        ),
        (
            ["Numero fattura elettronica valida ai fini fiscali:", "EX-26-A100-004"],
            "EX-26-A100-004",
        ),
    ] {
        let lines = [&lines[..], &["Total | 125,00 EUR"]].concat();
        assert_eq!(of_lines(&lines).invoice_number.as_deref(), Some(number), "{lines:?}");
    }
}

#[test]
fn invoices_that_are_paid_together_are_no_number() {
    let of = |rows: [&str; 2]| {
        let head = [
            "Payment receipt",
            "Date: 2026-12-01",
            "Invoice ID | Invoice date | Amount",
        ];
        of_lines(&[&head[..], &rows, &["Total | 250.00 EUR"]].concat()).invoice_number
    };
    let together = ["20017 | 2026-11-03 | 125.00 EUR", "20018 | 2026-11-17 | 125.00 EUR"];
    assert_eq!(of(together), None);
    let alone = ["20017 | 2026-11-03 | 250.00 EUR", "Thank you"];
    assert_eq!(of(alone).as_deref(), Some("20017"));
}

#[test]
fn a_title_with_another_number_has_none_of_its_own() {
    for lines in [
        ["Rechnung zu Ihrer Bestellung", "Nr. 4711 vom 03.11.2026"],
        ["Facture relative à la commande", "n° 4711 du 03/11/2026"],
        ["Rechnung", "Seite 1 / 2"],
    ] {
        let lines = [&lines[..], &["Total | 125,00 EUR"]].concat();
        assert_eq!(of_lines(&lines).invoice_number, None, "{lines:?}");
    }
}

#[test]
fn an_order_may_be_numbered_by_letters_that_are_no_word() {
    for (word, number) in [
        ("WXKPLDRTA", Some("WXKPLDRTA")),
        ("CONFIRMED", None),
        ("GUTSCHEIN", None),
    ] {
        let page = html(&format!("Podsumowanie zamówienia {word}"), &[("Razem", "143,89 zł")]);
        assert_eq!(
            stated("receipt.html", page.as_bytes()).order_id.as_deref(),
            number,
            "{word}"
        );
    }
}

#[test]
fn a_way_to_pay_is_no_number() {
    let receipt = html(
        "Podsumowanie zamówienia · Metoda płatności: Przelewy24",
        &[("Razem", "143,89 zł")],
    );
    assert_eq!(stated("receipt.html", receipt.as_bytes()).order_id, None);
}

#[test]
fn a_number_may_stand_below_a_word_for_it_under_the_title() {
    let lines = [
        "FACTURA",
        "Numero | Fecha | CIF/DNI",
        "2524505 | 13/06/2026 | B00000000",
        "Total | 293,15 EUR",
    ];
    assert_eq!(of_lines(&lines).invoice_number.as_deref(), Some("2524505"));
    let lines = ["FACTURA", "Número | 2524505", "Total | 293,15 EUR"];
    assert_eq!(of_lines(&lines).invoice_number.as_deref(), Some("2524505"));
    // What is between the two has the number, and not the invoice.
    let of = |owner: &str| {
        let lines = [
            "FACTURA",
            owner,
            "Número | 2524505 | Fecha 13/06/2026",
            "Total | 293,15 EUR",
        ];
        of_lines(&lines).invoice_number
    };
    assert_eq!((of("Cliente"), of("Pedido")), (None, None));
}

#[test]
fn a_number_without_a_title_stands_beside_a_date() {
    let lines = [
        "Liten Snickeri",
        "Número: | Data: | Vencimento:",
        "FAT417582 | 26/11/2026 | 26/12/2026",
        "Total | 293,15 EUR",
    ];
    assert_eq!(of_lines(&lines).invoice_number.as_deref(), Some("FAT417582"));
    let lines = [
        "Invoice",
        "Liten Snickeri",
        "Storgatan 4",
        "Kund",
        "No | Date | Description | Amount",
        "101 | 2026-11-26 | Lamp | 125.00",
        "Total | 125.00 EUR",
    ];
    assert_eq!(of_lines(&lines).invoice_number, None);
}

#[test]
fn a_number_that_ends_its_line_with_a_hyphen_goes_on_below_or_is_none() {
    for (below, number) in [
        ("d00d2222aaaa", Some("c0ffee11-2b2b-d00d2222aaaa")),
        ("Thank you", None),
    ] {
        let lines = ["INVOICE", "Invoice number: c0ffee11-2b2b-", below, "Total | 125.00 EUR"];
        assert_eq!(of_lines(&lines).invoice_number.as_deref(), number, "{below}");
    }
    let column = ["INVOICE", "Invoice number", "1001-2002-", "3003", "Total | 125.00 EUR"];
    assert_eq!(of_lines(&column).invoice_number.as_deref(), Some("1001-2002-3003"));
    // The register of companies.
    let register = ["Rechnung", "HRB 00001", "Gesamtbetrag | 125,00 EUR"];
    assert_eq!(of_lines(&register).invoice_number, None);
}
