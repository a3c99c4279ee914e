//! The currency of a total without a sign of its own.

use invoices_parsers::read_file;
use parser_model::reading::{MailContext, Outcome};

use crate::labels::{html, of_lines, stated};

fn currency(lines: &[&str]) -> Option<String> {
    of_lines(lines).currency.map(|code| code.to_string())
}

#[test]
fn a_sign_may_stand_in_a_cell_of_its_own_or_in_the_brackets_of_the_label() {
    for (total, code) in [
        ("TOTAL | R$ | 11.468,52", "BRL"),
        ("Total (€) | 125.00", "EUR"),
        ("Total due (CHF) | 125.00", "CHF"),
        ("Total | 1 950,00 NKR", "NOK"),
    ] {
        assert_eq!(currency(&["Invoice 1001", total]).as_deref(), Some(code), "{total}");
    }
}

#[test]
fn a_column_may_have_its_sign_as_head() {
    let lines = [
        "Invoice 1001",
        "Unit | RM",
        "One | 10.00",
        "Two | 12.00",
        "Three | 14.00",
        "Total | 36.00",
    ];
    assert_eq!(currency(&lines).as_deref(), Some("MYR"));
}

#[test]
fn the_name_of_the_euro_is_announced_beside_letters_that_are_no_currency() {
    for sentence in [
        "Alle Beträge in Euro.",
        "All amounts in euros.",
        "Alle bedragen in euro",
    ] {
        let lines = [
            "Rechnung 1001",
            "CAD Lizenz | 420.00",
            "Gesamtbetrag | 420.00",
            sentence,
        ];
        assert_eq!(currency(&lines).as_deref(), Some("EUR"), "{sentence}");
    }
}

#[test]
fn a_sentence_or_a_label_names_a_currency_in_words() {
    for (line, code) in [("Amounts expressed in Euros", "EUR"), ("Moneda: Guarani", "PYG")] {
        assert_eq!(
            currency(&["Invoice 1001", line, "Total | 125.00"]).as_deref(),
            Some(code),
            "{line}"
        );
    }
}

#[test]
fn a_register_of_one_of_the_parties_names_no_currency() {
    for lines in [
        ["Fatura 1001", "CNPJ: 00.000.000/0001-00", "Total a pagar | 125,00"],
        [
            "Faktura 1001",
            "Kund: Havnens Cykler ApS, CVR 00000000",
            "Att betala | 125,00",
        ],
        [
            "Rechnung 1001",
            "Kunde: Muster GmbH, USt-IdNr. DE000000000",
            "Gesamtbetrag | 125.00",
        ],
        ["Invoice 1001", "VAT no 000000000", "Total | 125.00"],
    ] {
        assert_eq!(currency(&lines), None, "{lines:?}");
    }
}

#[test]
fn a_sign_beside_another_word_or_another_currency_is_none() {
    for (line, code) in [
        ("To pay in another currency try our app.", None),
        ("Prices in USD, exchange rate (\u{20ac}) 1.17", Some("USD")),
    ] {
        assert_eq!(
            currency(&["Invoice 1001", line, "Total | 125.00"]).as_deref(),
            code,
            "{line}"
        );
    }
}

#[test]
fn letters_of_a_postcode_are_no_currency() {
    let lines = ["Factuur 1001", "2675 KR Dorp", "Totaal inclusief btw | € | 181,50"];
    assert_eq!(currency(&lines).as_deref(), Some("EUR"));
}

#[test]
fn three_digits_of_dinars_may_be_decimals() {
    let of = |rows: &[(&str, &str)]| {
        let page = html("Ticket de vente, facture 40", rows);
        read_file("invoice.html", page.as_bytes(), None, &MailContext::default()).outcome
    };
    let outcome = of(&[("Total", "142.666 TND")]);
    assert!(!matches!(outcome, Outcome::Retail { .. }), "{outcome:?}");
    let Outcome::Retail { records } = of(&[("Acompte", "250.50 KWD"), ("Total", "1,500 KWD")]) else {
        panic!("a sign tells");
    };
    assert_eq!(records[0].stated.total_amount.unwrap().to_string(), "1500");
}

#[test]
fn a_label_names_a_currency_in_the_words_of_its_country() {
    for (line, label) in [("waluta: polski złoty", "Razem"), ("Faktura", "Razem (zł)")] {
        let page = format!("<h1>Faktura 1001</h1><p>{line}</p><table><tr><td>{label}</td><td>125,00</td></tr></table>");
        let stated = stated("invoice.html", page.as_bytes());
        assert_eq!(stated.currency.unwrap().to_string(), "PLN", "{line}");
    }
}

#[test]
fn zeros_after_the_cents_add_nothing() {
    let page = html("Invoice 40", &[("Total", "120.570000 EUR")]);
    let total = stated("invoice.html", page.as_bytes()).total_amount;
    assert_eq!(total.unwrap().to_string(), "120.57");
    // Without a currency they are a quantity.
    let page = html("Rechnung 40", &[("Summe", "12.00000"), ("Betrag", "375,00 \u{20ac}")]);
    let total = stated("invoice.html", page.as_bytes()).total_amount;
    assert_eq!(total.unwrap().to_string(), "375");
}

#[test]
fn cash_on_delivery_in_spanish_is_no_refund() {
    let page =
        "<h1>Detalles del pedido</h1><p>Pedido: 1001204</p><p>Pago contra reembolso</p><p>Total pagado: 10,73 €</p>";
    let total = stated("order.html", page.as_bytes()).total_amount;
    assert_eq!(total.unwrap().to_string(), "10.73");
}

#[test]
fn a_unit_that_is_spelt_like_a_code_is_no_currency() {
    let of = |total: &str| {
        let items = [
            "Agua 24 | CAJ | 2 | 12,75 | 25,50",
            "Cerveza 30 | BRL | 4 | 129,20 | 516,80",
        ];
        currency(&["Factura 1001", items[0], items[1], "Gracias", total])
    };
    assert_eq!(of("Total | 542,30"), None);
    assert_eq!(of("Total BRL | 542,30").as_deref(), Some("BRL"));
    let items = ["Lamp | USD | 4 | 25.00 | 100.00", "Shade | USD | 1 | 20.00 | 20.00"];
    let lines = ["Invoice 1001", items[0], items[1], "Total | 120.00"];
    assert_eq!(currency(&lines).as_deref(), Some("USD"));
}

#[test]
fn kr_is_danish_beside_words_that_only_danish_has() {
    let total = |label: &str| currency(&["Faktura 1001", &format!("{label} | 125,00 kr.")]);
    assert_eq!(total("At betale").as_deref(), Some("DKK"));
    assert_eq!(total("Total"), None);
}
