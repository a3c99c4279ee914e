//! Cursors, marks and ticks.

use std::collections::BTreeMap;

use invoices_db::{FanOut, JobKind, NewJob};
use invoices_domain::mail::MailMark;
use invoices_domain::{AccountName, VendorId};
use rstest::rstest;
use serde_json::json;

use crate::jobs::claim;
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t, within};

#[rstest]
#[tokio::test]
async fn a_cursor_never_moves_backwards(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (db.user().await, db.user().await);
    let account: AccountName = "alva@example.com".parse().unwrap();
    let [ica, coop]: [VendorId; 2] = ["ica", "coop"].map(|v| v.parse().unwrap());
    let both = [ica.clone(), coop.clone()];
    db.store.move_cursors(user, &account, &both, t(10)).await.unwrap();
    db.store.move_cursors(user, &account, &both[..1], t(20)).await.unwrap();
    db.store.move_cursors(user, &account, &both, t(15)).await.unwrap();
    let cursors = db.store.cursors(user, &account).await.unwrap();
    assert_eq!(cursors, BTreeMap::from([(ica, t(20)), (coop, t(15))]));
    assert!(db.store.cursors(other, &account).await.unwrap().is_empty());
    assert!(
        db.store
            .cursors(user, &"b@example.com".parse().unwrap())
            .await
            .unwrap()
            .is_empty()
    );
    let deleted = db.user_in_deletion().await;
    db.store.move_cursors(deleted, &account, &both, t(10)).await.unwrap();
    assert!(db.store.cursors(deleted, &account).await.unwrap().is_empty());
}

#[rstest]
#[tokio::test]
async fn a_mark_stays_when_a_look_leaves_it(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, account) = (db.user().await, "alva@example.com".parse().unwrap());
    assert_eq!(db.store.mail_mark(user, &account).await.unwrap(), None);
    for (mark, kept) in [
        (None, None),
        (Some("1"), Some("1")),
        (None, Some("1")),
        (Some("2"), Some("2")),
    ] {
        let mark = mark.map(|mark| mark.parse().unwrap());
        db.store.note_look(user, &account, mark, t(10)).await.unwrap();
        let found = db.store.mail_mark(user, &account).await.unwrap();
        assert_eq!(found.as_ref().map(MailMark::as_str), kept);
    }
    let deleted = db.user_in_deletion().await;
    db.store.note_look(deleted, &account, None, t(10)).await.unwrap();
    assert!(db.lines("SELECT user_id AS line FROM mail_marks").len() == 1);
}

#[rstest]
#[tokio::test]
async fn who_waited_longest_is_looked_at_first(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let [late, never, early] = [db.user().await, db.user().await, db.user().await];
    db.user_in_deletion().await;
    for (user, account, at) in [
        (late, "b@example.com", 30),
        (late, "a@example.com", 10),
        (early, "a@example.com", 20),
    ] {
        let account = account.parse().unwrap();
        db.store.note_look(user, &account, None, t(at)).await.unwrap();
    }
    assert_eq!(db.store.users_to_watch().await.unwrap(), [never, early, late]);
}

#[rstest]
#[tokio::test]
async fn a_tick_fires_once_however_many_see_it(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let users = [db.user().await, db.user().await];
    db.user_in_deletion().await;
    let fan_out = || FanOut {
        kind: JobKind::Ingest,
        key_prefix: "retail@1:".into(),
        lane_prefix: "user:".into(),
        payload: json!({"what": "all"}),
        spread_minutes: 0,
    };
    let fired = within(
        "the calls",
        futures::future::join_all((0..6).map(|_| db.store.fire_tick("retail", t(60), fan_out(), t(61)))),
    )
    .await;
    let fired: Vec<usize> = fired.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(fired, [2]);
    assert_eq!(db.store.last_tick("retail").await.unwrap(), Some(t(60)));
    assert_eq!(
        db.store.fire_tick("retail", t(30), fan_out(), t(62)).await.unwrap(),
        None
    );
    let mut claimed = Vec::new();
    let claims = async {
        while let Some(job) = db
            .store
            .claim(
                "w",
                &[JobKind::Ingest],
                i64::MAX,
                std::time::Duration::from_secs(9),
                t(70),
            )
            .await
            .unwrap()
        {
            let user = job.user.unwrap();
            assert_eq!(job.key, format!("retail@1:{user}"));
            assert_eq!(job.lane, Some(format!("user:{user}")));
            assert_eq!(job.payload, json!({"what": "all"}));
            claimed.push(user);
        }
    };
    within("the last claim", claims).await;
    claimed.sort();
    let mut users = users.to_vec();
    users.sort();
    assert_eq!(claimed, users);
}

/// Every user gets a job, whatever their id begins with, and the same minute at the next tick.
#[rstest]
#[tokio::test]
async fn a_tick_is_spread_over_its_minutes(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    for pair in 0..256 {
        db.execute(&format!(
            "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at) VALUES \
             ('user_{pair:02x}000000-0000-4000-8000-000000000000', '{pair}', '{pair}', '', '', '2026-11-02T08:00:00.000000Z')"
        ));
    }
    let mut due = Vec::new();
    for (tick, minutes) in [("one", 240), ("two", 240), ("three", 7), ("four", 0)] {
        let jobs = FanOut {
            kind: JobKind::Ingest,
            key_prefix: format!("{tick}/"),
            lane_prefix: "user:".into(),
            payload: json!(null),
            spread_minutes: minutes,
        };
        assert_eq!(db.store.fire_tick(tick, t(0), jobs, t(0)).await.unwrap(), Some(256));
        let times = db.lines(&format!(
            "SELECT run_at || '' AS line FROM jobs WHERE key LIKE '{tick}/%' ORDER BY user_id"
        ));
        let different = times.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert_eq!(different, usize::from(minutes).max(1));
        due.push(times);
    }
    assert_eq!(due[0], due[1]);
}

#[rstest]
#[tokio::test]
async fn a_recorded_tick_only_moves_forward(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    assert_eq!(db.store.last_tick("rental").await.unwrap(), None);
    for (at, fresh) in [(t(10), true), (t(10), false), (t(5), false), (t(11), true)] {
        assert_eq!(db.store.record_tick("rental", at, t(12)).await.unwrap(), fresh);
    }
    assert_eq!(db.store.last_tick("rental").await.unwrap(), Some(t(11)));
}

/// A tick that a clock recorded which was ahead does not stop the schedule until that time.
#[rstest]
#[tokio::test]
async fn a_tick_of_the_future_does_not_count(#[values(Sqlite, Postgres)] database: Database) {
    const DAYS: i64 = 2 * 24 * 60 * 60;
    let db = &TestDatabase::new(database).await;
    assert!(db.store.record_tick("sweep", t(DAYS), t(DAYS)).await.unwrap());
    let calls = (0..6).map(|_| db.store.record_tick("sweep", t(60), t(61)));
    let recorded = within("the calls", futures::future::join_all(calls)).await;
    let recorded = recorded
        .into_iter()
        .filter(|is_recorded| *is_recorded.as_ref().unwrap());
    assert_eq!(recorded.count(), 1);
    assert_eq!(db.store.last_tick("sweep").await.unwrap(), Some(t(60)));
    // Two clocks may differ by seconds.
    assert!(!db.store.record_tick("sweep", t(45), t(46)).await.unwrap());
}

#[rstest]
#[tokio::test]
async fn jobs_do_not_wait_for_a_time_that_was_wrong(#[values(Sqlite, Postgres)] database: Database) {
    const DAYS: i64 = 2 * 24 * 60 * 60;
    let lease = std::time::Duration::from_secs(30);
    let db = &TestDatabase::new(database).await;
    let new = |key: &str, due: i64| NewJob {
        run_at: t(due),
        ..job(JobKind::Ingest, key)
    };
    for (key, due, enqueued) in [
        ("soon", 90, 0),
        ("retried", DAYS, 0),
        ("future", DAYS, DAYS),
        ("held", 0, 0),
    ] {
        db.store.enqueue(new(key, due), t(enqueued)).await.unwrap();
    }
    let claimed = db.store.claim("dead", &[JobKind::Ingest], i64::MAX, lease, t(DAYS - 1));
    assert_eq!(claimed.await.unwrap().unwrap().key, "held");
    assert_eq!(db.store.bring_back_jobs(lease, t(10)).await.unwrap(), 3);
    assert_eq!(db.store.bring_back_jobs(lease, t(10)).await.unwrap(), 0);
    let mut keys = Vec::new();
    while let Some(job) = claim(&db.store, "w", 41).await {
        keys.push(job.key);
    }
    keys.sort();
    assert_eq!(
        keys,
        ["future#3", "held", "retried"],
        "and not the one that is due later"
    );
    // A tick of that time has the key of the one that a wrong clock fired.
    assert!(db.store.enqueue(new("future", DAYS), t(DAYS)).await.unwrap().is_new);
}
