//! Planning documents: each part gets a row and a key of its own, or is a duplicate.

use invoices_db::{JobKind, MessageFacts, NewDocument, NewObject, PlannedDocument};
use invoices_domain::ids::sha256_hex;
use invoices_domain::{DocumentState, FileName, MessageState, ObjectKey, RetailPart, Source, UserId};
use rstest::rstest;

use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, inbox, job, message, t, within};

fn pdf(part: &str, name: &str, bytes: &str) -> NewDocument {
    NewDocument {
        part: part.into(),
        object: NewObject::Rental(FileName::of_attachment(name).unwrap()),
        sha256: sha256_hex(bytes.as_bytes()),
        charset: None,
        bytes: 4,
    }
}

fn html(user: UserId, vendor: &str, id: &str, bytes: &str) -> NewDocument {
    NewDocument {
        part: "html".into(),
        object: NewObject::Retail(ObjectKey::Retail {
            user,
            sub_type: "grocery".parse().unwrap(),
            vendor: vendor.parse().unwrap(),
            date: "2026-11-02".parse().unwrap(),
            hash: message(id).hash16(),
            part: RetailPart::Html,
        }),
        sha256: sha256_hex(bytes.as_bytes()),
        charset: None,
        bytes: 4,
    }
}

async fn plan(
    db: &TestDatabase,
    user: UserId,
    source: Source,
    id: &str,
    documents: Vec<NewDocument>,
) -> Vec<PlannedDocument> {
    let facts = MessageFacts {
        subject: Some("Hyresavi".into()),
        received_at: Some(t(0)),
        ..MessageFacts::default()
    };
    let planned = db
        .store
        .plan_documents(&inbox(user, source), &message(id), facts, documents, t(1))
        .await
        .unwrap();
    match planned {
        Some(planned) => planned,
        None => panic!("the user is gone"),
    }
}

/// The key of each document, and whether it is a duplicate.
fn keys(planned: &[PlannedDocument]) -> Vec<String> {
    planned
        .iter()
        .map(|p| match &p.key {
            Some(ObjectKey::Rental { file, .. }) if p.state == DocumentState::Duplicate => {
                assert!(p.needs_bytes);
                format!("duplicate {}", file.as_str())
            }
            Some(ObjectKey::Rental { file, .. }) => file.as_str().to_owned(),
            key => panic!("{key:?}"),
        })
        .collect()
}

#[rstest]
#[tokio::test]
async fn planning_again_gives_the_same_rows(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let documents = || vec![pdf("pdf-0", "avi_1.pdf", "one"), pdf("pdf-1", "avi_2.pdf", "two")];
    let first = plan(db, user, Source::Rental, "m1", documents()).await;
    assert_eq!(keys(&first), ["avi_1.pdf", "avi_2.pdf"]);
    assert!(first.iter().all(|p| p.needs_bytes && p.state == DocumentState::Found));
    assert_eq!(plan(db, user, Source::Rental, "m1", documents()).await, first);
}

#[rstest]
#[tokio::test]
async fn the_same_bytes_are_a_duplicate_within_a_mail_and_across_mails(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let twice = vec![pdf("pdf-0", "avi_1.pdf", "one"), pdf("pdf-1", "copy.pdf", "one")];
    assert_eq!(
        keys(&plan(db, user, Source::Rental, "m1", twice).await),
        ["avi_1.pdf", "duplicate copy.pdf"]
    );
    let hash = &sha256_hex(b"one")[..8];
    let reminder = vec![pdf("pdf-0", "avi_1.pdf", "one")];
    assert_eq!(
        keys(&plan(db, user, Source::Rental, "m2", reminder.clone()).await),
        [format!("duplicate avi_1_{hash}.pdf")]
    );
    let other = db.user().await;
    assert_eq!(
        keys(&plan(db, other, Source::Rental, "m2", reminder).await),
        ["avi_1.pdf"]
    );
}

#[rstest]
#[tokio::test]
async fn bytes_whose_document_failed_or_was_deleted_are_no_duplicates(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    for state in [DocumentState::Failed, DocumentState::Deleted] {
        let user = db.user().await;
        let first = plan(db, user, Source::Rental, "m1", vec![pdf("pdf-0", "avi_1.pdf", "one")]).await;
        db.store
            .set_document_state(user, first[0].document_id, state, None, None, t(2))
            .await
            .unwrap();
        let hash = &sha256_hex(b"one")[..8];
        let again = plan(db, user, Source::Rental, "m2", vec![pdf("pdf-0", "avi_1.pdf", "one")]).await;
        assert_eq!(keys(&again), [format!("avi_1_{hash}.pdf")]);
    }
}

#[rstest]
#[tokio::test]
async fn a_name_or_invoice_id_that_other_bytes_have_gets_the_hash(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    plan(
        db,
        user,
        Source::Rental,
        "m1",
        vec![pdf("pdf-0", "Hyresavi_1.pdf", "one")],
    )
    .await;
    let hash = |bytes: &str| sha256_hex(bytes.as_bytes())[..8].to_owned();
    let same_name = plan(
        db,
        user,
        Source::Rental,
        "m2",
        vec![pdf("pdf-0", "Hyresavi_1.pdf", "two")],
    )
    .await;
    assert_eq!(keys(&same_name), [format!("Hyresavi_1_{}.pdf", hash("two"))]);
    let same_id = plan(db, user, Source::Rental, "m3", vec![pdf("pdf-0", "Avi_1.pdf", "three")]).await;
    assert_eq!(keys(&same_id), [format!("Avi_1_{}.pdf", hash("three"))]);
}

// Shows: Rental invoices | An id or name in use…
#[rstest]
#[tokio::test]
async fn a_name_made_to_collide_with_the_hash_gets_another_key(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let sha = sha256_hex(b"two");
    let made = vec![
        pdf("pdf-0", "avi_1.pdf", "one"),
        pdf("pdf-1", &format!("x_{}.pdf", &sha[..8]), "trap"),
    ];
    plan(db, user, Source::Rental, "m1", made).await;
    let planned = plan(db, user, Source::Rental, "m2", vec![pdf("pdf-0", "avi_1.pdf", "two")]).await;
    assert_eq!(keys(&planned), [format!("avi_1_{}.pdf", &sha[8..16])]);
}

#[rstest]
#[tokio::test]
async fn every_html_is_a_document_of_its_own(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    for mail in ["m1", "m2"] {
        let planned = plan(db, user, Source::Retail, mail, vec![html(user, "ica", mail, "thanks")]).await;
        assert_eq!((planned[0].state, planned[0].needs_bytes), (DocumentState::Found, true));
    }
}

#[rstest]
#[tokio::test]
async fn nothing_is_planned_or_stored_for_a_user_in_deletion(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user_in_deletion().await;
    let inbox = inbox(user, Source::Rental);
    let documents = vec![pdf("pdf-0", "avi_1.pdf", "one")];
    let planned = db
        .store
        .plan_documents(&inbox, &message("m1"), MessageFacts::default(), documents, t(2))
        .await;
    assert_eq!(planned.unwrap(), None);
    let jobs = vec![job(JobKind::ObjectCreated, "k")];
    assert!(
        !db.store
            .mark_documents_stored(&inbox, &message("m1"), &[], jobs, t(2))
            .await
            .unwrap()
    );
    assert_eq!(db.store.live_jobs().await.unwrap(), 1, "the deletion alone");
    assert!(db.store.ledger(user, 10).await.unwrap().is_empty());
}

#[rstest]
#[tokio::test]
async fn stored_documents_their_message_and_their_jobs_are_written_together(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let inbox = inbox(user, Source::Rental);
    let documents = vec![pdf("pdf-0", "avi_1.pdf", "one"), pdf("pdf-1", "copy.pdf", "one")];
    let planned = plan(db, user, Source::Rental, "m1", documents).await;
    let ids: Vec<_> = planned.iter().map(|p| p.document_id).collect();
    for fresh in [1, 0] {
        let before = db.store.live_jobs().await.unwrap();
        let jobs = vec![job(JobKind::ObjectCreated, "avi_1.pdf")];
        assert!(
            db.store
                .mark_documents_stored(&inbox, &message("m1"), &ids, jobs, t(2))
                .await
                .unwrap()
        );
        assert_eq!(db.store.live_jobs().await.unwrap() - before, fresh);
    }
    let ledger = db.store.ledger(user, 10).await.unwrap();
    assert_eq!(ledger[0].state, MessageState::Fetched);
    assert_eq!(ledger[0].facts.subject.as_deref(), Some("Hyresavi"));
    let states: Vec<_> = ledger[0].documents.iter().map(|d| d.state).collect();
    assert_eq!(states, [DocumentState::Stored, DocumentState::Duplicate]);
    assert_eq!(ledger[0].documents[1].file_name.as_deref(), Some("copy.pdf"));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn mails_planned_at_once_share_no_key(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let other = db.another_store().await;
    let plans = (0..8).map(|n| {
        let store = if n % 2 == 0 { db.store.clone() } else { other.clone() };
        let documents = vec![pdf("pdf-0", "avi_1.pdf", &format!("bytes {}", n / 2))];
        tokio::spawn(async move {
            let id = message(&format!("m{n}"));
            let inbox = inbox(user, Source::Rental);
            store
                .plan_documents(&inbox, &id, MessageFacts::default(), documents, t(1))
                .await
                .unwrap()
        })
    });
    let outcomes = within("the plans", futures::future::try_join_all(plans)).await.unwrap();
    let planned: Vec<_> = outcomes
        .into_iter()
        .flat_map(|o| match o {
            Some(planned) => planned,
            None => panic!("the user is gone"),
        })
        .collect();
    let mut keys = keys(&planned);
    keys.sort();
    assert_eq!(keys.iter().filter(|p| p.starts_with("duplicate ")).count(), 4);
    keys.dedup();
    assert_eq!(keys.len(), 8, "{keys:?}");
}

// Only PostgreSQL refuses NUL. Transactions that wait for SQLite's writer are tested in `store/group/tests.rs`.
#[tokio::test]
async fn of_a_user_s_transactions_that_share_a_commit_only_the_refused_ones_fail() {
    let db = &TestDatabase::new(Postgres).await;
    let [alva, bo] = [db.user().await, db.user().await];
    let plans = (0..40).map(|n| async move {
        let (user, id) = (if n % 2 == 0 { alva } else { bo }, n.to_string());
        let mut document = html(user, "ica", &id, &id);
        if n % 5 == 0 {
            document.sha256 = "\0".into();
        }
        let inbox = inbox(user, Source::Retail);
        let facts = MessageFacts::default();
        let planned = db
            .store
            .plan_documents(&inbox, &message(&id), facts, vec![document], t(1));
        assert_eq!(planned.await.is_ok(), n % 5 != 0, "{id}");
    });
    futures::future::join_all(plans).await;
    let stored = "SELECT (SELECT count(*) FROM messages) || ', ' || (SELECT count(*) FROM documents) AS line";
    assert_eq!(db.lines(stored), ["32, 32"]);
}
