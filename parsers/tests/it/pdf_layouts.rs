//! Dates, totals and sellers of PDFs by where they stand: heads of columns, rows of two heights, addresses.

use invoices_parsers::read_file;
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Outcome, Stated};

/// What a PDF of these rows states, as a rent notice or, if its words say so, as a receipt.
fn read(rows: &[&[(f32, &str)]]) -> Stated {
    let mut sheet = Sheet::new();
    for (y, row) in (0_u16..).zip(rows) {
        sheet.row(60.0 + 14.0 * f32::from(y), row);
    }
    match read_file("invoice.pdf", &sheet.finish(), None, &MailContext::default()).outcome {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0).stated,
        Outcome::Rental { record } => record.stated,
        other => panic!("not one invoice: {other:?}"),
    }
}

fn day(day: Option<chrono::NaiveDate>) -> String {
    day.expect("a day").to_string()
}

#[test]
fn a_label_leads_to_its_date_over_remarks_and_other_columns() {
    let remark = read(&[
        &[(60.0, "Faktura"), (300.0, "Fakturanummer 1001")],
        &[(60.0, "Fakturadatum"), (300.0, "2026-12-01")],
        &[(60.0, "Förfallodatum (15 dagar netto)"), (300.0, "2026-12-16")],
        &[(60.0, "Att betala"), (300.0, "1 250,00 kr")],
    ]);
    assert_eq!(day(remark.due_date), "2026-12-16");

    let clause = read(&[
        &[(60.0, "Faktura"), (300.0, "Numer faktury")],
        &[(300.0, "2/11/2026")],
        &[(
            60.0,
            "Data wystawienia, z zastrzeżeniem art. 106na ust. 1 ustawy: 2026-11-30",
        )],
        &[(60.0, "Razem"), (300.0, "125,00 PLN")],
    ]);
    assert_eq!(day(clause.invoice_date), "2026-11-30");

    let column = read(&[
        &[(300.0, "Factura 1001")],
        &[(300.0, "Fecha: 20/12/2026")],
        &[(300.0, "Fecha de vencimiento:")],
        &[(60.0, "Calle Ejemplo 5"), (300.0, "25/12/2026")],
        &[(300.0, "Estado: pagado")],
        &[(60.0, "Total"), (300.0, "125,00 EUR")],
    ]);
    assert_eq!(day(column.invoice_date), "2026-12-20");
    assert_eq!(day(column.due_date), "2026-12-25");

    let order = read(&[
        &[(60.0, "Facture n° FA-2026-09-0017")],
        &[(60.0, "Villebourg, le 3 septembre 2026")],
        &[(60.0, "Bon de commande : BC 2026/114 du 17/07/2026")],
        &[(60.0, "Total TTC"), (300.0, "125,00 EUR")],
    ]);
    assert_eq!(day(order.invoice_date), "2026-09-03");

    let below = read(&[
        &[(60.0, "AVOIR n° AV-0045")],
        &[(60.0, "du 5 mai 2026")],
        &[(60.0, "sur la facture FA-1190 du 28 avril 2026")],
        &[(60.0, "Total de l'avoir"), (300.0, "-125,00 EUR")],
    ]);
    assert_eq!(day(below.invoice_date), "2026-05-05");

    let visits = read(&[
        &[(60.0, "Invoice 1001")],
        &[(60.0, "We came to you on 2026-05-04 and left on 2026-05-11.")],
        &[(60.0, "Total"), (300.0, "125.00 EUR")],
    ]);
    assert_eq!(visits.invoice_date, None);
}

#[test]
fn the_sum_below_a_column_of_prices_is_the_total() {
    let total = |rows: &[&[(f32, &str)]]| read(rows).total_amount.expect("a total").to_string();
    let head = total(&[
        &[(60.0, "Faktura 1001"), (300.0, "Dato: 01.10.2026")],
        &[(60.0, "Beskrivelse"), (300.0, "Enhetspris"), (460.0, "Total pris")],
        &[(60.0, "Oversettelse"), (300.0, "NOK 890,00"), (460.0, "NOK 9 790,00")],
        &[(60.0, "Korrektur"), (300.0, "NOK 890,00"), (460.0, "NOK 2 225,00")],
        &[(300.0, "Nettobeløp"), (460.0, "NOK 12 015,00")],
        &[(300.0, "Skatt (25%)"), (460.0, "NOK 3 003,75")],
        &[(300.0, "Totalt"), (460.0, "NOK 15 018,75")],
    ]);
    assert_eq!(head, "15018.75");
    let lower = total(&[
        &[(60.0, "Factuur 1001"), (300.0, "Factuurdatum: 21-03-2026")],
        &[(60.0, "Opname"), (460.0, "€100,00")],
        &[(60.0, "Fragmenten"), (460.0, "€22,00")],
        &[(300.0, "Subtotaal"), (460.0, "€122,00")],
        &[(300.0, "BTW 21%"), (460.0, "€25,62")],
        &[(300.0, "TOTAAL")],
        &[(460.0, "€147,62")],
    ]);
    assert_eq!(lower, "147.62");
}

#[test]
fn a_seller_is_named_by_its_address_and_never_the_one_who_is_written_to() {
    let seller = |rows: &[&[(f32, &str)]]| read(rows).vendor_name;
    let private = seller(&[
        &[(60.0, "Invoice 1001")],
        &[(60.0, "8 Rotvik Place"), (400.0, "Alva Granskog")],
        &[(60.0, "99077 Rotvik"), (400.0, "alva.granskog@gmail.com")],
        &[(60.0, "Invoice to:")],
        &[(60.0, "Norrbageriet AB")],
        &[(60.0, "Total"), (400.0, "125.00 EUR")],
    ]);
    assert_eq!(private.as_deref(), Some("Alva Granskog"));
    let buyer = seller(&[
        &[(60.0, "Your electricity bill"), (400.0, "SERVICE FOR:")],
        &[(60.0, "Bill number: 1001"), (400.0, "Norrbageriet AB")],
        &[(60.0, "Total"), (300.0, "125.00 EUR")],
        &[(60.0, "Norrbageriet AB"), (300.0, "Please return this slip")],
    ]);
    assert_eq!(buyer, None);
    let event = seller(&[
        &[(60.0, "Corso di Fotografia")],
        &[(60.0, "Circolo Obiettivo Verde, Via Santa Croce 18, 38122 Borgo")],
        &[(60.0, "Fattura n. 1001")],
        &[(60.0, "Totale"), (300.0, "125,00 EUR")],
    ]);
    assert_eq!(event.as_deref(), Some("Circolo Obiettivo Verde"));
}

#[test]
fn a_seller_stands_below_its_label_beside_the_buyers() {
    let seller = |rows: &[&[(f32, &str)]]| read(rows).vendor_name;
    let columns = seller(&[
        &[(60.0, "Faktura 20260009")],
        &[(60.0, "LIEFERANT"), (330.0, "KUNDE")],
        &[(60.0, "Vzorná pekárna s.r.o."), (330.0, "Ukázka Praha s.r.o.")],
        &[(60.0, "Mlýnská 4"), (330.0, "Dlouhá 9")],
        &[(60.0, "Celkem"), (330.0, "1 210,00 CZK")],
    ]);
    assert_eq!(columns.as_deref(), Some("Vzorná pekárna s.r.o."));
    let form = seller(&[
        &[(60.0, "Faktura VAT nr 7/2026")],
        &[(60.0, "Sprzedawca:"), (330.0, "Nabywca:")],
        &[(60.0, "Piekarnia wzorcowa sp.z.o.o"), (330.0, "Fundacja Dom Kultury")],
        &[(60.0, "Razem"), (330.0, "109,46 PLN")],
    ]);
    assert_eq!(form.as_deref(), Some("Piekarnia wzorcowa sp.z.o.o"));
    let bilingual = seller(&[
        &[(60.0, "Faktura 1001")],
        &[(60.0, "Nabywca / Customer"), (330.0, "Sprzedawca / Supplier")],
        &[(60.0, "Ukázka Praha s.r.o."), (330.0, "Vzor elektro a.s.")],
        &[(60.0, "Celkem"), (330.0, "1 210,00 CZK")],
    ]);
    assert_eq!(bilingual.as_deref(), Some("Vzor elektro a.s."));
}

#[test]
fn other_days_of_a_form_and_the_time_of_printing_are_not_the_invoices() {
    let registered = read(&[
        &[(60.0, "Panadería Ejemplo"), (330.0, "Factura A")],
        &[(330.0, "Fecha:"), (420.0, "27/03/2026")],
        &[
            (60.0, "IVA Responsable Inscripto"),
            (330.0, "Inicio de Actividades: 01/04/2006"),
        ],
        &[(330.0, "Fecha de Vto. para el pago: 10/04/2026")],
        &[(60.0, "Fecha de Vto. de CAE: 20/04/2026")],
        &[(60.0, "Total"), (330.0, "122,00 EUR")],
    ]);
    assert_eq!(day(registered.invoice_date), "2026-03-27");
    assert_eq!(day(registered.due_date), "2026-04-10");
    let printed = read(&[
        &[(60.0, "12/9/26, 11:03 PM"), (330.0, "Your receipt")],
        &[(60.0, "Receipt 1001")],
        &[(60.0, "Total"), (330.0, "122.00 EUR")],
        &[(60.0, "https://shop.example.com/orders/1001"), (500.0, "1/1")],
    ]);
    assert_eq!(printed.invoice_date, None);
}

#[test]
fn the_euros_code_is_read_as_a_word() {
    let invoice = read(&[
        &[(60.0, "Factuur 600627"), (330.0, "Factuurdatum: 14-08-2026")],
        &[(60.0, "Subtotaal"), (330.0, "Eur"), (420.0, "100,00")],
        &[(60.0, "Factuurtotaal"), (330.0, "Eur"), (420.0, "121,00")],
    ]);
    assert_eq!(
        invoice.currency.map(|currency| currency.to_string()).as_deref(),
        Some("EUR")
    );
}

#[test]
fn labels_are_found_without_their_accents() {
    let invoice = read(&[
        &[
            (60.0, "FACTURE N° 1001"),
            (330.0, "DATE D'EMISSION"),
            (460.0, "15/05/2026"),
        ],
        &[(330.0, "ECHEANCE"), (460.0, "14 DECEMBRE 2026")],
        &[(60.0, "Total TTC"), (330.0, "125,00 EUR")],
    ]);
    assert_eq!(day(invoice.invoice_date), "2026-05-15");
    assert_eq!(day(invoice.due_date), "2026-12-14");
}

#[test]
fn a_year_of_two_digits_comes_first_where_another_date_says_so() {
    let invoice = read(&[
        &[(60.0, "Invoice 1001"), (330.0, "Invoice date"), (460.0, "26-12-01")],
        &[(330.0, "Due date"), (460.0, "26-12-30")],
        &[(60.0, "Total"), (330.0, "125,00 EUR")],
    ]);
    assert_eq!(day(invoice.due_date), "2026-12-30");
    let alone = read(&[
        &[(60.0, "Invoice 1001"), (330.0, "Due date"), (460.0, "26-12-30")],
        &[(60.0, "Total"), (330.0, "125,00 EUR")],
    ]);
    assert_eq!(alone.due_date, None);
}

#[test]
fn a_number_below_the_title_may_have_only_its_sign() {
    let invoice = read(&[
        &[(330.0, "Factura electrónica")],
        &[(330.0, "N°: 001-001-0000021")],
        &[(60.0, "Fecha de emisión: 2026-03-05")],
        &[(60.0, "Total"), (330.0, "125,00 EUR")],
    ]);
    assert_eq!(invoice.invoice_number.as_deref(), Some("001-001-0000021"));
}
