use std::time::Duration;

use chrono::TimeDelta;
use invoices_db::{FanOut, JobKind};
use rstest::rstest;

use super::{SERIES, analyze, plan, queries_about, queries_with, record};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, t};

/// A mailbox of years leaves a job for each document.
#[rstest]
#[tokio::test]
async fn runs_are_found_among_jobs_that_read_documents(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let at = "'2026-11-02T08:00:00.000000Z'";
    db.execute(&format!(
        "INSERT INTO jobs (kind, key, user_id, rank, payload, state, attempts, run_at, created_at) {SERIES} \
         SELECT CASE WHEN n % 1000 = 0 THEN 'ingest' ELSE 'object-created' END, \
             CASE WHEN n % 2000 = 0 THEN 'retail@' ELSE 'requested:' END || n, \
             '{user}', 0, '{{}}', 'done', 1, {at}, {at} FROM series"
    ));
    analyze(db);
    let store = db.another_store().await;
    let first = store.ingest_jobs(user, None, 5).await.unwrap();
    let second = store
        .ingest_jobs(user, first.last().map(|job| job.id), 50)
        .await
        .unwrap();
    assert_eq!((first.len(), second.len()), (5, 15));
    assert_eq!(store.ingest_jobs_not(user, "requested:").await.unwrap().len(), 10);
    let known = store.ingest_job(user, first[0].key.clone()).await.unwrap();
    assert_eq!(known.as_ref(), first.first());
    let statements = queries_about(user);
    assert!(statements.len() >= 4, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        assert!(
            ["jobs_ingests_by_user", "jobs_kind_key", "sqlite_autoindex_jobs"]
                .iter()
                .any(|index| plan.contains(index)),
            "{statement}\n{plan}"
        );
        assert!(!plan.contains("TEMP B-TREE"), "{statement}\n{plan}");
    }
}

/// A spread tick leaves a job for every user that is not due yet.
#[rstest]
#[tokio::test]
async fn due_jobs_are_found_among_those_of_later(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    // Of this test alone: the statements of all are recorded together.
    let now = t(0) + TimeDelta::microseconds(if db.is_postgres() { 123_457 } else { 123_458 });
    db.execute(&format!(
        "INSERT INTO jobs (kind, key, rank, payload, state, attempts, run_at, created_at) {SERIES} \
         SELECT 'ingest', n || '', 0, '{{}}', 'ready', 0, '2027-01-01T08:00:00.000000Z', '2026-11-02T08:00:00.000000Z' \
         FROM series"
    ));
    analyze(db);
    let store = db.another_store().await;
    let due = |key: &str, rank| {
        format!(
            "INSERT INTO jobs (kind, key, rank, payload, state, attempts, run_at, created_at) VALUES \
         ('ingest', '{key}', {rank}, '{{}}', 'ready', 0, '2026-11-02T07:00:00.000000Z', '2026-11-02T07:00:00.000000Z')"
        )
    };
    db.execute(&due("second", 1));
    db.execute(&due("first", 0));
    for expected in [Some("first"), Some("second"), None] {
        let claimed = store
            .claim("owner", &[JobKind::Ingest], i64::MAX, Duration::from_mins(1), now)
            .await
            .unwrap();
        assert_eq!(claimed.map(|job| job.key).as_deref(), expected);
    }
    let mut statements = queries_with(&format!("{now:?}"));
    statements.retain(|statement| statement.contains("LIMIT") && statement.contains("run_at"));
    assert!(statements.len() >= 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        assert!(
            plan.contains("jobs_to_claim") && !plan.contains("TEMP B-TREE"),
            "{statement}\n{plan}"
        );
        // Of the first rank only what is due is read.
        let is_bounded = plan.contains("run_at<") || plan.contains("run_at <=");
        assert!(
            is_bounded || statement.contains("ORDER BY `jobs`.`rank`"),
            "{statement}\n{plan}"
        );
    }
}

/// A table that grew by a hundred thousand rows at once keeps the plan of a small one until it is analysed.
#[tokio::test]
async fn after_a_tick_for_everybody_claims_are_planned_for_what_it_enqueued() {
    let db = TestDatabase::postgres().await;
    db.execute(
        "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at) \
         SELECT 'user_' || gen_random_uuid(), n || '', n || '', '', '', now() FROM generate_series(1, 2000) AS n",
    );
    let jobs = FanOut {
        kind: JobKind::Ingest,
        key_prefix: "tick/".into(),
        lane_prefix: "user:".into(),
        payload: serde_json::Value::Null,
        spread_minutes: 0,
    };
    let fired = db.store.fire_tick("tick", t(0), jobs, t(0)).await.unwrap();
    assert_eq!(fired, Some(2_000));
    let known = db.lines("SELECT reltuples::bigint::text AS line FROM pg_class WHERE relname = 'jobs'");
    assert_eq!(known, ["2000"]);
}
