//! Databases of the version before documents had statements: it merged orders with one number, did not store equal bytes, and
//! skipped mails with a known `Message-ID`.

use std::fs;
use std::path::PathBuf;

use chrono::TimeDelta;
use invoices_app::{Reparsed, Scope};
use invoices_db::{Regrouped, SkippedCopies};
use invoices_sandbox::sample::{Amount, RentNotice, rent_notice_pdf};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, day, grocery, grocery_of, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{OLD, data_of, dry_run, reparse, run, sum};

/// Nothing has a statement or a code.
const BEFORE_STATEMENTS: &str = "DELETE FROM statements; DELETE FROM retail_aliases; \
     UPDATE documents SET parser_version = 0, reason_code = NULL; UPDATE messages SET reason_code = NULL;";
/// Every document but one was not stored, because it has the same bytes.
const ONE_STORED: &str = "UPDATE documents SET state = 'duplicate', reason = 'another document has the same bytes', \
     parser = NULL, parser_version = NULL WHERE object_key > (SELECT min(object_key) FROM documents); \
     DELETE FROM retail_sources WHERE document IN (SELECT id FROM documents WHERE state = 'duplicate'); \
     DELETE FROM retail_invoices WHERE invoice_id NOT IN (SELECT invoice_id FROM retail_sources);";
const WITHOUT_KEYS: &str = "UPDATE documents SET object_key = NULL WHERE state = 'duplicate';";
/// Every document states the invoice of the first one.
const ONE_INVOICE: &str = "UPDATE retail_sources SET invoice_id = (SELECT invoice_id FROM retail_sources \
     ORDER BY document LIMIT 1); \
     DELETE FROM retail_invoices WHERE invoice_id NOT IN (SELECT invoice_id FROM retail_sources);";

fn october(day: u32) -> String {
    format!("2026-10-{day:02}T08:00:00Z")
}

/// Fetches all that was received since October.
async fn fetches(alva: &User<'_>) {
    alva.ingests_days("2026-10-01", "2026-11-18").await.data(200);
}

/// Corrects the vendor's name of an invoice.
async fn renames(alva: &User<'_>, invoice: &Value) {
    let path = format!("/v1/invoices/retail/{}", invoice.as_str().unwrap());
    alva.patches(&path, &json!({"vendor_name": "Kaffebaren"}))
        .await
        .data(200);
}

async fn totals(alva: &User<'_>) -> Vec<String> {
    let list = alva.lists_retail().await;
    list.iter().map(|invoice| invoice["total_amount"].to_string()).collect()
}

/// Three gifts that were bought with the same words.
async fn gifts(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    let text = ReceiptText {
        total: "250,00",
        ..ReceiptText::default()
    };
    for day in [2, 9, 16] {
        world.sandbox.add(&grocery_of(at(&october(day)), &text));
    }
    fetches(&alva).await;
    assert_eq!(totals(&alva).await, ["250", "250", "250"]);
    alva
}

/// Makes the gifts one invoice, as they were. Returns the paths of all objects.
async fn before_copies(world: &World) -> Vec<PathBuf> {
    let objects = world.objects().into_iter();
    let objects: Vec<_> = objects
        .map(|key| world.folder.path().join("objects").join(key))
        .collect();
    world.sql(BEFORE_STATEMENTS).await;
    world.sql(ONE_STORED).await;
    objects
}

fn remove(objects: &[PathBuf]) {
    for object in objects {
        fs::remove_file(object).unwrap();
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documents_with_equal_bytes_get_objects_and_invoices(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = gifts(&world).await;
    let (right, keys) = (data_of(&alva).await, world.objects());
    remove(&before_copies(&world).await[1..]);
    world.sql(WITHOUT_KEYS).await;
    assert_eq!(totals(&alva).await, ["250"]);
    let expected = Reparsed { copied: 2, ..sum(1, 2) };
    let (shown, counts) = dry_run(&world).await;
    assert_eq!(counts, expected);
    assert_eq!((shown.len(), world.objects().len()), (2, 1), "{shown:?}");
    for key in &keys[1..] {
        let new = format!("{key}: duplicate (another document has the same bytes) → parsed; ");
        let line = shown.iter().find(|line| line.starts_with(&new));
        assert!(line.is_some_and(|line| line.contains(" is new: ")), "{shown:?}");
    }
    assert_eq!(run(&world).await, (shown, expected));
    assert_eq!((data_of(&alva).await, world.objects()), (right, keys));
    assert_eq!(run(&world).await, (vec![], sum(0, 0)));
}

/// It died after it wrote a key, or after it wrote an object.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_copy_is_finished_by_the_next_run(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = gifts(&world).await;
    let (right, keys) = (data_of(&alva).await, world.objects());
    let objects = before_copies(&world).await;
    remove(&objects[1..2]);
    assert_eq!(run(&world).await.1.copied, 2);
    assert_eq!((data_of(&alva).await, world.objects()), (right, keys));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_an_object_with_the_digest_is_copied(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = gifts(&world).await;
    let objects = before_copies(&world).await;
    world.sql(WITHOUT_KEYS).await;
    remove(&objects[1..]);
    fs::write(&objects[0], "<p>Vi ses snart igen!</p>").unwrap();
    let only_others = Scope {
        since: Some(day("2026-10-05")),
        ..Scope::default()
    };
    let missing = Reparsed {
        looked_at: 2,
        missing: 2,
        ..Reparsed::default()
    };
    for dry_run in [true, false] {
        let (lines, counts) = reparse(&world, only_others.clone(), dry_run).await;
        assert_eq!(counts, missing);
        assert!(lines.iter().all(|line| line.ends_with(": Missing")), "{lines:?}");
    }
    assert_eq!((totals(&alva).await.len(), world.objects().len()), (1, 1));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_landlords_copy_gets_an_object_and_stays_a_duplicate(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let pdf = super::notice();
    for (day, name) in [("2026-11-10", "Hyresavi_1.pdf"), ("2026-11-11", "Kopia_2.pdf")] {
        let mail = rent_mail(at(&format!("{day}T08:00:00Z")), &[(name, pdf.clone())]);
        world.sandbox.add(&mail);
    }
    alva.ingests_rental().await.data(200);
    let (right, keys) = (data_of(&alva).await, world.objects());
    assert_eq!(keys.len(), 2);
    world.sql(BEFORE_STATEMENTS).await;
    world.sql(ONE_STORED).await;
    world.sql(WITHOUT_KEYS).await;
    remove(&[world.folder.path().join("objects").join(&keys[1])]);
    let expected = Reparsed { copied: 1, ..sum(1, 0) };
    assert_eq!(dry_run(&world).await, (vec![], expected.clone()));
    assert_eq!(run(&world).await, (vec![], expected));
    assert_eq!((data_of(&alva).await, world.objects()), (right, keys));
    assert_eq!(run(&world).await, (vec![], sum(0, 0)));
}

/// The version before took every notice with a known reference and due date for a duplicate.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_with_another_total_is_no_duplicate_any_more(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let of = |total| {
        rent_notice_pdf(&RentNotice {
            lines: vec![("Hyra".into(), Amount(total))],
            ..RentNotice::issued_on(day("2026-11-05"))
        })
    };
    let pdfs = [("Hyresavi_1.pdf", of(845_000)), ("Hyresavi_2.pdf", of(912_500))];
    world.sandbox.add(&rent_mail(at("2026-11-10T08:00:00Z"), &pdfs));
    alva.ingests_rental().await.data(200);
    let right = data_of(&alva).await;
    assert_eq!(right.2["data"]["invoiceCount"], 2);
    world.sql(BEFORE_STATEMENTS).await;
    world
        .sql(
            "DELETE FROM rental_invoices WHERE invoice_id = 'Invoice_2'; \
             UPDATE documents SET state = 'duplicate', reason = 'it states Invoice_1' WHERE file_name = 'Hyresavi_2.pdf';",
        )
        .await;
    let (lines, _) = run(&world).await;
    let becomes = "duplicate (it states Invoice_1) → parsed; Invoice_2 is new";
    assert!(lines.iter().any(|line| line.contains(becomes)), "{lines:?}");
    assert_eq!(data_of(&alva).await, right);
    assert_eq!(run(&world).await.1, sum(0, 0));
}

/// Three meals under one short number.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn merged_orders_are_separated_and_a_correction_stays(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for (day, total) in [(2, "150,00"), (9, "95,00"), (16, "210,00")] {
        world.sandbox.add(&grocery(at(&october(day)), "42", total));
    }
    fetches(&alva).await;
    assert_eq!(totals(&alva).await, ["210", "95", "150"]);
    world.sql(BEFORE_STATEMENTS).await;
    world.sql(ONE_INVOICE).await;
    world
        .sql("UPDATE retail_invoices SET order_key = '42', total_amount = 21000, invoice_date = '2026-10-16';")
        .await;
    let merged = alva.lists_retail().await[0]["invoice_id"].clone();
    renames(&alva, &merged).await;
    let (_, counts) = dry_run(&world).await;
    let separated = Regrouped {
        separated: vec![(merged.as_str().unwrap().parse().unwrap(), 3)],
        ..Regrouped::default()
    };
    assert_eq!(counts.regrouped, separated);
    run(&world).await;
    let list = alva.lists_retail().await;
    assert_eq!(totals(&alva).await, ["210", "95", "150"]);
    for invoice in &list {
        let is_merged = invoice["invoice_id"] == merged;
        assert_eq!(invoice["vendor_name"] == "Kaffebaren", is_merged, "{invoice}");
    }
    assert_eq!(dry_run(&world).await, (vec![], sum(0, 0)));
}

/// Two mails of one order were two invoices.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doubled_invoices_are_joined_with_their_corrections(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(&october(2)), "204118", "199,00"));
    fetches(&alva).await;
    let first = alva.lists_retail().await[0]["invoice_id"].clone();
    world.clock.forward(TimeDelta::minutes(1));
    let mail = world.sandbox.add(&grocery(at(&october(2)), "204118", "199,00"));
    fetches(&alva).await;
    assert_eq!(totals(&alva).await, ["199"]);
    let path = |action: &str| format!("/v1/invoices/retail/{}/{action}", first.as_str().unwrap());
    let separate = json!({"message_id": mail});
    let separated = alva.posts(&path("separate"), &separate).await.data(200).clone();
    let second = separated["separated"][0]["invoice_id"].clone();
    world.sql(BEFORE_STATEMENTS).await;
    renames(&alva, &second).await;
    let id = |invoice: &Value| invoice.as_str().unwrap().parse().unwrap();
    let joined = Regrouped {
        joined: vec![(id(&second), id(&first))],
        ..Regrouped::default()
    };
    assert_eq!(dry_run(&world).await.1.regrouped, joined);
    run(&world).await;
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), &list[0]["vendor_name"]), (1, &json!("Kaffebaren")));
    assert_eq!(list[0]["invoice_id"], first);
    // The user's word outranks the rules, in the dry run as well.
    alva.posts(&path("separate"), &separate).await.data(200);
    let apart = alva.lists_retail().await;
    let of = |invoice: &Value| {
        let found = apart.iter().find(|each| each["invoice_id"] == *invoice);
        found.unwrap()["vendor_name"].clone()
    };
    assert_eq!((of(&first), of(&second)), (json!("ICA"), json!("Kaffebaren")));
    world.sql(OLD).await;
    assert_eq!(dry_run(&world).await, (vec![], sum(2, 0)));
    assert_eq!(run(&world).await, (vec![], sum(2, 0)));
    assert_eq!(alva.lists_retail().await, apart);
}

/// A shop's program used a `Message-ID` again. The version before looked at nothing else between two accounts.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_that_were_skipped_as_copies_are_found_again_or_listed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| config.pipeline.check_sender = false).await;
    let alva = world.connects("Alva").await;
    let [known, of_mailbox, imported] = ["100,00", "200,00", "300,00"].map(|total| {
        let order = total.replace(',', "-");
        grocery(at(&october(2)), &order, total)
    });
    let hand_over = async || {
        let path = "/v1/mail/messages";
        let answer = alva.posts_raw(path, "message/rfc822", imported.clone()).await;
        answer.data(200)["state"].clone()
    };
    for mail in [&known, &of_mailbox] {
        world.sandbox.add(mail);
    }
    fetches(&alva).await;
    assert_eq!(hand_over().await, "fetched");
    world.sql(BEFORE_STATEMENTS).await;
    world
        .sql(
            "UPDATE messages SET state = 'skipped', reason = 'it is the same mail as x of y', digest = 'of ' || id \
             WHERE id > (SELECT min(id) FROM messages);",
        )
        .await;
    world
        .sql(
            "DELETE FROM jobs; DELETE FROM documents WHERE message IN (SELECT id FROM messages WHERE state = 'skipped'); \
             DELETE FROM retail_invoices WHERE invoice_id NOT IN (SELECT invoice_id FROM retail_sources);",
        )
        .await;
    assert_eq!(totals(&alva).await.len(), 1);
    for dry_run in [true, false] {
        let (_, counts) = reparse(&world, Scope::default(), dry_run).await;
        let SkippedCopies { found_again, imported } = counts.copies;
        assert_eq!((found_again, imported.len()), (1, 1));
        assert_eq!(imported[0].subject.as_deref(), Some("Ditt kvitto"));
    }
    fetches(&alva).await;
    assert_eq!(totals(&alva).await.len(), 2);
    assert_eq!(hand_over().await, "fetched");
    assert_eq!(totals(&alva).await.len(), 3);
    let (_, counts) = run(&world).await;
    assert_eq!(counts.copies, SkippedCopies::default());
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_with_the_bytes_of_another_one_stays_skipped(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for order in ["1", "2"] {
        world.sandbox.add(&grocery(at(&october(2)), order, "100,00"));
    }
    fetches(&alva).await;
    world
        .sql(
            "UPDATE messages SET digest = 'same'; UPDATE messages SET state = 'skipped', reason_code = NULL, \
             reason = 'it is the same mail as x of y' WHERE id > (SELECT min(id) FROM messages)",
        )
        .await;
    assert_eq!(dry_run(&world).await.1.copies, SkippedCopies::default());
}
