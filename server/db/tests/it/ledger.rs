//! The messages of the ledger.

use std::collections::HashMap;

use invoices_db::{Inbox, JobKind, MessageFacts, NewDocument, NewObject};
use invoices_domain::{
    AccountName, Code, DocumentState, FileName, IngestReason, MessageId, MessageState, NotAuthenticated, Source, UserId,
};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, inbox, message, t, within};

fn ids(names: &[&str]) -> Vec<MessageId> {
    names.iter().map(|name| message(name)).collect()
}

async fn finish(db: &TestDatabase, inbox: &Inbox, id: &str, state: MessageState) {
    db.store
        .set_message_state(inbox, &message(id), state, Some(IngestReason::Gone.into()), None, t(5))
        .await
        .unwrap();
}

/// The states of an inbox's messages.
async fn states(db: &TestDatabase, inbox: &Inbox) -> HashMap<MessageId, MessageState> {
    let rows = db.store.ledger(inbox.user_id, i64::MAX).await.unwrap();
    let rows = rows.into_iter().filter(|row| row.inbox == *inbox);
    rows.map(|row| (row.message_id, row.state)).collect()
}

async fn pending(db: &TestDatabase, inbox: &Inbox) -> Vec<String> {
    let pending = db.store.pending_messages(inbox, None, 100).await.unwrap();
    pending
        .into_iter()
        .map(|message| message.message_id.to_string())
        .collect()
}

#[rstest]
#[tokio::test]
async fn found_messages_are_pending_until_they_are_finished(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Retail);
    assert_eq!(
        db.store
            .record_found(&inbox, &ids(&["a", "b", "a"]), t(1), t(1))
            .await
            .unwrap(),
        2
    );
    assert_eq!(pending(db, &inbox).await, ["a", "b"]);
    finish(db, &inbox, "a", MessageState::Fetched).await;
    assert_eq!(pending(db, &inbox).await, ["b"]);
    let known = states(db, &inbox).await;
    let expected = [
        (message("a"), MessageState::Fetched),
        (message("b"), MessageState::Found),
    ];
    assert_eq!(known, HashMap::from(expected));
}

#[rstest]
#[tokio::test]
async fn only_failed_messages_are_found_again(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Retail);
    let all = ["a", "b", "c", "d", "e"];
    db.store.record_found(&inbox, &ids(&all), t(1), t(1)).await.unwrap();
    let finished = [
        MessageState::Fetched,
        MessageState::Quarantined,
        MessageState::Rejected,
        MessageState::Skipped,
        MessageState::Failed,
    ];
    for (id, state) in all.iter().zip(finished) {
        finish(db, &inbox, id, state).await;
    }
    assert_eq!(db.store.record_found(&inbox, &ids(&all), t(6), t(6)).await.unwrap(), 1);
    assert_eq!(pending(db, &inbox).await, ["e"]);
    let row = db.store.ledger(inbox.user_id, 1).await.unwrap().remove(0);
    assert_eq!(
        (row.state, row.reason, row.found_at, row.updated_at),
        (MessageState::Found, None, t(1), t(6))
    );
}

#[rstest]
#[tokio::test]
async fn messages_that_failed_since_are_not_found_again(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Retail);
    let found = async |before, now| {
        db.store
            .record_found(&inbox, &ids(&["a"]), t(before), t(now))
            .await
            .unwrap()
    };
    assert_eq!(found(1, 1).await, 1);
    assert_eq!(found(2, 2).await, 0, "it is pending already");
    finish(db, &inbox, "a", MessageState::Failed).await;
    let failed_at = db.store.ledger(inbox.user_id, 1).await.unwrap()[0].updated_at;
    let again = db.store.record_found(&inbox, &ids(&["a"]), failed_at, t(9)).await;
    assert_eq!(again.unwrap(), 0);
    assert_eq!(found(9, 9).await, 1);
}

#[rstest]
#[tokio::test]
async fn pending_messages_are_listed_in_batches_and_by_id(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Retail);
    let all = ["a", "b", "c", "d", "e"];
    db.store.record_found(&inbox, &ids(&all), t(1), t(1)).await.unwrap();
    finish(db, &inbox, "b", MessageState::Fetched).await;
    let (mut batches, mut last) = (Vec::new(), None);
    let listed = async {
        loop {
            let batch = db.store.pending_messages(&inbox, last.as_ref(), 2).await.unwrap();
            last = batch.last().cloned();
            if last.is_none() {
                break;
            }
            batches.push(
                batch
                    .iter()
                    .map(|message| message.message_id.to_string())
                    .collect::<Vec<_>>(),
            );
        }
    };
    within("the last batch", listed).await;
    assert_eq!(batches, [vec!["a", "c"], vec!["d", "e"]]);
    assert_eq!(db.store.count_pending(&inbox).await.unwrap(), 4);
    let named = db
        .store
        .pending_among(&inbox, &ids(&["e", "b", "a", "z"]))
        .await
        .unwrap();
    let named: Vec<_> = named.into_iter().map(|message| message.message_id).collect();
    assert_eq!(named, ids(&["a", "e"]));
}

#[rstest]
#[tokio::test]
async fn more_messages_than_one_statement_names_are_found(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Retail);
    let many: Vec<MessageId> = (0..1201).map(|n| message(&format!("m{n}"))).collect();
    assert_eq!(
        db.store.record_found(&inbox, &many, t(1), t(1)).await.unwrap(),
        many.len()
    );
    assert_eq!(states(db, &inbox).await.len(), many.len());
    assert_eq!(db.store.ledger(inbox.user_id, 2000).await.unwrap().len(), many.len());
}

#[rstest]
#[tokio::test]
async fn accounts_sources_and_users_are_kept_apart(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
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
        finish(db, &other, "a", MessageState::Fetched).await;
    }
    assert_eq!(pending(db, &mine).await, ["a"]);
}

#[rstest]
#[tokio::test]
async fn facts_are_kept_until_others_replace_them(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
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
        header_id: None,
        digest: None,
        check_failed: false,
        authenticated: true,
        forwarded: true,
    };
    let id = message("a");
    let state = MessageState::Quarantined;
    db.store
        .set_message_state(
            &inbox,
            &id,
            state,
            Some(NotAuthenticated::NoResults.into()),
            Some(facts.clone()),
            t(2),
        )
        .await
        .unwrap();
    finish(db, &inbox, "a", MessageState::Rejected).await;
    let row = db.store.ledger(inbox.user_id, 1).await.unwrap().remove(0);
    assert_eq!(
        (row.inbox, row.message_id, row.state),
        (inbox, id, MessageState::Rejected)
    );
    assert_eq!(row.reason.as_deref(), Some("the message is no longer in the mailbox"));
    assert_eq!(row.reason_code, Some(Code::of(&IngestReason::Gone)));
    assert_eq!(row.facts.sender_name.as_deref(), Some("ICA\u{fffd}"));
    assert_eq!(row.facts.subject.map(|s| s.chars().count()), Some(2000));
    assert_eq!((row.facts.vendor_id, row.facts.sender), (facts.vendor_id, facts.sender));
    assert!(row.facts.pdf_attached);
    assert_eq!(
        (row.facts.received_at, row.facts.authentication),
        (facts.received_at, facts.authentication)
    );
}

#[rstest]
#[tokio::test]
async fn a_forgotten_message_is_unknown_unless_it_has_documents(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Rental);
    db.store
        .record_found(&inbox, &ids(&["a", "b"]), t(1), t(1))
        .await
        .unwrap();
    let pdf = NewDocument {
        part: "pdf-0".into(),
        object: NewObject::Rental(FileName::of_attachment("avi_1.pdf").unwrap()),
        sha256: "0".repeat(64),
        charset: None,
        bytes: 4,
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
}

#[rstest]
#[tokio::test]
async fn only_a_quarantined_message_of_ones_own_is_released(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (db.user().await, db.user().await);
    let inbox = inbox(user, Source::Retail);
    db.store
        .record_found(&inbox, &ids(&["a", "b"]), t(1), t(1))
        .await
        .unwrap();
    finish(db, &inbox, "a", MessageState::Quarantined).await;
    finish(db, &inbox, "b", MessageState::Rejected).await;
    let quarantined = db.store.quarantined(user).await.unwrap();
    assert_eq!(
        quarantined
            .iter()
            .map(|row| row.message_id.as_str())
            .collect::<Vec<_>>(),
        ["a"]
    );
    assert!(!db.store.release(other, &message("a"), None, t(7)).await.unwrap());
    assert!(!db.store.release(user, &message("b"), None, t(7)).await.unwrap());
    assert!(db.store.release(user, &message("a"), None, t(7)).await.unwrap());
    assert!(!db.store.release(user, &message("a"), None, t(8)).await.unwrap());
    let pending = db.store.pending_messages(&inbox, None, 100).await.unwrap();
    let pending: Vec<_> = pending
        .into_iter()
        .map(|message| (message.message_id, message.released))
        .collect();
    assert_eq!(pending, [(message("a"), true)]);
}

#[rstest]
#[tokio::test]
async fn the_sweeper_sees_old_finds_of_live_users(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let mine = inbox(db.user().await, Source::Retail);
    db.store
        .record_found(&mine, &ids(&["a", "b"]), t(1), t(1))
        .await
        .unwrap();
    let fresh = inbox(db.user().await, Source::Rental);
    db.store.record_found(&fresh, &ids(&["a"]), t(60), t(60)).await.unwrap();
    let deleted = db.user().await;
    db.store
        .record_found(&inbox(deleted, Source::Retail), &ids(&["a"]), t(1), t(1))
        .await
        .unwrap();
    db.store
        .start_deletion(deleted, crate::support::job(JobKind::DeleteAccount, "d"), None, t(2))
        .await
        .unwrap();
    assert_eq!(db.store.stale_inboxes(t(30), 10).await.unwrap(), [mine]);
    assert_eq!(db.store.stale_inboxes(t(61), 1).await.unwrap().len(), 1);
}

#[rstest]
#[tokio::test]
async fn nothing_is_found_for_a_user_in_deletion(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    for user in [db.user_in_deletion().await, UserId::random()] {
        let inbox = inbox(user, Source::Retail);
        assert_eq!(
            db.store.record_found(&inbox, &ids(&["a"]), t(3), t(3)).await.unwrap(),
            0
        );
        assert!(db.store.ledger(user, 9).await.unwrap().is_empty());
    }
}

#[rstest]
#[tokio::test]
async fn a_month_is_processed_by_a_pdf_that_is_stored_or_parsed(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let inbox = inbox(db.user().await, Source::Rental);
    for (n, state) in (0..).zip(DocumentState::ALL) {
        let facts = MessageFacts {
            received_at: Some(t(n)),
            sender: "hyra@landlord.example.com".parse().ok(),
            ..MessageFacts::default()
        };
        let pdf = NewDocument {
            part: "pdf-0".into(),
            object: NewObject::Rental(FileName::of_attachment(&format!("avi_{n}.pdf")).unwrap()),
            sha256: format!("{n:064}"),
            charset: None,
            bytes: 4,
        };
        let id = message(&format!("m{n}"));
        let planned = db
            .store
            .plan_documents(&inbox, &id, facts, vec![pdf], t(9))
            .await
            .unwrap();
        let Some(planned) = planned else {
            panic!("the user is gone")
        };
        let document = planned[0].document_id;
        db.store
            .set_document_state(inbox.user_id, document, state, None, None, t(9))
            .await
            .unwrap();
    }
    let AccountName::Address(address) = inbox.account.clone() else {
        panic!("{:?}", inbox.account)
    };
    let mails = db.store.processed_mails(inbox.user_id, &[address]).await.unwrap();
    let times: Vec<_> = mails.into_iter().map(|mail| (mail.received_at, mail.since)).collect();
    let expected: Vec<_> = (0..)
        .zip(DocumentState::ALL)
        .filter(|(_, s)| s.processes_month())
        .map(|(n, _)| (t(n), t(9)))
        .collect();
    assert_eq!(times, expected);
    let elsewhere = "new@mail.example.com".parse().unwrap();
    assert!(
        db.store
            .processed_mails(inbox.user_id, &[elsewhere])
            .await
            .unwrap()
            .is_empty()
    );
}
