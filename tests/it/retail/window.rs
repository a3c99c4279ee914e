//! Which days a retail ingest searches, and how its cursors move.

use chrono::TimeDelta;
use invoices_sandbox::Endpoint;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::days;

// Shows: Retail invoices | Without dates the first window is exactly the last 30 days, later ones begin where the last run began
// Shows: Limits | first retail window | 30 days
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_ingest_searches_thirty_days() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    // Every test starts on 18 November at 9:00 UTC.
    world.sandbox.add(&grocery(at("2026-10-19T09:30:00Z"), "1", "100,00"));
    world.sandbox.add(&grocery(at("2026-10-19T08:30:00Z"), "2", "200,00"));
    world.sandbox.add(&grocery(at("2026-10-01T08:30:00Z"), "3", "300,00"));
    let data = alva.fetches_retail().await;
    assert_eq!(data["dateRange"], days("2026/10/19", "2026/11/18"));
    let amounts: Vec<Value> = alva
        .lists_retail()
        .await
        .iter()
        .map(|invoice| invoice["total_amount"].clone())
        .collect();
    assert_eq!(amounts, [100]);
    // It has no overlap, later windows do.
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    // An older one is found when its days are requested.
    let answer = alva.ingests_days("2026-10-01", "2026-10-01").await;
    assert_eq!(answer.data(200)["totalEmailsFound"], 1);
    assert_eq!(answer.data(200)["dateRange"], days("2026/10/01", "2026/10/01"));
    assert_eq!(alva.lists_retail().await.len(), 2);
}

/// The search overlaps by a day, which the answer does not show.
// Shows: Retail invoices | Without dates the first…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn later_ingests_start_where_the_last_one_did(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    assert_eq!(
        alva.fetches_retail().await["dateRange"],
        days("2026/10/19", "2026/11/18")
    );
    alva.comes_back_after(TimeDelta::days(3)).await;
    // They were received before the first run and became visible after it.
    world.sandbox.add(&grocery(at("2026-11-17T09:30:00Z"), "1", "100,00"));
    world.sandbox.add(&grocery(at("2026-11-17T08:30:00Z"), "2", "200,00"));
    let data = alva.fetches_retail().await;
    assert_eq!(data["dateRange"], days("2026/11/18", "2026/11/21"));
    assert_eq!(data["totalEmailsFound"], 1, "the overlap is a day");
    assert_eq!(
        alva.fetches_retail().await["dateRange"],
        days("2026/11/21", "2026/11/21")
    );
    assert_eq!(
        alva.ingests_days("2026-11-17", "2026-11-17").await.data(200)["totalEmailsFound"],
        1
    );
}

/// In Stockholm the 10th begins at 23:00 UTC of the 9th.
// Shows: Retail invoices | Both dates are whole days, inclusive, in the service's time zone
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requested_days_are_inclusive_in_the_services_time_zone() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    for (received, order) in [
        ("2026-11-09T22:59:59Z", "1"),
        ("2026-11-09T23:00:00Z", "2"),
        ("2026-11-09T23:30:00Z", "3"),
        ("2026-11-10T22:59:59Z", "4"),
        ("2026-11-10T23:00:00Z", "5"),
        ("2026-11-10T23:30:00Z", "6"),
    ] {
        world.sandbox.add(&grocery(at(received), order, "100,00"));
    }
    let answer = alva.ingests_days("2026-11-10", "2026-11-10").await;
    assert_eq!(answer.data(200)["totalEmailsFound"], 3);
    assert_eq!(answer.data(200)["dateRange"], days("2026/11/10", "2026/11/10"));
    let objects = world.objects();
    assert!(
        objects.iter().all(|key| key.contains("/ica_2026-11-10_")),
        "{objects:?}"
    );
    // Mails just outside are found by other windows.
    assert_eq!(
        alva.ingests_days("2026-11-09", "2026-11-09").await.data(200)["totalEmailsFound"],
        1
    );
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 2);
    assert_eq!(alva.lists_retail().await.len(), 6);
}

// Shows: Retail invoices | The cursor moves only…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requested_days_move_the_cursor_only_if_they_leave_no_gap(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    for (start, end) in [
        ("2026-10-01", "2026-11-17"),
        ("2026-10-20", "2026-11-18"),
        ("2026-12-01", "2026-12-31"),
    ] {
        alva.ingests_days(start, end).await.data(200);
        assert_eq!(
            alva.fetches_category("utility").await["dateRange"]["start"],
            "2026/10/19"
        );
        world.sql("DELETE FROM cursors").await;
    }
    alva.ingests_days("2026-10-18", "2026-11-18").await.data(200);
    alva.comes_back_after(TimeDelta::days(1)).await;
    assert_eq!(
        alva.fetches_retail().await["dateRange"],
        days("2026/11/18", "2026/11/19")
    );
}

/// The answer shows the earliest start of the requested vendors.
// Shows: Retail invoices | `vendor_category` restricts the run…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_of_a_category_moves_the_cursors_of_its_vendors(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    alva.fetches_category("grocery").await;
    alva.comes_back_after(TimeDelta::days(2)).await;
    assert_eq!(
        alva.fetches_category("grocery").await["dateRange"],
        days("2026/11/18", "2026/11/20")
    );
    assert_eq!(
        alva.fetches_category("travel").await["dateRange"],
        days("2026/10/21", "2026/11/20")
    );
    assert_eq!(
        alva.fetches_retail().await["dateRange"],
        days("2026/10/21", "2026/11/20")
    );
    alva.comes_back_after(TimeDelta::days(1)).await;
    assert_eq!(
        alva.fetches_retail().await["dateRange"],
        days("2026/11/20", "2026/11/21")
    );
}

/// The invoices of the old account are kept.
// Shows: Retail invoices | A switched account starts with the first window; the old one's records stay
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_account_has_its_own_cursors(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z"), "1", "100,00"));
    alva.fetches_retail().await;
    alva.comes_back_after(TimeDelta::days(2)).await;
    alva.connects("other@example.com").await;
    world
        .sandbox
        .add_to("other@example.com", &grocery(at("2026-11-11T08:00:00Z"), "2", "200,00"));
    let data = alva.fetches_retail().await;
    assert_eq!(
        (&data["totalEmailsFound"], &data["dateRange"]),
        (&json!(1), &days("2026/10/21", "2026/11/20"))
    );
    assert_eq!(alva.lists_retail().await.len(), 2);
    alva.connects("alva@example.com").await;
    let data = alva.fetches_retail().await;
    assert_eq!(
        (&data["totalEmailsFound"], &data["dateRange"]),
        (&json!(0), &days("2026/11/18", "2026/11/20"))
    );
}

// Shows: Ingests | Every page of a search is read
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_is_read() {
    let world = World::start(Sqlite).await;
    let world = world.with_settings(|config| config.mail.page_size = 7).await;
    let alva = world.connects("Alva").await;
    for order in 0..36 {
        world.sandbox.add(&grocery(
            at("2026-11-10T08:00:00Z") + TimeDelta::minutes(order),
            &order.to_string(),
            "100,00",
        ));
    }
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 36);
    assert_eq!(alva.lists_retail().await.len(), 36);
    assert!(world.sandbox.calls(Endpoint::Search) >= 6);
}
