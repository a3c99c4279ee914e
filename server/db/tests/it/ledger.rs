//! The ledger's messages.

use std::collections::HashMap;

use invoices_db::{Inbox, MessageFacts, NewDocument, PlanOutcome};
use invoices_domain::{DocumentState, FileName, MessageId, MessageState, Source, UserId};

use crate::bed::{Bed, inbox, message, on_both, t};

fn ids(names: &[&str]) -> Vec<MessageId> {
    names.iter().map(|name| message(name)).collect()
}

async fn settle(bed: &Bed, inbox: &Inbox, id: &str, state: MessageState) {
    bed.store
        .set_message_state(inbox, &message(id), state, Some("why"), None, t(5))
        .await
        .unwrap();
}

async fn owed(bed: &Bed, inbox: &Inbox) -> Vec<String> {
    let owed = bed.store.pending_messages(inbox, None, 100).await.unwrap();
    owed.into_iter().map(|message| message.message_id.to_string()).collect()
}

#[tokio::test]
async fn what_is_found_is_owed_until_it_is_settled() {
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Retail);
        assert_eq!(
            bed.store
                .record_found(&inbox, &ids(&["a", "b", "a"]), t(1), t(1))
                .await
                .unwrap(),
            2
        );
        assert_eq!(owed(bed, &inbox).await, ["a", "b"]);
        settle(bed, &inbox, "a", MessageState::Fetched).await;
        assert_eq!(owed(bed, &inbox).await, ["b"]);
        let known = bed.store.known_messages(&inbox, &ids(&["a", "b", "c"])).await.unwrap();
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
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Retail);
        let all = ["a", "b", "c", "d", "e"];
        bed.store.record_found(&inbox, &ids(&all), t(1), t(1)).await.unwrap();
        let settled = [
            MessageState::Fetched,
            MessageState::Quarantined,
            MessageState::Rejected,
            MessageState::Skipped,
            MessageState::Failed,
        ];
        for (id, state) in all.iter().zip(settled) {
            settle(bed, &inbox, id, state).await;
        }
        assert_eq!(bed.store.record_found(&inbox, &ids(&all), t(6), t(6)).await.unwrap(), 1);
        assert_eq!(owed(bed, &inbox).await, ["e"]);
        let row = bed.store.ledger(inbox.user_id, 1).await.unwrap().remove(0);
        assert_eq!(
            (row.state, row.reason, row.found_at, row.updated_at),
            (MessageState::Found, None, t(1), t(6))
        );
    })
    .await;
}

#[tokio::test]
async fn what_failed_since_is_not_found_again() {
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Retail);
        let found = async |before, now| {
            bed.store
                .record_found(&inbox, &ids(&["a"]), t(before), t(now))
                .await
                .unwrap()
        };
        assert_eq!(found(1, 1).await, 1);
        assert_eq!(found(2, 2).await, 0, "it is owed already");
        settle(bed, &inbox, "a", MessageState::Failed).await;
        let failed_at = bed.store.ledger(inbox.user_id, 1).await.unwrap()[0].updated_at;
        let again = bed.store.record_found(&inbox, &ids(&["a"]), failed_at, t(9)).await;
        assert_eq!(again.unwrap(), 0);
        assert_eq!(found(9, 9).await, 1);
    })
    .await;
}

#[tokio::test]
async fn owed_messages_come_in_batches_and_by_name() {
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Retail);
        let all = ["a", "b", "c", "d", "e"];
        bed.store.record_found(&inbox, &ids(&all), t(1), t(1)).await.unwrap();
        settle(bed, &inbox, "b", MessageState::Fetched).await;
        let (mut batches, mut last) = (Vec::new(), None);
        loop {
            let batch = bed.store.pending_messages(&inbox, last.as_ref(), 2).await.unwrap();
            last = batch.last().cloned();
            if last.is_none() {
                break;
            }
            batches.push(batch.iter().map(|owed| owed.message_id.to_string()).collect::<Vec<_>>());
        }
        assert_eq!(batches, [vec!["a", "c"], vec!["d", "e"]]);
        assert_eq!(bed.store.count_pending(&inbox).await.unwrap(), 4);
        let named = bed
            .store
            .pending_among(&inbox, &ids(&["e", "b", "a", "z"]))
            .await
            .unwrap();
        let named: Vec<_> = named.into_iter().map(|owed| owed.message_id).collect();
        assert_eq!(named, ids(&["a", "e"]));
    })
    .await;
}

#[tokio::test]
async fn more_messages_than_one_statement_names_are_found() {
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Retail);
        let many: Vec<MessageId> = (0..1201).map(|n| message(&format!("m{n}"))).collect();
        assert_eq!(
            bed.store.record_found(&inbox, &many, t(1), t(1)).await.unwrap(),
            many.len()
        );
        assert_eq!(bed.store.known_messages(&inbox, &many).await.unwrap().len(), many.len());
        assert_eq!(bed.store.ledger(inbox.user_id, 2000).await.unwrap().len(), many.len());
    })
    .await;
}

#[tokio::test]
async fn accounts_sources_and_users_are_apart() {
    on_both(async |bed| {
        let mine = inbox(bed.user().await, Source::Retail);
        let others = [
            Inbox {
                source: Source::Rental,
                ..mine.clone()
            },
            Inbox {
                account: "new@mail.example.com".parse().unwrap(),
                ..mine.clone()
            },
            inbox(bed.user().await, Source::Retail),
        ];
        bed.store.record_found(&mine, &ids(&["a"]), t(1), t(1)).await.unwrap();
        for other in others {
            assert!(bed.store.known_messages(&other, &ids(&["a"])).await.unwrap().is_empty());
            assert!(owed(bed, &other).await.is_empty());
            settle(bed, &other, "a", MessageState::Fetched).await;
        }
        assert_eq!(owed(bed, &mine).await, ["a"]);
    })
    .await;
}

#[tokio::test]
async fn facts_are_kept_until_others_replace_them() {
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Retail);
        bed.store.record_found(&inbox, &ids(&["a"]), t(1), t(1)).await.unwrap();
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
        bed.store
            .set_message_state(&inbox, &id, state, Some("forged"), Some(facts.clone()), t(2))
            .await
            .unwrap();
        settle(bed, &inbox, "a", MessageState::Rejected).await;
        let row = bed.store.ledger(inbox.user_id, 1).await.unwrap().remove(0);
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
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Rental);
        bed.store
            .record_found(&inbox, &ids(&["a", "b"]), t(1), t(1))
            .await
            .unwrap();
        let pdf = NewDocument::Rental {
            part: "pdf-0".into(),
            file: FileName::of_attachment("avi_1.pdf").unwrap(),
            sha256: "0".repeat(64),
        };
        let facts = MessageFacts::default();
        bed.store
            .plan_documents(&inbox, &message("b"), facts, vec![pdf], t(2))
            .await
            .unwrap();
        for id in ["a", "b", "c"] {
            bed.store.forget_message(&inbox, &message(id)).await.unwrap();
        }
        assert_eq!(owed(bed, &inbox).await, ["b"]);
    })
    .await;
}

#[tokio::test]
async fn only_a_quarantined_message_of_ones_own_is_released() {
    on_both(async |bed| {
        let (user, other) = (bed.user().await, bed.user().await);
        let inbox = inbox(user, Source::Retail);
        bed.store
            .record_found(&inbox, &ids(&["a", "b"]), t(1), t(1))
            .await
            .unwrap();
        settle(bed, &inbox, "a", MessageState::Quarantined).await;
        settle(bed, &inbox, "b", MessageState::Rejected).await;
        let quarantined = bed.store.quarantined(user).await.unwrap();
        assert_eq!(
            quarantined
                .iter()
                .map(|row| row.message_id.as_str())
                .collect::<Vec<_>>(),
            ["a"]
        );
        assert!(!bed.store.release(other, &message("a"), t(7)).await.unwrap());
        assert!(!bed.store.release(user, &message("b"), t(7)).await.unwrap());
        assert!(bed.store.release(user, &message("a"), t(7)).await.unwrap());
        assert!(!bed.store.release(user, &message("a"), t(8)).await.unwrap());
        let owed = bed.store.pending_messages(&inbox, None, 100).await.unwrap();
        let owed: Vec<_> = owed.into_iter().map(|owed| (owed.message_id, owed.released)).collect();
        assert_eq!(owed, [(message("a"), true)]);
    })
    .await;
}

#[tokio::test]
async fn the_sweeper_sees_old_finds_of_live_users() {
    on_both(async |bed| {
        let mine = inbox(bed.user().await, Source::Retail);
        bed.store
            .record_found(&mine, &ids(&["a", "b"]), t(1), t(1))
            .await
            .unwrap();
        let fresh = inbox(bed.user().await, Source::Rental);
        bed.store
            .record_found(&fresh, &ids(&["a"]), t(60), t(60))
            .await
            .unwrap();
        let leaver = bed.user().await;
        bed.store
            .record_found(&inbox(leaver, Source::Retail), &ids(&["a"]), t(1), t(1))
            .await
            .unwrap();
        bed.store
            .start_deletion(leaver, crate::bed::job("delete", "d"), t(2))
            .await
            .unwrap();
        assert_eq!(bed.store.stale_inboxes(t(30), 10).await.unwrap(), [mine]);
        assert_eq!(bed.store.stale_inboxes(t(61), 1).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_found_for_a_leaving_user() {
    on_both(async |bed| {
        for user in [bed.leaving_user().await, UserId::random()] {
            let inbox = inbox(user, Source::Retail);
            assert_eq!(
                bed.store.record_found(&inbox, &ids(&["a"]), t(3), t(3)).await.unwrap(),
                0
            );
            assert!(bed.store.ledger(user, 9).await.unwrap().is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn a_month_is_processed_by_a_pdf_that_is_stored_or_parsed() {
    on_both(async |bed| {
        let inbox = inbox(bed.user().await, Source::Rental);
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
            let planned = bed
                .store
                .plan_documents(&inbox, &id, facts, vec![pdf], t(9))
                .await
                .unwrap();
            let PlanOutcome::Planned(planned) = planned else {
                panic!("the user is gone")
            };
            let document = planned[0].document_id;
            bed.store
                .set_document_state(inbox.user_id, document, state, None, None, t(9))
                .await
                .unwrap();
        }
        let times = bed.store.processed_times(inbox.user_id, &inbox.account).await.unwrap();
        let expected: Vec<_> = (0..)
            .zip(DocumentState::ALL)
            .filter(|(_, s)| s.processes_month())
            .map(|(n, _)| (t(n), t(9)))
            .collect();
        assert_eq!(times, expected);
        let elsewhere = "new@mail.example.com".parse().unwrap();
        assert!(
            bed.store
                .processed_times(inbox.user_id, &elsewhere)
                .await
                .unwrap()
                .is_empty()
        );
    })
    .await;
}
