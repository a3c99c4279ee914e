//! Cursors, notifications and ticks.

use std::collections::BTreeMap;

use invoices_db::{FanOut, NewNotification, NotificationState};
use invoices_domain::{MailAddress, UserId, VendorId};
use serde_json::json;

use crate::test_db::{on_both, t};

#[tokio::test]
async fn a_cursor_never_moves_backwards() {
    on_both(async |db| {
        let (user, other) = (db.user().await, db.user().await);
        let account: MailAddress = "alva@example.com".parse().unwrap();
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
        let leaving = db.leaving_user().await;
        db.store.move_cursors(leaving, &account, &both, t(10)).await.unwrap();
        assert!(db.store.cursors(leaving, &account).await.unwrap().is_empty());
    })
    .await;
}

fn notification(user_id: UserId, id: &str) -> NewNotification {
    NewNotification {
        id: id.into(),
        user_id,
        invoice_id: "Invoice_1".into(),
        recipient: Some("alva@example.com".parse().unwrap()),
        subject: "New invoice available!".into(),
        message: "New rental invoice of 9876 SEK".into(),
    }
}

#[tokio::test]
async fn a_notification_is_kept_once_and_marked_when_it_went_out() {
    on_both(async |db| {
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
        assert_eq!(mine[0].recipient, notification(user, "n1").recipient);
        let all = db.store.notifications(None, 10).await.unwrap();
        assert_eq!(all.iter().map(|n| n.id.as_str()).collect::<Vec<_>>(), ["n2", "n1"]);
        assert_eq!(db.store.notifications(None, 1).await.unwrap().len(), 1);
        assert_eq!(db.store.notification(other, "n1").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_gone_user_is_not_notified() {
    on_both(async |db| {
        let leaving = db.leaving_user().await;
        for user in [leaving, UserId::random()] {
            assert!(
                !db.store
                    .record_notification(notification(user, "n"), t(1))
                    .await
                    .unwrap()
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_tick_fires_once_however_many_see_it() {
    on_both(async |db| {
        let users = [db.user().await, db.user().await];
        db.leaving_user().await;
        let fan_out = || FanOut {
            kind: "ingest".into(),
            key_prefix: "retail@1:".into(),
            lane_prefix: "user:".into(),
            payload: json!({"what": "all"}),
        };
        let fired =
            futures::future::join_all((0..6).map(|_| db.store.fire_tick("retail", t(60), fan_out(), t(61)))).await;
        let fired: Vec<usize> = fired.into_iter().filter_map(Result::unwrap).collect();
        assert_eq!(fired, [2]);
        assert_eq!(db.store.last_tick("retail").await.unwrap(), Some(t(60)));
        assert_eq!(
            db.store.fire_tick("retail", t(30), fan_out(), t(62)).await.unwrap(),
            None
        );
        let mut claimed = Vec::new();
        while let Some(job) = db
            .store
            .claim("w", &["ingest"], std::time::Duration::from_secs(9), t(70))
            .await
            .unwrap()
        {
            let user = job.user.unwrap();
            assert_eq!(job.key, format!("retail@1:{user}"));
            assert_eq!(job.lane, Some(format!("user:{user}")));
            assert_eq!(job.payload, json!({"what": "all"}));
            claimed.push(user);
        }
        claimed.sort();
        let mut users = users.to_vec();
        users.sort();
        assert_eq!(claimed, users);
    })
    .await;
}

#[tokio::test]
async fn a_recorded_tick_only_moves_forward() {
    on_both(async |db| {
        assert_eq!(db.store.last_tick("rental").await.unwrap(), None);
        for (at, first) in [(t(10), true), (t(10), false), (t(5), false), (t(11), true)] {
            assert_eq!(db.store.record_tick("rental", at).await.unwrap(), first);
        }
        assert_eq!(db.store.last_tick("rental").await.unwrap(), Some(t(11)));
    })
    .await;
}
