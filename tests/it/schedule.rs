//! Scheduled runs: the ticks that fire, the ones that were missed, and for whom.

use chrono::TimeDelta;
use invoices_app::schedule::run_due;
use invoices_sandbox::{Endpoint, Fault};

use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

/// Without the sweeper, whose ticks come every few minutes.
async fn without_sweeps(world: World) -> World {
    world
        .with_settings(|config| config.schedule.sweep = "0 0 0 1 1 *".into())
        .await
}

/// How many jobs the schedule enqueues at a time.
async fn fires(world: &World, time: &str) -> usize {
    world.clock.set(at(time));
    world.tick().await
}

on_both_databases! {
    /// The first look only notes the time: a service that is new makes up for nothing.
    async fn the_first_look_fires_nothing(world: World) {
        world.connects("Alva").await;
        for time in ["2026-11-18T09:00:00Z", "2026-11-18T09:00:01Z"] {
            assert_eq!(fires(&world, time).await, 0);
        }
    }

    async fn weekdays_at_half_past_eight_utc_everybody_gets_the_latest_notice(world: World) {
        let world = without_sweeps(world).await;
        world.tick().await;
        let (mut alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]));
        assert_eq!(fires(&world, "2026-11-19T08:29:59Z").await, 0);
        assert_eq!(fires(&world, "2026-11-19T08:30:00Z").await, 2);
        assert_eq!(fires(&world, "2026-11-19T08:30:00Z").await, 0, "a tick fires once");
        assert_eq!(fires(&world, "2026-11-19T23:59:59Z").await, 0);
        for user in [&alva, &bo] {
            assert_eq!(world.rows("rental_invoices", user.id).await, 1);
            assert_eq!(user.notifications().await.len(), 1);
        }
        // The month is processed: the next day nobody's mailbox is searched.
        world.sandbox.reset_calls();
        assert_eq!(fires(&world, "2026-11-20T08:30:00Z").await, 2);
        assert_eq!(world.sandbox.calls(Endpoint::Search), 0);
        // Saturday and Sunday.
        assert_eq!(fires(&world, "2026-11-21T08:30:00Z").await, 0);
        assert_eq!(fires(&world, "2026-11-22T23:00:00Z").await, 0);
        alva.comes_back_after(TimeDelta::zero()).await;
        alva.gets("/v1/invoices/rental/Invoice_1").await.data(200);
    }

    /// Who connected no account, or whose tokens died, is passed over; the others get theirs.
    async fn users_without_an_account_are_skipped(world: World) {
        let world = without_sweeps(world).await;
        world.tick().await;
        let (alva, bo, cleo) = (world.signs_up("Alva").await, world.connects("Bo").await, world.signs_up("Cleo").await);
        let tokens = world.sandbox.issue_tokens();
        cleo.stores_tokens(&tokens.access, Some(&tokens.refresh)).await.data(201);
        world.sandbox.revoke(&tokens.refresh);
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]));
        assert_eq!(fires(&world, "2026-11-19T08:30:00Z").await, 3);
        for (user, count) in [(&alva, 0), (&bo, 1), (&cleo, 0)] {
            assert_eq!(world.rows("rental_invoices", user.id).await, count);
        }
        assert_eq!(world.app.store().live_jobs().await.unwrap(), 0, "nobody is tried again for lack of an account");
        // A deleted user is not scheduled at all.
        let mut bo = bo;
        bo.comes_back_after(TimeDelta::zero()).await;
        bo.deletes("/v1/user/me").await.data(200);
        assert_eq!(fires(&world, "2026-11-20T08:30:00Z").await, 2);
    }

    /// However many were missed while the service was down, the latest is made up for, once.
    async fn a_tick_that_was_missed_is_made_up_for_once(world: World) {
        let world = without_sweeps(world).await;
        world.tick().await;
        let alva = world.connects("Alva").await.id;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]));
        world.clock.set(at("2026-11-28T12:00:00Z"));
        let mut world = world;
        world.restart().await;
        // Seven weekday ticks of the rental schedule and one of the weekly retail one were missed.
        assert_eq!(world.tick().await, 2);
        assert_eq!(world.tick().await, 0);
        assert_eq!(world.rows("rental_invoices", alva).await, 1);
    }

    /// Several that look at the schedule at once fire each tick once.
    async fn two_schedulers_fire_once(world: World) {
        let mut world = without_sweeps(world).await;
        world.tick().await;
        for name in ["Alva", "Bo", "Cleo"] {
            world.connects(name).await;
        }
        world.clock.set(at("2026-11-19T08:30:00Z"));
        let first = world.app.clone();
        world.restart().await;
        let looks = tokio::join!(run_due(&first), run_due(&world.app), run_due(&first), run_due(&world.app));
        let fired: usize = [looks.0, looks.1, looks.2, looks.3].into_iter().map(Result::unwrap).sum();
        assert_eq!(fired, 3);
        world.drain().await;
        assert_eq!(world.tick().await, 0);
    }

    async fn mondays_at_six_everybodys_receipts_are_fetched(world: World) {
        let world = without_sweeps(world).await;
        world.tick().await;
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
        // Monday the 23rd; until then the rental schedule fired on two weekdays, of which one is made up for.
        assert_eq!(fires(&world, "2026-11-23T05:59:59Z").await, 1);
        assert_eq!(world.rows("retail_invoices", alva.id).await, 0);
        assert_eq!(fires(&world, "2026-11-23T06:00:00Z").await, 1);
        assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
        world.sandbox.reset_calls();
        assert_eq!(fires(&world, "2026-11-30T06:00:00Z").await, 2);
        assert_eq!((world.sandbox.calls(Endpoint::Fetch), world.rows("retail_invoices", alva.id).await), (0, 1));
    }

    /// Nobody waits for a scheduled run, so that it tries again by itself.
    async fn a_scheduled_run_outlasts_an_outage(world: World) {
        let world = without_sweeps(world).await;
        world.tick().await;
        let alva = world.connects("Alva").await;
        world.sandbox.add(&rent_mail(at(NOVEMBER), &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))]));
        world.sandbox.fail(Fault::Search500);
        assert_eq!(fires(&world, "2026-11-19T08:30:00Z").await, 1);
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
}

/// An expression that is none is refused at the start, and so is one without seconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_schedule_is_refused_at_the_start() {
    use std::error::Error;
    let world = World::start(crate::database::Database::Sqlite).await;
    for bad in ["", "every day", "30 8 * * Mon-Fri", "0 61 * * * *"] {
        let mut config = world.config.clone();
        config.schedule.retail = bad.to_owned();
        let error = invoices_server::start::app(&config).await.err().expect(bad);
        let said = error.source().unwrap().to_string();
        assert!(said.contains(&format!("{bad:?} is no cron expression")), "{said}");
    }
}
