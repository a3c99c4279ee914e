//! The job queue: each job has one worker, each lane one running job.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use invoices_db::{Enqueued, Job, JobFilter, JobKind, JobState, NewJob, ShownJobState, Store};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t, within};

const LEASE: Duration = Duration::from_secs(30);

pub async fn claim(store: &Store, owner: &str, now: i64) -> Option<Job> {
    store
        .claim(owner, &[JobKind::Ingest], i64::MAX, LEASE, t(now))
        .await
        .unwrap()
}

pub async fn enqueue(store: &Store, job: NewJob) -> Enqueued {
    store.enqueue(job, t(0)).await.unwrap()
}

fn in_lane(key: &str, lane: &str) -> NewJob {
    NewJob {
        lane: Some(lane.into()),
        ..job(JobKind::Ingest, key)
    }
}

#[rstest]
#[tokio::test]
async fn a_job_reads_back(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let new = NewJob {
        user: Some(user),
        lane: Some("lane".into()),
        join_key: Some("join".into()),
        payload: json!({"text": "å\u{0}", "n": 0.1}),
        run_at: t(7),
        ..job(JobKind::Ingest, "a")
    };
    let id = enqueue(&db.store, new.clone()).await.id;
    let read = db.store.job(id).await.unwrap().unwrap();
    assert_eq!(
        (&read.kind, &read.key, read.user),
        (&new.kind.into(), &new.key, new.user)
    );
    assert_eq!(
        (&read.lane, &read.join_key, &read.payload),
        (&new.lane, &new.join_key, &new.payload)
    );
    assert_eq!(
        (read.run_at, read.created_at, read.state, read.attempts),
        (t(7), t(0), JobState::Ready, 0)
    );
}

#[rstest]
#[tokio::test]
async fn the_same_work_is_never_enqueued_twice_not_even_after_it_is_done(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let first = enqueue(&db.store, job(JobKind::Ingest, "a")).await;
    assert!(first.is_new);
    assert_eq!(
        enqueue(&db.store, job(JobKind::Ingest, "a")).await,
        Enqueued {
            id: first.id,
            is_new: false
        }
    );
    assert!(enqueue(&db.store, job(JobKind::Sweep, "a")).await.is_new);
    let claimed = claim(&db.store, "w", 0).await.unwrap();
    assert!(db.store.finish(&claimed, Value::Null, t(1)).await.unwrap());
    assert_eq!(
        enqueue(&db.store, job(JobKind::Ingest, "a")).await,
        Enqueued {
            id: first.id,
            is_new: false
        }
    );
    assert_eq!(db.store.purge_finished(t(1)).await.unwrap(), 0);
    assert_eq!(db.store.purge_finished(t(2)).await.unwrap(), 1);
    let again = enqueue(&db.store, job(JobKind::Ingest, "a")).await;
    assert!(again.is_new);
    assert_ne!(again.id, first.id);
}

#[rstest]
#[tokio::test]
async fn a_job_waits_for_its_time_and_its_kind(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    enqueue(
        &db.store,
        NewJob {
            run_at: t(10),
            ..job(JobKind::Ingest, "later")
        },
    )
    .await;
    enqueue(&db.store, job(JobKind::Sweep, "else")).await;
    assert_eq!(claim(&db.store, "w", 9).await, None);
    let job = claim(&db.store, "w", 10).await.unwrap();
    assert_eq!(
        (job.key.as_str(), job.attempts, job.owner.as_deref()),
        ("later", 1, Some("w"))
    );
    assert_eq!((job.state, job.lease_until), (JobState::Running, Some(t(40))));
    assert_eq!(claim(&db.store, "w", 39).await, None, "its lease has not expired");
    assert_eq!(claim(&db.store, "w", 41).await.unwrap().key, "later");
}

// Shows: Limits | records that the consumer of changes takes at a time | one: a change is a job
#[rstest]
#[tokio::test]
async fn one_job_of_a_lane_runs_at_a_time(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    enqueue(&db.store, in_lane("a1", "a")).await;
    enqueue(&db.store, in_lane("a2", "a")).await;
    enqueue(&db.store, in_lane("b1", "b")).await;
    let a1 = claim(&db.store, "w", 0).await.unwrap();
    let b1 = claim(&db.store, "w", 0).await.unwrap();
    assert_eq!((a1.key.as_str(), b1.key.as_str()), ("a1", "b1"));
    assert_eq!(claim(&db.store, "w", 0).await, None);
    assert!(db.store.finish(&a1, json!("done"), t(1)).await.unwrap());
    assert_eq!(claim(&db.store, "w", 1).await.unwrap().key, "a2");
    let done = db.store.job(a1.id).await.unwrap().unwrap();
    assert_eq!(
        (done.state, done.result, done.finished_at),
        (JobState::Done, Some(json!("done")), Some(t(1)))
    );
    assert_eq!((done.owner, done.lease_until), (None, None));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn workers_on_many_threads_take_every_job_once_and_no_lane_twice_at_a_time(
    #[values(Sqlite, Postgres)] database: Database,
) {
    const JOBS: usize = 120;
    const LANES: usize = 5;
    let db = &TestDatabase::new(database).await;
    for n in 0..JOBS {
        let lane = (n % 2 == 0).then(|| format!("lane-{}", n % LANES));
        enqueue(
            &db.store,
            NewJob {
                lane,
                ..job(JobKind::Ingest, &n.to_string())
            },
        )
        .await;
    }
    let busy: Arc<BTreeMap<String, AtomicUsize>> =
        Arc::new((0..LANES).map(|n| (format!("lane-{n}"), AtomicUsize::new(0))).collect());
    let mut workers = Vec::new();
    for n in 0..6 {
        // Two stores with three workers each.
        let store = if n % 2 == 0 {
            db.store.clone()
        } else {
            db.another_store().await
        };
        let busy = Arc::clone(&busy);
        workers.push(tokio::spawn(async move {
            let owner = format!("w{n}");
            let mut keys = Vec::new();
            while store.live_jobs().await.unwrap() > 0 {
                let Some(job) = claim(&store, &owner, 1).await else {
                    tokio::task::yield_now().await;
                    continue;
                };
                if let Some(lane) = &job.lane {
                    assert_eq!(busy[lane].fetch_add(1, Ordering::SeqCst), 0, "{lane} ran twice");
                    tokio::task::yield_now().await;
                    busy[lane].fetch_sub(1, Ordering::SeqCst);
                }
                assert!(store.finish(&job, Value::Null, t(2)).await.unwrap());
                keys.push(job.key);
            }
            keys
        }));
    }
    let mut keys = Vec::new();
    for worker in workers {
        keys.extend(within("a worker to end", worker).await.unwrap());
    }
    assert_eq!(keys.len(), JOBS);
    assert_eq!(keys.into_iter().collect::<BTreeSet<_>>().len(), JOBS);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_workers_that_claim_a_lane_at_once_one_succeeds(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let other = db.another_store().await;
    for n in 0..12 {
        enqueue(&db.store, in_lane(&n.to_string(), "lane")).await;
    }
    for _ in 0..6 {
        let claims = (0..8).map(|n| {
            let store = if n % 2 == 0 { db.store.clone() } else { other.clone() };
            tokio::spawn(async move { claim(&store, &format!("w{n}"), 1).await })
        });
        let claims = within("the claims", futures::future::try_join_all(claims))
            .await
            .unwrap();
        let claimed: Vec<Job> = claims.into_iter().flatten().collect();
        assert_eq!(claimed.len(), 1);
        assert!(db.store.finish(&claimed[0], Value::Null, t(2)).await.unwrap());
    }
}

#[rstest]
#[tokio::test]
async fn an_expired_lease_passes_to_another_worker_and_counts_as_an_attempt(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    enqueue(&db.store, in_lane("a", "lane")).await;
    let lost = claim(&db.store, "first", 0).await.unwrap();
    assert_eq!(claim(&db.store, "second", 29).await, None);
    let taken = claim(&db.store, "second", 30).await.unwrap();
    assert_eq!(
        (taken.id, taken.attempts, taken.owner.as_deref()),
        (lost.id, 2, Some("second"))
    );
    assert!(taken.last_error.is_some());

    // The first worker no longer owns the job: its reports are refused.
    assert!(!db.store.finish(&lost, json!("late"), t(31)).await.unwrap());
    assert!(!db.store.retry(&lost, "late", t(31), t(31)).await.unwrap());
    assert!(!db.store.mark_dead(&lost, "late", Value::Null, t(31)).await.unwrap());
    assert!(!db.store.release_job(&lost).await.unwrap());
    assert!(!db.store.renew_lease(&lost, t(99)).await.unwrap());
    assert_eq!(db.store.job(lost.id).await.unwrap().unwrap(), taken);

    // So are reports of the second worker about its earlier attempt.
    let again = claim(&db.store, "second", 60).await.unwrap();
    assert_eq!(again.attempts, 3);
    assert!(!db.store.finish(&taken, Value::Null, t(61)).await.unwrap());
    assert!(db.store.finish(&again, Value::Null, t(61)).await.unwrap());
    assert!(!db.store.finish(&again, Value::Null, t(62)).await.unwrap());
}

#[rstest]
#[tokio::test]
async fn a_renewed_lease_holds(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    enqueue(&db.store, job(JobKind::Ingest, "a")).await;
    let job = claim(&db.store, "first", 0).await.unwrap();
    assert!(db.store.renew_lease(&job, t(50)).await.unwrap());
    assert_eq!(claim(&db.store, "second", 49).await, None);
    assert!(db.store.finish(&job, Value::Null, t(49)).await.unwrap());
}

#[rstest]
#[tokio::test]
async fn progress_is_reported_by_the_owner_of_the_job_only(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    enqueue(&db.store, job(JobKind::Ingest, "a")).await;
    let lost = claim(&db.store, "first", 0).await.unwrap();
    assert!(db.store.report_progress(&lost, json!({"found": 1})).await.unwrap());
    assert_eq!(
        db.store.job(lost.id).await.unwrap().unwrap().result,
        Some(json!({"found": 1}))
    );
    claim(&db.store, "second", 30).await.unwrap();
    assert!(!db.store.report_progress(&lost, json!({"found": 2})).await.unwrap());
    assert_eq!(
        db.store.job(lost.id).await.unwrap().unwrap().result,
        Some(json!({"found": 1}))
    );
}

#[rstest]
#[tokio::test]
async fn a_failed_job_is_retried_and_a_dead_one_is_listed(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    enqueue(&db.store, job(JobKind::Ingest, "a")).await;
    let first = claim(&db.store, "w", 0).await.unwrap();
    assert!(
        db.store
            .retry(&first, "the provider\0failed", t(20), t(1))
            .await
            .unwrap()
    );
    assert_eq!(claim(&db.store, "w", 19).await, None);
    let second = claim(&db.store, "w", 20).await.unwrap();
    assert_eq!(
        (second.attempts, second.last_error.as_deref()),
        (2, Some("the provider\u{fffd}failed"))
    );
    assert!(
        db.store
            .mark_dead(&second, "no hope", json!({"code": 502}), t(21))
            .await
            .unwrap()
    );
    assert_eq!(claim(&db.store, "w", 99).await, None);
    let filter = JobFilter {
        state: Some(ShownJobState::Dead),
        ..JobFilter::default()
    };
    let dead = db.store.jobs(filter, 10).await.unwrap();
    assert_eq!(dead.len(), 1);
    assert_eq!(
        (dead[0].state, dead[0].last_error.as_deref()),
        (JobState::Dead, Some("no hope"))
    );
    assert_eq!(dead[0].result, Some(json!({"code": 502})));
    assert_eq!(db.store.live_jobs().await.unwrap(), 0);
}

#[rstest]
#[tokio::test]
async fn a_job_released_at_shutdown_loses_no_attempt(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    enqueue(&db.store, in_lane("a", "lane")).await;
    let job = claim(&db.store, "first", 0).await.unwrap();
    assert!(db.store.release_job(&job).await.unwrap());
    assert_eq!(claim(&db.store, "second", 0).await.unwrap().attempts, 1);
    assert!(
        !db.store.finish(&job, Value::Null, t(1)).await.unwrap(),
        "it is the second worker's now"
    );
}
