//! Scheduled ingests.

use chrono::TimeDelta;
use invoices_app::job::schedule::run_due;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::count;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::world::World;
use rstest::rstest;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Without sweeps, whose ticks are due every few minutes.
pub async fn without_sweeps(world: World) -> World {
    world
        .with_settings(|config| config.schedule.sweep = "0 0 0 1 1 *".into())
        .await
}

/// Sets the clock and returns how many ingests the schedule orders.
async fn tick_at(world: &World, time: &str) -> i64 {
    let ordered = async || {
        let ingests = "SELECT count(*) AS rows FROM jobs WHERE kind = 'ingest'";
        count(&world.config.database.url, ingests).await
    };
    let before = ordered().await;
    world.clock.set(at(time));
    world.tick().await;
    ordered().await - before
}

// Shows: Events and notifications | On a new database, ticks…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_service_fires_no_tick_of_the_time_before_it(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.connects("Alva").await;
    for time in ["2026-11-18T09:00:00Z", "2026-11-18T09:00:01Z"] {
        assert_eq!(tick_at(&world, time).await, 0);
    }
}

/// The service looks for due ticks every fifteen seconds.
// Shows: Events and notifications | On a new database, ticks count from the start of the service on
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tick_before_the_first_check_on_a_new_database_fires(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::with(database, |config| {
        config.schedule.sweep = "0 0 0 1 1 *".into();
        config.schedule.retail = "5 0 9 * * *".into();
    })
    .await;
    world.connects("Alva").await;
    // Those of rent and of receipts.
    assert_eq!(tick_at(&world, "2026-11-18T09:00:14Z").await, 2);
    assert_eq!(tick_at(&world, "2026-11-18T09:00:29Z").await, 0);
}

// Shows: Events and notifications | Every weekday at 08:30 UTC the latest rental ingest runs for every user
// Shows: Limits | schedules | weekdays 08:30 UTC, Mondays 06:00 UTC
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn weekdays_at_half_past_eight_utc_everybody_gets_the_latest_notice(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let world = without_sweeps(world).await;
    world.tick().await;
    let (mut alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    assert_eq!(tick_at(&world, "2026-11-19T08:29:59Z").await, 0);
    assert_eq!(tick_at(&world, "2026-11-19T08:30:00Z").await, 2);
    assert_eq!(tick_at(&world, "2026-11-19T08:30:00Z").await, 0, "a tick fires once");
    assert_eq!(tick_at(&world, "2026-11-19T23:59:59Z").await, 0);
    for user in [&alva, &bo] {
        assert_eq!(world.rows("rental_invoices", user.id).await, 1);
        assert_eq!(user.notifications().await.len(), 1);
    }
    // The month is processed: no mailbox is searched.
    world.sandbox.reset_calls();
    assert_eq!(tick_at(&world, "2026-11-20T08:30:00Z").await, 2);
    assert_eq!(world.sandbox.calls(Endpoint::Search), 0);
    assert_eq!(tick_at(&world, "2026-11-21T08:30:00Z").await, 0);
    assert_eq!(tick_at(&world, "2026-11-22T23:00:00Z").await, 0);
    alva.comes_back_after(TimeDelta::zero()).await;
    alva.gets("/v1/invoices/rental/Invoice_1").await.data(200);
}

/// Nor are users whose tokens were revoked. The others are served.
// Shows: Events and notifications | Users without a connected account are skipped
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn users_without_a_mail_account_are_skipped(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = without_sweeps(world).await;
    world.tick().await;
    let (alva, bo, cleo) = (
        world.signs_up("Alva").await,
        world.connects("Bo").await,
        world.signs_up("Cleo").await,
    );
    let tokens = world.sandbox.issue_tokens();
    cleo.stores_tokens(&tokens.access, Some(&tokens.refresh))
        .await
        .data(201);
    world.sandbox.revoke(&tokens.refresh);
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    assert_eq!(tick_at(&world, "2026-11-19T08:30:00Z").await, 3);
    for (user, count) in [(&alva, 0), (&bo, 1), (&cleo, 0)] {
        assert_eq!(world.rows("rental_invoices", user.id).await, count);
    }
    assert_eq!(
        world.app.store().live_jobs().await.unwrap(),
        0,
        "a run without an account is not retried"
    );
    // A deleted user gets no job.
    let mut bo = bo;
    bo.comes_back_after(TimeDelta::zero()).await;
    bo.deletes("/v1/user/me").await.data(200);
    assert_eq!(tick_at(&world, "2026-11-20T08:30:00Z").await, 2);
}

/// Of several missed ticks the latest one fires.
// Shows: Events and notifications | A tick fires once, however…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missed_ticks_fire_once_later(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = without_sweeps(world).await;
    world.tick().await;
    let alva = world.connects("Alva").await.id;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    world.clock.set(at("2026-11-28T12:00:00Z"));
    let mut world = world;
    world.restart().await;
    // Seven ticks of the weekdays, the two of a Monday and those of the reminders were missed.
    assert_eq!(world.tick().await, 4);
    assert_eq!(world.tick().await, 0);
    assert_eq!(world.rows("rental_invoices", alva).await, 1);
}

// Shows: Events and notifications | A tick fires once, however many processes run the schedule; a missed one fires later, once
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_schedulers_fire_each_tick_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut world = without_sweeps(world).await;
    world.tick().await;
    for name in ["Alva", "Bo", "Cleo"] {
        world.connects(name).await;
    }
    world.clock.set(at("2026-11-19T08:30:00Z"));
    let first = world.app.clone();
    world.restart().await;
    let checks = tokio::join!(
        run_due(&first),
        run_due(&world.app),
        run_due(&first),
        run_due(&world.app)
    );
    let fired: usize = [checks.0, checks.1, checks.2, checks.3]
        .into_iter()
        .map(Result::unwrap)
        .sum();
    assert_eq!(fired, 3 + 1, "three ingests, and the reminders of all");
    world.drain().await;
    assert_eq!(world.tick().await, 0);
}

/// The order of a user that was written while the clock was ahead does not wait, either.
// Shows: Events and notifications | A tick that a clock recorded that was ahead, and what waits for that time, stops nothing
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_ahead_stops_no_schedule(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.tick().await;
    let alva = world.connects("Alva").await.id;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    // The run of the schedule fails, and is tried again later by the wrong clock.
    world.sandbox.fail(Fault::Search500);
    assert_eq!(tick_at(&world, "2026-11-21T07:00:00Z").await, 1);
    world.sandbox.clear_faults();
    assert_eq!(world.rows("rental_invoices", alva).await, 0);
    assert_eq!(tick_at(&world, "2026-11-19T08:30:00Z").await, 1);
    assert_eq!(world.rows("rental_invoices", alva).await, 1);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
    assert_eq!(world.tick().await, 0);
    assert_eq!(tick_at(&world, "2026-11-20T08:30:00Z").await, 1);
}

// Shows: Events and notifications | Every Monday at 06:00 UTC the retail ingest and the rental ingest of all months run for every user
// Shows: Limits | schedules | weekdays 08:30…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mondays_at_six_everybodys_receipts_are_fetched(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = without_sweeps(world).await;
    world.tick().await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    // Until Monday the 23rd two ticks of the rental schedule were missed, of which one fires.
    assert_eq!(tick_at(&world, "2026-11-23T05:59:59Z").await, 1);
    assert_eq!(world.rows("retail_invoices", alva.id).await, 0);
    assert_eq!(tick_at(&world, "2026-11-23T06:00:00Z").await, 2);
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
    world.sandbox.reset_calls();
    assert_eq!(tick_at(&world, "2026-11-30T06:00:00Z").await, 3);
    assert_eq!(
        (
            world.sandbox.calls(Endpoint::Fetch),
            world.rows("retail_invoices", alva.id).await
        ),
        (0, 1)
    );
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scheduled_run_is_retried_until_an_outage_ends(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = without_sweeps(world).await;
    world.tick().await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    world.sandbox.fail(Fault::Search500);
    assert_eq!(tick_at(&world, "2026-11-19T08:30:00Z").await, 1);
    for _ in 0..12 {
        world.clock.forward(TimeDelta::hours(1));
        world.drain().await;
    }
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 1, "it is not given up");
    world.sandbox.clear_faults();
    world.clock.forward(TimeDelta::hours(1));
    world.drain().await;
    assert_eq!(world.rows("rental_invoices", alva.id).await, 1);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// An expression without seconds is refused, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_schedule_is_refused_at_the_start() {
    use std::error::Error;
    let world = World::start(Database::Sqlite).await;
    for bad in ["", "every day", "30 8 * * Mon-Fri", "0 61 * * * *"] {
        let mut config = world.config.clone();
        config.schedule.retail = bad.to_owned();
        let error = invoices_service::start::app(&config).await.err().expect(bad);
        let message = error.source().unwrap().to_string();
        assert!(
            message.contains(&format!("{bad:?} isn't a cron expression")),
            "{message}"
        );
    }
}
