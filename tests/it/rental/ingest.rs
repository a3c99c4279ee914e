//! Ingests of rental invoices: mail, object, record, notification.

use std::fmt::Write as _;

use chrono::TimeDelta;
use invoices_sandbox::Endpoint;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{LANDLORD, at, notice, receipt, rent_mail, unauthenticated};
use invoices_tests::support::world::World;
use parser_document::pdf::sample::Sheet;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const OCTOBER: &str = "2026-10-10T08:00:00Z";

// Shows: Lists | `GET /v1/invoices/rental` answers `{invoiceCount, invoices}`, grouped by year, newest due date first
// Shows: Rental invoices | `GET /v1/invoices/rental/{invoice_id}` answers the record as stored: `InvoiceID`, `UserID`, `due_date_month`, `due_date_year`, `Total Amount`, `Due Date` and what else was read
// Shows: Rental invoices | `InvoiceID` is `Invoice_` and the last part of the file's name after an underscore
// Shows: Rental invoices | `POST /v1/invoices/rental/ingest` finds mails by the configured senders and subjects, and stores their PDFs at `invoices/{user_id}/rental/{filename}.pdf`
// Shows: Events and notifications | A new rental record is notified of once: subject `New invoice available!`, `New rental invoice of <amount> SEK with due date of <due_date> is now available!`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_becomes_a_record_and_a_notification(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1297534008.pdf", notice(9876, "2026-11-30"))],
    ));
    let answer = alva.ingests_rental().await;
    assert_eq!(
        (answer.data(200), answer.message()),
        (&json!({"invoiceCount": 1}), "Rental invoices ingested successfully!")
    );
    assert_eq!(
        world.objects(),
        [format!("invoices/{}/rental/Hyresavi_1297534008.pdf", alva.id)]
    );

    let answer = alva.gets("/v1/invoices/rental/Invoice_1297534008").await;
    let record = answer.data(200);
    assert_eq!(record["InvoiceID"], "Invoice_1297534008");
    assert_eq!(record["UserID"], json!(alva.id));
    assert_eq!(record["Filename"], "Hyresavi_1297534008.pdf");
    assert_eq!(record["due_date_month"], "11");
    assert_eq!(record["due_date_year"], "2026");
    assert_eq!(record["Due Date"], "2026-11-30");
    assert_eq!(record["Total Amount"], json!(9876));
    assert!(record["OCR"].is_string(), "{record}");

    let list = alva.lists_rental().await;
    assert_eq!(list.message(), "Rental invoices retrieved successfully!");
    assert_eq!(
        *list.data(200),
        json!({"type": "rental", "invoiceCount": 1, "invoices": {"2026": [record]}})
    );
    assert_eq!(
        alva.notifications().await,
        [(
            "New invoice available!".to_owned(),
            "New rental invoice of 9876 SEK with due date of 2026-11-30 is now available!".to_owned()
        )]
    );
}

// Shows: Rental invoices | `invoiceCount` is the number of new invoices; if there are none, `data` is `null` and the message says so
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_without_new_notices_says_so(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let none = alva.lists_rental().await;
    assert_eq!(
        (none.data(200), none.message()),
        (&json!(null), "No rental invoices found for this user.")
    );
    let answer = alva.ingests_rental().await;
    assert_eq!(
        (answer.data(200), answer.message()),
        (&json!(null), "No new rental invoices found.")
    );
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    world.sandbox.reset_calls();
    assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
    assert_eq!(
        world.sandbox.calls(Endpoint::Fetch),
        0,
        "a known message is never fetched again"
    );
    assert_eq!(alva.notifications().await.len(), 1);
}

// Shows: Rental invoices | Without a configured landlord the answer says so
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_without_a_landlord_says_so(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.rental.landlords.clear()).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))],
    ));
    let answer = alva.ingests_rental().await;
    assert_eq!(
        (answer.data(200), answer.message()),
        (&json!(null), "No rental invoices found: no landlord is configured.")
    );
    assert_eq!(world.objects(), Vec::<String>::new());
}

// Shows: Lists | `GET /v1/invoices/rental` answers `{invoiceCount…
// Shows: Rental invoices | A processed month is skipped; all PDFs of an unprocessed one are ingested, however the run that found them ends
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processed_months_are_skipped(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(OCTOBER),
        &[("Hyresavi_10.pdf", notice(5000, "2026-10-31"))],
    ));
    // One mail with two notices: all PDFs of an unprocessed month are taken.
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[
            ("Hyresavi_11.pdf", notice(5100, "2026-11-30")),
            ("Parkering_12.pdf", notice(800, "2026-11-30")),
        ],
    ));
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 3);
    world.clock.forward(TimeDelta::seconds(1));
    world.sandbox.add(&rent_mail(
        at("2026-11-12T08:00:00Z"),
        &[("Hyresavi_13.pdf", notice(99, "2026-11-30"))],
    ));
    assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
    let ledger = alva.ledger().await;
    assert!(
        ledger
            .iter()
            .any(|(_, line)| line == "skipped [] 11/2026 is processed already"),
        "{ledger:?}"
    );
    let list = alva.lists_rental().await;
    let due: Vec<&str> = list.data(200)["invoices"]["2026"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["Due Date"].as_str().unwrap())
        .collect();
    assert_eq!(due, ["2026-11-30", "2026-11-30", "2026-10-31"], "newest due date first");
}

// Shows: Rental invoices | An id or name in use never overwrites a record: other bytes get a new id, the same bytes are a duplicate
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_name_in_use_never_overwrites_an_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let first = notice(5000, "2026-10-31");
    world
        .sandbox
        .add(&rent_mail(at(OCTOBER), &[("Hyresavi_1.pdf", first.clone())]));
    alva.ingests_rental().await.data(200);
    // A notice with the same name, one that would get the same id, and a copy of the first one.
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[
            ("Hyresavi_1.pdf", notice(5100, "2026-11-30")),
            ("Faktura_1.pdf", notice(700, "2026-11-30")),
            ("Kopia_7.pdf", first),
        ],
    ));
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 2);
    let list = alva.lists_rental().await;
    let data = list.data(200);
    assert_eq!(data["invoiceCount"], 3);
    let mut amounts: Vec<i64> = data["invoices"]["2026"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["Total Amount"].as_i64().unwrap())
        .collect();
    amounts.sort_unstable();
    assert_eq!(amounts, [700, 5000, 5100]);
    assert_eq!(
        alva.gets("/v1/invoices/rental/Invoice_1").await.data(200)["Total Amount"],
        5000
    );
    assert!(
        alva.ledger()
            .await
            .iter()
            .any(|(_, line)| line.contains("pdf-2 duplicate"))
    );
    assert_eq!(alva.notifications().await.len(), 3);
}

/// One of several lines is never the total.
// Shows: Rental invoices | A notice without a total becomes no record, and the ledger says what `parse` says: `it states no total`. One of several lines of the breakdown is never the total
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_without_a_total_has_no_record_and_says_so(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let breakdown = |lines: &[(&str, &str)]| {
        let mut sheet = Sheet::new();
        sheet.row(60.0, &[(50.0, "Hyresavi"), (300.0, "Linddungens Bostäder AB")]);
        sheet.row(90.0, &[(50.0, "Förfallodatum"), (300.0, "2026-11-30")]);
        sheet.row(110.0, &[(50.0, "OCR-nummer"), (300.0, "440188076")]);
        for (row, (label, amount)) in (0_u8..).zip(lines) {
            sheet.row(150.0 + 20.0 * f32::from(row), &[(50.0, *label), (300.0, *amount)]);
        }
        sheet.finish()
    };
    let several = breakdown(&[("Hyra", "8 450,00"), ("El", "212,40"), ("Kallvatten", "94,50")]);
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("several.pdf", several), ("none.pdf", breakdown(&[]))],
    ));
    alva.ingests_rental().await.data(200);
    assert_eq!(*alva.lists_rental().await.data(200), json!(null));
    let ledger = world.app.store().ledger(alva.id, 10).await.unwrap();
    let reasons: Vec<_> = ledger[0]
        .documents
        .iter()
        .map(|document| format!("{}: {}", document.state, document.reason.as_deref().unwrap()))
        .collect();
    let uncertain = "asked: it is not certain which amount is its total";
    assert_eq!(reasons, [uncertain, "failed: it states no total"]);
    world.clock.forward(TimeDelta::seconds(10));
    world.drain().await;
    let told = alva.notifications().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, "1 document needs a look");
}

// Shows: Rental invoices | An unknown id or another user's is 204 with an empty body
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_id_is_answered_without_content(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    assert_eq!(alva.gets("/v1/invoices/rental/Invoice_1").await.status, 200);
    for (user, id) in [
        (&bo, "Invoice_1"),
        (&alva, "Invoice_2"),
        (&alva, "..%2f"),
        (&alva, "%00"),
        (&alva, "å"),
    ] {
        let answer = user.gets(&format!("/v1/invoices/rental/{id}")).await;
        assert_eq!((answer.status, answer.body), (204, json!(null)), "{id}");
    }
    assert_eq!(*bo.lists_rental().await.data(200), json!(null));
}

// Shows: Rental invoices | `POST /v1/invoices/rental/ingest` finds mails…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_authentic_mails_of_the_landlord_with_a_pdf_are_ingested(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&receipt(LANDLORD, "Hyresavi", at(NOVEMBER), "<p>Avin kommer snart</p>"));
    world.sandbox.add(&unauthenticated(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_66.pdf", notice(66, "2026-11-30"))],
    )));
    assert_eq!(*alva.ingests_rental().await.data(200), json!(null));
    assert_eq!(world.objects(), Vec::<String>::new());
    let mut lines = String::new();
    for (_, line) in alva.ledger().await {
        writeln!(lines, "{line}").unwrap();
    }
    assert!(lines.contains("rejected [] no PDF is attached"), "{lines}");
    assert!(
        lines.contains("quarantined [] DMARC did not pass for landlord.example.com"),
        "{lines}"
    );
    assert_eq!(
        alva.ingests_latest().await.status,
        204,
        "neither makes the month processed"
    );
}

// Shows: Rental invoices | A notice without a total…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreadable_pdf_fails_with_the_reason(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", b"%PDF-1.4 and nothing else".to_vec())],
    ));
    assert_eq!(alva.ingests_latest().await.status, 201, "it was found and stored");
    let ledger = alva.ledger().await;
    assert!(ledger[0].1.starts_with("fetched [pdf-0 failed]"), "{ledger:?}");
    assert_eq!(
        alva.ingests_latest().await.status,
        204,
        "a failed mail does not process its month"
    );
    assert_eq!(alva.notifications().await.len(), 0);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_ingests_join(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for month in 1..=9 {
        let file = format!("Hyresavi_{month}.pdf");
        world.sandbox.add(&rent_mail(
            at(&format!("2026-0{month}-10T08:00:00Z")),
            &[(&file, notice(5000 + month, &format!("2026-0{month}-28")))],
        ));
    }
    let call = || {
        world
            .http
            .post(world.url("/v1/invoices/rental/ingest"))
            .bearer_auth(&alva.token)
            .send()
    };
    let (one, two, three) = world
        .while_working(async { tokio::join!(call(), call(), call()) })
        .await;
    for answer in [one, two, three] {
        assert_eq!(answer.unwrap().status(), 200);
    }
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 9);
    world.clock.forward(TimeDelta::seconds(10));
    world.drain().await;
    let told = alva.notifications().await;
    assert!(
        told.len() == 1 && told[0].1.starts_with("9 rental invoices"),
        "{told:?}"
    );
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 9);
}

// Shows: Events and notifications | A stored PDF or HTML is parsed into a record of the user named in its key; an event that comes twice changes nothing
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_event_writes_nothing_twice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    let key = world.objects().remove(0).parse().unwrap();
    for again in ["", "#1", "#2"] {
        let job = invoices_app::job::object_created_again(&key, again, world.now());
        world.app.store().enqueue(job, world.now()).await.unwrap();
        world.drain().await;
    }
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(alva.notifications().await.len(), 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sweeper_finishes_interrupted_work(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5000, "2026-11-30"))],
    ));
    alva.ingests_rental().await.data(200);
    // The state after a crash between storing and parsing.
    world.sql("DELETE FROM jobs; DELETE FROM rental_invoices; DELETE FROM notifications; UPDATE documents SET state = 'stored', attempts = 0;").await;
    world.tick().await;
    world.clock.forward(TimeDelta::minutes(11));
    assert_eq!(world.tick().await, 1);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
    assert_eq!(alva.notifications().await.len(), 1);
}
