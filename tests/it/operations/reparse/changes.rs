//! What parsing again changes.

use invoices_app::Scope;
use invoices_db::{JobKind, NewJob};
use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{
    GROCER, ReceiptText, at, day, grocery, grocery_of, receipt, receipt_with_pdfs, rent_mail,
};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use crate::retail::pdf::invoice;

use super::{EVENING, MORNING, OLD, data_of, dry_run, notice, reparse, run, sum};

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_shows_what_a_run_then_changes(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    alva.fetches_retail().await;
    let right = data_of(&alva).await;
    assert_eq!(
        dry_run(&world).await,
        (vec![], sum(0, 0)),
        "this build's parsers read it"
    );

    world.sql(OLD).await;
    world.sql(r#"UPDATE retail_invoices SET total_amount = 10000; UPDATE retail_details SET detail = '{"total_amount": 1, "order_id": "204118"}';"#).await;
    let wrong = data_of(&alva).await;
    for _ in 0..2 {
        let (lines, counts) = dry_run(&world).await;
        assert_eq!(counts, sum(0, 1));
        assert!(lines[0].starts_with(&world.objects()[0]), "{lines:?}");
        assert!(format!("{},", lines[0]).contains("total_amount 1 → 100,"), "{lines:?}");
        assert!(
            lines[0].contains(r#"invoice_date nothing → "2026-11-10""#) && !lines[0].contains("order_id"),
            "{lines:?}"
        );
        assert_eq!(data_of(&alva).await, wrong, "a dry run writes nothing");
    }
    let (shown, _) = dry_run(&world).await;
    assert_eq!(
        run(&world).await,
        (shown, sum(0, 1)),
        "the run does what the dry run shows"
    );
    assert_eq!(data_of(&alva).await, right);
    assert_eq!(run(&world).await, (vec![], sum(0, 0)), "a second run finds nothing");
}

/// The text and the PDF of a mail.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_parts_of_a_mail_stay_one_invoice(#[values(Sqlite, Postgres)] database: Database) {
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
    let right = data_of(&alva).await;
    assert_eq!(right.0.len(), 1);
    world.sql(OLD).await;
    assert_eq!(run(&world).await, (vec![], sum(2, 0)));
    assert_eq!(data_of(&alva).await, right);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unchanged_document_is_not_parsed_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    world.sandbox.add(&receipt(
        "kvitto@ica.se",
        "Ditt kvitto",
        at(EVENING),
        "<p>Vi ses snart igen!</p>",
    ));
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    let before = data_of(&alva).await;
    world.sql(OLD).await;
    assert_eq!(
        dry_run(&world).await,
        (vec![], sum(3, 0)),
        "a rejected one is examined too"
    );
    assert_eq!(run(&world).await, (vec![], sum(3, 0)));
    assert_eq!(run(&world).await, (vec![], sum(0, 0)));
    let all = Scope {
        all: true,
        ..Scope::default()
    };
    assert_eq!(
        reparse(&world, all, false).await,
        (vec![], sum(3, 0)),
        "unless all are asked for"
    );
    assert_eq!(data_of(&alva).await, before);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_added_and_removed_as_documents_are_parsed_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    let right = data_of(&alva).await;
    world.sql(OLD).await;
    world.sql("DELETE FROM retail_sources; DELETE FROM retail_invoices; DELETE FROM rental_invoices; DELETE FROM notifications;").await;
    world
        .sql("UPDATE documents SET state = 'rejected', reason = 'it looks like none'; DELETE FROM jobs;")
        .await;
    let (lines, counts) = run(&world).await;
    assert_eq!(counts, sum(0, 2));
    assert!(
        lines
            .iter()
            .all(|line| line.contains("rejected (it looks like none) → parsed; ") && line.contains(" is new: ")),
        "{lines:?}"
    );
    assert_eq!(data_of(&alva).await, right);
    assert_eq!(alva.notifications().await.len(), 1, "a new invoice is notified");

    // Neither document states an invoice any more.
    let objects = world.folder.path().join("objects");
    let (rental, retail) = (objects.join(&world.objects()[0]), objects.join(&world.objects()[1]));
    std::fs::write(retail, "<p>Vi ses snart igen!</p>").unwrap();
    std::fs::write(
        rental,
        rent_notice_pdf(&RentNotice {
            lines: vec![],
            ..RentNotice::issued_on(day("2026-11-05"))
        }),
    )
    .unwrap();
    world.sql(OLD).await;
    let (lines, counts) = run(&world).await;
    assert_eq!(counts, sum(0, 2), "{lines:?}");
    assert!(
        lines[0].contains("parsed → rejected (") && lines[0].ends_with(" goes"),
        "{lines:?}"
    );
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
    assert_eq!(alva.notifications().await.len(), 1);
    assert_eq!(run(&world).await.1, sum(0, 0));
}

/// The change carries both images.
// Shows: Events and notifications | A changed record is not notified
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_rental_invoice_is_not_notified_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
    alva.ingests_rental().await.data(200);
    let right = alva.gets("/v1/invoices/rental/Invoice_1").await.data(200).clone();
    world.sql(OLD).await;
    let mut wrong = right.clone();
    wrong["Total Amount"] = json!(1);
    world
        .sql(&format!(
            "UPDATE rental_invoices SET total_amount = 10000, record = '{wrong}';"
        ))
        .await;
    let scope = Scope {
        sub_type: Some("rental".parse().unwrap()),
        ..Scope::default()
    };
    let (lines, counts) = reparse(&world, scope, false).await;
    assert_eq!(counts, sum(0, 1));
    assert!(
        lines[0].starts_with(&format!("{}: Invoice_1: ", world.objects()[0])),
        "{lines:?}"
    );
    assert!(
        lines[0].contains(&format!("Total Amount 1 → {}", right["Total Amount"])),
        "{lines:?}"
    );
    assert_eq!(alva.gets("/v1/invoices/rental/Invoice_1").await.data(200), &right);
    assert_eq!(alva.notifications().await.len(), 1);
    // A job with the same key exists already, and enqueueing returns it.
    let change = NewJob {
        kind: JobKind::RentalChanged,
        key: format!("{}/Invoice_1/modify@{}", alva.id, world.now().timestamp_micros()),
        user: None,
        lane: None,
        join_key: None,
        payload: Value::Null,
        run_at: world.now(),
    };
    let enqueued = world.app.store().enqueue(change, world.now()).await.unwrap();
    let job = world.app.store().job(enqueued.id).await.unwrap().unwrap();
    assert!(!enqueued.is_new);
    assert_eq!(
        (
            &job.payload["event"],
            &job.payload["old_image"]["Total Amount"],
            &job.payload["new_image"]
        ),
        (&json!("MODIFY"), &json!(1), &right)
    );
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn merged_mails_stay_one_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery_of(
        at(MORNING),
        &ReceiptText {
            order: Some("SE-4711"),
            date: Some("2026-11-09"),
            total: "199,00",
            ..ReceiptText::default()
        },
    ));
    world.sandbox.add(&grocery_of(
        at(EVENING),
        &ReceiptText {
            heading: "Din leverans!",
            order: Some("se4711"),
            total: "249,50",
            ..ReceiptText::default()
        },
    ));
    alva.fetches_retail().await;
    let right = data_of(&alva).await;
    world.sql(OLD).await;
    assert_eq!(run(&world).await, (vec![], sum(2, 0)));
    world.sql(OLD).await;
    world.sql("UPDATE retail_invoices SET total_amount = 10000;").await;
    run(&world).await;
    assert_eq!(data_of(&alva).await, right, "the later mail's total is back");
}
