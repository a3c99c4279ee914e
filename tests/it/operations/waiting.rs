//! What operators hear of users' problems.

use chrono::TimeDelta;
use invoices_sandbox::Fault;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::log::Log;
use invoices_tests::support::mails::{GROCER, at, receipt};
use invoices_tests::support::world::World;
use rstest::rstest;

const UNCERTAIN: &str = "<h1>Kvitto</h1><p>Ordernummer: 204118</p><table><tr><td>Totalt</td><td>100,00 kr</td></tr>\
                         <tr><td>Totalt</td><td>120,00 kr</td></tr></table>";

// Shows: Ingests | Operators see how many users must reconnect a mailbox, have an ingest that failed or a full account, and how many questions wait: as metrics, and in one line of the log a day
#[rstest]
#[tokio::test]
async fn a_line_a_day_and_metrics_say_what_waits_for_users(#[values(Sqlite, Postgres)] database: Database) {
    let (log, _here) = Log::of_this_thread();
    let world = World::start(database).await.with_operations().await;
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&receipt(GROCER, "Ditt kvitto", at("2026-11-10T08:00:00Z"), UNCERTAIN));
    alva.fetches_retail().await;
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    world.drain().await;
    let (_, metrics) = world.asks_operations("/metrics").await;
    for line in [
        "invoices_users_with_problem{problem=\"reconnect\"} 1",
        "invoices_users_with_problem{problem=\"account-full\"} 0",
        "invoices_documents_asked 1",
    ] {
        assert!(metrics.lines().any(|stated| stated == line), "{line} in\n{metrics}");
    }
    let said = || {
        let lines = log.text();
        let of_a_day = lines.lines().filter(|line| line.contains("what waits for users today"));
        of_a_day.map(str::to_owned).collect::<Vec<_>>()
    };
    for hours in [24, 1, 1] {
        world.clock.forward(TimeDelta::hours(hours));
        world.tick().await;
    }
    let lines = said();
    let last = lines.last().unwrap();
    assert!(
        last.contains("INFO") && last.contains("reconnect=1") && last.contains("questions=1"),
        "{last}"
    );
    let before = lines.len();
    world.clock.forward(TimeDelta::days(1));
    world.tick().await;
    world.clock.forward(TimeDelta::hours(1));
    world.tick().await;
    assert_eq!(said().len(), before + 1);
}
