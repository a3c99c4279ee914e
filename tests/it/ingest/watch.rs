//! Looking for new mail every so many minutes.

use invoices_app::job::schedule::run_due;
use invoices_sandbox::{Endpoint, Fault};
use invoices_service::settings::{Config, Minutes};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::setup::app;
use invoices_tests::support::world::World;
use rstest::rstest;

/// Every fifteen minutes, without sweeps.
fn watched(config: &mut Config) {
    config.mail.watch_minutes = Minutes::new(15);
    config.schedule.sweep = "0 0 0 1 1 *".into();
}

/// Sets the clock on the morning of the 18th of November and returns how many jobs the schedule enqueues.
async fn tick_at(world: &World, time: &str) -> usize {
    world.clock.set(at(&format!("2026-11-18T{time}Z")));
    world.tick().await
}

/// Adds a receipt to everybody's mailbox.
fn receives(world: &World, time: &str) {
    let mail = grocery(at(&format!("2026-11-18T{time}Z")), time, "113,67");
    world.sandbox.add(&mail);
}

/// The calls since the last time: histories, profiles and searches.
fn calls(world: &World) -> [u64; 3] {
    let calls = [Endpoint::History, Endpoint::Profile, Endpoint::Search].map(|of| world.sandbox.calls(of));
    world.sandbox.reset_calls();
    calls
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_that_arrives_is_fetched_after_the_next_look(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, watched).await;
    let alva = world.connects("Alva").await.id;
    world.signs_up("Bo").await;
    assert_eq!(tick_at(&world, "09:14:59").await, 0);
    // Nobody knows what is in a mailbox before the first look.
    assert_eq!(tick_at(&world, "09:15:00").await, 1);
    assert_eq!(world.rows("jobs", alva).await, 2);
    assert_eq!(calls(&world)[..2], [0, 1]);

    assert_eq!(tick_at(&world, "09:30:00").await, 1);
    assert_eq!(calls(&world), [1, 0, 0], "nothing arrived");

    receives(&world, "09:31:00");
    let rent = rent_mail(
        at("2026-11-18T09:32:00Z"),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    );
    world.sandbox.add(&rent);
    assert_eq!(tick_at(&world, "09:44:59").await, 0);
    assert_eq!(tick_at(&world, "09:45:00").await, 1);
    assert_eq!(
        world.rows("jobs", alva).await,
        4 + 3,
        "two ingests more, and what follows from two invoices"
    );
    for table in ["retail_invoices", "rental_invoices"] {
        assert_eq!(world.rows(table, alva).await, 1, "{table}");
    }
    calls(&world);
    assert_eq!(
        tick_at(&world, "10:00:00").await,
        1 + 1,
        "and the reminders of the hour"
    );
    assert_eq!(calls(&world), [1, 0, 0]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_looks_unless_the_operator_says_so(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| {
        watched(config);
        config.mail.watch_minutes = Config::default().mail.watch_minutes;
    })
    .await;
    let alva = world.connects("Alva").await.id;
    assert_eq!(tick_at(&world, "12:00:00").await, 1, "the reminders of the hour");
    assert_eq!(calls(&world), [0, 0, 0]);
    assert_eq!(world.rows("mail_marks", alva).await, 0);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_replicas_look_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, watched).await;
    let alva = world.connects("Alva").await.id;
    let other = app(&world.config, &world.clock).await;
    world.clock.set(at("2026-11-18T09:15:00Z"));
    let fired = tokio::join!(
        run_due(&world.app),
        run_due(&other),
        run_due(&world.app),
        run_due(&other)
    );
    let fired = [fired.0, fired.1, fired.2, fired.3].map(Result::unwrap);
    assert_eq!(fired.iter().sum::<usize>(), 1);
    // The job of that tick still waits.
    world.clock.set(at("2026-11-18T09:30:00Z"));
    assert_eq!(run_due(&other).await.unwrap(), 0);
    world.drain().await;
    assert_eq!(calls(&world)[..2], [0, 1]);
    assert_eq!(world.rows("jobs", alva).await, 2);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mark_that_is_too_old_is_replaced(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, watched).await;
    let alva = world.connects("Alva").await.id;
    tick_at(&world, "09:15:00").await;
    receives(&world, "09:16:00");
    world.sandbox.forget_history_of(world.sandbox.address());
    calls(&world);
    tick_at(&world, "09:30:00").await;
    assert_eq!(world.rows("retail_invoices", alva).await, 1);
    assert_eq!(calls(&world)[..2], [1, 1]);
    tick_at(&world, "09:45:00").await;
    assert_eq!(calls(&world), [1, 0, 0]);
}

/// An ingest that is joined may have searched before the mail came.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_during_an_ingest_order_another_after_it(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, watched).await;
    let alva = world.connects("Alva").await.id;
    world.sandbox.fail(Fault::Search500);
    tick_at(&world, "09:15:00").await;
    assert_eq!(
        world.app.store().live_jobs().await.unwrap(),
        2,
        "both wait for another attempt"
    );
    receives(&world, "09:15:30");
    world.clock.set(at("2026-11-18T09:30:00Z"));
    run_due(&world.app).await.unwrap();
    world.drain().await;
    assert_eq!(world.rows("jobs", alva).await, 2);
    world.sandbox.clear_faults();
    for (time, ordered) in [("09:45:00", true), ("10:00:00", true), ("10:15:00", false)] {
        let before = world.rows("jobs", alva).await;
        tick_at(&world, time).await;
        assert_eq!(world.rows("jobs", alva).await > before, ordered, "{time}");
    }
    assert_eq!(world.rows("retail_invoices", alva).await, 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_tokens_are_told_once_and_not_tried_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, watched).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::TokenRevoked);
    tick_at(&world, "09:15:00").await;
    calls(&world);
    tick_at(&world, "09:30:00").await;
    assert_eq!(calls(&world), [0, 0, 0]);
    assert_eq!(alva.notifications().await.len(), 1);
    assert_eq!(world.rows("jobs", alva.id).await, 1, "of the notification");
}

/// A provider that refuses is asked for few accounts, and the next run begins with the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_refuses_is_left_alone_until_the_next_run() {
    const USERS: usize = 24;
    let world = World::with(Sqlite, watched).await;
    for nth in 0..USERS {
        world.connects(&format!("User{nth}")).await;
    }
    let looked_at = async || world.rows_of("mail_marks").await.len();
    world.sandbox.fail(Fault::QuotaExceeded);
    tick_at(&world, "09:15:00").await;
    let first = looked_at().await;
    assert!((8..16).contains(&first), "{first}");
    tick_at(&world, "09:30:00").await;
    assert!(looked_at().await >= first + 8);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0, "nothing is ordered");
    world.sandbox.clear_faults();
    calls(&world);
    tick_at(&world, "09:45:00").await;
    assert_eq!(looked_at().await, USERS);
    assert_eq!(calls(&world)[1], USERS as u64);
}
