//! Reading originals again once the parsers are better. An older parser is one whose version the ledger says is 0.

use chrono::TimeDelta;
use invoices_app::work::{self, Ingest, IngestOrder, kind};
use invoices_app::{Reparsed, Reread, Scope};
use invoices_db::NewJob;
use invoices_sandbox::sample::{RentNotice, rent_notice_pdf};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::mails::{Slip, at, day, grocery, grocery_of, large, receipt, rent_mail};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

const MORNING: &str = "2026-11-10T08:00:00Z";
const EVENING: &str = "2026-11-10T18:00:00Z";
const OLD: &str = "UPDATE documents SET parser_version = 0;";

/// What the command prints, and its sum.
async fn reparses(world: &World, scope: Scope, dry_run: bool) -> (Vec<String>, Reparsed) {
    // No two runs are in one moment.
    world.clock.forward(TimeDelta::seconds(1));
    let mut lines = Vec::new();
    let stop = CancellationToken::new();
    let tell = |key: &_, reread: &Reread| match reread {
        Reread::Unchanged => {}
        Reread::Changed(difference) => lines.push(format!("{key}: {difference}")),
        other => lines.push(format!("{key}: {other:?}")),
    };
    let sum = world.app.reparse(&scope, dry_run, &stop, tell).await.unwrap();
    assert_eq!(
        world.app.store().live_jobs().await.unwrap(),
        0,
        "it ran its jobs to their end"
    );
    (lines, sum)
}

async fn shows(world: &World) -> (Vec<String>, Reparsed) {
    reparses(world, Scope::default(), true).await
}

async fn runs(world: &World) -> (Vec<String>, Reparsed) {
    reparses(world, Scope::default(), false).await
}

fn sum(unchanged: u64, changed: u64) -> Reparsed {
    Reparsed {
        looked_at: unchanged + changed,
        unchanged,
        changed,
        ..Reparsed::default()
    }
}

/// Everything of a user's that a reparse may touch.
async fn everything(alva: &User<'_>) -> (Vec<Value>, Vec<Value>, Value, Vec<(String, String)>) {
    let list = alva.lists_retail().await;
    let mut details = Vec::new();
    for summary in &list {
        details.push(alva.detail_of(summary).await);
    }
    (list, details, alva.lists_rental().await.body, alva.ledger().await)
}

fn notice() -> Vec<u8> {
    rent_notice_pdf(&RentNotice::issued_on(day("2026-11-05")))
}

on_both_databases! {
    async fn what_an_older_parser_read_is_shown_and_then_changed(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
        alva.finds_retail().await;
        let right = everything(&alva).await;
        assert_eq!(shows(&world).await, (vec![], sum(0, 0)), "this build's parsers read it");

        world.sql(OLD).await;
        world.sql(r#"UPDATE retail_invoices SET total_amount = 10000; UPDATE retail_details SET detail = '{"total_amount": 1, "order_id": "204118"}';"#).await;
        let wrong = everything(&alva).await;
        for _ in 0..2 {
            let (lines, told) = shows(&world).await;
            assert_eq!(told, sum(0, 1));
            assert!(lines[0].starts_with(&world.objects()[0]), "{lines:?}");
            assert!(format!("{},", lines[0]).contains("total_amount 1 → 100,"), "{lines:?}");
            assert!(lines[0].contains(r#"invoice_date nothing → "2026-11-10""#) && !lines[0].contains("order_id"), "{lines:?}");
            assert_eq!(everything(&alva).await, wrong, "a dry run writes nothing");
        }
        let (shown, _) = shows(&world).await;
        assert_eq!(runs(&world).await, (shown, sum(0, 1)), "the run does what the dry run shows");
        assert_eq!(everything(&alva).await, right);
        assert_eq!(runs(&world).await, (vec![], sum(0, 0)), "a second run finds nothing");
    }

    async fn what_comes_out_the_same_is_not_read_a_third_time(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
        world.sandbox.add(&receipt("kvitto@ica.se", "Ditt kvitto", at(EVENING), "<p>Vi ses snart igen!</p>"));
        world.sandbox.add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
        alva.finds_retail().await;
        alva.ingests_rental().await.data(200);
        let before = everything(&alva).await;
        world.sql(OLD).await;
        assert_eq!(shows(&world).await, (vec![], sum(3, 0)), "a rejected one is looked at too");
        assert_eq!(runs(&world).await, (vec![], sum(3, 0)));
        assert_eq!(runs(&world).await, (vec![], sum(0, 0)));
        let all = Scope { all: true, ..Scope::default() };
        assert_eq!(reparses(&world, all, false).await, (vec![], sum(3, 0)), "unless all are asked for");
        assert_eq!(everything(&alva).await, before);
    }

    /// What an older parser could not make an invoice of becomes one, and what it took for one goes.
    async fn an_invoice_comes_and_goes_with_what_its_document_is(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
        world.sandbox.add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
        alva.finds_retail().await;
        alva.ingests_rental().await.data(200);
        let right = everything(&alva).await;
        world.sql(OLD).await;
        world.sql("DELETE FROM retail_sources; DELETE FROM retail_invoices; DELETE FROM rental_invoices; DELETE FROM notifications;").await;
        world.sql("UPDATE documents SET state = 'rejected', reason = 'it looks like none'; DELETE FROM jobs;").await;
        let (lines, told) = runs(&world).await;
        assert_eq!(told, sum(0, 2));
        assert!(lines.iter().all(|line| line.contains("rejected (it looks like none) → parsed; ") && line.contains(" is new: ")), "{lines:?}");
        assert_eq!(everything(&alva).await, right);
        assert_eq!(alva.notifications().await.len(), 1, "an invoice that is new is told of");

        // As if both had never been invoices.
        let objects = world.folder.path().join("objects");
        let (rental, retail) = (objects.join(&world.objects()[0]), objects.join(&world.objects()[1]));
        std::fs::write(retail, "<p>Vi ses snart igen!</p>").unwrap();
        std::fs::write(rental, rent_notice_pdf(&RentNotice { lines: vec![], ..RentNotice::issued_on(day("2026-11-05")) })).unwrap();
        world.sql(OLD).await;
        let (lines, told) = runs(&world).await;
        assert_eq!(told, sum(0, 2), "{lines:?}");
        assert!(lines[0].contains("parsed → rejected (") && lines[0].ends_with(" goes"), "{lines:?}");
        assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
        assert_eq!(alva.notifications().await.len(), 1);
        assert_eq!(runs(&world).await.1, sum(0, 0));
    }

    async fn deleted_stays_deleted(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(MORNING), "1", "100,00"));
        world.sandbox.add(&grocery(at(EVENING), "2", "200,00"));
        alva.finds_retail().await;
        let list = alva.lists_retail().await;
        alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
        world.sql(OLD).await;
        let all = Scope { all: true, ..Scope::default() };
        assert_eq!(reparses(&world, all, false).await, (vec![], sum(1, 0)));
        assert_eq!(alva.lists_retail().await, list[1..]);
        // Not even where the ledger forgot it: the invoice's own tombstone says so.
        world.sql(OLD).await;
        world.sql("UPDATE documents SET state = 'rejected' WHERE state = 'deleted';").await;
        let (lines, told) = runs(&world).await;
        assert_eq!((told.looked_at, told.missing), (2, 1), "{lines:?}");
        assert_eq!(alva.lists_retail().await, list[1..]);
    }

    async fn a_missing_original_is_reported_and_its_invoice_kept(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(MORNING), "1", "100,00"));
        alva.finds_retail().await;
        let (before, key) = (everything(&alva).await, world.objects().remove(0));
        std::fs::remove_file(world.folder.path().join("objects").join(&key)).unwrap();
        world.sql(OLD).await;
        let missing = Reparsed { looked_at: 1, missing: 1, ..Reparsed::default() };
        for dry_run in [true, false] {
            assert_eq!(reparses(&world, Scope::default(), dry_run).await, (vec![format!("{key}: Missing")], missing));
        }
        assert_eq!(everything(&alva).await, before);
    }

    /// A reader that gives up says nothing of the document.
    async fn what_can_not_be_read_now_is_left_as_it_is(world: World) {
        let alva_id = world.connects("Alva").await.id;
        world.sandbox.add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", large(notice()))]));
        let order = IngestOrder { user: alva_id, ingest: Ingest::Rental, scheduled: true };
        world.app.store().enqueue(work::ingest(&order, "one".into(), world.now()), world.now()).await.unwrap();
        world.drain().await;
        assert_eq!(world.app.store().rental_invoices(alva_id).await.unwrap().len(), 1);
        world.sql(OLD).await;
        let world = world.with_settings(|config| config.reader.memory_mib = 1).await;
        let (lines, told) = runs(&world).await;
        assert_eq!(told, Reparsed { looked_at: 1, unread: 1, ..Reparsed::default() }, "{lines:?}");
        assert_eq!(world.app.store().rental_invoices(alva_id).await.unwrap().len(), 1);
        let world = world.with_settings(|config| config.reader.memory_mib = 512).await;
        assert_eq!(runs(&world).await, (vec![], sum(1, 0)), "the next run reads it");
    }

    /// A changed rental record is a change with both images, and no news.
    async fn a_changed_rent_is_no_new_notification(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
        alva.ingests_rental().await.data(200);
        let right = alva.gets("/v1/invoices/rental/Invoice_1").await.data(200).clone();
        world.sql(OLD).await;
        let mut wrong = right.clone();
        wrong["Total Amount"] = json!(1);
        world.sql(&format!("UPDATE rental_invoices SET total_amount = 10000, record = '{wrong}';")).await;
        let scope = Scope { sub_type: Some("rental".parse().unwrap()), ..Scope::default() };
        let (lines, told) = reparses(&world, scope, false).await;
        assert_eq!(told, sum(0, 1));
        assert!(lines[0].starts_with(&format!("{}: Invoice_1: ", world.objects()[0])), "{lines:?}");
        assert!(lines[0].contains(&format!("Total Amount 1 → {}", right["Total Amount"])), "{lines:?}");
        assert_eq!(alva.gets("/v1/invoices/rental/Invoice_1").await.data(200), &right);
        assert_eq!(alva.notifications().await.len(), 1);
        // The same work is never enqueued twice, so asking for it names the job that was.
        let change = NewJob {
            kind: kind::RENTAL_CHANGED.into(),
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
        assert_eq!((&job.payload["event"], &job.payload["old_image"]["Total Amount"], &job.payload["new_image"]), (&json!("MODIFY"), &json!(1), &right));
    }

    async fn merged_mails_stay_one_invoice(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery_of(at(MORNING), &Slip { order: Some("SE-4711"), date: Some("2026-11-09"), total: "199,00", ..Slip::default() }));
        world.sandbox.add(&grocery_of(at(EVENING), &Slip { heading: "Din leverans!", order: Some("se4711"), total: "249,50", ..Slip::default() }));
        alva.finds_retail().await;
        let right = everything(&alva).await;
        world.sql(OLD).await;
        assert_eq!(runs(&world).await, (vec![], sum(2, 0)));
        world.sql(OLD).await;
        world.sql("UPDATE retail_invoices SET total_amount = 10000;").await;
        runs(&world).await;
        assert_eq!(everything(&alva).await, right, "the later mail's total is back");
    }

    async fn a_scope_restricts_what_is_read(world: World) {
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at("2026-11-08T08:00:00Z"), "1", "100,00"));
        world.sandbox.add(&grocery(at(MORNING), "2", "200,00"));
        let coop = Slip { order: Some("3"), date: Some("2026-11-10"), ..Slip::default() };
        world.sandbox.add(&receipt("order@coop.se", "Orderbekräftelse", at(MORNING), &coop.html()));
        world.sandbox.add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
        alva.finds_retail().await;
        alva.ingests_rental().await.data(200);
        world.sql(OLD).await;
        for (sub_type, vendor, since, looked_at) in [
            (None, None, None, 4),
            (Some("rental"), None, None, 1),
            (Some("grocery"), None, None, 3),
            (Some("travel"), None, None, 0),
            (None, Some("ica"), None, 2),
            (Some("rental"), Some("ica"), None, 0),
            (None, None, Some("2026-11-10"), 3),
            (None, Some("ica"), Some("2026-11-10"), 1),
            (None, None, Some("2026-11-11"), 0),
        ] {
            let scope = Scope {
                sub_type: sub_type.map(|name| name.parse().unwrap()),
                vendor: vendor.map(|id| id.parse().unwrap()),
                since: since.map(day),
                all: false,
            };
            assert_eq!(reparses(&world, scope.clone(), true).await.1, sum(looked_at, 0), "{scope:?}");
        }
    }

    async fn an_interrupted_run_goes_on_when_it_is_run_again(world: World) {
        let alva = world.connects("Alva").await;
        for minute in 10..40 {
            world.sandbox.add(&grocery(at(&format!("2026-11-10T08:{minute}:00Z")), &format!("{minute}"), "100,00"));
        }
        alva.finds_retail().await;
        let right = everything(&alva).await;
        world.sql(OLD).await;
        world.sql("UPDATE retail_invoices SET total_amount = 10000;").await;
        let stop = CancellationToken::new();
        let first = world.app.reparse(&Scope::default(), false, &stop, |_, _| stop.cancel()).await.unwrap();
        assert_eq!(first, sum(0, 1), "what it began it finished");
        assert_eq!(runs(&world).await.1, sum(0, 29));
        assert_eq!(everything(&alva).await, right);

        // One that was killed leaves jobs; nobody else is there to run them.
        world.sql("UPDATE documents SET state = 'stored', attempts = 0; UPDATE retail_invoices SET total_amount = 10000;").await;
        for key in world.objects() {
            let job = work::object_created_again(&key.parse().unwrap(), "#left", world.now());
            world.app.store().enqueue(job, world.now()).await.unwrap();
        }
        assert_eq!(runs(&world).await.1, sum(0, 0));
        assert_eq!(everything(&alva).await, right);
    }
}
