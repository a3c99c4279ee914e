//! The ledger's messages.

use std::collections::HashMap;

use invoices_db::{Inbox, MessageFacts, NewDocument, PlanOutcome};
use invoices_domain::{DocumentState, FileName, MessageId, MessageState, Source, UserId};

use crate::test_db::{TestDb, inbox, message, on_both, t};

fn ids(names: &[&str]) -> Vec<MessageId> {
    names.iter().map(|name| message(name)).collect()
}

async fn set_state(db: &TestDb, inbox: &Inbox, id: &str, state: MessageState) {
    db.store
        .set_message_state(inbox, &message(id), state, Some("why"), None, t(5))
        .await
        .unwrap();
}

async fn pending(db: &TestDb, inbox: &Inbox) -> Vec<String> {
    let pending = db.store.pending_messages(inbox, None, 100).await.unwrap();
    pending
        .into_iter()
        .map(|message| message.message_id.to_string())
        .collect()
}

/// The states of an inbox's messages.
async fn states(db: &TestDb, inbox: &Inbox) -> HashMap<MessageId, MessageState> {
    let rows = db.store.ledger(inbox.user_id, i64::MAX).await.unwrap();
    let rows = rows.into_iter().filter(|row| row.inbox == *inbox);
    rows.map(|row| (row.message_id, row.state)).collect()
}

#[tokio::test]
async fn what_is_found_is_owed_until_it_is_settled() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Retail);
        assert_eq!(
            db.store
                .record_found(&inbox, &ids(&["a", "b", "a"]), t(1), t(1))
                .await
                .unwrap(),
            2
        );
        assert_eq!(pending(db, &inbox).await, ["a", "b"]);
        set_state(db, &inbox, "a", MessageState::Fetched).await;
        assert_eq!(pending(db, &inbox).await, ["b"]);
        let known = states(db, &inbox).await;
        let expected = [
            (message("a"), MessageState::Fetched),
            (message("b"), MessageState::Found),
        ];
        assert_eq!(known, HashMap::from(expected));
    })
    .await;
}

#[tokio::test]
async fn only_failed_messages_are_found_again() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Retail);
        let all = ["a", "b", "c", "d", "e"];
        db.store.record_found(&inbox, &ids(&all), t(1), t(1)).await.unwrap();
        let settled = [
            MessageState::Fetched,
            MessageState::Quarantined,
            MessageState::Rejected,
            MessageState::Skipped,
            MessageState::Failed,
        ];
        for (id, state) in all.iter().zip(settled) {
            set_state(db, &inbox, id, state).await;
        }
        assert_eq!(db.store.record_found(&inbox, &ids(&all), t(6), t(6)).await.unwrap(), 1);
        assert_eq!(pending(db, &inbox).await, ["e"]);
        let row = db.store.ledger(inbox.user_id, 1).await.unwrap().remove(0);
        assert_eq!(
            (row.state, row.reason, row.found_at, row.updated_at),
            (MessageState::Found, None, t(1), t(6))
        );
    })
    .await;
}

#[tokio::test]
async fn what_failed_since_is_not_found_again() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Retail);
        let found = async |before, now| {
            db.store
                .record_found(&inbox, &ids(&["a"]), t(before), t(now))
                .await
                .unwrap()
        };
        assert_eq!(found(1, 1).await, 1);
        assert_eq!(found(2, 2).await, 0, "it is pending already");
        set_state(db, &inbox, "a", MessageState::Failed).await;
        let failed_at = db.store.ledger(inbox.user_id, 1).await.unwrap()[0].updated_at;
        let again = db.store.record_found(&inbox, &ids(&["a"]), failed_at, t(9)).await;
        assert_eq!(again.unwrap(), 0);
        assert_eq!(found(9, 9).await, 1);
    })
    .await;
}

#[tokio::test]
async fn owed_messages_come_in_batches_and_by_name() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Retail);
        let all = ["a", "b", "c", "d", "e"];
        db.store.record_found(&inbox, &ids(&all), t(1), t(1)).await.unwrap();
        set_state(db, &inbox, "b", MessageState::Fetched).await;
        let (mut batches, mut last) = (Vec::new(), None);
        loop {
            let batch = db.store.pending_messages(&inbox, last.as_ref(), 2).await.unwrap();
            last = batch.last().cloned();
            if last.is_none() {
                break;
            }
            batches.push(
                batch
                    .iter()
                    .map(|pending| pending.message_id.to_string())
                    .collect::<Vec<_>>(),
            );
        }
        assert_eq!(batches, [vec!["a", "c"], vec!["d", "e"]]);
        assert_eq!(db.store.count_pending(&inbox).await.unwrap(), 4);
        let named = db
            .store
            .pending_among(&inbox, &ids(&["e", "b", "a", "z"]))
            .await
            .unwrap();
        let named: Vec<_> = named.into_iter().map(|pending| pending.message_id).collect();
        assert_eq!(named, ids(&["a", "e"]));
    })
    .await;
}

#[tokio::test]
async fn more_messages_than_one_statement_names_are_found() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Retail);
        let many: Vec<MessageId> = (0..1201).map(|n| message(&format!("m{n}"))).collect();
        assert_eq!(
            db.store.record_found(&inbox, &many, t(1), t(1)).await.unwrap(),
            many.len()
        );
        assert_eq!(states(db, &inbox).await.len(), many.len());
        assert_eq!(db.store.ledger(inbox.user_id, 2000).await.unwrap().len(), many.len());
    })
    .await;
}

#[tokio::test]
async fn accounts_sources_and_users_are_apart() {
    on_both(async |db| {
        let mine = inbox(db.user().await, Source::Retail);
        let others = [
            Inbox {
                source: Source::Rental,
                ..mine.clone()
            },
            Inbox {
                account: "new@mail.example.com".parse().unwrap(),
                ..mine.clone()
            },
            inbox(db.user().await, Source::Retail),
        ];
        db.store.record_found(&mine, &ids(&["a"]), t(1), t(1)).await.unwrap();
        for other in others {
            assert!(states(db, &other).await.is_empty());
            assert!(pending(db, &other).await.is_empty());
            set_state(db, &other, "a", MessageState::Fetched).await;
        }
        assert_eq!(pending(db, &mine).await, ["a"]);
    })
    .await;
}

#[tokio::test]
async fn facts_are_kept_until_others_replace_them() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Retail);
        db.store.record_found(&inbox, &ids(&["a"]), t(1), t(1)).await.unwrap();
        let facts = MessageFacts {
            vendor_id: Some("ica".parse().unwrap()),
            sender: Some("info@example.com".parse().unwrap()),
            sender_name: Some("ICA\0".into()),
            subject: Some("å".repeat(3000)),
            received_at: Some(t(0)),
            authentication: Some("dmarc=fail".into()),
            pdf_attached: true,
        };
        let id = message("a");
        let state = MessageState::Quarantined;
        db.store
            .set_message_state(&inbox, &id, state, Some("forged"), Some(facts.clone()), t(2))
            .await
            .unwrap();
        set_state(db, &inbox, "a", MessageState::Rejected).await;
        let row = db.store.ledger(inbox.user_id, 1).await.unwrap().remove(0);
        assert_eq!(
            (row.inbox, row.message_id, row.state),
            (inbox, id, MessageState::Rejected)
        );
        assert_eq!(row.reason.as_deref(), Some("why"));
        assert_eq!(row.facts.sender_name.as_deref(), Some("ICA\u{fffd}"));
        assert_eq!(row.facts.subject.map(|s| s.chars().count()), Some(2000));
        assert_eq!((row.facts.vendor_id, row.facts.sender), (facts.vendor_id, facts.sender));
        assert!(row.facts.pdf_attached);
        assert_eq!(
            (row.facts.received_at, row.facts.authentication),
            (facts.received_at, facts.authentication)
        );
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_message_is_unknown_unless_it_has_documents() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Rental);
        db.store
            .record_found(&inbox, &ids(&["a", "b"]), t(1), t(1))
            .await
            .unwrap();
        let pdf = NewDocument::Rental {
            part: "pdf-0".into(),
            file: FileName::of_attachment("avi_1.pdf").unwrap(),
            sha256: "0".repeat(64),
        };
        let facts = MessageFacts::default();
        db.store
            .plan_documents(&inbox, &message("b"), facts, vec![pdf], t(2))
            .await
            .unwrap();
        for id in ["a", "b", "c"] {
            db.store.forget_message(&inbox, &message(id)).await.unwrap();
        }
        assert_eq!(pending(db, &inbox).await, ["b"]);
    })
    .await;
}

#[tokio::test]
async fn only_a_quarantined_message_of_ones_own_is_released() {
    on_both(async |db| {
        let (user, other) = (db.user().await, db.user().await);
        let inbox = inbox(user, Source::Retail);
        db.store
            .record_found(&inbox, &ids(&["a", "b"]), t(1), t(1))
            .await
            .unwrap();
        set_state(db, &inbox, "a", MessageState::Quarantined).await;
        set_state(db, &inbox, "b", MessageState::Rejected).await;
        let quarantined = db.store.quarantined(user).await.unwrap();
        assert_eq!(
            quarantined
                .iter()
                .map(|row| row.message_id.as_str())
                .collect::<Vec<_>>(),
            ["a"]
        );
        assert!(!db.store.release(other, &message("a"), t(7)).await.unwrap());
        assert!(!db.store.release(user, &message("b"), t(7)).await.unwrap());
        assert!(db.store.release(user, &message("a"), t(7)).await.unwrap());
        assert!(!db.store.release(user, &message("a"), t(8)).await.unwrap());
        let pending = db.store.pending_messages(&inbox, None, 100).await.unwrap();
        let pending: Vec<_> = pending
            .into_iter()
            .map(|pending| (pending.message_id, pending.released))
            .collect();
        assert_eq!(pending, [(message("a"), true)]);
    })
    .await;
}

#[tokio::test]
async fn the_sweeper_sees_old_finds_of_live_users() {
    on_both(async |db| {
        let mine = inbox(db.user().await, Source::Retail);
        db.store
            .record_found(&mine, &ids(&["a", "b"]), t(1), t(1))
            .await
            .unwrap();
        let fresh = inbox(db.user().await, Source::Rental);
        db.store.record_found(&fresh, &ids(&["a"]), t(60), t(60)).await.unwrap();
        let leaver = db.user().await;
        db.store
            .record_found(&inbox(leaver, Source::Retail), &ids(&["a"]), t(1), t(1))
            .await
            .unwrap();
        db.store
            .start_deletion(leaver, crate::test_db::job("delete", "d"), t(2))
            .await
            .unwrap();
        assert_eq!(db.store.stale_inboxes(t(30), 10).await.unwrap(), [mine]);
        assert_eq!(db.store.stale_inboxes(t(61), 1).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_found_for_a_leaving_user() {
    on_both(async |db| {
        for user in [db.leaving_user().await, UserId::random()] {
            let inbox = inbox(user, Source::Retail);
            assert_eq!(
                db.store.record_found(&inbox, &ids(&["a"]), t(3), t(3)).await.unwrap(),
                0
            );
            assert!(db.store.ledger(user, 9).await.unwrap().is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn a_month_is_processed_by_a_pdf_that_is_stored_or_parsed() {
    on_both(async |db| {
        let inbox = inbox(db.user().await, Source::Rental);
        for (n, &state) in (0..).zip(DocumentState::ALL) {
            let facts = MessageFacts {
                received_at: Some(t(n)),
                ..MessageFacts::default()
            };
            let pdf = NewDocument::Rental {
                part: "pdf-0".into(),
                file: FileName::of_attachment(&format!("avi_{n}.pdf")).unwrap(),
                sha256: format!("{n:064}"),
            };
            let id = message(&format!("m{n}"));
            let planned = db
                .store
                .plan_documents(&inbox, &id, facts, vec![pdf], t(9))
                .await
                .unwrap();
            let PlanOutcome::Planned(planned) = planned else {
                panic!("the user is gone")
            };
            let document = planned[0].document_id;
            db.store
                .set_document_state(inbox.user_id, document, state, None, None, t(9))
                .await
                .unwrap();
        }
        let times = db.store.processed_times(inbox.user_id, &inbox.account).await.unwrap();
        let expected: Vec<_> = (0..)
            .zip(DocumentState::ALL)
            .filter(|(_, s)| s.processes_month())
            .map(|(n, _)| (t(n), t(9)))
            .collect();
        assert_eq!(times, expected);
        let elsewhere = "new@mail.example.com".parse().unwrap();
        assert!(
            db.store
                .processed_times(inbox.user_id, &elsewhere)
                .await
                .unwrap()
                .is_empty()
        );
    })
    .await;
}
