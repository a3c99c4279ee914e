//! Leases of jobs, workers that lose them, and when a job is tried again.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_app::Worker;
use invoices_db::{Job, JobFilter, JobKind, JobState, NewJob, Pool};
use invoices_domain::UserId;
use invoices_sandbox::{Endpoint, Fault};
use invoices_service::settings::Seconds;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::database::texts;
use invoices_tests::support::interruption::{Call, Held, Interruptions};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::wait::{until, within};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::json;
use tokio::task::JoinHandle;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const LEASE: Duration = Duration::from_secs(3);

/// The user's last ingest.
async fn last_ingest(world: &World, user: UserId) -> Job {
    let filter = JobFilter {
        user: Some(user),
        ..JobFilter::default()
    };
    let jobs = world.app.store().jobs(filter, 100).await.unwrap();
    jobs.into_iter().find(|job| job.kind == JobKind::Ingest).unwrap()
}

fn ingest(world: &World, user: UserId) -> NewJob {
    NewJob {
        kind: JobKind::Ingest,
        key: "one".into(),
        user: Some(user),
        lane: None,
        join_key: None,
        payload: json!({"user": user, "ingest": "retail", "scheduled": true}),
        run_at: world.now(),
    }
}

/// A world with a short lease, and what interrupts its stores.
async fn interruptible(database: Database) -> (World, Interruptions) {
    let interruptions = Interruptions::default();
    let world = World::with(database, |config| {
        config.pipeline.lease_seconds = Seconds::new(LEASE.as_secs());
    })
    .await;
    let world = world.with_ports(|ports| interruptions.install(ports)).await;
    (world, interruptions)
}

/// A worker that runs a user's ingest of one receipt, and waits before it stores the receipt.
async fn start_ingest<'w>(world: &'w World, interruptions: &Interruptions) -> (User<'w>, Arc<Held>, JoinHandle<bool>) {
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let alva = world.connects("Alva").await;
    let new = ingest(world, alva.id);
    world.app.store().enqueue(new, world.now()).await.unwrap();
    let held = interruptions.hold(Call::PutObject);
    let worker = Worker::of_pool(world.app.clone(), Pool::Own);
    let working = tokio::spawn(async move { worker.run_one().await.unwrap() });
    held.reached().await;
    (alva, held, working)
}

// Shows: Ingests | A job stays with its worker while that renews the lease, and a worker that lost the lease stops
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_takes_longer_than_its_lease_stays_with_its_worker(#[values(Sqlite, Postgres)] database: Database) {
    let (world, interruptions) = interruptible(database).await;
    let (alva, held, working) = start_ingest(&world, &interruptions).await;
    let other = Worker::of_pool(world.app.clone(), Pool::Own);
    for _ in 0..3 {
        let expires = last_ingest(&world, alva.id).await.lease_until;
        world.clock.forward(TimeDelta::seconds(2));
        until("the lease to be renewed", async || {
            last_ingest(&world, alva.id).await.lease_until > expires
        })
        .await;
        assert!(!other.run_one().await.unwrap(), "another worker claimed the job");
    }
    held.release();
    assert!(within("the ingest to end", working).await.unwrap());
    let job = last_ingest(&world, alva.id).await;
    assert_eq!((job.state, job.attempts, job.lost_leases), (JobState::Done, 1, 0));
    world.drain().await;
    assert_eq!(alva.lists_retail().await.len(), 1);
}

/// Otherwise two workers would do the same work.
// Shows: Ingests | A job stays with its…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_lost_its_job_stops_in_the_middle(#[values(Sqlite, Postgres)] database: Database) {
    let (world, interruptions) = interruptible(database).await;
    let (alva, _held, working) = start_ingest(&world, &interruptions).await;
    world
        .sql("UPDATE jobs SET owner = 'another worker' WHERE kind = 'ingest'")
        .await;
    within("the worker to stop", working).await.unwrap();
    let job = last_ingest(&world, alva.id).await;
    assert_eq!(
        (job.state, job.owner.as_deref()),
        (JobState::Running, Some("another worker"))
    );
    assert_eq!(world.objects(), Vec::<String>::new());
}

/// The object store's event comes before the ledger says that the object is stored: the ingest has it parsed, and no sweeper
/// needs to help.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_of_an_object_that_an_ingest_is_storing_is_left_to_the_ingest(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let (world, interruptions) = interruptible(database).await;
    let (alva, held, working) = start_ingest(&world, &interruptions).await;
    let planned = texts(&world.config.database.url, "SELECT object_key AS text FROM documents").await;
    world.app.object_created(planned[0].parse().unwrap()).await.unwrap();
    world.drain().await;
    held.release();
    within("the ingest to end", working).await.unwrap();
    world.drain().await;
    assert_eq!(alva.lists_retail().await.len(), 1);
}

/// A bug isn't an outage: it does not go away by itself.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_with_a_defect_is_dead_after_eight_attempts(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let new = NewJob {
        payload: json!({"user": alva.id, "ingest": "of a later version"}),
        ..ingest(&world, alva.id)
    };
    world.app.store().enqueue(new, world.now()).await.unwrap();
    for attempts in 1..=8 {
        assert_eq!(last_ingest(&world, alva.id).await.state, JobState::Ready);
        world.drain().await;
        assert_eq!(last_ingest(&world, alva.id).await.attempts, attempts);
        world.clock.forward(TimeDelta::hours(2));
    }
    let job = last_ingest(&world, alva.id).await;
    assert_eq!(job.state, JobState::Dead, "{job:?}");
}

/// Workers that are killed for other reasons, weeks apart, do not add up.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_losses_in_a_row_count_against_a_job(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let alva = world.connects("Alva").await;
    let store = world.app.store();
    store.enqueue(ingest(&world, alva.id), world.now()).await.unwrap();
    for _ in 0..2 {
        for _ in 0..7 {
            let claimed = store.claim("a worker that dies", &[JobKind::Ingest], i64::MAX, LEASE, world.now());
            assert!(claimed.await.unwrap().is_some());
            world.clock.forward(TimeDelta::minutes(2));
        }
        world.sandbox.fail(Fault::Search500);
        world.drain().await;
        let job = last_ingest(&world, alva.id).await;
        assert_eq!((job.state, job.lost_leases), (JobState::Ready, 0), "{job:?}");
        world.sandbox.clear_faults();
        world.clock.forward(TimeDelta::hours(2));
    }
    world.drain().await;
    assert_eq!(last_ingest(&world, alva.id).await.state, JobState::Done);
    assert_eq!(world.rows("retail_invoices", alva.id).await, 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scheduled_ingest_waits_as_long_as_the_provider_asks(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "100,00"));
    let alva = world.connects("Alva").await;
    let new = ingest(&world, alva.id);
    world.app.store().enqueue(new, world.now()).await.unwrap();
    world.sandbox.fail(Fault::RateLimited { retry_after: Some(600) });
    world.drain().await;
    assert_eq!(last_ingest(&world, alva.id).await.state, JobState::Ready);
    world.sandbox.clear_faults();
    world.sandbox.reset_calls();
    world.clock.forward(TimeDelta::minutes(9));
    world.drain().await;
    assert_eq!(world.sandbox.calls(Endpoint::Search), 0);
    assert_eq!(last_ingest(&world, alva.id).await.attempts, 1);
    world.clock.forward(TimeDelta::minutes(2));
    world.drain().await;
    assert_eq!(last_ingest(&world, alva.id).await.state, JobState::Done);
    assert_eq!(alva.lists_retail().await.len(), 1);
}
