//! The cases that receipts are misread in, one test each, through the entry that the service reads mails by.

use crate::labels::{html, stated};
use crate::page::Mail;
use invoices_parsers::{explain, read_file};
use parser_model::Money;
use parser_model::reading::{Direction, MailContext, Outcome, RetailRecord};
use serde_json::{Value, json};

fn money(text: &str) -> Option<Money> {
    text.parse().ok()
}

fn only(mail: &Mail) -> RetailRecord {
    let mut records = mail.read(None);
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0)
}

#[test]
fn a_refund_is_negative_whatever_sign_the_mail_writes() {
    for total in ["249,00 kr", "-249,00 kr", "249,00 kr-"] {
        let mail = Mail::of(&[
            ("Kreditfaktura", ""),
            ("Kreditfakturanummer", "K-20017"),
            ("Datum", "2025-11-09"),
            ("Totalt att kreditera", total),
        ]);
        let record = only(&mail);
        assert_eq!(record.stated.total_amount, money("-249"), "{total}");
        assert_eq!(record.stated.direction, Direction::Refund, "{total}");
        assert_eq!(record.detail["total_amount"], json!(-249), "{total}");
    }
}

#[test]
fn the_evidence_of_a_refund_shows_the_sign_of_the_record() {
    for total in ["249,00 kr", "-249,00 kr"] {
        let page = format!("<p>Kreditfaktura</p><p>Datum: 2025-11-09</p><p>Totalt att kreditera: {total}</p>");
        let reading = read_file("mail.html", page.as_bytes(), None, &MailContext::default());
        let text = explain(&reading);
        assert!(text.contains("\ntotal_amount: -249\n"), "{text}");
    }
}

#[test]
fn a_charge_that_speaks_of_the_right_to_a_refund_stays_a_charge() {
    let mail = Mail::order().and("Du har 30 dagars öppet köp och full återbetalning.", "");
    assert_eq!(only(&mail).stated.total_amount, money("349"));
}

#[test]
fn several_orders_with_totals_of_their_own_are_one_invoice_each() {
    let mail = Mail::of(&[
        ("Tack för dina beställningar!", ""),
        ("Ordernummer", "A-10017"),
        ("Lampa", "299,00 kr"),
        ("Totalt", "299,00 kr"),
        ("Ordernummer", "A-10018"),
        ("Stol", "799,00 kr"),
        ("Frakt", "49,00 kr"),
        ("Totalt", "848,00 kr"),
    ]);
    let read: Vec<_> = mail
        .read(None)
        .into_iter()
        .map(|r| (r.stated.order_id, r.stated.total_amount))
        .collect();
    let wanted = [("A-10017", "299"), ("A-10018", "848")].map(|(id, total)| (Some(id.to_owned()), money(total)));
    assert_eq!(read, wanted);
}

#[test]
fn several_orders_with_one_total_are_one_invoice() {
    let mail = Mail::of(&[
        ("Samlingsfaktura", ""),
        ("Fakturanummer", "20017"),
        ("Ordernummer", "A-10017"),
        ("Ordernummer", "A-10018"),
        ("Att betala", "1 147,00 kr"),
    ]);
    assert_eq!(only(&mail).stated.total_amount, money("1147"));
}

#[test]
fn a_total_is_found_in_a_sentence() {
    for sentence in [
        "Din beställning A-10017 är betald. Vi drog 349,00 kr från ditt kort.",
        "Din faktura på 349 kr ska vara betald senast den 30 november 2025. Fakturanummer 20017.",
        "Order A-10017: your card has been charged 349.00 SEK.",
    ] {
        let mail = Mail::of(&[("Kvitto", ""), (sentence, "")]);
        assert_eq!(only(&mail).stated.total_amount, money("349"), "{sentence}");
    }
}

#[test]
fn tax_may_be_included_in_the_total() {
    let record = only(&Mail::order());
    assert_eq!(
        (record.stated.total_amount, &record.detail["tax"]),
        (money("349"), &json!(69.8))
    );
}

#[test]
fn tax_may_be_added_to_the_subtotal() {
    let mail = Mail::of(&[
        ("Invoice 20017", ""),
        ("Invoice date", "2025-11-09"),
        ("Subtotal", "SEK 200.00"),
        ("VAT (25%)", "SEK 50.00"),
        ("Total", "SEK 250.00"),
    ]);
    let record = only(&mail);
    assert_eq!(
        (record.stated.total_amount, &record.detail["tax"]),
        (money("250"), &json!(50))
    );
    assert!(record.stated.warnings.is_empty(), "{:?}", record.stated.warnings);
}

#[test]
fn a_discount_is_told_without_its_sign_and_is_no_thing() {
    let mail = Mail::order().with("Totalt", "329,00 kr").with("Varav moms", "65,80 kr");
    for line in ["Rabatt", "Rabattkod SOMMAR", "Kupong SOMMAR"] {
        let record = mail.clone().and(line, "-20,00 kr").read_as("clothing").remove(0);
        assert_eq!(record.detail["discount"], json!(20), "{line}");
        assert_eq!(record.detail["items"].as_array().map(Vec::len), Some(2), "{line}");
        assert_eq!(record.stated.total_amount, money("329"), "{line}");
    }
}

#[test]
fn a_deposit_is_told_apart_from_the_goods() {
    let mail = Mail::of(&[
        ("Ditt kvitto", ""),
        ("Kvittonr", "20017"),
        ("Läsk 1,5 l", "19,90 kr"),
        ("Pant", "2,00 kr"),
        ("Totalt", "21,90 kr"),
    ]);
    let record = mail.read_as("grocery").remove(0);
    assert_eq!(record.detail["deposit"], json!(2));
    assert_eq!(names(&record), ["Läsk 1,5 l"]);
}

#[test]
fn a_tip_is_told_apart_from_the_fees() {
    let mail = Mail::of(&[
        ("Tack för din beställning!", ""),
        ("Ordernummer", "A-10017"),
        ("Pad thai", "129,00 kr"),
        ("Leveransavgift", "39,00 kr"),
        ("Serviceavgift", "9,00 kr"),
        ("Dricks till budet", "20,00 kr"),
        ("Totalt", "197,00 kr"),
    ]);
    let detail = mail.read_as("food-delivery").remove(0).detail;
    let parts = ["delivery_fee", "service_fee", "tip"].map(|field| detail[field].clone());
    assert_eq!(parts, [json!(39), json!(9), json!(20)]);
}

#[test]
fn of_two_currencies_the_one_that_is_paid_counts() {
    let mail = Mail::of(&[
        ("Invoice 20017", ""),
        ("Invoice date", "2025-11-09"),
        ("Room", "EUR 120.00"),
        ("Total", "EUR 120.00"),
        ("You pay in euro. For guidance: about SEK 1,332.00 (rate 11.10).", ""),
    ]);
    let record = only(&mail);
    assert_eq!(record.stated.total_amount, money("120"));
    assert_eq!(record.detail["currency"], "EUR");
}

#[test]
fn an_unpaid_invoice_states_what_is_due_and_until_when() {
    let mail = Mail::of(&[
        ("Faktura", ""),
        ("Fakturanummer", "20017"),
        ("Fakturadatum", "2025-11-09"),
        ("Förfallodatum", "2025-12-09"),
        ("OCR-nummer", "7000000013"),
        ("Bankgiro", "5050-1055"),
        ("Att betala", "612,50 kr"),
        ("Föregående faktura", "901,00 kr"),
    ]);
    let record = only(&mail);
    assert_eq!(record.stated.total_amount, money("612.5"));
    let stated = ["due_date", "ocr", "bankgiro", "invoice_number"].map(|field| record.detail[field].clone());
    assert_eq!(
        stated,
        ["2025-12-09", "7000000013", "5050-1055", "20017"].map(Value::from)
    );
}

#[test]
fn a_gift_card_is_money_and_no_discount() {
    let mail = Mail::order()
        .and("Presentkort", "-200,00 kr")
        .and("Att betala med kort", "149,00 kr");
    let record = mail.read_as("clothing").remove(0);
    assert!(!record.detail.contains_key("discount"), "{:?}", record.detail);
    assert_eq!(
        record.stated.total_amount,
        money("149"),
        "what is paid beside the gift card"
    );
    assert_eq!(record.stated.direction, Direction::Charge);
}

#[test]
fn a_total_of_zero_is_a_total() {
    let mail = Mail::of(&[
        ("Tack för din order!", ""),
        ("Ordernummer", "A-10017"),
        ("Orderdatum", "2025-11-09"),
        ("Provperiod", "0,00 kr"),
        ("Totalt", "0,00 kr"),
    ]);
    let record = only(&mail);
    assert_eq!(record.stated.total_amount, money("0"));
    assert_eq!(record.detail["total_amount"], json!(0));
    assert!(record.stated.warnings.is_empty(), "{:?}", record.stated.warnings);
}

#[test]
fn a_mail_without_a_total_is_no_invoice() {
    let page = "<p>Tack för din order!</p><p>Ordernummer: A-10017</p><p>Ditt paket är på väg.</p>";
    let reading = read_file("mail.html", page.as_bytes(), None, &MailContext::default());
    assert!(!matches!(reading.outcome, Outcome::Retail { .. }), "{reading:?}");
}

fn names(record: &RetailRecord) -> Vec<String> {
    let items = record.detail["items"].as_array().into_iter().flatten();
    items
        .filter_map(|item| item["name"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn an_invoice_that_is_attached_to_a_mail_as_a_mail_is_read() {
    let forwarded = |text: &str| {
        format!(
            "From: Astrid Berg <astrid@example.com>\r\nSubject: Kvitto\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n{text}\r\n\
             --b\r\nContent-Type: message/rfc822\r\n\r\nFrom: Lampor <order@lampor.example.com>\r\nSubject: Kvitto\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
             Kvitto\r\nOrdernummer: A-10017\r\nTotalt: 349,00 kr\r\n\r\n--b--\r\n"
        )
    };
    let read = |text: &str| {
        let mail = forwarded(text);
        read_file("mail.eml", mail.as_bytes(), None, &MailContext::default()).outcome
    };
    let Outcome::Retail { records } = read("Se kvittot nedan.") else {
        panic!("{:?}", read("Se kvittot nedan."));
    };
    assert_eq!(records[0].stated.total_amount, money("349"));
    assert_eq!(records[0].detail["order_id"], json!("A-10017"));

    let Outcome::Retail { records } = read("Kvitto\r\nOrdernummer: A-20018\r\nTotalt: 120,00 kr") else {
        panic!("the mail itself is not read");
    };
    assert_eq!(records[0].stated.total_amount, money("120"));
}

#[test]
fn it_is_asked_whether_what_was_paid_in_several_ways_is_the_total() {
    let part = [
        ("Total", "R$45,56"),
        ("Pagamentos", ""),
        ("Dinheiro", "R$10,00"),
        ("Total pago", "R$10,00"),
    ];
    let page = html("Nota fiscal 1001", &part);
    let read = read_file("mail.html", page.as_bytes(), None, &MailContext::default());
    assert!(matches!(read.outcome, Outcome::Asked { .. }), "{:?}", read.outcome);
    // What is added is no change.
    let rows = [
        ("Total", "100.00 EUR"),
        ("Paid", "125.00 EUR"),
        ("VAT included 25%", "25.00 EUR"),
    ];
    let read = stated("mail.html", html("Receipt 1001", &rows).as_bytes());
    assert_eq!(read.total_amount, money("125"));
}

#[test]
fn the_fee_of_a_member_is_a_bill_and_an_announced_debit_is_none() {
    let outcome = |head: &str| {
        let page = format!("<p>{head}</p><p>Fällig am: 01.12.2026</p><p>Zu zahlender Betrag: 85 Euro</p>");
        read_file("page.html", page.as_bytes(), None, &MailContext::default()).outcome
    };
    for head in [
        "Der Jahresbeitrag 2026 ist fällig.",
        "Składka członkowska za 2026 rok",
        "Platební údaje k členskému příspěvku na rok 2026",
        "Quota associativa 2026",
    ] {
        assert!(matches!(outcome(head), Outcome::Retail { .. }), "{head}");
    }
    let announced = outcome("Wir ziehen den Betrag demnächst ein.");
    assert!(matches!(announced, Outcome::NotAnInvoice { .. }), "{announced:?}");
}
