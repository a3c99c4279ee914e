//! Documents: look-up, adoption, attempts, final states, sweeps.

use invoices_db::{Attempt, Document, JobKind, MessageFacts, NewDocument, NewJob, NewObject, Store};
use invoices_domain::{DocumentState, FileName, ObjectKey, Reason, Source, UserId};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, inbox, job, message, parser, t};

fn pdf_key(user: UserId, name: &str) -> ObjectKey {
    ObjectKey::Rental {
        user,
        file: FileName::of_attachment(name).unwrap(),
    }
}

fn html_key(user: UserId) -> ObjectKey {
    let text = format!("invoices/{user}/retail/grocery/ica_2026-11-02_0123456789abcdef.html");
    text.parse().unwrap()
}

async fn adopted(store: &Store, key: &ObjectKey) -> Document {
    store
        .register_object(key, &"a".repeat(64), t(1))
        .await
        .unwrap()
        .unwrap()
}

#[rstest]
#[tokio::test]
async fn a_document_comes_with_what_its_message_says(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let inbox = inbox(user, Source::Retail);
    let facts = MessageFacts {
        vendor_id: Some("ica".parse().unwrap()),
        subject: Some("Kvitto".into()),
        received_at: Some(t(0)),
        ..MessageFacts::default()
    };
    let html = NewDocument {
        part: "html".into(),
        object: NewObject::Retail(html_key(user)),
        sha256: "b".repeat(64),
        charset: Some("iso-8859-1".into()),
        bytes: 4,
    };
    let planned = db
        .store
        .plan_documents(&inbox, &message("m1"), facts.clone(), vec![html], t(1))
        .await
        .unwrap();
    let Some(planned) = planned else {
        panic!("the user is gone")
    };
    let document = db.store.document_by_key(&html_key(user)).await.unwrap().unwrap();
    assert_eq!((document.document_id, document.user_id), (planned[0].document_id, user));
    assert_eq!((document.part.as_str(), document.state), ("html", DocumentState::Found));
    assert_eq!((document.message_id, document.facts), (Some(message("m1")), facts));
    assert_eq!((document.sha256, document.object_key), ("b".repeat(64), html_key(user)));
    assert_eq!(document.charset.as_deref(), Some("iso-8859-1"));
    let other = db.user().await;
    assert_eq!(db.store.document_by_key(&html_key(other)).await.unwrap(), None);
}

// Shows: Events and notifications | A stored PDF or HTML…
#[rstest]
#[tokio::test]
async fn an_object_that_no_ingest_stored_is_adopted_once(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let key = pdf_key(user, "avi_1.pdf");
    assert_eq!(db.store.document_by_key(&key).await.unwrap(), None);
    let document = adopted(&db.store, &key).await;
    assert_eq!((document.state, document.attempts), (DocumentState::Stored, 0));
    assert_eq!(
        (document.message_id.clone(), document.facts.clone()),
        (None, MessageFacts::default())
    );
    assert_eq!(adopted(&db.store, &key).await, document);
    assert_eq!(db.store.document_by_key(&key).await.unwrap(), Some(document));
}

#[rstest]
#[tokio::test]
async fn an_adopted_pdf_whose_invoice_id_is_taken_is_a_duplicate(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    adopted(&db.store, &pdf_key(user, "avi_1.pdf")).await;
    let second = adopted(&db.store, &pdf_key(user, "hyra_1.pdf")).await;
    assert_eq!(second.state, DocumentState::Duplicate);
    assert!(second.reason.unwrap().contains("Invoice_1"));
}

#[rstest]
#[tokio::test]
async fn objects_of_deleted_users_are_not_adopted(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    for user in [db.user_in_deletion().await, UserId::random()] {
        let adopted = db
            .store
            .register_object(&pdf_key(user, "avi_1.pdf"), &"a".repeat(64), t(1))
            .await;
        assert_eq!(adopted.unwrap(), None);
    }
}

#[rstest]
#[tokio::test]
async fn attempts_are_counted_up_to_the_limit(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let key = pdf_key(user, "avi_1.pdf");
    let id = adopted(&db.store, &key).await.document_id;
    for n in 1..=3 {
        assert_eq!(
            db.store.begin_attempt(user, id, 3, t(n.into())).await.unwrap(),
            Attempt::Started(n)
        );
    }
    assert_eq!(
        db.store.begin_attempt(user, id, 3, t(4)).await.unwrap(),
        Attempt::AtLimit
    );
    let document = db.store.document_by_key(&key).await.unwrap().unwrap();
    assert_eq!((document.state, document.attempts), (DocumentState::Failed, 3));
    assert!(document.reason.is_some());
    let again = db.store.begin_attempt(user, id, 3, t(5)).await.unwrap();
    assert_eq!(again, Attempt::NotPending(DocumentState::Failed));
    let stranger = db.user().await;
    assert_eq!(
        db.store.begin_attempt(stranger, id, 3, t(5)).await.unwrap(),
        Attempt::Gone
    );
}

#[rstest]
#[tokio::test]
async fn no_attempt_begins_for_a_user_in_deletion(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let id = adopted(&db.store, &pdf_key(user, "avi_1.pdf")).await.document_id;
    db.store
        .start_deletion(user, job(JobKind::DeleteAccount, "d"), None, t(2))
        .await
        .unwrap();
    assert_eq!(db.store.begin_attempt(user, id, 3, t(3)).await.unwrap(), Attempt::Gone);
}

#[rstest]
#[tokio::test]
async fn a_finished_document_names_its_parser_and_a_deleted_one_stays_deleted(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let key = pdf_key(user, "avi_1.pdf");
    let id = adopted(&db.store, &key).await.document_id;
    let stranger = db.user().await;
    db.store
        .set_document_state(stranger, id, DocumentState::Deleted, None, None, t(2))
        .await
        .unwrap();
    let settle = async |state, reason| {
        db.store
            .set_document_state(user, id, state, reason, Some(&parser()), t(2))
            .await
            .unwrap();
        db.store.document_by_key(&key).await.unwrap().unwrap()
    };
    let rejected = settle(DocumentState::Rejected, Some(Reason::NoTotal.into())).await;
    assert_eq!(
        (rejected.state, rejected.reason.as_deref()),
        (DocumentState::Rejected, Some("it states no total"))
    );
    assert_eq!(rejected.parser, Some(parser()));
    settle(DocumentState::Deleted, None).await;
    assert_eq!(settle(DocumentState::Parsed, None).await.state, DocumentState::Deleted);
}

#[rstest]
#[tokio::test]
async fn the_sweeper_sees_stored_documents_that_nobody_reads(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let key = |name: &str| pdf_key(user, name);
    let swept = async |before| {
        let stale = db.store.stale_documents(t(before), 2, 10).await.unwrap();
        stale
            .into_iter()
            .map(|s| (s.object_key, s.attempts))
            .collect::<Vec<_>>()
    };
    let stale = adopted(&db.store, &key("stale_1.pdf")).await;
    let read = adopted(&db.store, &key("read_2.pdf")).await;
    let tried = adopted(&db.store, &key("tried_3.pdf")).await;
    let rejected = adopted(&db.store, &key("rejected_4.pdf")).await.document_id;
    let reader = NewJob {
        join_key: Some(read.object_key.to_string()),
        ..job(JobKind::ObjectCreated, "read")
    };
    db.store.enqueue(reader, t(1)).await.unwrap();
    for _ in 0..2 {
        db.store.begin_attempt(user, tried.document_id, 2, t(1)).await.unwrap();
    }
    db.store
        .set_document_state(user, rejected, DocumentState::Rejected, None, None, t(1))
        .await
        .unwrap();
    assert_eq!(swept(1).await, []);
    assert_eq!(swept(2).await, [(stale.object_key.clone(), 0)]);
    db.store.begin_attempt(user, stale.document_id, 2, t(50)).await.unwrap();
    assert_eq!(swept(50).await, []);
    assert_eq!(swept(51).await, [(stale.object_key, 1)]);
    db.store
        .start_deletion(user, job(JobKind::DeleteAccount, "d"), None, t(60))
        .await
        .unwrap();
    assert_eq!(swept(70).await, []);
}
