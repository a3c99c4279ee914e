//! How mails set and word their sums, dates and names, whoever sends them: one way per test.

use invoices_parsers::read_file;
use parser_model::reading::{Direction, MailContext, Outcome, RetailRecord};

fn outcome(html: &str) -> Outcome {
    read_file("mail.html", html.as_bytes(), None, &MailContext::default()).outcome
}

fn read(html: &str) -> RetailRecord {
    match outcome(html) {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0),
        other => panic!("not one receipt: {other:?}"),
    }
}

fn total(html: &str) -> Option<String> {
    read(html).stated.total_amount.map(|total| total.to_string())
}

fn date(html: &str) -> Option<String> {
    read(html).stated.invoice_date.map(|date| date.to_string())
}

fn refused(html: &str) -> String {
    match outcome(html) {
        Outcome::NotAnInvoice { reason, .. } => reason.to_string(),
        other => panic!("taken for a receipt: {other:?}"),
    }
}

const ORDER: &str = "<p>Tack för din beställning hos Lampboden!</p><p>Ordernummer: LB-20017</p>";

#[test]
fn a_label_and_an_amount_in_elements_of_their_own_stand_apart() {
    let set = "<div><span>Summa</span><b>1 249,00 kr</b></div>";
    assert_eq!(total(&format!("{ORDER}{set}")).as_deref(), Some("1249"));
}

#[test]
fn a_sum_for_a_month_is_a_sum_and_a_rate_is_none() {
    let set = "<p>Pris: 24 kr/h</p><p>Totalt: 89,00 kr/månad</p>";
    assert_eq!(total(&format!("{ORDER}{set}")).as_deref(), Some("89"));
}

#[test]
fn an_amount_in_brackets_ends_no_label() {
    let set = "<pre>Grundavgift ............... 301,25\nSUMMA ATT BETALA (moms 60,25) ....... 301,25</pre>";
    assert_eq!(total(&format!("<p>Faktura 20017</p>{set}")).as_deref(), Some("301.25"));
}

#[test]
fn an_amount_between_including_and_a_tax_is_the_tax() {
    let set = "<p>Gesamtsumme inkl. 24,41 € MwSt. 152,90 €</p>";
    let mail = format!("<p>Ihre Rechnung</p><p>Rechnungsnummer: LK-20017</p>{set}");
    assert_eq!(total(&mail).as_deref(), Some("152.9"));
}

#[test]
fn of_what_is_invoiced_the_sum_that_is_to_pay_counts() {
    let set = "<table><tr><td>Fakturabelopp</td><td>16 681,88 kr</td></tr><tr><td>Rotavdrag</td><td>3 254,88 kr</td></tr>\
               <tr><td>Att betala</td><td>13 427,00 kr</td></tr></table>";
    assert_eq!(total(&format!("{ORDER}{set}")).as_deref(), Some("13427"));
}

#[test]
fn the_last_digits_of_a_card_are_no_amount() {
    let set = "<table><tr><td>Summa</td><td>2 366,00 kr</td></tr></table><p>Betalat med kort som slutar på 9941</p>";
    assert_eq!(total(&format!("{ORDER}{set}")).as_deref(), Some("2366"));
}

#[test]
fn a_number_of_a_card_ends_a_sentence() {
    let set = "<table><tr><td>New total</td><td>€31.69</td></tr></table>\
               <p>Charged to Visa 5512. We've added €5.00 credit to your account.</p>";
    let mail = format!("<p>Your updated receipt</p><p>Order: DD-7F31-0880</p>{set}");
    assert_eq!(total(&mail).as_deref(), Some("31.69"));
}

#[test]
fn what_was_taken_off_the_whole_leaves_what_was_paid() {
    let set = "<table><tr><td>Total</td><td>$90.31</td></tr><tr><td>Applied balance</td><td>-$12.00</td></tr>\
               <tr><td>Amount paid</td><td>$78.31</td></tr></table>";
    let mail = format!("<p>Receipt from Lantern Inc.</p><p>Receipt number: 2471-9930</p>{set}");
    assert_eq!(total(&mail).as_deref(), Some("78.31"));
}

#[test]
fn of_two_currencies_the_one_that_was_charged_counts() {
    let set = "<table><tr><td>Total before tax</td><td>USD 80.00</td></tr><tr><td>VAT (25%)</td><td>USD 20.00</td></tr>\
               <tr><td>Total amount</td><td>USD 100.00</td></tr>\
               <tr><td>Total amount charged</td><td>SEK 1,008.00</td></tr></table>";
    let record = read(&format!(
        "<p>Invoice Number: EX26-884017</p><p>Invoice Date: May 2, 2026</p>{set}"
    ));
    assert_eq!(
        record.stated.total_amount.map(|total| total.to_string()).as_deref(),
        Some("1008")
    );
    assert_eq!(
        record.stated.currency.map(|currency| currency.to_string()).as_deref(),
        Some("SEK")
    );
}

#[test]
fn what_comes_back_is_what_a_return_is_about() {
    let mail = "<p>Din retur är registrerad.</p><p>Ordernummer: 900-4418</p>\
                <table><tr><td>Ordersumma</td><td>1 497,00 kr</td></tr>\
                <tr><td>Återbetalas till ditt kort</td><td>560,00 kr</td></tr></table>";
    let record = read(mail);
    assert_eq!(
        record.stated.total_amount.map(|total| total.to_string()).as_deref(),
        Some("-560")
    );
    assert_eq!(record.stated.direction, Direction::Refund);
}

#[test]
fn a_tax_alone_is_no_sum() {
    let mail = "<p>Tack för din beställning!</p><p>Ordernummer: LB-20017</p><p>Moms: 17,80 kr</p>";
    assert!(matches!(
        outcome(mail),
        Outcome::NotAnInvoice { .. } | Outcome::Failed { .. }
    ));
}

#[test]
fn the_sentence_of_the_sum_says_when_it_was_paid() {
    let mail = "<p>Kvitto från Provkuriren AB.</p><p>Den 2 september 2026 drog vi 129 kronor från ditt kort.</p>\
                <p>Från och med den 2 december 2026 är priset 259 kronor.</p>";
    assert_eq!(date(mail).as_deref(), Some("2026-09-02"));
}

#[test]
fn a_day_that_begins_and_ends_a_thing_is_its_day() {
    let mail = "<p>Ditt parkeringskvitto</p><p>Start</p><p>9 sep. 2026 12:04</p><p>Stopp</p><p>9 sep. 2026 14:31</p>\
                <p>Totalt: 63,70 SEK</p>";
    assert_eq!(date(mail).as_deref(), Some("2026-09-09"));
}

#[test]
fn a_short_year_comes_first_where_the_last_part_can_be_none() {
    let mail = |day: &str| format!("{ORDER}<p>Orderdatum: 26-07-{day}</p><p>Totalt: 742,00 kr</p>");
    assert_eq!(date(&mail("08")).as_deref(), Some("2026-07-08"));
    assert_eq!(date(&mail("25")), None, "it may be the 26th of July 2025");
}

#[test]
fn the_number_of_an_order_stands_over_those_of_its_tickets() {
    let mail = "<p>Orderbekräftelse på order 2607-118842</p><p>Totalt: 398,00 kr</p>\
                <p>Ordernr 2607-118842-1</p><p>Ordernr 2607-118842-2</p>";
    assert_eq!(read(mail).stated.order_id.as_deref(), Some("2607-118842"));
}

#[test]
fn a_name_stands_beside_the_word_for_what_the_mail_is() {
    let mail = "<p>Apoteket Linden – orderkvitto</p><p>Order 40118822</p><p>Summa: 367,00 kr</p>";
    assert_eq!(read(mail).stated.vendor_name.as_deref(), Some("Apoteket Linden"));
}

#[test]
fn mails_about_an_order_that_are_no_receipt_are_refused_although_they_state_its_sum() {
    let sum = "<p>Ordernummer: LB-20017</p><p>Totalt för ordern: 634,00 kr</p>";
    for head in [
        "Hur gillar du dina varor?",
        "How did you like your lamp? Rate your purchase",
        "Så här returnerar du",
        "Redo att hämtas!",
        "Teillieferung zu Ihrem Auftrag",
        "I morgon drar vi 634 kr",
    ] {
        refused(&format!("<p>{head}</p>{sum}"));
    }
    let words = refused(&format!("<p>Your stay</p>{sum}<p>This is not a charge.</p>"));
    assert_eq!(words, "it says that it is no receipt, invoice or charge");
}

#[test]
fn an_order_is_confirmed_although_its_receipt_follows() {
    let mail = format!("<p>Orderbekräftelse</p>{ORDER}<p>Totalt: 634,00 kr</p><p>Detta är inget kvitto.</p>");
    assert_eq!(total(&mail).as_deref(), Some("634"));
}

#[test]
fn an_amount_in_a_question_is_no_sum() {
    let mail = "<p>Påminnelse: din faktura förfaller snart</p><p>Fakturanummer: 410226118</p>\
                <p>Visste du att en droppande kran kostar 900 kr om året?</p>";
    assert!(!matches!(outcome(mail), Outcome::Retail { .. }));
}

#[test]
fn a_word_that_only_contains_a_mark_of_a_country_tells_nothing_of_it() {
    let words = "<p>Questions? We answer at https://lamp.example.com, with the highest care.</p>";
    let mail = format!("<p>Receipt</p><p>Order 20017</p><p>Total: $125.00</p>{words}");
    assert_eq!(read(&mail).stated.currency.unwrap().as_str(), "USD");
    let taxes = "<p>TPS: 5,00 $</p><p>TVQ: 9,98 $</p>";
    let mail =
        format!("<p>Reçu</p><p>Commande 20017</p><p>Lampes du Québec, Montréal</p>{taxes}<p>Total: 114,98 $</p>");
    assert_eq!(read(&mail).stated.currency.unwrap().as_str(), "CAD");
}

#[test]
fn a_colon_before_two_digits_and_kronor_is_a_decimal_sign() {
    let set = "<p>Öppet mån–fre 10:00–19:00</p><table><tr><td>Totalt</td><td>1 500:40 kr</td></tr></table>";
    assert_eq!(total(&format!("{ORDER}{set}")).as_deref(), Some("1500.4"));
}

#[test]
fn a_country_may_stand_apart_from_its_dollar_sign() {
    let set = "<table><tr><td>Order Total:</td><td>US $67.89</td></tr></table>";
    let read = read(&format!("<p>Receipt</p><p>Order 20017</p>{set}"));
    assert_eq!(read.stated.total_amount.unwrap().to_string(), "67.89");
    assert_eq!(read.stated.currency.unwrap().as_str(), "USD");
}

#[test]
fn a_state_and_a_zip_code_make_a_dollar_american() {
    let seller = "<p>Lamps Inc., 12 Example Road, Seattle, WA 98109</p><p>May include VAT, GST.</p>";
    let mail = format!("<p>Receipt</p><p>Order 20017</p><p>Total: $125.00</p>{seller}");
    assert_eq!(read(&mail).stated.currency.unwrap().as_str(), "USD");
}

#[test]
fn a_day_is_written_before_a_slash_and_a_year_after_a_dash() {
    let set = "<p>Vi tog emot beställningen 3/4-26 kl 17.48.</p><p>Summa 125,00 kr</p>";
    assert_eq!(date(&format!("{ORDER}{set}")).as_deref(), Some("2026-04-03"));
}

#[test]
fn a_letter_before_a_dash_belongs_to_the_number() {
    let mail = "<p>Tack för din order N-77210934!</p><p>Summa 125,00 kr</p>";
    assert_eq!(read(mail).stated.order_id.as_deref(), Some("N-77210934"));
}

#[test]
fn a_number_follows_its_sign_without_a_blank() {
    let mail = "<p>Facture n°571833204 du 2 juillet 2026</p><p>Somme à payer : 29,99 €</p>";
    assert_eq!(read(mail).stated.invoice_number.as_deref(), Some("571833204"));
}

/// The detail record of a mail, as one of a category.
fn detail(html: &str, sub_type: &str) -> serde_json::Map<String, serde_json::Value> {
    let context = MailContext {
        sub_type: sub_type.parse().ok(),
        ..MailContext::default()
    };
    match read_file("mail.html", html.as_bytes(), None, &context).outcome {
        Outcome::Retail { mut records } if records.len() == 1 => records.remove(0).detail,
        other => panic!("not one receipt: {other:?}"),
    }
}

#[test]
fn headings_above_goods_are_their_departments() {
    let rows = "<tr><th>Artikel</th><th>Menge</th><th>Preis</th></tr><tr><td colspan=3>Obst & Gemüse</td></tr>\
                <tr><td>Bananen</td><td>1</td><td>2,46 €</td></tr><tr><td colspan=3>Nicht lieferbar</td></tr>\
                <tr><td colspan=3>Getränke</td></tr><tr><td>Apfelsaft</td><td>2</td><td>3,98 €</td></tr>";
    let set = format!("<table>{rows}</table><p>Gesamtsumme 6,44 €</p>");
    let record = detail(&format!("<p>Rechnung</p><p>Bestellnummer: 20017</p>{set}"), "grocery");
    assert_eq!(record["items"][0]["category"], "Obst & Gemüse");
    assert_eq!(record["items"][1]["category"], "Getränke");
}

#[test]
fn a_restaurant_is_named_in_sentences_and_below_its_label() {
    for text in [
        "<p>Le restaurant Chez Mireille a confirmé votre commande.</p>",
        "<p>Ravintola Chez Mireille</p>",
        "<p>Din mat är beställd hos</p><p>Chez Mireille</p>",
        "<p>One item was out of stock at Chez Mireille, so we changed it.</p>",
        "<p>Aquí tienes tu pedido de Chez Mireille</p>",
        "<table><tr><td>Order from:</td><td>Order placed at: Saturday 8:14 PM</td></tr><tr><td>Chez Mireille</td></tr></table>",
    ] {
        let set = "<table><tr><td>1 x Soup</td><td>8.00 EUR</td></tr><tr><td>Total</td><td>8.00 EUR</td></tr></table>";
        let record = detail(&format!("<p>Wolt</p><p>Order 20017</p>{text}{set}"), "food-delivery");
        assert_eq!(
            record.get("restaurant").and_then(|name| name.as_str()),
            Some("Chez Mireille"),
            "{text}"
        );
    }
}

#[test]
fn a_route_above_labelled_times_has_their_places() {
    let set = "<p>Dublin to Holyhead</p><p>Depart: Sat 11 Jul 2026, 08:05</p><p>Arrive: Sat 11 Jul 2026, 11:30</p>\
               <p>Service 402</p><p>Total 85.00 EUR</p>";
    let record = detail(
        &format!("<p>Booking confirmation</p><p>Booking reference: KX7M3Q</p>{set}"),
        "travel",
    );
    let segment = &record["segments"][0];
    assert_eq!(segment["departure_location"], "Dublin");
    assert_eq!(segment["departure_time"], "2026-07-11T08:05");
    assert_eq!(segment["arrival_location"], "Holyhead");
    assert_eq!(segment["number"], "402");
}

#[test]
fn numbers_of_trains_may_stand_below_their_stops() {
    let leg = |day: &str, number: &str| {
        format!(
            "<p>{day}</p><table><tr><td>07:05</td><td>Provborg C</td></tr><tr><td>08:51</td><td>Exempelstad C</td></tr></table>\
             <p>Tåg {number}, vagn 2</p>"
        )
    };
    let set = leg("fre 19 juni 2026", "93") + &leg("lör 20 juni 2026", "7140");
    let mail = format!("<p>Bokningsbekräftelse</p><p>Bokningsnummer: KX7M3Q</p>{set}<p>Totalt 850,00 kr</p>");
    let record = detail(&mail, "travel");
    assert_eq!(record["segments"][0]["number"], "93");
    assert_eq!(record["segments"][1]["number"], "7140");
}

#[test]
fn a_payment_method_stands_below_its_heading_or_beside_the_amount() {
    for set in [
        "<table><tr><td>Ordernummer</td><td>Betalning</td></tr><tr><td>LB-20017</td><td>Klarna</td></tr></table>",
        "<table><tr><td>Presentkort</td><td>-100,00 kr</td></tr><tr><td>Klarna</td><td>149,00 kr</td></tr></table>",
        "<p>Betalning</p><img alt=\"Klarna\">",
    ] {
        let record = detail(&format!("{ORDER}{set}<p>Totalt 249,00 kr</p>"), "technology");
        assert_eq!(
            record.get("payment_method").and_then(|method| method.as_str()),
            Some("Klarna"),
            "{set}"
        );
    }
}

#[test]
fn the_fallback_category_is_explained_by_the_weights_of_words() {
    let reason = |html: &str| {
        let reading = read_file("mail.html", html.as_bytes(), None, &MailContext::default());
        let evidence = reading
            .evidence
            .into_iter()
            .find(|evidence| evidence.field == "sub_type");
        evidence.map(|evidence| evidence.because)
    };
    let mail = "<p>Receipt</p><p>Order number: 20017</p><p>Total 85.00 EUR</p>";
    assert_eq!(
        reason(mail).as_deref(),
        Some("a page without the words of any category")
    );
}

#[test]
fn the_seller_is_the_firm_with_its_registration() {
    let words = "<p>Voorbeeld Pensioen BV<br>Kerkweg 27<br>9723 AS Groningen</p><p>Granskog Software BV<br>Veldweg 25<br>\
        9751 AA Haren<br>BTW-nummer: NL000000001B01</p><h1>Factuur</h1><p>Factuurnummer: 2026-6</p><p>Totaal € 1.132,-</p>";
    assert_eq!(read(words).stated.vendor_name.as_deref(), Some("Granskog Software BV"));
    let parties = "<h1>Invoice 1001</h1><p>Supplier</p><p>Hotel Provhalde<br>Via Prova 102, Palermo<br>P.IVA: 12345678903</p><p>Customer</p>\
        <p>Granskog S.r.l.</p><p>Total to pay €126,00</p><a href=\"https://invoices.example.com/\">Example</a>";
    assert_eq!(read(parties).stated.vendor_name.as_deref(), Some("Hotel Provhalde"));
}

#[test]
fn a_category_is_named_by_two_words_or_by_the_documents_own() {
    let category = |heading: &str, lines: &str| {
        let html = format!(
            "<title>{heading}</title><p>Order number: 20017</p><p>Receipt</p><table>{lines}<tr><td>Total</td><td>90,00 EUR</td></tr></table>\
             <p>x</p><p>x</p><p>x</p><p>x</p><p>Milk, bread and butter</p>"
        );
        read(&html).sub_type.to_string()
    };
    let line = |name: &str| format!("<tr><td>{name}</td><td>45,00 EUR</td></tr>");
    for (heading, names, expected) in [
        ("Käserei Provhalde", ["Laib", "Rest"], "grocery"),
        ("Tack", ["Ullundertøy", "Raggsockor"], "clothing"),
        ("Tack", ["Raggsockor", "Frakt"], "miscellaneous"),
        ("Tack", ["Honung", "Havregryn"], "grocery"),
        ("Exempla Airlines", ["Fare", "Taxes"], "travel"),
        ("Provcloud", ["Mai", "Juni"], "miscellaneous"),
        ("Cloudexempla", ["Mai", "Juni"], "technology"),
        ("Provteatern", ["Biobiljett", "Konsert"], "miscellaneous"),
    ] {
        let lines: String = names.iter().map(|name| line(name)).collect();
        assert_eq!(category(heading, &lines), expected, "{heading} {names:?}");
    }
}

#[test]
fn a_page_titled_as_another_paper_and_notices_of_a_bank_are_no_receipts() {
    let rows = "<table><tr><td>Dato</td><td>Ut</td><td>Saldo</td></tr><tr><td>15.08 Strøm faktura 7718</td><td>1 044,00</td>\
        <td>44 631,81</td></tr><tr><td>Totalt ut</td><td>1 044,00</td><td>44 631,81</td></tr></table>";
    let statement = format!("<title>Kontoutskrift</title><p>Utskriftsdato 01.09.2026</p>{rows}");
    assert!(refused(&statement).contains("another paper"), "{}", refused(&statement));
    let deposit =
        "<p>A deposit of $2.65 was made to your savings on September 04, 2026.</p><p>Deposit Amount: $2.65</p>";
    assert!(refused(deposit).contains("received"), "{}", refused(deposit));
}

#[test]
fn the_days_of_a_tables_rows_are_not_the_invoices() {
    let rows = "<table><tr><td>Date</td><td>Work</td><td>Amount</td></tr><tr><td>2026-04-01</td><td>Design</td><td>50.00 EUR</td></tr>\
        <tr><td>2026-04-01</td><td>Texts</td><td>50.00 EUR</td></tr><tr><td>2026-04-04</td><td>Print</td><td>100.00 EUR</td></tr></table>";
    let invoice = format!("<h1>Invoice 17</h1>{rows}<p>Total: 200.00 EUR</p>");
    assert_eq!(date(&invoice), None);
}
