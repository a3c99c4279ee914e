//! Ingests that are followed, and discovery.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{ReceiptText, at, grocery, receipt};
use invoices_tests::support::world::World;

use super::{Machine, user_with_invoices};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_is_followed_to_its_end() {
    let world = World::start(Sqlite).await;
    let alva = user_with_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let ended = machine.runs(&["ingest"]).await;
    let said = ended.succeeds();
    assert_eq!(said, "rental: 2 new documents.\nretail: 3 new documents.\n");
    // Standard error isn't a terminal, so each change is a line.
    for line in ["rental: done", "retail: done"] {
        assert!(ended.err.lines().any(|each| each == line), "{}", ended.err);
    }
    assert!(
        !ended.err.contains('\u{1b}') && !ended.err.contains('\r'),
        "{:?}",
        ended.err
    );
    assert_eq!(alva.lists_retail().await.len(), 3);

    let runs = machine.runs(&["runs", "--json"]).await.json();
    assert_eq!(runs, alva.gets("/v1/ingest/runs").await.data(200)["runs"]);
    let id = runs[0]["run_id"].as_str().unwrap();
    let table = machine.runs(&["runs", id]).await.succeeds();
    assert!(table.contains("retail") && table.contains("done"), "{table}");
    machine.runs(&["runs", "nothing"]).await.fails(4);

    let again = machine.runs(&["ingest", "retail", "--json"]).await.json();
    assert_eq!(
        (&again[0]["state"], &again[0]["counts"]["stored"]),
        (&"done".into(), &0.into())
    );
    let window = [
        "ingest",
        "--from",
        "2026-11-01",
        "--to",
        "2026-11-10",
        "--subtype",
        "grocery",
    ];
    assert_eq!(machine.runs(&window).await.succeeds(), "retail: 0 new documents.\n");
    machine
        .runs(&["ingest", "rental", "--subtype", "grocery"])
        .await
        .fails(2);
    machine.runs(&["ingest", "--to", "2026-11-10"]).await.fails(2);
    world
        .sandbox
        .add(&grocery(at("2025-02-10T08:00:00Z"), "104118", "90,00"));
    let history = machine.runs(&["ingest", "--from", "2025-01-01"]).await;
    assert_eq!(history.succeeds(), "retail: 1 new document.\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_that_is_not_waited_for_prints_its_run() {
    let world = World::start(Sqlite).await;
    let alva = user_with_invoices(&world).await;
    let machine = Machine::of(&alva).await;
    let said = machine.runs(&["ingest", "retail", "--no-wait"]).await.succeeds();
    let id = said.trim().strip_prefix("retail: run ").unwrap();
    machine.runs(&["runs", id]).await.succeeds();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_without_a_mail_account_fails_with_the_services_sentence() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    let ended = machine.runs(&["ingest", "rental"]).await;
    assert!(ended.fails(1).contains("onnect"), "{}", ended.err);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shops_are_discovered_and_added() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    let text = ReceiptText::default().html();
    let mail = receipt("order@lampan.example.com", "Orderbekräftelse", world.now(), &text);
    world.sandbox.add(&mail);
    let machine = Machine::of(&alva).await;
    // Nobody can answer.
    let shown = machine.runs(&["discover"]).await.succeeds();
    assert!(
        shown.contains("order@lampan.example.com") && shown.contains("Nothing was added."),
        "{shown}"
    );
    let data = machine.runs(&["discover", "--json"]).await.json();
    assert_eq!(data["suggestions"][0]["senders"][0], "order@lampan.example.com");
    let shown = machine.runs(&["discover", "--yes"]).await.succeeds();
    assert!(shown.contains("Added: "), "{shown}");
    assert!(
        machine
            .runs(&["sources"])
            .await
            .succeeds()
            .contains("lampan.example.com")
    );
    assert_eq!(
        machine.runs(&["ingest", "retail"]).await.succeeds(),
        "retail: 1 new document.\n"
    );
}
