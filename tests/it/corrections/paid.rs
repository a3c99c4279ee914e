//! The mark of what was paid: the word of a document or, above it, of the user.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_sandbox::sample::with_check_digit;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, notice, receipt, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{EVENING, MORNING, RENTAL, RETAIL, corrects};

const TEHUSET: &str = "order@tehuset.example.com";

/// A mail of a shop about the invoice 10004712.
fn about(what: &str, received: &str, more: &str) -> Vec<u8> {
    let text = format!("<h1>Tehuset</h1><p>{what}.</p><p>Fakturanummer: 10004712</p>{more}");
    receipt(TEHUSET, what, at(received), &text)
}

/// A user with an invoice of 100 kronor.
async fn customer(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    let vendor = json!({"name": "Tehuset", "sub_type": "grocery", "email_patterns": [TEHUSET]});
    alva.posts("/v1/sources/vendors", &vendor).await.data(201);
    let text = ReceiptText {
        heading: "Faktura",
        total: "100,00",
        more: "<p>Fakturanummer: 10004712</p>",
        ..ReceiptText::default()
    };
    world
        .sandbox
        .add(&receipt(TEHUSET, "Faktura", at(MORNING), &text.html()));
    alva.fetches_retail().await;
    alva
}

/// What the list, the detail and the webhooks' form say, which is the same.
async fn is_paid(alva: &User<'_>) -> Value {
    let listed = alva.lists_retail().await.remove(0);
    assert_eq!(alva.detail_of(&listed).await["paid"], listed["paid"]);
    listed["paid"].clone()
}

async fn reparses(world: &World) {
    world.clock.forward(TimeDelta::seconds(1));
    let (stop, scope) = (
        CancellationToken::new(),
        Scope {
            all: true,
            ..Scope::default()
        },
    );
    world.app.reparse(&scope, false, &stop, &mut |_, _| {}).await.unwrap();
    world.drain().await;
}

// Shows: Corrections | `paid` marks an invoice of either kind as paid, or not; it is kept whatever is read later, and `undo` gives the word back to the documents
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_users_word_on_what_was_paid_outranks_the_documents(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = customer(&world).await;
    assert_eq!(is_paid(&alva).await, Value::Null);
    let invoice = alva.lists_retail().await.remove(0);
    let marked = corrects(&alva, &invoice, &json!({"paid": true}))
        .await
        .data(200)
        .clone();
    assert_eq!(
        (&marked["paid"], &marked["corrected"]),
        (&json!(true), &json!(["paid"]))
    );
    reparses(&world).await;
    assert_eq!(is_paid(&alva).await, true);
    corrects(&alva, &invoice, &json!({"undo": ["paid"]})).await.data(200);
    assert_eq!(is_paid(&alva).await, Value::Null);

    let payment = about("Vi har mottagit din betalning av fakturan", EVENING, "");
    world.sandbox.add(&payment);
    alva.ingests_days("2026-11-01", "2026-11-18").await.data(200);
    assert_eq!(is_paid(&alva).await, true, "a document says so");
    let marked = corrects(&alva, &invoice, &json!({"paid": false})).await;
    assert_eq!(marked.data(200)["paid"], Value::Null);
    reparses(&world).await;
    assert_eq!(is_paid(&alva).await, Value::Null, "the user knows better");
    corrects(&alva, &invoice, &json!({"undo": ["paid"]})).await.data(200);
    assert_eq!(is_paid(&alva).await, true);

    let id = invoice["invoice_id"].as_str().unwrap();
    let wrong = alva.patches(&format!("{RETAIL}/{id}"), &json!({"paid": "yes"})).await;
    wrong.fails(400, "INVALID_REQUEST");
    let bo = world.signs_up("Bo").await;
    let foreign = bo.patches(&format!("{RETAIL}/{id}"), &json!({"paid": false})).await;
    foreign.fails(404, "INVALID_REQUEST");
    assert_eq!(is_paid(&alva).await, true);
}

// Shows: Corrections | A document that says that an invoice was paid marks it, unless it states another sum
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_payment_marks_nothing() {
    let world = World::start(Sqlite).await;
    let alva = customer(&world).await;
    let part = about(
        "Vi har mottagit din betalning av fakturan",
        EVENING,
        "<p>Betalat belopp 40,00 kr</p>",
    );
    world.sandbox.add(&part);
    let found = alva.ingests_days("2026-11-01", "2026-11-18").await;
    assert_eq!(found.data(200)["totalEmailsFound"], 1);
    assert_eq!(alva.lists_retail().await.len(), 1);
    assert_eq!(is_paid(&alva).await, Value::Null);
}

/// A confirmation of a rent's payment.
fn payment() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet.text(50.0, 60.0, 18.0, "Betalningsbekräftelse");
    sheet.text(50.0, 84.0, 10.0, "Vi har mottagit din betalning av hyresavin.");
    let rows = [
        ("Avinummer", "5000261031"),
        ("Förfallodatum", "2026-10-31"),
        ("Att betala", "5 000,00 kr"),
    ];
    for (nth, (label, value)) in (0_u8..).zip(rows) {
        sheet.row(110.0 + 18.0 * f32::from(nth), &[(50.0, label), (220.0, value)]);
    }
    sheet.finish()
}

// Shows: Corrections | `paid` marks an invoice…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rent_is_marked_whichever_document_comes_first(#[values(Sqlite, Postgres)] database: Database) {
    assert!(with_check_digit("5000261031").starts_with("5000261031"));
    let world = World::start(database).await;
    let sent = [
        ("Hyresavi_10.pdf", "2026-10-10T08:00:00Z", notice(5000, "2026-10-31")),
        ("Betalning_11.pdf", "2026-11-02T08:00:00Z", payment()),
    ];
    for order in [[0, 1], [1, 0]] {
        let alva = world.signs_up("Alva").await;
        alva.connects(&alva.email).await;
        for (name, received, pdf) in order.map(|at| &sent[at]) {
            let mail = rent_mail(at(received), &[(name, pdf.clone())]);
            world.sandbox.add_to(&alva.email, &mail);
            alva.ingests_rental().await.data(200);
        }
        let list = alva.lists_rental().await.data(200)["invoices"]["2026"].clone();
        assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
        assert_eq!(list[0]["paid"], true, "{list}");
        let id = list[0]["InvoiceID"].as_str().unwrap();
        let path = format!("{RENTAL}/{id}");
        let marked = alva.patches(&path, &json!({"paid": false})).await;
        assert_eq!(marked.data(200)["paid"], Value::Null);
        reparses(&world).await;
        assert_eq!(alva.gets(&path).await.data(200)["paid"], Value::Null);
        alva.patches(&path, &json!({"undo": ["paid"]})).await.data(200);
        assert_eq!(alva.gets(&path).await.data(200)["paid"], true);
    }
}
