//! Jobs of many users: nobody's jobs keep those of others waiting.

use std::time::Duration;

use invoices_db::{JobKind, NewJob};
use rstest::rstest;
use serde_json::Value;

use crate::jobs::{claim, enqueue};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t, within};

const LEASE: Duration = Duration::from_secs(30);

#[rstest]
#[tokio::test]
async fn a_user_keeps_a_share_of_the_workers_busy(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let [alva, bo] = [db.user().await, db.user().await];
    let of = |user, key: &str| NewJob {
        user: Some(user),
        ..job(JobKind::Ingest, key)
    };
    for key in ["a", "b", "c"] {
        enqueue(&db.store, of(alva, key)).await;
    }
    enqueue(&db.store, of(bo, "of another")).await;
    enqueue(&db.store, job(JobKind::Ingest, "of nobody")).await;
    let mut claimed = Vec::new();
    for _ in 0..5 {
        let next = db.store.claim("w", &[JobKind::Ingest], 2, LEASE, t(1)).await.unwrap();
        claimed.extend(next);
    }
    let keys: Vec<&str> = claimed.iter().map(|job| job.key.as_str()).collect();
    // By rank: the number of jobs that the user had before.
    assert_eq!(keys, ["a", "of another", "of nobody", "b"]);
    assert!(db.store.finish(&claimed[0], Value::Null, t(2)).await.unwrap());
    let next = db.store.claim("w", &[JobKind::Ingest], 2, LEASE, t(3)).await.unwrap();
    assert_eq!(next.map(|job| job.key).as_deref(), Some("c"));
}

// Shows: Threats | One user's ten thousand mails starve the others | jobs are ranked by the number of their user's jobs
#[rstest]
#[tokio::test]
async fn a_user_with_many_jobs_waits_behind_one_with_few(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (many, few) = (db.user().await, db.user().await);
    for n in 0..3 {
        enqueue(
            &db.store,
            NewJob {
                user: Some(many),
                ..job(JobKind::Ingest, &format!("many-{n}"))
            },
        )
        .await;
    }
    enqueue(
        &db.store,
        NewJob {
            user: Some(few),
            ..job(JobKind::Ingest, "few-0")
        },
    )
    .await;
    let mut order = Vec::new();
    let claims = async {
        while let Some(job) = claim(&db.store, "w", 1).await {
            order.push(job.key);
        }
    };
    within("the last claim", claims).await;
    assert_eq!(order, ["many-0", "few-0", "many-1", "many-2"]);
}

#[rstest]
#[tokio::test]
async fn ten_thousand_jobs_of_one_user_do_not_delay_others(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let many = db.user().await;
    // The same rows as if they had been enqueued one by one.
    db.execute(&format!(
        "INSERT INTO jobs (kind, key, user_id, rank, payload, state, attempts, run_at, created_at) \
         WITH RECURSIVE series(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < 9999) \
         SELECT 'ingest', 'many-' || n, '{many}', n, 'null', 'ready', 0, '2026-11-02T08:00:00.000000Z', \
         '2026-11-02T08:00:00.000000Z' FROM series"
    ));
    for n in 0..20 {
        let user = Some(db.user().await);
        let few = NewJob {
            user,
            ..job(JobKind::Ingest, &format!("few-{n}"))
        };
        enqueue(&db.store, few).await;
    }
    let late = NewJob {
        user: Some(many),
        ..job(JobKind::Ingest, "late")
    };
    enqueue(&db.store, late).await;
    let mut few = 0;
    for _ in 0..30 {
        let job = claim(&db.store, "w", 1).await.unwrap();
        assert_ne!(job.key, "late");
        few += usize::from(job.key.starts_with("few"));
    }
    assert_eq!(few, 20, "twenty others wait for at most a few of the ten thousand");
}
