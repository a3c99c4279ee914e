//! The ingest of the current month's rental invoice.

use invoices_sandbox::Endpoint;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const OCTOBER: &str = "2026-10-10T08:00:00Z";

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn latest_reports_the_state_of_the_month(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let none = alva.ingests_latest().await;
    assert_eq!((none.status, &none.body), (204, &json!(null)));
    assert_eq!(
        none.header("invoice-message"),
        Some("Rental invoice for 11/2026 has not been dispatched yet.")
    );
    // It does not fetch last month's notice.
    world.sandbox.add(&rent_mail(
        at(OCTOBER),
        &[("Hyresavi_10.pdf", notice(5000, "2026-10-31"))],
    ));
    assert_eq!(alva.ingests_latest().await.status, 204);
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))],
    ));
    let found = alva.ingests_latest().await;
    assert_eq!(
        (found.data(201), found.message()),
        (&json!(null), "Invoice for 11/2026 found and ingested successfully!")
    );
    world.sandbox.reset_calls();
    let again = alva.ingests_latest().await;
    assert_eq!(
        (again.data(200), again.message()),
        (&json!(null), "Invoice for 11/2026 has already been processed.")
    );
    assert_eq!(
        world.sandbox.calls(Endpoint::Search),
        0,
        "a processed month is not searched"
    );
    assert_eq!(
        alva.ingests_rental().await.data(200)["invoiceCount"],
        1,
        "October was left for the ingest of all months"
    );
}

/// It arrived last month and is due this month.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn latest_knows_a_notice_by_its_due_month(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at("2026-10-28T08:00:00Z"),
        &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))],
    ));
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 1);
    let answer = alva.ingests_latest().await;
    assert_eq!(
        (answer.status, answer.message()),
        (200, "Invoice for 11/2026 has already been processed.")
    );
    // A notice that arrives this month is ingested all the same.
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_12.pdf", notice(5200, "2026-12-31"))],
    ));
    assert_eq!(alva.ingests_latest().await.status, 201);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn months_are_those_of_the_services_time_zone(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at("2026-10-31T23:30:00Z"),
        &[("Hyresavi_11.pdf", notice(5100, "2026-11-30"))],
    ));
    assert_eq!(
        alva.ingests_latest().await.status,
        201,
        "half past midnight in Stockholm is November"
    );
}
