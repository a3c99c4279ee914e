//! Labels of the total in every language: what is left after withholding, labels in two lines, and currencies that are named twice.

use invoices_parsers::read_file;
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Outcome, Stated};

pub fn stated(file: &str, bytes: &[u8]) -> Stated {
    match read_file(file, bytes, None, &MailContext::default()).outcome {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0).stated,
        Outcome::Rental { record } => record.stated,
        other => panic!("not one invoice: {other:?}"),
    }
}

fn total(file: &str, bytes: &[u8]) -> String {
    stated(file, bytes).total_amount.expect("a total").to_string()
}

pub fn html(heading: &str, rows: &[(&str, &str)]) -> String {
    let row = |(label, amount): &(&str, &str)| format!("<tr><td>{label}</td><td>{amount}</td></tr>");
    let table: String = rows.iter().map(row).collect();
    format!("<h1>{heading}</h1><p>Olaria Exempla</p><table>{table}</table>")
}

fn pdf(rows: &[(&str, &str)]) -> Vec<u8> {
    let mut sheet = Sheet::new();
    for (y, (label, amount)) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 14.0 * f32::from(y), &[(300.0, label), (420.0, amount)]);
    }
    sheet.finish()
}

#[test]
fn what_is_left_after_withholding_is_the_total() {
    for (whole, withheld, left) in [
        ("Total factura", "Retención IRPF 15 %", "Total a pagar"),
        ("Total bruto", "15 % IRPF", "Líquido a percibir"),
        ("Totale documento", "R.A. 20 %", "Netto a pagare"),
        ("Totale", "A dedurre ritenuta d’acconto", "Importo da pagare"),
        ("Total do documento", "Retenção na fonte", "Valor a pagar"),
        ("Total da fatura", "IRS retido", "A pagar"),
        ("Invoice total", "Less: withholding tax", "Total due"),
        ("Total", "CIS deduction 20 %", "Amount payable"),
        ("Σύνολο", "Παρακράτηση φόρου", "Πληρωτέο"),
        ("Total TTC", "Retenue de garantie 5 %", "Reste à payer"),
        ("Rechnungsbetrag", "Abzugsteuer § 50a EStG", "Zahlbetrag"),
        ("Totaal", "Bronbelasting", "Te betalen"),
        ("Razem", "Podatek u źródła", "Do zapłaty"),
        ("Celkem", "Srážková daň", "K úhradě"),
        ("Totalt", "Avdragen källskatt", "Att betala"),
        ("I alt", "Kildeskat", "At betale"),
        ("Totalt", "Kildeskatt", "Å betale"),
        ("Yhteensä", "Lähdevero", "Maksettavaa"),
    ] {
        for sign in ["", "-"] {
            let tax = format!("{sign}100,00 EUR");
            let rows = [(whole, "1200,00 EUR"), (withheld, tax.as_str()), (left, "1100,00 EUR")];
            let page = html("Invoice 2026-17 · Faktura 2026-17", &rows);
            assert_eq!(total("invoice.html", page.as_bytes()), "1100", "{withheld} {sign}");
            let net = [
                ("Net", "1000,00 EUR"),
                ("VAT", "200,00 EUR"),
                (withheld, &tax),
                (left, "1100,00 EUR"),
            ];
            let page = html("Invoice 2026-17 · Faktura 2026-17", &net);
            assert_eq!(total("invoice.html", page.as_bytes()), "1100", "{withheld} {sign}");
        }
    }
}

#[test]
fn withholding_that_leads_to_no_amount_changes_nothing() {
    let rows = [
        ("Total factura", "1200,00 EUR"),
        ("Retención de garantía", "100,00 EUR"),
        ("Su saldo", "740,00 EUR"),
    ];
    assert_eq!(total("invoice.html", html("Factura 2026-17", &rows).as_bytes()), "1200");
}

#[test]
fn a_label_may_be_in_two_lines() {
    for (first, second) in [
        ("Grand", "total"),
        ("Amount", "due"),
        ("Summe", "zu zahlen"),
        ("Zu zahlender", "Betrag"),
        ("Belopp att", "betala"),
        ("Att", "betala"),
        ("Beløp å", "betale"),
        ("At", "betale"),
        ("Laskun", "loppusumma"),
        ("Net à", "payer"),
        ("Totaal te", "betalen"),
        ("Total a", "pagar"),
        ("Netto a", "pagare"),
        ("Valor a", "pagar"),
        ("Do", "zapłaty"),
        ("K", "úhradě"),
        ("Πληρωτέο", "ποσό"),
    ] {
        let amount = "1234,50 EUR";
        let upper = [("Olja", "987,60 EUR"), (first, amount), (second, "")];
        let lower = [("Olja", "987,60 EUR"), (first, ""), (second, amount)];
        let above = format!("<h1>Faktura 1001</h1><p>{first}</p><p>{second}</p><p>{amount}</p>");
        let broken =
            format!("<h1>Faktura 1001</h1><table><tr><td>{first}<br>{second}</td><td>{amount}</td></tr></table>");
        let mail = format!(
            "Subject: Faktura 1001\nContent-Type: text/plain; charset=utf-8\n\nFaktura 1001\n\n{first}\n{second}      {amount}\n"
        );
        for page in [
            html("Faktura 1001", &upper),
            html("Faktura 1001", &lower),
            above,
            broken,
        ] {
            assert_eq!(
                total("invoice.html", page.as_bytes()),
                "1234.5",
                "{first} {second}: {page}"
            );
        }
        assert_eq!(total("invoice.eml", mail.as_bytes()), "1234.5", "{first} {second}");
        if [first, second].iter().all(|part| part.chars().all(|c| c <= 'ÿ')) {
            for rows in [upper, lower] {
                let sheet = pdf(&[&[("Faktura 1001", "")], &rows[..]].concat());
                assert_eq!(total("invoice.pdf", &sheet), "1234.5", "{first} {second}");
            }
        }
    }
}

#[test]
fn words_below_the_label_of_a_total_make_it_a_sum_before_tax() {
    for (without, tax, with) in [
        ("excl. VAT", "VAT", "incl. VAT"),
        ("exkl. moms", "Moms", "inkl. moms"),
        ("ohne MwSt.", "MwSt.", "inkl. MwSt."),
        ("HT", "TVA", "TTC"),
        ("sin IVA", "IVA", "con IVA"),
    ] {
        let (net, gross) = (format!("Total<br>{without}"), format!("Total<br>{with}"));
        let rows = [(net.as_str(), "80,00 EUR"), (tax, "20,00 EUR"), (&gross, "100,00 EUR")];
        assert_eq!(
            total("invoice.html", html("Faktura 1001", &rows).as_bytes()),
            "100",
            "{without}"
        );
    }
}

#[test]
fn a_currency_may_be_named_twice() {
    for (text, amount, code) in [
        ("EUR €120.00", "120", "EUR"),
        ("€ 120,00 EUR", "120", "EUR"),
        ("EUR 120,00 €", "120", "EUR"),
        ("EUR (€) 120.00", "120", "EUR"),
        ("€ (EUR) 120.00", "120", "EUR"),
        ("US$ 12.00 USD", "12", "USD"),
        ("USD $12.00", "12", "USD"),
        ("CA$ 12.00 CAD", "12", "CAD"),
        ("£1,234.50 GBP", "1234.5", "GBP"),
        ("1 234,50 kr SEK", "1234.5", "SEK"),
        ("NOK kr 1 234,50", "1234.5", "NOK"),
        ("DKK 1.234,50 kr.", "1234.5", "DKK"),
        ("PLN 1 234,50 zł", "1234.5", "PLN"),
        ("1 234,50 Kč CZK", "1234.5", "CZK"),
        ("12.00 CHF Fr.", "12", "CHF"),
        ("¥1,200 JPY", "1200", "JPY"),
    ] {
        let own = format!("<h1>Receipt</h1><p>Order number: 1001</p><p>Total: {text}</p>");
        for page in [html("Receipt 1001", &[("Total", text)]), own] {
            let stated = stated("receipt.html", page.as_bytes());
            let read = (
                stated.total_amount.map(|a| a.to_string()),
                stated.currency.map(|c| c.to_string()),
            );
            assert_eq!(read, (Some(amount.to_owned()), Some(code.to_owned())), "{text}");
        }
    }
}

#[test]
fn the_label_of_a_due_date_may_be_in_two_lines() {
    for (first, second) in [
        ("Due", "date"),
        ("Förfallo-", "datum"),
        ("Forfalls-", "dato"),
        ("Data de", "vencimento"),
        ("Data di", "scadenza"),
        ("Fecha de", "vencimiento"),
        ("Datum", "splatnosti"),
    ] {
        let page = format!(
            "<h1>Faktura 1001</h1><table><tr><td>Rita</td><td>{first}</td></tr><tr><td>Berg</td><td>{second}</td></tr>\
             <tr><td>Leverans</td><td>2026-08-30</td></tr></table><p>Total: 470,00 EUR</p>"
        );
        let due = stated("invoice.html", page.as_bytes())
            .due_date
            .map(|day| day.to_string());
        assert_eq!(due.as_deref(), Some("2026-08-30"), "{first} {second}");
    }
}

#[test]
fn a_sum_that_is_only_the_net_one_is_not_the_total() {
    let rows = [
        ("Suma", "$26000.0"),
        ("Descuento", "$0.0"),
        ("Subtotal", "$26000.0"),
        ("IVA: 16%", "$16.0"),
        ("Total", "$30160.0"),
    ];
    let page = html("Factura 1001", &rows);
    let outcome = read_file("mail.html", page.as_bytes(), None, &MailContext::default()).outcome;
    assert!(matches!(outcome, Outcome::Asked { .. }), "{outcome:?}");
}

#[test]
fn a_total_below_which_its_tax_and_a_larger_one_stand_is_the_net_one() {
    let read = of_lines(&[
        "Factura 1001",
        "IMPORTE FACTURA: 109,50 \u{20ac}",
        "Energía | 90,00 \u{20ac}",
        "Impuesto electricidad | 10,00 \u{20ac}",
        "Alquiler equipos | 3,00 \u{20ac}",
        "IVA | 6,5% s/100,00 \u{20ac} | 6,50 \u{20ac}",
        "10% s/3,00 \u{20ac} | 0,00 \u{20ac}",
        "TOTAL IMPORTE FACTURA: | 109,50 \u{20ac}",
        "DESTINO DEL IMPORTE DE LA FACTURA",
        "El destino del importe de su factura, 109,50 euros, es el siguiente:",
        "Impuesto sobre electricidad",
        "11,11% s/90,00 \u{20ac} | 10,00 \u{20ac}",
        "Subtotal | 100,00 \u{20ac}",
        "Subtotal otros conceptos | 3,00 \u{20ac}",
        "IMPORTE TOTAL | 103,00 \u{20ac}",
        "Impuesto de aplicación",
        "IVA",
        "6,5% s/100,00 \u{20ac} | 6,50 \u{20ac}",
        "10% s/3,00 \u{20ac} | 0,00 \u{20ac}",
        "TOTAL IMPORTE FACTURA | 109,50 \u{20ac}",
    ]);
    assert_eq!(
        read.total_amount.map(|total| total.to_string()).as_deref(),
        Some("109.5")
    );
}

#[test]
fn another_amount_between_two_totals_is_not_the_tax_of_the_first() {
    let rows = |between: &'static str, whole: &'static str| {
        [
            ("Netto", "80,00 kr"),
            ("Moms", "20,00 kr"),
            ("Totalt", "100,00 kr"),
            (between, "100,00 kr"),
            ("Totalt", whole),
        ]
    };
    let page = html("Kvitto 1001", &rows("Uttag", "200,00 kr"));
    assert_eq!(total("receipt.html", page.as_bytes()), "100");
}

#[test]
fn a_coupon_is_a_discount_from_the_total_above_it() {
    let rows = [
        ("Bread", "28.00 EUR"),
        ("Total price", "28.00 EUR"),
        ("Coupon discount", "2.00 EUR"),
        ("Delivery charges", "1.00 EUR"),
        ("Total you pay", "27.00 EUR"),
    ];
    assert_eq!(total("order.html", html("Order 1001", &rows).as_bytes()), "27");
}

#[test]
fn an_amount_between_two_currencies_and_one_of_several_instalments_are_asked_about() {
    let rates = "<h1>Recebemos seu pedido</h1><p>Número do pedido: 132123</p><p>Preço: R$ 350,00 em 5x de R$ 70,00</p>";
    for page in [html("Receipt 1001", &[("Total", "GBP 1020.00 NGN")]), rates.to_owned()] {
        let outcome = read_file("mail.html", page.as_bytes(), None, &MailContext::default()).outcome;
        assert!(matches!(outcome, Outcome::Asked { .. }), "{outcome:?}");
    }
}

/// A PDF with these lines, whose cells `|` separates.
fn sheet(lines: &[&str]) -> Vec<u8> {
    let mut sheet = Sheet::new();
    for (y, line) in (0_u16..).zip(lines) {
        let cells: Vec<(f32, &str)> = [60.0, 180.0, 300.0, 420.0].into_iter().zip(line.split(" | ")).collect();
        sheet.row(60.0 + 14.0 * f32::from(y), &cells);
    }
    sheet.finish()
}

pub fn of_lines(lines: &[&str]) -> Stated {
    stated("invoice.pdf", &sheet(lines))
}

#[test]
fn after_a_voucher_the_price_of_an_item_is_not_the_total() {
    let order = |sum: &str| {
        let items = "<tr><td>Description</td><td>TOTAL</td></tr><tr><td>Notebook</td><td>$15</td></tr>";
        let sums = format!("<p>Discount: -$21</p><p>Shipping: $6</p><p>Total charged: {sum}</p>");
        let page = format!("<h1>Order details</h1><p>Order number: 1001</p><table>{items}</table>{sums}");
        read_file("order.html", page.as_bytes(), None, &MailContext::default()).outcome
    };
    assert!(matches!(order("$0"), Outcome::Asked { .. }), "{:?}", order("$0"));
    assert!(matches!(order("$4"), Outcome::Retail { .. }), "{:?}", order("$4"));
}

#[test]
fn a_dollar_sign_is_the_countrys() {
    for (country, code) in [
        ("RFC XAXX010101000, México", Some("MXN")),
        ("Calle Inventada 1, San Salvador, El Salvador", Some("USD")),
        ("NIT 900.000.001, Bogotá, Colombia", None),
        ("ITBIS incluido, Santo Domingo", None),
        ("Calle Inventada 1", None),
    ] {
        let page = html(
            &format!("Factura 2026-17 · Fecha: 11/12/2026 · Gracias por su compra · {country}"),
            &[("Total a pagar", "$1.250,00")],
        );
        let currency = stated("invoice.html", page.as_bytes()).currency;
        assert_eq!(currency.as_ref().map(parser_model::Currency::as_str), code, "{country}");
    }
}

#[test]
fn a_dollar_below_a_canadian_address_is_canadian() {
    let buyer = ["Toronto, ON M5H 0A0", "Canada"];
    for (town, code) in [("North Saanich, BC V8L 0A0", "CAD"), ("San Francisco, CA 94104", "USD")] {
        let seller = [
            "Invoice 1001",
            "Norr Woodworks Inc",
            "1 Example Street",
            town,
            "Total | $125.00",
            "Bill to",
        ];
        let currency = of_lines(&[&seller[..], &buyer].concat()).currency;
        assert_eq!(
            currency.as_ref().map(parser_model::Currency::as_str),
            Some(code),
            "{town}"
        );
    }
}

#[test]
fn sentences_name_other_days() {
    let lines = [
        "Invoice number 1001",
        "Data: | 08.01.2026",
        "Total | 125.00 EUR",
        "Factura transmisa prin email conform acord din data de 09.11.2021",
        "Entro il 27/01/2026",
        "La nuova offerta per i nostri clienti vale se aderisci entro il 31/12/2026",
    ];
    let stated = of_lines(&lines);
    assert_eq!(
        stated.invoice_date.map(|day| day.to_string()).as_deref(),
        Some("2026-01-08")
    );
    assert_eq!(
        stated.due_date.map(|day| day.to_string()).as_deref(),
        Some("2026-01-27")
    );
}

#[test]
fn an_item_in_two_lines_is_not_the_total() {
    let lines = [
        "Nota fiscal 1452 | 01/10/2026",
        "Produto | Quant. | Preço | VALOR TOTAL",
        "Porta de vidro",
        "BX-1 | 1 | 150,00 | 150,00",
        "Kit de ferragem",
        "KT-2 | 4 | 69,00 | 276,00",
        "Trilho de ferro",
        "TR-3 | 1 | 80,00 | 80,00",
    ];
    let outcome = read_file("invoice.pdf", &sheet(&lines), None, &MailContext::default()).outcome;
    assert!(
        !matches!(outcome, Outcome::Retail { .. } | Outcome::Rental { .. }),
        "{outcome:?}"
    );
}

#[test]
fn labels_of_sums_may_be_shortened() {
    let rows = [
        ("Tot. imponibile", "59.369,40 €"),
        ("Tot. Iva", "13.061,27 €"),
        ("Tot. documento", "72.430,67 €"),
    ];
    assert_eq!(total("invoice.html", html("Fattura 17", &rows).as_bytes()), "72430.67");
}
