//! Notifications.

use invoices_db::{Collected, JobFilter, JobKind, NewJob, NewNotification, NotificationState};
use invoices_domain::ports::NotificationKind;
use invoices_domain::{NotificationFacts, UserId};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, t};

fn notification(user_id: UserId, id: &str) -> NewNotification {
    NewNotification {
        id: id.into(),
        kind: NotificationKind::Invoice,
        user_id,
        invoice_id: "Invoice_1".into(),
        recipient: Some("alva@example.com".parse().unwrap()),
        subject: "New invoice available!".into(),
        message: "New rental invoice of 9876 SEK".into(),
        facts: NotificationFacts {
            amount: "9876".parse().ok(),
            ..NotificationFacts::default()
        },
    }
}

#[rstest]
#[tokio::test]
async fn a_notification_is_kept_once_and_marked_when_it_went_out(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (db.user().await, db.user().await);
    assert!(
        db.store
            .record_notification(notification(user, "n1"), t(1))
            .await
            .unwrap()
    );
    assert!(
        !db.store
            .record_notification(notification(user, "n1"), t(2))
            .await
            .unwrap()
    );
    assert!(
        db.store
            .record_notification(notification(other, "n2"), t(3))
            .await
            .unwrap()
    );
    db.store.mark_sent(other, "n1", t(4)).await.unwrap();
    assert_eq!(
        db.store.notification(user, "n1").await.unwrap().unwrap().state,
        NotificationState::Pending
    );
    db.store.mark_sent(user, "n1", t(5)).await.unwrap();
    let mine = db.store.notifications(Some(user), 10).await.unwrap();
    assert_eq!(mine.len(), 1);
    assert_eq!(
        (mine[0].state, mine[0].created_at, mine[0].sent_at),
        (NotificationState::Sent, t(1), Some(t(5)))
    );
    assert_eq!(mine[0].facts, Some(notification(user, "n1").facts));
    assert_eq!(mine[0].recipient, notification(user, "n1").recipient);
    let all = db.store.notifications(None, 10).await.unwrap();
    assert_eq!(all.iter().map(|n| n.id.as_str()).collect::<Vec<_>>(), ["n2", "n1"]);
    assert_eq!(db.store.notifications(None, 1).await.unwrap().len(), 1);
    assert_eq!(db.store.notification(other, "n1").await.unwrap(), None);
}

#[rstest]
#[tokio::test]
async fn what_is_collected_while_others_wait_to_be_published_is_told_by_a_job_of_its_own(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let tell = |key| NewJob {
        user: Some(user),
        ..job(JobKind::HistoryRecorded, key)
    };
    let collect = async |id, key, at| {
        db.store
            .collect_notification(notification(user, id), tell(key), t(at))
            .await
    };
    let keys = async || {
        let jobs = db.store.jobs(JobFilter::default(), 10).await.unwrap();
        jobs.into_iter().map(|job| job.key).collect::<Vec<_>>()
    };
    collect("n1", "j1", 1).await.unwrap();
    collect("n2", "j2", 2).await.unwrap();
    assert_eq!(keys().await, ["j1"], "one job tells of both");
    let told = |key| {
        let summary = move |_: &[_]| notification(user, key);
        db.store.tell_collected(user, key, summary, t(3))
    };
    assert_eq!(told("j1").await.unwrap(), Collected::Told);
    collect("n3", "j3", 4).await.unwrap();
    assert_eq!(keys().await, ["j3", "j1"]);
    assert_eq!(told("j3").await.unwrap(), Collected::Told);
    assert_eq!(told("j4").await.unwrap(), Collected::None, "all are told of");
}

// Shows: Events and notifications | A user who is gone is not notified
// Shows: Threats | A notification goes to someone else | it goes to the address that the identity provider verified; deleted users are not notified
#[rstest]
#[tokio::test]
async fn a_deleted_user_is_not_notified(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let deleted = db.user_in_deletion().await;
    for user in [deleted, UserId::random()] {
        assert!(
            !db.store
                .record_notification(notification(user, "n"), t(1))
                .await
                .unwrap()
        );
    }
}
