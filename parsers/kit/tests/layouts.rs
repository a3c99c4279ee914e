//! A category with one layout: what a layout can do, and what evidence says of it.

#![allow(clippy::unwrap_used, reason = "a missing value must fail the test")]

use parser_document::Document;
use parser_kit::detail::{Common, tagged_record, tagged_schema};
use parser_kit::field::{INVOICE_NUMBER, ORDER_ID, TOTAL_AMOUNT};
use parser_kit::item::SIZE;
use parser_kit::retail::{in_context, read};
use parser_kit::{Category, Choice, Direction, Field, Labelled, Layout, Page, Phrases, Receipt, phrases};
use parser_model::reading::{Evidence, MailContext, Outcome, Reading, RetailRecord};
use serde_json::{Map, Value};

const SUB_TYPE: &str = "insurance";
const POLICY: Field<String> = Field::new("policy");

parser_kit::register!(Category {
    sub_type: SUB_TYPE,
    description: "Insurance.",
    version: 3,
    vendors: &[],
    layouts: &[Layout {
        host: "ull.example.com",
        logos: &["ull"],
        labels: &[
            Labelled::Number(POLICY, 5..=12, &["försäkringsnummer"]),
            Labelled::Money(TOTAL_AMOUNT, &["premie"]),
            Labelled::Text(ORDER_ID, &["stickkod"]),
        ],
        confirms: Some(direction),
        read: Some(complete),
        ..Layout::of("ull", 2)
    }],
    schema: |generator| tagged_schema::<Common>(generator, SUB_TYPE),
    detail,
});

static RENEWED: Phrases = phrases!["är förnyad"];
static RETURNED: Phrases = phrases!["premien kommer tillbaka"];

fn direction(page: &Page<'_>) -> Option<Direction> {
    let has = |phrases: &Phrases| page.places().any(|at| phrases.contains(&page.content(at).words));
    if has(&RETURNED) {
        Some(Direction::Refund)
    } else {
        has(&RENEWED).then_some(Direction::Charge)
    }
}

fn complete(page: &Page<'_>, receipt: &mut Receipt) {
    receipt.set_each(SIZE, |item| {
        let below = item.at.and_then(|at| page.below(at, 1).next());
        Choice::of(below.map(|at| page.cell(at).text.clone()), "the text below the item")
    });
    // The general reading has another number, which this vendor knows to be the customer's.
    receipt.replace(INVOICE_NUMBER, Choice::refused("it is the customer's number"));
}

fn detail(_: &Page<'_>, receipt: &mut Receipt) -> Map<String, Value> {
    let mut record = tagged_record(SUB_TYPE, &Common::from(&receipt.stated()));
    record.extend(receipt.get(POLICY).map(|policy| ("policy".to_owned(), policy.into())));
    let sizes = receipt.items().iter().filter_map(|item| item.size.clone());
    record.insert("sizes".to_owned(), sizes.collect());
    record
}

fn reading(sender: &str, html: &str) -> Reading {
    let context = MailContext {
        sub_type: SUB_TYPE.parse().ok(),
        sender_address: Some(sender.to_owned()),
        ..MailContext::default()
    };
    read(&in_context(Document::from_html(html.as_bytes()), &context), &context)
}

fn record(reading: &Reading) -> &RetailRecord {
    match &reading.outcome {
        Outcome::Retail { records } => &records[0],
        other => panic!("{other:?}"),
    }
}

fn evidence<'a>(reading: &'a Reading, field: &str) -> &'a Evidence {
    reading.evidence.iter().find(|known| known.field == field).unwrap()
}

const RENEWAL: &str = "<h1>Din försäkring är förnyad</h1><p>Försäkringsnummer: 8841002</p>\
    <table><tr><td>Premie</td><td>1 240,00 kr</td></tr><tr><td>Självrisk</td><td>1 500,00 kr</td></tr></table>";

#[test]
fn a_layout_confirms_a_mail_that_the_general_reading_refuses() {
    let refused = reading("info@other.example.com", RENEWAL);
    assert!(matches!(refused.outcome, Outcome::NotAnInvoice { .. }), "{refused:?}");

    let read = reading("info@mail.ull.example.com", RENEWAL);
    assert_eq!(read.parser.name, "insurance/ull");
    assert_eq!(read.parser.version, 5);
    assert_eq!(record(&read).stated.total_amount, "1240".parse().ok());
    assert_eq!(record(&read).detail["policy"], "8841002");
    let policy = evidence(&read, "policy");
    assert_eq!(policy.because, "its label “Försäkringsnummer”");
    assert_eq!(policy.rule.as_deref(), Some("insurance/ull"));
}

#[test]
fn a_receipt_whose_total_only_the_layout_knows_is_read() {
    let html = "<h1>Kvitto</h1><p>Order number: A1001</p><table><tr><td>Premie</td><td>1 240,00</td></tr>\
        <tr><td>Bonus</td><td>1 500,00</td></tr></table>";
    let refused = reading("info@other.example.com", html);
    assert!(matches!(refused.outcome, Outcome::NotAnInvoice { .. }), "{refused:?}");
    let read = reading("info@ull.example.com", html);
    assert_eq!(record(&read).stated.total_amount, "1240".parse().ok());
}

#[test]
fn a_layout_tells_the_direction() {
    let html = RENEWAL.replace("är förnyad", "är avslutad, premien kommer tillbaka");
    let read = reading("info@ull.example.com", &html);
    assert_eq!(record(&read).stated.direction, Direction::Refund);
    assert_eq!(record(&read).stated.total_amount, "-1240".parse().ok());
    assert_eq!(evidence(&read, "total_amount").value.as_deref(), Some("-1240"));
}

#[test]
fn a_layout_fills_what_is_missing_and_replaces_what_it_knows_better() {
    let html = "<h1>Kvitto</h1><p>Order number: A1001</p><p>Stickkod: UK-2041</p><p>Invoice number: 7001</p>\
        <table><tr><th>Vara</th><th>Pris</th></tr><tr><td>1 x Tröja</td><td>80,00 kr</td></tr>\
        <tr><td>Medium</td></tr><tr><td>1 x Mössa</td><td>20,00 kr</td></tr><tr><td>Small</td></tr></table>\
        <table><tr><td>Totalt</td><td>100,00 kr</td></tr></table>";
    let read = reading("info@ull.example.com", html);
    let record = record(&read);
    assert_eq!(record.stated.order_id.as_deref(), Some("A1001"));
    assert_eq!(record.stated.invoice_number, None);
    assert_eq!(evidence(&read, "invoice_number").because, "it is the customer's number");
    assert_eq!(record.detail["sizes"], serde_json::json!(["Medium", "Small"]));
    assert_eq!(evidence(&read, "items.size").because, "the text below the item");
    assert_eq!(evidence(&read, "order_id").rule.as_deref(), Some("order_id/labelled"));
}
