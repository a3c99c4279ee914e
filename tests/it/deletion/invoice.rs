//! Deleting a retail invoice.

use chrono::TimeDelta;
use invoices_app::job::object_created_again;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use uuid::Uuid;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

// Shows: Retail invoices | `DELETE /v1/invoices/retail/{invoice_id}` removes summary, detail and every stored file, and answers the deleted summary
// Shows: Retail invoices | Another user's invoice, one that is not there, and an id of no known form are 404 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_invoice_is_removed_with_its_mail(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    world.sandbox.add(&grocery(at(NOVEMBER), "204119", "200,00"));
    alva.fetches_retail().await;
    bo.fetches_retail().await;
    let list = alva.lists_retail().await;
    let deleted = list.iter().find(|invoice| invoice["total_amount"] == 113.67).unwrap();
    let detail = format!(
        "/v1/invoices/retail?subtype=grocery&invoice-id={}",
        deleted["invoice_id"].as_str().unwrap()
    );
    alva.gets(&detail).await.data(200);

    assert_eq!(
        bo.deletes_retail(&deleted["invoice_id"])
            .await
            .fails(404, "INVALID_REQUEST"),
        "Invoice not found."
    );
    alva.gets(&detail).await.data(200);

    let answer = alva.deletes_retail(&deleted["invoice_id"]).await;
    assert_eq!(
        (answer.data(200), answer.message()),
        (&json!({"deleted_invoice": deleted}), "Invoice deleted successfully")
    );
    alva.gets(&detail).await.fails(404, "INVALID_REQUEST");
    let left = alva.lists_retail().await;
    assert_eq!((left.len(), &left[0]["total_amount"]), (1, &json!(200)));
    assert_eq!(
        alva.gets("/v1/invoices/retail?counts=true").await.data(200)["counts"]["grocery"],
        1
    );
    let mine = format!("invoices/{}/", alva.id);
    assert_eq!(world.objects().iter().filter(|key| key.starts_with(&mine)).count(), 1);
    let ledger = alva.ledger().await;
    assert!(
        ledger.iter().any(|(_, line)| line == "fetched [html deleted]"),
        "{ledger:?}"
    );
    assert_eq!(bo.lists_retail().await.len(), 2, "Bo's data is kept");
    alva.deletes_retail(&deleted["invoice_id"])
        .await
        .fails(404, "INVALID_REQUEST");
}

/// Not by another ingest, an event, or the sweeper.
// Shows: Retail invoices | A deleted invoice never comes back: not by an ingest, an event, the sweeper or a better parser
// Shows: Threats | Deleted data stays, or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_invoice_is_never_stored_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    alva.fetches_retail().await;
    let key = world.objects().remove(0);
    let html = std::fs::read(world.folder.path().join("objects").join(&key)).unwrap();
    alva.deletes_retail(&alva.lists_retail().await[0]["invoice_id"])
        .await
        .data(200);

    alva.fetches_retail().await;
    assert_eq!(
        alva.ingests_days("2026-11-01", "2026-11-18").await.data(200)["totalEmailsFound"],
        0
    );
    // The object is restored, too.
    std::fs::create_dir_all(world.folder.path().join("objects").join(&key).parent().unwrap()).unwrap();
    std::fs::write(world.folder.path().join("objects").join(&key), html).unwrap();
    for again in ["", "#1", "#2"] {
        let job = object_created_again(&key.parse().unwrap(), again, world.now());
        world.app.store().enqueue(job, world.now()).await.unwrap();
        world.drain().await;
    }
    world.tick().await;
    alva.comes_back_after(TimeDelta::hours(2)).await;
    world.tick().await;
    assert_eq!(alva.lists_retail().await, Vec::<Value>::new());
    assert_eq!(
        alva.gets("/v1/invoices/retail?counts=true").await.data(200)["counts"]["grocery"],
        0
    );
}

// Shows: Retail invoices | `DELETE /v1/invoices/retail/{invoice_id}` removes summary…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_mail_of_an_order_is_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    for (hour, total) in [("08", "199,00"), ("18", "199,00")] {
        world
            .sandbox
            .add(&grocery(at(&format!("2026-11-10T{hour}:00:00Z")), "204118", total));
    }
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    assert_eq!((list.len(), world.objects().len()), (1, 2));
    alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
    assert_eq!((alva.lists_retail().await, world.objects()), (vec![], vec![]));
    assert_eq!(
        alva.ledger()
            .await
            .iter()
            .filter(|(_, line)| line == "fetched [html deleted]")
            .count(),
        2
    );
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refund_stays_when_its_charge_is_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "199,00"));
    let refund = ReceiptText {
        heading: "Återbetalning",
        order: Some("204118"),
        date: Some("2026-11-11"),
        total: "49,00",
        ..ReceiptText::default()
    };
    world.sandbox.add(&grocery_of(at("2026-11-11T08:00:00Z"), &refund));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    let charge = list.iter().find(|invoice| invoice["total_amount"] == 199).unwrap();
    alva.deletes_retail(&charge["invoice_id"]).await.data(200);
    let left = alva.lists_retail().await;
    assert_eq!((left.len(), &left[0]["total_amount"]), (1, &json!(-49)));
    assert_eq!(world.objects().len(), 1);
}

// Shows: Retail invoices | Another user's invoice, one…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_of_no_known_form_is_not_found(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    for id in [
        &Uuid::new_v4().to_string(),
        "x",
        "%00",
        "..%2f..",
        "Invoice_1",
        "'%20OR%201=1",
    ] {
        let answer = alva.deletes(&format!("/v1/invoices/retail/{id}")).await;
        assert_eq!(answer.fails(404, "INVALID_REQUEST"), "Invoice not found.", "{id}");
    }
}

/// Nothing is deleted, and the next request succeeds.
// Shows: Retail invoices | A failing database or object store is 502 `DEPENDENCY_FAILURE`, and nothing is half deleted
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_store_that_is_down_keeps_the_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    alva.fetches_retail().await;
    let list = alva.lists_retail().await;
    let down = world.without("objects");
    alva.deletes_retail(&list[0]["invoice_id"])
        .await
        .fails(502, "DEPENDENCY_FAILURE");
    assert_eq!(alva.lists_retail().await, list);
    alva.detail_of(&list[0]).await;
    drop(down);
    alva.deletes_retail(&list[0]["invoice_id"]).await.data(200);
    assert_eq!((alva.lists_retail().await, world.objects()), (vec![], vec![]));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_simultaneous_deletions_one_succeeds(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    alva.fetches_retail().await;
    let id = alva.lists_retail().await[0]["invoice_id"].clone();
    let (one, two) = tokio::join!(alva.deletes_retail(&id), alva.deletes_retail(&id));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
}
