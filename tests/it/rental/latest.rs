//! The ingest of the current month's rental invoice.

use chrono::TimeDelta;
use invoices_sandbox::Endpoint;
use invoices_service::settings::Config;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{LANDLORD, at, notice, notice_mail, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const OCTOBER: &str = "2026-10-10T08:00:00Z";

// Shows: Rental invoices | `POST /v1/invoices/rental/ingest/latest` handles only the current month: 201 if its notice was found, 200 if it is processed (then nothing is searched), 204 if there is none; `data` is `null`, the sentences name `<month>/<year>`
// Shows: Rental invoices | The sentence of the 204 is in the header `Invoice-Message`
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

fn two_landlords(config: &mut Config) {
    config.rental.landlords = serde_json::from_value(json!([
        {"sender": LANDLORD, "subject": "Hyresavi"},
        {"sender": "garage@example.com", "subject": "Avi"},
    ]))
    .unwrap();
}

/// The rent notice of one landlord does not hide that of the other.
// Shows: Rental invoices | Months are processed for each landlord; `latest` searches for those landlords alone whose month is not
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_is_processed_for_each_landlord(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await.with_settings(two_landlords).await;
    let alva = world.connects("Alva").await;
    let add = |sender: &str, subject, received, total| {
        let pdf = notice(total, "2026-11-30");
        let file = format!("avi_{total}.pdf");
        world
            .sandbox
            .add(&notice_mail(sender, subject, at(received), &[(&file, pdf)]));
    };
    add(LANDLORD, "Hyresavi", NOVEMBER, 5100);
    assert_eq!(alva.ingests_latest().await.status, 201);
    // The other landlord's month is searched, and a record is due this month.
    world.sandbox.reset_calls();
    let answer = alva.ingests_latest().await;
    assert_eq!(
        (answer.status, answer.message()),
        (200, "Invoice for 11/2026 has already been processed.")
    );
    let queries = world.sandbox.queries();
    assert!(
        queries
            .iter()
            .all(|query| query.contains("garage@example.com") && !query.contains(LANDLORD)),
        "only the landlord whose month is not processed is searched for: {queries:?}"
    );
    assert_eq!(queries.len(), 1);
    world.clock.forward(TimeDelta::seconds(1));
    add("garage@example.com", "Avi", "2026-11-12T08:00:00Z", 800);
    // Another of the landlord whose month is processed.
    add(LANDLORD, "Hyresavi", "2026-11-12T08:00:00Z", 99);
    assert_eq!(alva.ingests_latest().await.status, 201);
    world.sandbox.reset_calls();
    assert_eq!(alva.ingests_latest().await.status, 200);
    assert_eq!(
        world.sandbox.calls(Endpoint::Search),
        0,
        "every landlord's month is processed"
    );
    // The ingest of all months keeps them apart, too.
    add("garage@example.com", "Avi", OCTOBER, 700);
    add(LANDLORD, "Hyresavi", "2026-10-12T08:00:00Z", 5000);
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 2);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 4);
}

/// It arrived last month and is due this month.
// Shows: Rental invoices | A notice that came last month and is due this month counts as this month's; one that comes this month is never lost
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
    // A notice that arrives this month is ingested anyway.
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_12.pdf", notice(5200, "2026-12-31"))],
    ));
    assert_eq!(alva.ingests_latest().await.status, 201);
}

// Shows: Rental invoices | A month begins and ends in the service's time zone
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
