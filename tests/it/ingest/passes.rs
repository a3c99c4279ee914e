//! A long ingest is split into passes, with other jobs between them.

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_app::job::{self, Ingest, IngestOrder, IngestReport};
use invoices_db::{Job, JobFilter, JobKind, JobState};
use invoices_domain::UserId;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;

/// An hour before the start of every test, within the overlap of later searches.
const TODAY: &str = "2026-11-18T08:00:00Z";
const RECEIPTS: u64 = 8;
/// The searches for other vendors: the queries of all vendors do not fit into one.
const OTHER_SEARCHES: u64 = 2;

/// A world with pages of two ids and passes of three messages.
async fn with_small_passes(world: World) -> World {
    let world = world
        .with_settings(|config| {
            config.mail.page_size = 2;
            config.pipeline.ingest_batch_size = 3;
        })
        .await;
    for order in 0..RECEIPTS {
        world
            .sandbox
            .add(&grocery(at(TODAY), &format!("2041{order}"), "100,00"));
    }
    world
}

/// The user's last ingest and its report.
async fn last_ingest(world: &World, user: UserId) -> (Job, IngestReport) {
    let filter = JobFilter {
        user: Some(user),
        ..JobFilter::default()
    };
    let jobs = world.app.store().jobs(filter, 100).await.unwrap();
    let job = jobs.into_iter().find(|job| job.kind == JobKind::Ingest).unwrap();
    let report = serde_json::from_value(job.result.clone().unwrap_or_default()).unwrap_or_default();
    (job, report)
}

/// Runs passes until the user's last ingest is done.
async fn finish_passes(world: &World, user: UserId, worker: &Worker) {
    let done = async {
        while last_ingest(world, user).await.0.state != JobState::Done {
            assert!(worker.run_one().await.unwrap());
        }
    };
    within("the last pass", done).await;
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
    let job = job::ingest(&order, user.id.to_string(), world.now());
    world.app.store().enqueue(job, world.now()).await.unwrap();
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_pass_counts_and_nothing_is_fetched_twice(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world).await;
    let alva = world.connects("Alva").await;
    world.sandbox.reset_calls();
    let data = alva.fetches_retail().await;
    assert_eq!(data["totalEmailsFound"], RECEIPTS);
    // The days of the first pass: the cursors move after the last one.
    assert_eq!(data["dateRange"], json!({"start": "2026/10/19", "end": "2026/11/18"}));
    assert_eq!(alva.lists_retail().await.len() as u64, RECEIPTS);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), RECEIPTS);
    let (job, report) = last_ingest(&world, alva.id).await;
    assert_eq!((job.state, job.attempts), (JobState::Done, 1));
    let counts = (
        report.searched,
        report.found,
        report.fetched,
        report.unfetched,
        report.stored,
        report.left,
    );
    assert_eq!(counts, (RECEIPTS, RECEIPTS, RECEIPTS, 0, RECEIPTS, None));
    // The next ingest only searches.
    world.sandbox.reset_calls();
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 0);
    let (_, report) = last_ingest(&world, alva.id).await;
    assert_eq!((report.searched, report.found, report.fetched), (RECEIPTS, 0, 0));
}

/// The first pass searches the whole window. New mail is found by the later ones.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn later_passes_search_only_for_new_mail(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world).await;
    let alva = world.connects("Alva").await;
    for order in 0..RECEIPTS {
        world
            .sandbox
            .add(&grocery(at("2026-10-29T08:00:00Z"), &format!("1041{order}"), "100,00"));
    }
    enqueue(&alva).await;
    world.clock.forward(TimeDelta::seconds(1));
    world.sandbox.reset_calls();
    let worker = Worker::only(world.app.clone(), |kind| kind == JobKind::Ingest);
    assert!(worker.run_one().await.unwrap());
    assert_eq!(world.sandbox.calls(Endpoint::Search), RECEIPTS + OTHER_SEARCHES);
    let (_, report) = last_ingest(&world, alva.id).await;
    assert_eq!(
        (report.searched, report.found, report.left),
        (2 * RECEIPTS, 2 * RECEIPTS, Some(2 * RECEIPTS - 3))
    );
    world.sandbox.add(&grocery(world.now(), "30410", "100,00"));
    world.sandbox.reset_calls();
    assert!(worker.run_one().await.unwrap());
    // The mails of one day.
    assert_eq!(world.sandbox.calls(Endpoint::Search), RECEIPTS / 2 + 1 + OTHER_SEARCHES);
    let (_, report) = last_ingest(&world, alva.id).await;
    assert_eq!(
        (report.searched, report.found, report.fetched),
        (2 * RECEIPTS, 2 * RECEIPTS + 1, 6)
    );
    // The next ingest starts where this one started.
    finish_passes(&world, alva.id, &worker).await;
    world
        .sandbox
        .add(&grocery(at("2026-10-29T08:00:00Z"), "10419", "100,00"));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    assert_eq!(
        world.rows("retail_invoices", alva.id).await,
        i64::try_from(2 * RECEIPTS + 1).unwrap()
    );
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn later_passes_of_past_days_search_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world).await;
    let alva = world.connects("Alva").await;
    for order in 0..RECEIPTS {
        world
            .sandbox
            .add(&grocery(at("2026-10-01T08:00:00Z"), &format!("1041{order}"), "100,00"));
    }
    world.sandbox.reset_calls();
    let data = alva.ingests_days("2026-10-01", "2026-10-02").await.data(200).clone();
    assert_eq!(data["totalEmailsFound"], RECEIPTS);
    assert_eq!(world.sandbox.calls(Endpoint::Search), RECEIPTS / 2 + OTHER_SEARCHES);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), RECEIPTS);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_connected_between_passes_is_searched_completely(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world).await;
    let alva = world.connects("Alva").await;
    enqueue(&alva).await;
    world.clock.forward(TimeDelta::seconds(1));
    let worker = Worker::only(world.app.clone(), |kind| kind == JobKind::Ingest);
    assert!(worker.run_one().await.unwrap());
    world
        .sandbox
        .add_to("other@example.com", &grocery(at("2026-10-29T08:00:00Z"), "7", "70,00"));
    alva.connects("other@example.com").await;
    finish_passes(&world, alva.id, &worker).await;
    world.drain().await;
    let receipts = alva.lists_retail().await;
    assert!(
        receipts.iter().any(|receipt| receipt["total_amount"] == 70.0),
        "{receipts:?}"
    );
}

/// The second user is served before the second pass of the first one.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_users_are_served_between_passes(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world).await;
    let (alva, bo) = (world.connects("Alva").await, world.signs_up("Bo").await);
    world
        .sandbox
        .add_to("bo@example.com", &grocery(at(TODAY), "9", "100,00"));
    bo.connects("bo@example.com").await;
    enqueue(&alva).await;
    enqueue(&bo).await;
    world.clock.forward(TimeDelta::seconds(1));
    let worker = Worker::only(world.app.clone(), |kind| kind == JobKind::Ingest);
    assert!(worker.run_one().await.unwrap());
    let (job, report) = last_ingest(&world, alva.id).await;
    assert_eq!((job.state, job.attempts), (JobState::Ready, 0));
    assert_eq!(
        (report.found, report.stored, report.left),
        (RECEIPTS, 3, Some(RECEIPTS - 3))
    );
    assert!(worker.run_one().await.unwrap());
    assert_eq!(last_ingest(&world, bo.id).await.0.state, JobState::Done);
    assert_eq!(last_ingest(&world, alva.id).await.1, report);
}

/// The process restarts between two passes.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passes_continue_after_a_restart_and_can_be_joined(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut world = with_small_passes(world).await;
    let (user, token) = {
        let alva = world.connects("Alva").await;
        enqueue(&alva).await;
        (alva.id, alva.token.clone())
    };
    let worker = Worker::only(world.app.clone(), |kind| kind == JobKind::Ingest);
    assert!(worker.run_one().await.unwrap());
    world.restart().await;
    let request = world
        .http
        .post(world.url("/v1/invoices/retail/ingest"))
        .bearer_auth(token);
    let answer = world.send(request).await;
    assert_eq!(answer.data(200)["totalEmailsFound"], RECEIPTS);
    assert_eq!(
        world.rows("retail_invoices", user).await,
        i64::try_from(RECEIPTS).unwrap()
    );
    assert_eq!(
        world
            .rows("(SELECT * FROM jobs WHERE kind = 'ingest') AS ingests", user)
            .await,
        1
    );
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), RECEIPTS);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_fails_in_one_pass_is_fetched_by_the_next(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world)
        .await
        .with_settings(|config| config.pipeline.fetch_concurrency = 1)
        .await;
    let alva = world.connects("Alva").await;
    // Both attempts at one message.
    world.sandbox.fail_times(Fault::Fetch500, 2);
    let data = alva.fetches_retail().await;
    assert_eq!(
        (&data["totalEmailsFound"], &data["errors"]),
        (&RECEIPTS.into(), &json!([]))
    );
    let (_, report) = last_ingest(&world, alva.id).await;
    assert_eq!((report.fetched, report.unfetched, report.left), (RECEIPTS, 0, None));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_always_fail_do_not_prolong_the_run(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = with_small_passes(world).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::Fetch500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    let (job, report) = last_ingest(&world, alva.id).await;
    assert_eq!((job.state, report.fetched, report.left), (JobState::Done, 0, None));
    world.sandbox.clear_faults();
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], RECEIPTS);
}
