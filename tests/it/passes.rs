//! A long ingest goes on in passes: others have their turn between them, and nothing is lost there.

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_app::work::{self, Ingest, IngestOrder, IngestReport, kind};
use invoices_db::{Job, JobFilter, JobState};
use invoices_domain::UserId;
use invoices_sandbox::{Endpoint, Fault};
use serde_json::json;

use crate::mails::{at, grocery};
use crate::on_both_databases;
use crate::user::User;
use crate::world::World;

/// An hour before every test begins: later searches reach back to it.
const TODAY: &str = "2026-11-18T08:00:00Z";
const RECEIPTS: u64 = 8;
/// Searches for vendors of whom there is no mail: the catalogue's do not fit into one.
const OTHER_SEARCHES: u64 = 2;

/// Pages of two ids, passes of three messages.
async fn small(world: World) -> World {
    let world = world
        .with_settings(|config| {
            config.mail.page_size = 2;
            config.pipeline.pass_messages = 3;
        })
        .await;
    for order in 0..RECEIPTS {
        world
            .sandbox
            .add(&grocery(at(TODAY), &format!("2041{order}"), "100,00"));
    }
    world
}

/// The user's last ingest and what it reports.
async fn last_ingest(world: &World, user: UserId) -> (Job, IngestReport) {
    let filter = JobFilter {
        user: Some(user),
        state: None,
    };
    let jobs = world.app.store().jobs(filter, 100).await.unwrap();
    let job = jobs.into_iter().find(|job| job.kind == kind::INGEST).unwrap();
    let report = serde_json::from_value(job.result.clone().unwrap_or_default()).unwrap_or_default();
    (job, report)
}

async fn enqueue(user: &User<'_>) {
    let (world, order) = (
        user.world,
        IngestOrder {
            user: user.id,
            ingest: Ingest::retail(None, None),
            scheduled: false,
        },
    );
    let job = work::ingest(&order, user.id.to_string(), world.now());
    world.app.store().enqueue_or_join(job, world.now()).await.unwrap();
}

on_both_databases! {
    async fn every_pass_counts_and_nothing_is_fetched_twice(world: World) {
        let world = small(world).await;
        let alva = world.connects("Alva").await;
        world.sandbox.reset_calls();
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], RECEIPTS);
        assert_eq!(alva.lists_retail().await.len() as u64, RECEIPTS);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), RECEIPTS);
        let (job, report) = last_ingest(&world, alva.id).await;
        assert_eq!((job.state, job.attempts), (JobState::Done, 1));
        let counts = (report.searched, report.found, report.fetched, report.unfetched, report.stored, report.left);
        assert_eq!(counts, (RECEIPTS, RECEIPTS, RECEIPTS, 0, RECEIPTS, None));
        // The next one searches, and that is all.
        world.sandbox.reset_calls();
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 0);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
        let (_, report) = last_ingest(&world, alva.id).await;
        assert_eq!((report.searched, report.found, report.fetched), (RECEIPTS, 0, 0));
    }

    /// A mailbox is searched as a whole once, whatever the number of passes. Mail that comes in the meantime is found.
    async fn later_passes_look_only_for_what_came_since(world: World) {
        let world = small(world).await;
        let alva = world.connects("Alva").await;
        for order in 0..RECEIPTS {
            world.sandbox.add(&grocery(at("2026-10-29T08:00:00Z"), &format!("1041{order}"), "100,00"));
        }
        enqueue(&alva).await;
        world.clock.forward(TimeDelta::seconds(1));
        world.sandbox.reset_calls();
        let worker = Worker::new(world.app.clone()).only(&[kind::INGEST]);
        assert!(worker.run_one().await.unwrap());
        assert_eq!(world.sandbox.calls(Endpoint::Search), RECEIPTS + OTHER_SEARCHES);
        let (_, report) = last_ingest(&world, alva.id).await;
        assert_eq!((report.searched, report.found, report.left), (2 * RECEIPTS, 2 * RECEIPTS, Some(2 * RECEIPTS - 3)));
        world.sandbox.add(&grocery(world.now(), "30410", "100,00"));
        world.sandbox.reset_calls();
        assert!(worker.run_one().await.unwrap());
        // Those of a day.
        assert_eq!(world.sandbox.calls(Endpoint::Search), RECEIPTS / 2 + 1 + OTHER_SEARCHES);
        let (_, report) = last_ingest(&world, alva.id).await;
        assert_eq!((report.searched, report.found, report.fetched), (2 * RECEIPTS, 2 * RECEIPTS + 1, 6));
        // Nothing is left of it, and the next one begins where it ended.
        while last_ingest(&world, alva.id).await.0.state != JobState::Done {
            assert!(worker.run_one().await.unwrap());
        }
        world.sandbox.add(&grocery(at("2026-10-29T08:00:00Z"), "10419", "100,00"));
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], 0);
        assert_eq!(world.rows("retail_invoices", alva.id).await, i64::try_from(2 * RECEIPTS + 1).unwrap());
    }

    /// Days that are over are searched once.
    async fn later_passes_of_past_days_search_nothing(world: World) {
        let world = small(world).await;
        let alva = world.connects("Alva").await;
        for order in 0..RECEIPTS {
            world.sandbox.add(&grocery(at("2026-10-01T08:00:00Z"), &format!("1041{order}"), "100,00"));
        }
        world.sandbox.reset_calls();
        let data = alva.ingests_days("2026-10-01", "2026-10-02").await.data(200).clone();
        assert_eq!(data["totalEmailsFound"], RECEIPTS);
        assert_eq!(world.sandbox.calls(Endpoint::Search), RECEIPTS / 2 + OTHER_SEARCHES);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), RECEIPTS);
    }

    /// What was searched in one account says nothing of another.
    async fn an_account_that_is_connected_between_passes_is_searched_as_a_whole(world: World) {
        let world = small(world).await;
        let alva = world.connects("Alva").await;
        enqueue(&alva).await;
        world.clock.forward(TimeDelta::seconds(1));
        let worker = Worker::new(world.app.clone()).only(&[kind::INGEST]);
        assert!(worker.run_one().await.unwrap());
        world.sandbox.add_to("other@example.com", &grocery(at("2026-10-29T08:00:00Z"), "7", "70,00"));
        alva.connects("other@example.com").await;
        while last_ingest(&world, alva.id).await.0.state != JobState::Done {
            assert!(worker.run_one().await.unwrap());
        }
        world.drain().await;
        let receipts = alva.lists_retail().await;
        assert!(receipts.iter().any(|receipt| receipt["total_amount"] == 70.0), "{receipts:?}");
    }

    /// The one who comes second is served before the first one's second pass.
    async fn others_have_their_turn_between_passes(world: World) {
        let world = small(world).await;
        let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
        world.sandbox.add_to("bo@example.com", &grocery(at(TODAY), "9", "100,00"));
        bo.connects("bo@example.com").await;
        enqueue(&alva).await;
        enqueue(&bo).await;
        world.clock.forward(TimeDelta::seconds(1));
        let worker = Worker::new(world.app.clone()).only(&[kind::INGEST]);
        assert!(worker.run_one().await.unwrap());
        let (job, report) = last_ingest(&world, alva.id).await;
        assert_eq!((job.state, job.attempts), (JobState::Ready, 0));
        assert_eq!((report.found, report.stored, report.left), (RECEIPTS, 3, Some(RECEIPTS - 3)));
        assert!(worker.run_one().await.unwrap());
        assert_eq!(last_ingest(&world, bo.id).await.0.state, JobState::Done);
        assert_eq!(last_ingest(&world, alva.id).await.1, report);
    }

    /// The process dies between two passes. Who asks again joins what is left.
    async fn passes_go_on_after_a_restart_and_are_joined(world: World) {
        let mut world = small(world).await;
        let (user, token) = {
            let alva = world.connects("Alva").await;
            enqueue(&alva).await;
            (alva.id, alva.token.clone())
        };
        let worker = Worker::new(world.app.clone()).only(&[kind::INGEST]);
        assert!(worker.run_one().await.unwrap());
        world.restart().await;
        let request = world.http.post(world.url("/v1/invoices/retail/ingest")).bearer_auth(token);
        let answer = world.ask(request).await;
        assert_eq!(answer.data(200)["totalEmailsFound"], RECEIPTS);
        assert_eq!(world.rows("retail_invoices", user).await, i64::try_from(RECEIPTS).unwrap());
        assert_eq!(world.rows("(SELECT * FROM jobs WHERE kind = 'ingest') AS ingests", user).await, 1);
        assert_eq!(world.sandbox.calls(Endpoint::Fetch), RECEIPTS);
    }

    /// What can't be fetched stays owed: the next pass tries it again.
    async fn what_fails_in_a_pass_comes_with_the_next(world: World) {
        let world = small(world).await.with_settings(|config| config.pipeline.fetch_concurrency = 1).await;
        let alva = world.connects("Alva").await;
        // Two tries of one message.
        world.sandbox.fail_times(Fault::Fetch500, 2);
        let data = alva.finds_retail().await;
        assert_eq!((&data["totalEmailsFound"], &data["errors"]), (&RECEIPTS.into(), &json!([])));
        let (_, report) = last_ingest(&world, alva.id).await;
        assert_eq!((report.fetched, report.unfetched, report.left), (RECEIPTS, 0, None));
    }

    /// Messages that never come don't keep the passes going.
    async fn what_never_comes_ends_with_the_last_pass(world: World) {
        let world = small(world).await;
        let alva = world.connects("Alva").await;
        world.sandbox.fail(Fault::Fetch500);
        alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
        let (job, report) = last_ingest(&world, alva.id).await;
        assert_eq!((job.state, report.fetched, report.left), (JobState::Done, 0, None));
        world.sandbox.clear_faults();
        assert_eq!(alva.finds_retail().await["totalEmailsFound"], RECEIPTS);
    }
}
