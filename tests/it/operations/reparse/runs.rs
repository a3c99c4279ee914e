//! Which documents a run parses, and interrupted runs.

use invoices_app::job::{self, Ingest, IngestOrder};
use invoices_app::{Reparsed, Scope};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, day, grocery, marked, receipt, rent_mail};
use invoices_tests::support::reader::{Fate, failing_reader};
use invoices_tests::support::world::World;
use rstest::rstest;
use tokio_util::sync::CancellationToken;

use super::{EVENING, MORNING, OLD, data_of, notice, reparse, run, sum};

// Shows: Retail invoices | A deleted invoice never…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_invoices_stay_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "1", "100,00"));
    world.sandbox.add(&grocery(at(EVENING), "2", "200,00"));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
    world.sql(OLD).await;
    let all = Scope {
        all: true,
        ..Scope::default()
    };
    assert_eq!(reparse(&world, all, false).await, (vec![], sum(1, 0)));
    assert_eq!(alva.lists_retail().await, list[1..]);
    // The deleted invoice itself is marked, also if the ledger is wrong.
    world.sql(OLD).await;
    world
        .sql("UPDATE documents SET state = 'rejected' WHERE state = 'deleted';")
        .await;
    let (lines, counts) = run(&world).await;
    assert_eq!((counts.looked_at, counts.missing), (2, 1), "{lines:?}");
    assert_eq!(alva.lists_retail().await, list[1..]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_original_is_reported_and_its_invoice_kept(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "1", "100,00"));
    alva.fetches_retail().await;
    let (before, key) = (data_of(&alva).await, world.objects().remove(0));
    std::fs::remove_file(world.folder.path().join("objects").join(&key)).unwrap();
    world.sql(OLD).await;
    let missing = Reparsed {
        looked_at: 1,
        missing: 1,
        ..Reparsed::default()
    };
    for dry_run in [true, false] {
        assert_eq!(
            reparse(&world, Scope::default(), dry_run).await,
            (vec![format!("{key}: Missing")], missing.clone())
        );
    }
    assert_eq!(data_of(&alva).await, before);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_can_not_be_read_now_is_left_unchanged(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva_id = world.connects("Alva").await.id;
    let pdf = marked(notice());
    world.sandbox.add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", pdf)]));
    let order = IngestOrder {
        user: alva_id,
        ingest: Ingest::Rental,
        scheduled: true,
    };
    world
        .app
        .store()
        .enqueue(job::ingest(&order, "one".into(), world.now()), world.now())
        .await
        .unwrap();
    world.drain().await;
    assert_eq!(world.app.store().rental_invoices(alva_id).await.unwrap().len(), 1);
    world.sql(OLD).await;
    let working = world.config.reader.program.clone();
    let failing = failing_reader(world.folder.path(), Fate::Dies);
    let world = world
        .with_settings(|config| config.reader.program = Some(failing))
        .await;
    let (lines, counts) = run(&world).await;
    assert_eq!(
        counts,
        Reparsed {
            looked_at: 1,
            unread: 1,
            ..Reparsed::default()
        },
        "{lines:?}"
    );
    assert_eq!(world.app.store().rental_invoices(alva_id).await.unwrap().len(), 1);
    let world = world.with_settings(|config| config.reader.program = working).await;
    assert_eq!(run(&world).await, (vec![], sum(1, 0)), "the next run reads it");
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scope_restricts_what_is_parsed(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at("2026-11-08T08:00:00Z"), "1", "100,00"));
    world.sandbox.add(&grocery(at(MORNING), "2", "200,00"));
    let coop = ReceiptText {
        order: Some("3"),
        date: Some("2026-11-10"),
        ..ReceiptText::default()
    };
    world
        .sandbox
        .add(&receipt("order@coop.se", "Orderbekräftelse", at(MORNING), &coop.html()));
    world
        .sandbox
        .add(&rent_mail(at(MORNING), &[("Hyresavi_1.pdf", notice())]));
    alva.fetches_retail().await;
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
        assert_eq!(
            reparse(&world, scope.clone(), true).await.1,
            sum(looked_at, 0),
            "{scope:?}"
        );
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_run_continues_when_it_is_started_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for minute in 10..40 {
        world.sandbox.add(&grocery(
            at(&format!("2026-11-10T08:{minute}:00Z")),
            &format!("{minute}"),
            "100,00",
        ));
    }
    alva.fetches_retail().await;
    let right = data_of(&alva).await;
    world.sql(OLD).await;
    world.sql("UPDATE retail_invoices SET total_amount = 10000;").await;
    let stop = CancellationToken::new();
    let first = world
        .app
        .reparse(&Scope::default(), false, &stop, &mut |_, _| stop.cancel())
        .await
        .unwrap();
    assert_eq!(first, sum(0, 1), "what it began it finished");
    assert_eq!(run(&world).await.1, sum(0, 29));
    assert_eq!(data_of(&alva).await, right);

    // A killed run leaves jobs, which the next run finishes.
    world
        .sql("UPDATE documents SET state = 'stored', attempts = 0; UPDATE retail_invoices SET total_amount = 10000;")
        .await;
    for key in world.objects() {
        let job = job::object_created_again(&key.parse().unwrap(), "#left", world.now());
        world.app.store().enqueue(job, world.now()).await.unwrap();
    }
    assert_eq!(run(&world).await.1, sum(0, 0));
    assert_eq!(data_of(&alva).await, right);
}
