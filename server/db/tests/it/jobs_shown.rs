//! The states of jobs as operators see them.

use invoices_db::{JobFilter, ShownJobState};
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
        db.store.enqueue(job("work", &nth.to_string()), t(0)).await.unwrap();
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
