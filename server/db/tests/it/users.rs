//! Users, and the start of their deletion.

use std::time::Duration;

use invoices_db::{CreateUser, JobKind, NewJob, NewUser};
use invoices_domain::UserId;
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t};

fn alva(email_key: &str) -> NewUser {
    NewUser {
        user_id: UserId::random(),
        email: " Alva@Example.com".into(),
        email_key: email_key.into(),
        name: "Alva\0".into(),
        password_hash: "hash".into(),
        created_at: t(0),
    }
}

/// The number of users that are not being deleted.
fn live_users(db: &TestDatabase) -> Vec<String> {
    db.lines("SELECT CAST(count(*) AS TEXT) AS line FROM users WHERE deleting_at IS NULL")
}

#[rstest]
#[tokio::test]
async fn a_user_reads_back(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let new = alva("alva@example.com");
    assert_eq!(db.store.create_user(new.clone()).await.unwrap(), CreateUser::Created);
    let user = db.store.user(new.user_id).await.unwrap().unwrap();
    assert_eq!((user.email, user.name), (new.email, "Alva\u{fffd}".to_owned()));
    assert_eq!((user.created_at, user.deleting_at), (t(0), None));
    let (same, hash) = db.store.credentials("alva@example.com").await.unwrap().unwrap();
    assert_eq!((same.user_id, hash.as_str()), (new.user_id, "hash"));
    assert_eq!(db.store.credentials("nobody@example.com").await.unwrap(), None);
    assert_eq!(db.store.credentials("\0").await.unwrap(), None);
    assert_eq!(db.store.user(UserId::random()).await.unwrap(), None);
}

#[rstest]
#[tokio::test]
async fn an_address_has_one_account(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let outcomes = futures::future::join_all((0..8).map(|_| db.store.create_user(alva("alva@example.com")))).await;
    let created = outcomes
        .into_iter()
        .filter(|o| *o.as_ref().unwrap() == CreateUser::Created)
        .count();
    assert_eq!(created, 1);
    assert_eq!(live_users(db), ["1"]);
}

#[rstest]
#[tokio::test]
async fn a_deletion_that_waits_for_its_time_is_due_when_it_is_asked_for_again(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let order = |key: &str| NewJob {
        join_key: Some(format!("delete:{user}")),
        ..job(JobKind::DeleteAccount, key)
    };
    db.store.start_deletion(user, order("a"), None, t(1)).await.unwrap();
    let lease = Duration::from_mins(1);
    let claimed = db
        .store
        .claim("w", &[JobKind::DeleteAccount], i64::MAX, lease, t(1))
        .await
        .unwrap()
        .unwrap();
    db.store.retry(&claimed, "not now", t(900), t(2)).await.unwrap();
    let joined = db
        .store
        .start_deletion(user, order("b"), None, t(3))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((joined.id, joined.attempts, joined.run_at), (claimed.id, 1, t(3)));
}

#[rstest]
#[tokio::test]
async fn a_deletion_begins_once_and_is_joined(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let order = |key: &str| {
        let mut job = job(JobKind::DeleteAccount, key);
        job.join_key = Some(format!("delete:{user}"));
        job
    };
    assert!(db.store.is_live(user).await.unwrap());
    let first = db.store.start_deletion(user, order("a"), None, t(1)).await.unwrap();
    let second = db.store.start_deletion(user, order("b"), None, t(2)).await.unwrap();
    assert!(first.is_some());
    assert_eq!(first, second);
    assert!(!db.store.is_live(user).await.unwrap());
    assert_eq!(live_users(db), ["0"]);
    assert_eq!(db.store.user(user).await.unwrap().unwrap().deleting_at, Some(t(1)));
    assert_eq!(
        db.store
            .start_deletion(UserId::random(), order("c"), None, t(3))
            .await
            .unwrap(),
        None
    );
    assert_eq!(db.store.live_jobs().await.unwrap(), 1);
}
