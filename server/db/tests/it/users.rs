//! Users, and the beginning of their end.

use std::time::Duration;

use invoices_db::{CreateUser, NewJob, NewUser};
use invoices_domain::UserId;

use crate::bed::{job, on_both, t};

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

#[tokio::test]
async fn a_user_reads_back() {
    on_both(async |bed| {
        let new = alva("alva@example.com");
        assert_eq!(bed.store.create_user(new.clone()).await.unwrap(), CreateUser::Created);
        let user = bed.store.user(new.user_id).await.unwrap().unwrap();
        assert_eq!((user.email, user.name), (new.email, "Alva\u{fffd}".to_owned()));
        assert_eq!((user.created_at, user.deleting_at), (t(0), None));
        let (same, hash) = bed.store.credentials("alva@example.com").await.unwrap().unwrap();
        assert_eq!((same.user_id, hash.as_str()), (new.user_id, "hash"));
        assert_eq!(bed.store.credentials("nobody@example.com").await.unwrap(), None);
        assert_eq!(bed.store.credentials("\0").await.unwrap(), None);
        assert_eq!(bed.store.user(UserId::random()).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn an_address_is_taken_once() {
    on_both(async |bed| {
        let outcomes = futures::future::join_all((0..8).map(|_| bed.store.create_user(alva("alva@example.com")))).await;
        let created = outcomes
            .into_iter()
            .filter(|o| *o.as_ref().unwrap() == CreateUser::Created)
            .count();
        assert_eq!(created, 1);
        assert_eq!(bed.store.live_users().await.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_deletion_that_waits_for_its_time_is_due_when_it_is_asked_for_again() {
    on_both(async |bed| {
        let user = bed.user().await;
        let order = |key: &str| NewJob {
            join_key: Some(format!("delete:{user}")),
            ..job("delete", key)
        };
        bed.store.start_deletion(user, order("a"), t(1)).await.unwrap();
        let lease = Duration::from_mins(1);
        let claimed = bed.store.claim("w", &["delete"], lease, t(1)).await.unwrap().unwrap();
        bed.store.retry(&claimed, "not now", t(900), t(2)).await.unwrap();
        let joined = bed.store.start_deletion(user, order("b"), t(3)).await.unwrap().unwrap();
        assert_eq!((joined.id, joined.attempts, joined.run_at), (claimed.id, 1, t(3)));
    })
    .await;
}

#[tokio::test]
async fn a_deletion_begins_once_and_is_joined() {
    on_both(async |bed| {
        let user = bed.user().await;
        let order = |key: &str| {
            let mut job = job("delete", key);
            job.join_key = Some(format!("delete:{user}"));
            job
        };
        assert!(bed.store.is_live(user).await.unwrap());
        let first = bed.store.start_deletion(user, order("a"), t(1)).await.unwrap();
        let second = bed.store.start_deletion(user, order("b"), t(2)).await.unwrap();
        assert!(first.is_some());
        assert_eq!(first, second);
        assert!(!bed.store.is_live(user).await.unwrap());
        assert_eq!(bed.store.live_users().await.unwrap(), 0);
        assert_eq!(bed.store.user(user).await.unwrap().unwrap().deleting_at, Some(t(1)));
        assert_eq!(
            bed.store
                .start_deletion(UserId::random(), order("c"), t(3))
                .await
                .unwrap(),
            None
        );
        assert_eq!(bed.store.live_jobs().await.unwrap(), 1);
    })
    .await;
}
