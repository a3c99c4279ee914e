//! Which of several sums is the total: what adds up decides.

use invoices_parsers::read_file;
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{Answer, Direction, MailContext, Outcome};

fn read(file: &str, bytes: &[u8]) -> String {
    let stated = match read_file(file, bytes, None, &MailContext::default()).outcome {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0).stated,
        Outcome::Rental { record } => record.stated,
        other => panic!("not one receipt: {other:?}"),
    };
    stated.total_amount.expect("a total").to_string()
}

/// The total of a mail with these lines of a table.
fn total(head: &str, rows: &[(&str, &str)]) -> String {
    total_before(head, rows, "")
}

fn total_before(head: &str, rows: &[(&str, &str)], after: &str) -> String {
    let cells = |(label, amount): &(&str, &str)| format!("<tr><td>{label}</td><td>{amount}</td></tr>");
    let table: String = rows.iter().map(cells).collect();
    let html = format!("<p>{head}</p><table>{table}</table><p>{after}</p>");
    read("mail.html", html.as_bytes())
}

#[test]
fn an_instalment_is_what_was_paid_of_the_whole() {
    let rows = [
        ("Delbetalning", "1 av 12"),
        ("Betalat i dag", "299,00 kr"),
        ("Återstår att betala", "3 289,00 kr"),
        ("Köpets totalsumma", "3 588,00 kr"),
    ];
    assert_eq!(
        total("Kvitto från Cykelverkstan Navet, ordernummer NV-20018", &rows),
        "299"
    );
    let rows = [
        ("Rata 2 di 6", "49,90 €"),
        ("Importo pagato", "49,90 €"),
        ("Importo residuo", "199,60 €"),
        ("Totale del finanziamento", "299,40 €"),
    ];
    assert_eq!(
        total("Conferma di pagamento di Ottica Faro, numero ordine OF-20027", &rows),
        "49.9"
    );
}

#[test]
fn a_sum_before_tax_is_no_total_and_cash_is_none() {
    let rows =
        |tax: &'static str, whole: &'static str| [("Totalt", "125,00 kr"), (tax, "25,00 kr"), (whole, "150,00 kr")];
    let head = "Kvitto från Cykelverkstan Navet, ordernummer NV-20018";
    assert_eq!(total(head, &rows("Moms 20 %", "Summa med moms")), "150");
    assert_eq!(total(head, &rows("Varav moms", "Kontant")), "125");
    let html = "<p>Kvitto, ordernummer NV-20018</p><table><tr><td>Totalt<td>125,00 kr<tr><td>Moms<td>25,00 kr<tr><td>Kontant<td>150,00 kr</table>";
    let outcome = read_file("mail.html", html.as_bytes(), None, &MailContext::default()).outcome;
    assert!(matches!(outcome, Outcome::Asked { .. }), "{outcome:?}");
}

#[test]
fn a_deposit_is_a_part_of_the_total() {
    let rows = [
        ("Total price", "£1,200.00"),
        ("Deposit paid today", "£300.00"),
        ("Balance due 1 June 2026", "£900.00"),
    ];
    assert_eq!(
        total("Booking confirmation from Harbour Cottages, reference HC-20019", &rows),
        "1200"
    );
    let rows = [
        ("Wartość zamówienia", "1 400,00 zł"),
        ("Zapłacona zaliczka", "350,00 zł"),
        ("Pozostało do zapłaty", "1 050,00 zł"),
    ];
    let head = "Potwierdzenie zamówienia – Stolarnia Dąb. Numer zamówienia: SD-20029";
    assert_eq!(total(head, &rows), "1400");
}

#[test]
fn payments_by_two_means_are_parts_of_the_total() {
    let rows = [
        ("Total", "£100.00"),
        ("Paid by gift card", "£40.00"),
        ("Paid by card", "£60.00"),
    ];
    assert_eq!(total("Receipt from Old Mill Deli, order number OM-20037", &rows), "100");
}

#[test]
fn a_part_of_an_order_is_invoiced_alone() {
    let rows = [
        ("Oksasakset", "30,00 €"),
        ("Hanskat", "15,00 €"),
        ("Tämä toimitus yhteensä", "45,00 €"),
        ("Jälkitoimituksessa: kottikärry", "80,00 €"),
        ("Tilauksen loppusumma", "125,00 €"),
    ];
    assert_eq!(
        total("Lasku osatoimituksesta – Puutarhapaja. Laskun numero: 20030", &rows),
        "45"
    );
    let rows = [
        ("Kuscheldecke", "30,00 €"),
        ("Kissen", "15,00 €"),
        ("Rechnungsbetrag", "45,00 €"),
        ("Noch im Rückstand: Lampe", "80,00 €"),
        ("Auftragswert insgesamt", "125,00 €"),
    ];
    assert_eq!(
        total("Ihre Rechnung von Wohnhaus Lang. Rechnungsnummer: 20038", &rows),
        "45"
    );
}

#[test]
fn a_refund_is_what_comes_back_and_not_what_remains() {
    let rows = [
        ("Refunded", "£25.00"),
        ("Original total", "£80.00"),
        ("New total after refund", "£55.00"),
    ];
    let head = "We have refunded part of your order GH-20031. Greenhill Candles";
    assert_eq!(total(head, &rows), "-25");
    let rows = [
        ("Erstattungsbetrag", "25,00 €"),
        ("Ursprüngliche Gesamtsumme", "80,00 €"),
        ("Neue Gesamtsumme nach Erstattung", "55,00 €"),
    ];
    let head = "Wir haben Ihnen einen Teil erstattet. Bestellnummer: KH-20032";
    assert_eq!(total(head, &rows), "-25");
}

#[test]
fn what_an_offer_would_cost_is_no_total() {
    let offer = "Mude para o plano anual e pague 12x de R$ 29,90 (total de R$ 358,80).";
    let head = "Pagamento confirmado – Rio Claro Streaming. Pedido: RC-20033";
    assert_eq!(total_before(head, &[("Valor", "R$ 39,90")], offer), "39.9");
    let offer = "Switch to yearly and pay 12 x $7.99 (total of $95.88) next year instead.";
    let head = "Your receipt from Tidewater Music. Receipt number: 20034";
    assert_eq!(total_before(head, &[("Amount", "$9.99")], offer), "9.99");
}

#[test]
fn a_trial_costs_nothing() {
    let rows = [
        ("Lydbøger, 30 dage", "0,00 kr."),
        ("At betale i dag", "0,00 kr."),
        ("Derefter pr. måned", "129,00 kr."),
    ];
    assert_eq!(total("Kvittering fra Lydbogskassen, ordrenummer LK-20024", &rows), "0");
    let rows = [
        ("Método de pago", "Visa – 3094"),
        ("Prueba de 7 días", "0,00 €"),
        ("Importe pagado", "0,00 €"),
    ];
    assert_eq!(
        total("Recibo de Pizarra Digital, número de pedido PD-20023", &rows),
        "0"
    );
}

#[test]
fn the_total_of_a_year_is_not_its_price_for_a_month() {
    let rows = [
        ("Jaarabonnement (€ 8,00 per maand)", "€ 96,00"),
        ("Totaal", "€ 96,00"),
        ("Waarvan btw 9%", "€ 7,93"),
    ];
    assert_eq!(
        total(
            "Bevestiging van je abonnement bij Leesplank, bestelnummer LP-20026",
            &rows
        ),
        "96"
    );
}

#[test]
fn points_and_savings_are_no_sums() {
    let rows = [
        ("Zwischensumme", "59,90 €"),
        ("Punkte eingelöst (500)", "-5,00 €"),
        ("Gesamtsumme", "54,90 €"),
        ("Sie sparen", "5,00 €"),
        ("Neue Punkte", "54"),
    ];
    assert_eq!(
        total("Ihre Bestellung bei Teehaus Lind. Bestellnummer: TL-20021", &rows),
        "54.9"
    );
}

#[test]
fn of_two_currencies_the_charged_one_counts() {
    let rows = [
        ("Total", "100,00 USD"),
        ("Taux de change", "0,924"),
        ("Total débité", "92,40 EUR"),
    ];
    assert_eq!(total("Reçu de Librairie du Port, commande n° LP-20022", &rows), "92.4");
    let rows = [
        ("Pre-authorised amount", "£100.00"),
        ("Amount charged", "£41.20"),
        ("Released", "£58.80"),
    ];
    assert_eq!(
        total("Your receipt from Northgate Fuel. Receipt number 20020", &rows),
        "41.2"
    );
}

fn pdf(rows: &[&[(f32, &str)]]) -> String {
    let mut sheet = Sheet::new();
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 16.0 * f32::from(y), row);
    }
    read("invoice.pdf", &sheet.finish())
}

#[test]
fn of_payments_that_add_up_to_a_quarter_the_first_counts() {
    let total = pdf(&[
        &[(50.0, "Brf Lindbacken")],
        &[(50.0, "Avi 20039"), (200.0, "Avidatum 2026-12-03")],
        &[(50.0, "Avgift"), (400.0, "4 000,00")],
        &[(50.0, "Bredband"), (400.0, "200,00")],
        &[(50.0, "Summa för kvartalet"), (400.0, "12 600,00")],
        &[
            (50.0, "Betalas senast"),
            (130.0, "2026-12-31"),
            (230.0, "Betalas senast"),
            (310.0, "2027-01-29"),
            (410.0, "Betalas senast"),
            (490.0, "2027-02-26"),
        ],
        &[
            (50.0, "Bankgiro"),
            (130.0, "5050-1055"),
            (230.0, "Bankgiro"),
            (310.0, "5050-1055"),
            (410.0, "Bankgiro"),
            (490.0, "5050-1055"),
        ],
        &[
            (50.0, "Belopp"),
            (130.0, "4 200,00 kr"),
            (230.0, "Belopp"),
            (310.0, "4 200,00 kr"),
            (410.0, "Belopp"),
            (490.0, "4 200,00 kr"),
        ],
    ]);
    assert_eq!(total, "4200");
}

#[test]
fn the_sum_of_a_month_that_its_lines_add_up_to_is_the_total() {
    let total = pdf(&[
        &[(50.0, "Wspólnota Lipowa")],
        &[(50.0, "Nota czynszowa nr 20040"), (300.0, "Data 27.03.2026")],
        &[(50.0, "Fundusz remontowy"), (400.0, "116,64")],
        &[(50.0, "Zimna woda"), (400.0, "82,80")],
        &[(50.0, "Winda"), (400.0, "28,50")],
        &[(50.0, "Opłata miesięczna razem"), (400.0, "227,94")],
        &[(50.0, "Termin płatności 10.04.2026")],
    ]);
    assert_eq!(total, "227.94");
}

// Shows: Messages | The sign of an answer says whether it is a refund, whatever the document calls itself
#[test]
fn the_sign_of_an_answer_counts_whatever_the_document_says() {
    let html =
        |title: &str| format!("<h1>{title}</h1><p>Order 1001</p><p>Total   80.00 EUR</p><p>Total   100.00 EUR</p>");
    for title in ["Receipt", "Credit note"] {
        for (total, direction) in [("80", Direction::Charge), ("-80", Direction::Refund)] {
            let answer = Answer {
                total_amount: total.parse().unwrap(),
                currency: None,
            };
            let context = MailContext {
                answer: Some(answer),
                ..MailContext::default()
            };
            let Outcome::Retail { records } = read_file("mail.html", html(title).as_bytes(), None, &context).outcome
            else {
                panic!("{title} {total} is no record");
            };
            let stated = &records[0].stated;
            assert_eq!(
                (stated.total_amount, stated.direction),
                (Some(answer.total_amount), direction),
                "{title}"
            );
        }
    }
}

#[test]
fn a_currency_that_the_total_contradicts_is_asked_for() {
    let asked = |rows: &str| {
        let html = format!("<p>Kvitto, ordernummer NV-20018</p><table>{rows}</table>");
        match read_file("mail.html", html.as_bytes(), None, &MailContext::default()).outcome {
            Outcome::Asked { candidates, .. } => candidates.iter().filter_map(|found| found.currency).collect(),
            _ => Vec::new(),
        }
    };
    let row = |label: &str, amount: &str| format!("<tr><td>{label}<td>{amount}");
    let [eur, sek] = ["EUR", "SEK"].map(|code| code.parse().unwrap());
    for rows in [
        row("Totalt i EUR", "125,00 SEK"),
        row("Totalt", "125,00 kr") + &row("Betalt", "125,00 EUR"),
        row("Te", "100,00 SEK") + &row("Frakt", "25,00 EUR") + &row("Totalt", "125,00"),
    ] {
        assert_eq!(asked(&rows), [eur, sek], "{rows}");
    }
    for rows in [
        row("Totalt", "125,00 EUR") + &row("Debiterat", "1 400,00 SEK"),
        row("Totalt i EUR", "125,00 €"),
        row("Totalt", "125,00"),
    ] {
        assert_eq!(asked(&rows), [], "{rows}");
    }
}

#[test]
fn of_two_e_invoices_the_page_decides_or_asks() {
    let file = |shown: &[&str]| {
        let mut sheet = Sheet::new();
        sheet.row(60.0, &[(50.0, "Rechnung 20411"), (400.0, "12.10.2026")]);
        for (row, label) in (0u8..).zip(shown) {
            let (label, amount) = label.split_once(": ").unwrap();
            sheet.row(100.0 + f32::from(row) * 15.0, &[(50.0, label), (400.0, amount)]);
        }
        for (number, total) in [("20399", "400.00"), ("20411", "1250.00")] {
            let xml = format!(
                "<Invoice><ID>{number}</ID><LegalMonetaryTotal><TaxInclusiveAmount>{total}</TaxInclusiveAmount>\
                 </LegalMonetaryTotal></Invoice>"
            );
            sheet.attach(&format!("{number}.xml"), xml.as_bytes());
        }
        sheet.finish()
    };
    assert_eq!(read("a.pdf", &file(&["Gesamtbetrag: 1.250,00 EUR"])), "1250");
    let both = [
        "Gesamtbetrag: 1.250,00 EUR",
        "Anzahlung laut Rechnung 20399: 400,00 EUR",
    ];
    assert_eq!(read("a.pdf", &file(&both)), "1250");
    let other = read_file(
        "a.pdf",
        &file(&["Gesamtbetrag: 1.190,00 EUR"]),
        None,
        &MailContext::default(),
    );
    assert!(matches!(other.outcome, Outcome::Asked { .. }), "{:?}", other.outcome);
}

#[test]
fn a_payment_that_is_taken_off_is_not_the_total() {
    let rows = [
        ("Balance", "$142.60"),
        ("Insurance paid", "-$96.40"),
        ("Total", "$46.20"),
    ];
    assert_eq!(total("Receipt 20018 of Lakeside Family Clinic", &rows), "46.2");
}

#[test]
fn a_receipt_that_says_how_it_was_paid_is_no_notice_of_a_bank() {
    for paid in [
        "Płatność kartą",
        "Pagamento con la tua carta",
        "Zahlung mit Ihrer Karte",
        "Köp med ditt kort",
    ] {
        let rows = [("Parking", "47.50 EUR"), ("Total", "47.50 EUR"), (paid, "47.50 EUR")];
        assert_eq!(total("Receipt SP-2210 of Parking Stanna", &rows), "47.5", "{paid}");
    }
}
