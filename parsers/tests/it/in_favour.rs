//! Money that comes back: bills in the customer's favour, refunds that only a label states, lines of returned goods. And the sums
//! beside them that are no total.

use invoices_parsers::{flat, read_file};
use parser_document::pdf::sample::Sheet;
use parser_model::reading::MailContext;

/// The total that the program stores; `None` if it stores nothing.
fn total_of(name: &str, bytes: &[u8]) -> Option<String> {
    let line = flat("", &read_file(name, bytes, None, &MailContext::default()));
    (line["outcome"] == "parsed").then(|| line["record"]["total_amount"].to_string())
}

fn rows(rows: &[(&str, &str)]) -> String {
    let rows = rows
        .iter()
        .map(|(label, amount)| format!("<tr><td>{label}</td><td>{amount}</td></tr>"));
    format!("<table>{}</table>", rows.collect::<String>())
}

fn total(head: &str, amounts: &[(&str, &str)]) -> Option<String> {
    total_of("mail.html", format!("{head}{}", rows(amounts)).as_bytes())
}

#[test]
fn a_bill_in_the_customers_favour_is_no_charge() {
    for (head, costs, payments, credit) in [
        ("Faktura 5591", "Förbrukning", "Inbetalt a conto", "Att få tillbaka"),
        ("Faktura 5591", "Forbruk", "Innbetalt a konto", "Til gode"),
        ("Faktura 5591", "Forbruk", "Innbetalt", "Å få tilbake"),
        ("Faktura 5591", "Forbrug", "Betalt a conto", "Beløb i din favør"),
        ("Faktura 5591", "Forbrug", "Indbetalt", "Tilgodehavende"),
        ("Rechnung 5591", "Verbrauch", "Abschläge", "Guthaben"),
        ("Rechnung 5591", "Kosten brutto", "Geleistete Abschläge", "Ihr Guthaben"),
        ("Factuur 5591", "Verbruik", "Betaalde termijnen", "Terug te ontvangen"),
        ("Factuur 5591", "Verbruik", "Betaalde voorschotten", "Te ontvangen"),
        ("Facture 5591", "Consommation", "Acomptes versés", "Solde créditeur"),
        ("Factura 5591", "Consumo", "Pagos a cuenta", "Saldo a favor"),
        ("Fatura 5591", "Consumo", "Pagamentos por conta", "A seu crédito"),
        ("Fattura 5591", "Consumi", "Acconti versati", "Importo a tuo credito"),
        ("Faktura 5591", "Zużycie", "Wpłacone zaliczki", "Nadpłata"),
        ("Faktura 5591", "Spotřeba", "Zálohy", "K vrácení"),
        ("Τιμολόγιο 5591", "Κατανάλωση", "Προκαταβολές", "Υπέρ σας"),
        ("Invoice 5591", "Usage", "Payments", "Total owed to you"),
        ("Invoice 5591", "Usage", "Payments you’ve made", "You’re in credit by"),
        ("Invoice 5591", "What you’ve used", "What you’ve paid", "Refund"),
    ] {
        let found = total(
            &format!("<h1>{head}</h1>"),
            &[
                (costs, "790,00 EUR"),
                (payments, "1 000,00 EUR"),
                (credit, "210,00 EUR"),
            ],
        );
        assert!(matches!(found.as_deref(), None | Some("-210")), "{credit}: {found:?}");
    }
}

#[test]
fn ways_to_pay_and_vouchers_leave_the_total() {
    let head = "<h1>Kvitto</h1><p>Ordernummer: 1001</p>";
    let by_two = [
        ("Totalt", "300,00 kr"),
        ("Betalt", "300,00 kr"),
        ("Swish", "200,00 kr"),
        ("Kreditkort", "100,00 kr"),
    ];
    assert_eq!(total(head, &by_two).as_deref(), Some("300"));

    let head = "<h1>Kvittering</h1><p>Ordrenummer: 1001</p>";
    let voucher = [
        ("I alt", "300,00 kr."),
        ("Gavekort", "500,00 kr."),
        ("Til gode på gavekort", "200,00 kr."),
    ];
    assert_eq!(total(head, &voucher).as_deref(), Some("300"));
}

#[test]
fn the_only_amount_of_a_mail_can_be_a_refund() {
    for label in [
        "Totalt återbetalt",
        "Tilbakebetalt",
        "Refunderet beløb",
        "Palautettu",
        "Erstatteter Betrag",
        "Terugbetaald",
        "Remboursé",
        "Total devuelto",
        "Valor devolvido",
        "Riaccreditato",
        "Zwrócono",
        "Vrácená částka",
        "Επιστροφή χρημάτων",
        "Total refunded",
    ] {
        let head = "<p>Example Shop</p><p>1001</p><p>…</p><p>Order number: 1001</p><p>Date: 16/11/2026</p>";
        assert_eq!(
            total(head, &[(label, "29,90 EUR")]).as_deref(),
            Some("-29.9"),
            "{label}"
        );
        // A label of a total says that it is one, whatever is paid back with it.
        let loan = [(label, "29,90 EUR"), ("Amount due", "29,90 EUR")];
        assert_eq!(total(head, &loan).as_deref(), Some("29.9"), "{label}");
    }
}

#[test]
fn a_line_of_returned_goods_before_tax_is_not_the_refund() {
    let head = "<h1>Dobropis č. 1001</h1><p>Datum vystavení: 4. 11. 2026</p>";
    let goods = [
        ("Vrácení: vysavač", "−1 000,00 Kč"),
        ("DPH 21 %", "−210,00 Kč"),
        ("Celkem", "−1 210,00 Kč"),
    ];
    assert_eq!(total(head, &goods).as_deref(), Some("-1210"));
}

#[test]
fn what_is_to_pay_after_the_due_date_is_not_the_total() {
    for (now, later) in [
        ("Amount payable by due date", "Amount payable after due date"),
        ("Att betala", "Att betala efter förfallodagen"),
        ("Å betale", "Å betale etter forfallsdato"),
        ("At betale", "At betale efter forfaldsdato"),
        ("Maksettava", "Maksettava eräpäivän jälkeen"),
        ("Zahlbetrag", "Zahlbetrag nach Fälligkeit"),
        ("Te betalen", "Te betalen na de vervaldatum"),
        ("Total a pagar", "Total a pagar después del vencimiento"),
        ("Total a pagar", "Total a pagar após o vencimento"),
        ("Totale da pagare", "Totale da pagare dopo la scadenza"),
    ] {
        let amounts = [(now, "1 250,00 EUR"), ("Fee", "60,00 EUR"), (later, "1 310,00 EUR")];
        assert_eq!(
            total("<h1>Invoice 1001</h1>", &amounts).as_deref(),
            Some("1250"),
            "{later}"
        );
    }
    let overdue = [("Amount outstanding after the due date", "120,00 EUR")];
    assert_eq!(total("<h1>Invoice 1001</h1>", &overdue).as_deref(), Some("120"));
}

#[test]
fn a_bill_from_which_a_balance_was_taken_off_is_not_in_the_buyers_favour() {
    let to_pay = [
        ("Amount due", "£22.50"),
        ("Charges", "£30.00"),
        ("In credit by", "£7.50"),
    ];
    assert_eq!(total("<h1>Invoice 1001</h1>", &to_pay).as_deref(), Some("22.5"));
    let cash = [
        ("I alt", "189,00 kr."),
        ("Kontant", "200,00 kr."),
        ("At få tilbage", "11,00 kr."),
    ];
    assert_eq!(total("<h1>Kvittering 1001</h1>", &cash).as_deref(), Some("189"));
}

#[test]
fn totals_of_two_orders_are_none_of_the_mail() {
    let order = |number: &str, amounts: &[(&str, &str)]| format!("<h2>Bestellung {number}</h2>{}", rows(amounts));
    let first = order(
        "BW-30117",
        &[("Atlas", "39,00 €"), ("Versand", "3,00 €"), ("Gesamtbetrag", "42,00 €")],
    );
    let second = [("Hörbuch", "18,00 €"), ("Gesamtbetrag", "18,00 €")];
    let thanks = "<p>Vielen Dank für Ihre Bestellungen!</p>";
    let two = format!("{thanks}{first}{}", order("BW-30118", &second));
    assert_eq!(total_of("mail.html", two.as_bytes()), None);
    // The second sum of one order is a part of the first.
    let one = format!("{thanks}{first}<h2>Sitzplätze</h2>{}", rows(&second));
    assert_eq!(total_of("mail.html", one.as_bytes()).as_deref(), Some("42"));
}

#[test]
fn a_tax_restated_in_another_currency_leaves_the_total() {
    let head = "<h1>Invoice CW-1001</h1>";
    let amounts = [
        ("Team plan", "€75.00"),
        ("VAT 20%", "€15.00"),
        ("Total", "€90.00"),
        ("Amount paid", "€90.00"),
    ];
    let restated = "<p>For UK VAT purposes: VAT amount £12.98, total amount £77.88 (rate 0.8653).</p>";
    let mail = format!("{head}{}{restated}", rows(&amounts));
    assert_eq!(total_of("mail.html", mail.as_bytes()).as_deref(), Some("90"));
}

#[test]
fn a_number_that_a_narrow_cell_breaks_is_no_total() {
    let pdf = |rows: &[&[(f32, &str)]]| {
        let mut sheet = Sheet::new();
        for (y, row) in (0_u16..).zip(rows) {
            sheet.row(60.0 + 14.0 * f32::from(y), row);
        }
        total_of("invoice.pdf", &sheet.finish())
    };
    let head: &[(f32, &str)] = &[(60.0, "Faktura VAT FV/2026/31")];
    let label: &[(f32, &str)] = &[(60.0, "Razem do zapłaty (zł)")];
    assert_eq!(pdf(&[head, &[(300.0, "1")], label, &[(300.0, "248,90")]]), None);
    let beside: &[(f32, &str)] = &[(60.0, "Razem do zapłaty (zł)"), (300.0, "248,90")];
    assert_eq!(
        pdf(&[head, &[(60.0, "Strona"), (300.0, "1")], beside]).as_deref(),
        Some("248.9")
    );
}
