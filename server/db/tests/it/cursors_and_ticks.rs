//! Cursors and ticks.

use std::collections::BTreeMap;

use invoices_db::{FanOut, JobKind};
use invoices_domain::{AccountName, VendorId};
use rstest::rstest;
use serde_json::json;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, t, within};

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
        assert_eq!(db.store.record_tick("rental", at).await.unwrap(), fresh);
    }
    assert_eq!(db.store.last_tick("rental").await.unwrap(), Some(t(11)));
}
