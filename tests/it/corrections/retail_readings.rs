//! A correction stays whatever is read later, and what is read is compared as if there was none.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery, receipt, receipt_with_pdfs};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{EVENING, MORNING, RETAIL, corrects};
use crate::retail::pdf::invoice;

/// The mails about an order: its confirmation, then its receipt with another price.
fn order(heading: &str, received: &str, total: &str) -> Vec<u8> {
    let text = ReceiptText {
        heading,
        order: Some("SE-4711"),
        date: Some("2026-11-09"),
        total,
        ..ReceiptText::default()
    };
    receipt("order@coop.se", heading, at(received), &text.html())
}

async fn ingests_again(alva: &User<'_>, found: u64) {
    let answer = alva.ingests_days("2026-11-01", "2026-11-18").await;
    assert_eq!(answer.data(200)["totalEmailsFound"], found);
}

/// Reads the document again whose object has this suffix, as when it comes for the first time.
async fn reads_again(world: &World, suffix: &str) {
    let objects = world.objects();
    let object = objects.iter().find(|key| key.ends_with(suffix)).unwrap();
    let stored =
        format!("DELETE FROM jobs; UPDATE documents SET state = 'stored', attempts = 0 WHERE object_key = '{object}';");
    world.sql(&stored).await;
    world.app.object_created(object.parse().unwrap()).await.unwrap();
    world.drain().await;
}

async fn reparse(world: &World) -> Vec<String> {
    // Two runs must not have the same time.
    world.clock.forward(TimeDelta::seconds(1));
    let mut lines = Vec::new();
    let mut report = |_: &_, reread: &invoices_app::Reread| {
        if let invoices_app::Reread::Changed(difference) = reread {
            lines.push(difference.to_string());
        }
    };
    let stop = CancellationToken::new();
    let scope = Scope {
        all: true,
        ..Scope::default()
    };
    world.app.reparse(&scope, false, &stop, &mut report).await.unwrap();
    lines
}

/// What was read, as the database has it beside the correction.
async fn read_value(world: &World, user: &User<'_>) -> Option<String> {
    let filter = invoices_db::CorrectionFilter {
        user: Some(user.id),
        ..invoices_db::CorrectionFilter::default()
    };
    let rows = world.app.store().corrections(filter, 10).await.unwrap();
    assert_eq!(rows.len(), 1);
    rows[0].read_value.clone()
}

// Shows: Corrections | A correction stays when the mail is ingested again, a second mail about the order comes, or documents are parsed again; the id stays, and parts are merged by what was read
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_mail_about_the_order_leaves_the_correction(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&order("Orderbekräftelse", MORNING, "239,00"));
    alva.fetches_retail().await;
    let read = alva.lists_retail().await[0].clone();
    corrects(&alva, &read, &json!({"total_amount": 150, "vendor_name": "Bo"}))
        .await
        .data(200);
    ingests_again(&alva, 0).await;
    assert_eq!(alva.lists_retail().await[0]["total_amount"], 150);
    world.sandbox.add(&order("Kvitto", EVENING, "249,50"));
    ingests_again(&alva, 1).await;
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), &list[0]["invoice_id"]), (1, &read["invoice_id"]));
    assert_eq!(
        (&list[0]["total_amount"], &list[0]["vendor_name"]),
        (&json!(150), &json!("Bo"))
    );
    let undone = corrects(&alva, &read, &json!({"undo": ["total_amount"]})).await;
    assert_eq!(undone.data(200)["total_amount"], 249.5, "what the later mail says");
    assert_eq!(undone.data(200)["vendor_name"], "Bo");
}

/// The parts of a mail are one invoice by their total as it was read.
// Shows: Corrections | A correction stays when…
#[rstest]
#[case(&["total_amount"])]
#[case(&["total_amount", "vendor_name", "sub_type"])]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_text_and_the_pdf_of_a_mail_are_one_invoice_by_what_was_read(
    #[values(Sqlite, Postgres)] database: Database,
    #[case] fields: &[&str],
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let html = ReceiptText {
        total: "199,00",
        ..ReceiptText::default()
    };
    let pdfs = [("Faktura.pdf", invoice("88123", "SE-4711", "199,00"))];
    let mail = receipt_with_pdfs(GROCER, "Ditt kvitto", at(MORNING), Some(&html.html()), &pdfs);
    world.sandbox.add(&mail);
    alva.fetches_retail().await;
    let read = alva.lists_retail().await;
    assert_eq!(read.len(), 1);
    let mut body = json!({"total_amount": 99, "vendor_name": "Bo", "sub_type": "travel"});
    body.as_object_mut()
        .unwrap()
        .retain(|key, _| fields.contains(&key.as_str()));
    let corrected = corrects(&alva, &read[0], &body).await.data(200).clone();
    assert_eq!(
        reparse(&world).await,
        Vec::<String>::new(),
        "nothing is read differently"
    );
    assert_eq!(alva.lists_retail().await, std::slice::from_ref(&corrected));
    // The PDF is read before the text, and the invoice keeps the id that it gets from it.
    world
        .sql(
            "DELETE FROM corrections; DELETE FROM statements; DELETE FROM retail_sources; DELETE FROM retail_invoices;",
        )
        .await;
    reads_again(&world, ".pdf").await;
    let early = alva.lists_retail().await;
    assert_ne!(early[0]["invoice_id"], read[0]["invoice_id"]);
    corrects(&alva, &early[0], &body).await.data(200);
    reads_again(&world, ".html").await;
    let with_id = |invoice: &Value| {
        let mut invoice = invoice.clone();
        invoice["invoice_id"] = early[0]["invoice_id"].clone();
        invoice
    };
    assert_eq!(alva.lists_retail().await, [with_id(&corrected)]);
    assert_eq!(
        world.rows("corrections", alva.id).await,
        i64::try_from(fields.len()).unwrap()
    );
    let undone = corrects(&alva, &early[0], &json!({ "undo": fields })).await;
    assert_eq!(*undone.data(200), with_id(&read[0]));
}

// Shows: Corrections | A correction stays when…
// Shows: Corrections | `undo` takes corrections back…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parsing_again_leaves_the_correction_and_undo_gives_the_new_reading(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    alva.fetches_retail().await;
    let read = alva.lists_retail().await[0].clone();
    corrects(&alva, &read, &json!({"total_amount": 90})).await.data(200);
    assert_eq!(read_value(&world, &alva).await.as_deref(), Some("100"));
    let object = world.folder.path().join("objects").join(&world.objects()[0]);
    let html = std::fs::read_to_string(&object).unwrap();
    std::fs::write(&object, html.replace("100,00", "120,00")).unwrap();
    let lines = reparse(&world).await;
    assert!(
        lines.len() == 1 && lines[0].contains("total_amount 100 → 120"),
        "it compares readings: {lines:?}"
    );
    let list = alva.lists_retail().await;
    assert_eq!(
        (&list[0]["total_amount"], &list[0]["corrected"]),
        (&json!(90), &json!(["total_amount"]))
    );
    assert_eq!(alva.detail_of(&list[0]).await["total_amount"], 90);
    assert_eq!(read_value(&world, &alva).await.as_deref(), Some("120"));
    let undone = corrects(&alva, &read, &json!({"undo": ["total_amount"]})).await;
    assert_eq!(undone.data(200)["total_amount"], 120);
    assert_eq!(alva.detail_of(&read).await["total_amount"], 120);
}

/// A document that a parser takes for no invoice for a while.
// Shows: Corrections | It stays while a parser finds no invoice, and two invoices that become one keep the corrections of both
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_outlives_a_reading_that_finds_no_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    alva.fetches_retail().await;
    let read = alva.lists_retail().await[0].clone();
    let corrected = corrects(&alva, &read, &json!({"total_amount": 90, "sub_type": "travel"})).await;
    let corrected = corrected.data(200).clone();
    let object = world.folder.path().join("objects").join(&world.objects()[0]);
    let html = std::fs::read_to_string(&object).unwrap();
    std::fs::write(&object, "<p>Vi ses snart igen!</p>").unwrap();
    reparse(&world).await;
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
    corrects(&alva, &read, &json!({"total_amount": 80}))
        .await
        .fails(404, "INVALID_REQUEST");
    std::fs::write(&object, html).unwrap();
    reparse(&world).await;
    assert_eq!(alva.lists_retail().await, [corrected]);
    // Deleted by the user, it does not come back, and neither do its corrections.
    alva.deletes_retail(&read["invoice_id"]).await.data(200);
    reparse(&world).await;
    ingests_again(&alva, 0).await;
    assert_eq!(alva.gets(RETAIL).await.data(200)["invoiceCount"], 0);
    assert_eq!(world.rows("corrections", alva.id).await, 0);
}

/// Two mails are two invoices until a better reading finds the order's number in both.
// Shows: Corrections | It stays while a parser…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn corrections_of_invoices_that_become_one_are_kept(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    world.sandbox.add(&grocery(at(EVENING), "204119", "100,00"));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    let mut by_order = std::collections::BTreeMap::new();
    for invoice in &list {
        let order = alva.detail_of(invoice).await["order_id"].to_string();
        by_order.insert(order, invoice);
    }
    let of = |order: &str| by_order[&format!("\"{order}\"")];
    let first = json!({"vendor_name": "Bo", "currency": "EUR"});
    corrects(&alva, of("204118"), &first).await.data(200);
    world.clock.forward(TimeDelta::minutes(1));
    let second = json!({"vendor_name": "Cy", "total_amount": 1});
    corrects(&alva, of("204119"), &second).await.data(200);
    for object in world.objects() {
        let path = world.folder.path().join("objects").join(object);
        let html = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, html.replace("204119", "204118")).unwrap();
    }
    reparse(&world).await;
    let merged = alva.lists_retail().await;
    assert_eq!(merged.len(), 1, "{merged:?}");
    assert_eq!(
        (
            &merged[0]["vendor_name"],
            &merged[0]["currency"],
            &merged[0]["total_amount"]
        ),
        (&json!("Cy"), &json!("EUR"), &json!(1)),
        "of two corrections of a field the later one counts"
    );
    let undo = json!({"undo": ["vendor_name", "currency", "total_amount"]});
    let undone = corrects(&alva, &merged[0], &undo).await.data(200).clone();
    assert_eq!(undone["total_amount"], 100, "what the mails say");
    assert!(undone.get("corrected").is_none());
}
