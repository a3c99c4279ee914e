//! The states of jobs as operators see them.

use std::time::Duration;

use invoices_db::{JobFilter, JobKind, ShownJobState, StoredKind};
use rstest::rstest;
use serde_json::{Value, json};

use crate::jobs::claim;
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t};

#[rstest]
#[tokio::test]
async fn a_job_that_reports_a_failure_is_listed_as_failed(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let results = [
        ("failed", json!({"end": "reconnect", "stored": 0})),
        ("done", json!({"end": "done", "stored": 1})),
        ("done", json!({"end": null})),
        ("done", Value::Null),
    ];
    for (nth, (_, result)) in results.iter().enumerate() {
        db.store
            .enqueue(job(JobKind::Ingest, &nth.to_string()), t(0))
            .await
            .unwrap();
        let job = claim(&db.store, "w", 0).await.unwrap();
        assert!(db.store.finish(&job, result.clone(), t(1)).await.unwrap());
    }
    for (state, wanted) in [
        (ShownJobState::Failed, 1),
        (ShownJobState::Done, 3),
        (ShownJobState::Dead, 0),
    ] {
        let filter = JobFilter {
            state: Some(state),
            ..JobFilter::default()
        };
        let listed = db.store.jobs(filter, 10).await.unwrap();
        assert_eq!(listed.len(), wanted, "{state}");
        assert!(listed.iter().all(|job| job.shown_state() == state));
    }
    let jobs = db.store.jobs(JobFilter::default(), 10).await.unwrap();
    let shown: Vec<_> = jobs
        .iter()
        .rev()
        .map(|job| (job.shown_state().to_string(), job.failure()))
        .collect();
    assert_eq!(
        shown,
        results
            .each_ref()
            .map(|(state, _)| ((*state).to_owned(), (*state == "failed").then_some("reconnect")))
    );
}

/// Another version, such as the next one during an upgrade, may have enqueued it.
#[rstest]
#[tokio::test]
async fn a_job_of_an_unknown_kind_is_shown_and_left_alone(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, at) = (db.user().await, "'2026-11-02T08:00:00.000000Z'");
    db.execute(&format!(
        "INSERT INTO jobs (kind, key, user_id, rank, payload, state, attempts, run_at, created_at) \
         VALUES ('of-another-version', 'a', '{user}', 0, '{{}}', 'ready', 0, {at}, {at})"
    ));
    db.store.enqueue(job(JobKind::Sweep, "b"), t(0)).await.unwrap();
    let claim = || {
        db.store
            .claim("w", &JobKind::ALL, i64::MAX, Duration::from_mins(1), t(1))
    };
    assert_eq!(claim().await.unwrap().unwrap().kind, JobKind::Sweep);
    assert_eq!(claim().await.unwrap(), None);
    let jobs = db.store.jobs(JobFilter::default(), 10).await.unwrap();
    let shown: Vec<_> = jobs
        .iter()
        .map(|job| (job.kind.to_string(), job.shown_state()))
        .collect();
    assert_eq!(
        shown,
        [
            ("sweep".to_owned(), ShownJobState::Running),
            ("of-another-version".to_owned(), ShownJobState::Ready)
        ]
    );
    let backlog = db.store.backlog(t(1)).await.unwrap();
    assert_eq!(backlog[&StoredKind::Unknown("of-another-version".into())].due, 1);
    assert_eq!(db.store.user_activity(user).await.unwrap().jobs["ready"], 1);
    assert_eq!(db.store.ingest_jobs(user, None, 10).await.unwrap(), []);
    assert_eq!(db.store.purge_jobs_without_user().await.unwrap(), 0);
}
