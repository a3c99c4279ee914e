//! Each join key has at most one live job.

use std::collections::BTreeSet;

use invoices_db::{JobKind, NewJob};
use rstest::rstest;
use serde_json::Value;

use crate::jobs::claim;
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t, within};

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_who_join_at_once_join_one_job(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let other = db.another_store().await;
    let callers = (0..24).map(|n| {
        let store = if n % 2 == 0 { db.store.clone() } else { other.clone() };
        tokio::spawn(async move {
            let order = NewJob {
                join_key: Some("ingest".into()),
                ..job(JobKind::Ingest, &format!("call-{n}"))
            };
            store.enqueue(order, t(0)).await.unwrap()
        })
    });
    let answers = within("the callers", futures::future::try_join_all(callers))
        .await
        .unwrap();
    assert_eq!(answers.iter().filter(|e| e.is_new).count(), 1);
    assert_eq!(answers.iter().map(|e| e.id).collect::<BTreeSet<_>>().len(), 1);
    assert_eq!(db.store.live_jobs().await.unwrap(), 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn joining_while_jobs_end_always_finds_one(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let worker = {
        let store = db.another_store().await;
        tokio::spawn(async move {
            let mut ended = 0;
            while ended < 5 {
                if let Some(job) = claim(&store, "w", 0).await {
                    assert!(store.finish(&job, Value::Null, t(1)).await.unwrap());
                    ended += 1;
                }
            }
        })
    };
    let joined = async {
        let mut call = 0;
        while !worker.is_finished() {
            let order = NewJob {
                join_key: Some("ingest".into()),
                ..job(JobKind::Ingest, &format!("call-{call}"))
            };
            db.store.enqueue(order, t(0)).await.unwrap();
            call += 1;
        }
        worker.await.unwrap();
    };
    within("the worker to end five jobs", joined).await;
}

#[rstest]
#[tokio::test]
async fn a_job_joins_only_one_that_is_live(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let order = |key: &str| NewJob {
        join_key: Some("ingest".into()),
        ..job(JobKind::Ingest, key)
    };
    let first = db.store.enqueue(order("a"), t(0)).await.unwrap();
    let running = claim(&db.store, "w", 0).await.unwrap();
    assert_eq!(db.store.enqueue(order("b"), t(0)).await.unwrap().id, first.id);
    db.store.finish(&running, Value::Null, t(1)).await.unwrap();
    let next = db.store.enqueue(order("c"), t(1)).await.unwrap();
    assert!(next.is_new);
    assert_ne!(next.id, first.id);
}

// Shows: Ingests | A user has at most three…
// Shows: Threats | One user orders thousands…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_orders_at_once_stay_within_the_users_limit(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let other = db.another_store().await;
    let (alva, bo) = (db.user().await, db.user().await);
    let order = move |user, n: i32| NewJob {
        user: Some(user),
        join_key: Some(format!("{user}:{n}")),
        ..job(JobKind::Ingest, &format!("asked:{user}:{n}"))
    };
    // Jobs with other keys don't count.
    db.store
        .enqueue(
            NewJob {
                user: Some(alva),
                ..job(JobKind::Ingest, "tick")
            },
            t(0),
        )
        .await
        .unwrap();
    let callers = (0..24).map(|n| {
        let store = if n % 2 == 0 { db.store.clone() } else { other.clone() };
        tokio::spawn(async move { store.enqueue_or_join_up_to(3, "asked:", order(alva, n), t(0)).await })
    });
    let answers = within("the callers", futures::future::join_all(callers)).await;
    let answers: Vec<_> = answers.into_iter().map(|answer| answer.unwrap().unwrap()).collect();
    let added: Vec<i32> = (0..)
        .zip(&answers)
        .filter(|(_, answer)| answer.is_some())
        .map(|(n, _)| n)
        .collect();
    assert_eq!(added.len(), 3);
    let again = order(alva, added[0]);
    let again = NewJob {
        key: "asked:again".into(),
        ..again
    };
    let joined = db
        .store
        .enqueue_or_join_up_to(3, "asked:", again, t(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (joined.is_new, Some(joined.id)),
        (false, answers[usize::try_from(added[0]).unwrap()].map(|e| e.id))
    );
    assert!(
        db.store
            .enqueue_or_join_up_to(3, "asked:", order(bo, 0), t(1))
            .await
            .unwrap()
            .is_some()
    );
}
