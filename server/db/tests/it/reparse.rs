//! Parsing documents again: which ones are selected, and the preview.

use invoices_db::{Attempt, JobKind, JobState, NewStatement, ParseOutcome, Rejection, ReparseFilter};
use invoices_domain::reading::ParserTag;
use invoices_domain::{DocumentState, Reason};
use rstest::rstest;

use crate::retail::{detail, ids, key, receipt, save, state, stated};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, job, parser, t, within};

async fn selected(db: &TestDatabase, selection: &ReparseFilter) -> Vec<i64> {
    let mut numbers = Vec::new();
    let mut after = None;
    // Pages of one document.
    let listed = async {
        while let Some(row) = db.store.documents_to_reparse(selection, after, 1).await.unwrap().pop() {
            after = Some(row.document_id);
            let name = row.object_key.to_string();
            numbers.push(name[name.len() - 6..].trim_end_matches(".html").parse().unwrap());
        }
    };
    within("the last document", listed).await;
    numbers
}

fn no_total() -> Rejection {
    Rejection {
        state: DocumentState::Rejected,
        reason: Reason::NoTotal,
        of_another: None,
        question: None,
    }
}

#[rstest]
#[tokio::test]
async fn documents_of_another_or_an_older_parser_are_selected(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    for number in 1..=5 {
        let (document, _) = receipt(db, user, number, None, "1").await;
        let by = |name: &str, version| ParserTag {
            name: name.into(),
            version,
        };
        let (state, parser) = match number {
            1 => (DocumentState::Parsed, Some(by("grocery", 3))),
            2 => (DocumentState::Rejected, Some(by("grocery", 2))),
            3 => (DocumentState::Failed, None),
            4 => (DocumentState::Parsed, Some(by("travel", 9))),
            _ => continue,
        };
        db.store
            .set_document_state(user, document, state, None, parser.as_ref(), t(9))
            .await
            .unwrap();
    }
    let all = ReparseFilter::default();
    assert_eq!(selected(db, &all).await, [1, 2, 3, 4], "5 is yet to be read");
    let build = ReparseFilter {
        except_read_by: vec![parser()],
        ..ReparseFilter::default()
    };
    assert_eq!(selected(db, &build).await, [2, 3, 4]);
    let late = ReparseFilter {
        since: Some(t(3)),
        ..build
    };
    assert_eq!(selected(db, &late).await, [3, 4]);
    db.store
        .start_deletion(user, job(JobKind::DeleteAccount, "d"), None, t(60))
        .await
        .unwrap();
    assert!(selected(db, &all).await.is_empty());
}

#[rstest]
#[tokio::test]
async fn a_document_is_opened_again_once_and_with_its_job(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (document, _) = receipt(db, user, 1, None, "1").await;
    let reopen = async |owner, name| {
        let again = job(JobKind::ObjectCreated, name);
        db.store.reopen_document(owner, document, again, t(3)).await.unwrap()
    };
    assert_eq!(reopen(user, "stored").await, None);
    db.store.begin_attempt(user, document, 1, t(1)).await.unwrap();
    let rejected = DocumentState::Rejected;
    db.store
        .set_document_state(user, document, rejected, None, Some(&parser()), t(2))
        .await
        .unwrap();
    assert_eq!(reopen(db.user().await, "stranger").await, None);
    let id = reopen(user, "first").await.unwrap();
    assert_eq!(db.store.job(id).await.unwrap().unwrap().state, JobState::Ready);
    assert_eq!(reopen(user, "second").await, None);
    assert_eq!(db.store.live_jobs().await.unwrap(), 1);
    assert_eq!(
        db.store.begin_attempt(user, document, 1, t(4)).await.unwrap(),
        Attempt::Started(1)
    );
}

#[rstest]
#[tokio::test]
async fn a_preview_shows_what_saving_does_and_writes_nothing(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, Some("A1"), "1").await;
    let (second, two) = receipt(db, user, 2, Some("A1"), "1").await;
    save(db, user, first, vec![one.clone()]).await;
    let preview = async |document, said| {
        let parser = parser();
        let preview = db.store.preview(user, document, said, &parser, t(50));
        preview.await.unwrap().unwrap()
    };
    let before = detail(db, user, one.invoice_id).await;
    let merged = preview(second, ParseOutcome::Retail(stated(vec![two.clone()]))).await;
    assert_eq!(merged.state, DocumentState::Parsed);
    assert_eq!(merged.before.retail[&one.invoice_id], one);
    assert_eq!(detail(db, user, one.invoice_id).await, before);
    assert_eq!(state(db, user, 2).await, DocumentState::Stored);
    save(db, user, second, vec![two]).await;
    let after = serde_json::Value::Object(merged.after.retail[&one.invoice_id].detail.clone());
    assert_eq!(detail(db, user, one.invoice_id).await, Some(after));

    let removed = preview(first, ParseOutcome::Rejected(Box::new(no_total()))).await;
    assert_eq!(
        (removed.state, removed.reason.as_deref()),
        (DocumentState::Rejected, Some("it states no total"))
    );
    assert_eq!(removed.after.retail.len(), 1, "the second mail states it, too");
    assert_eq!(
        preview(first, ParseOutcome::Failed(Reason::DamagedPdf)).await.state,
        DocumentState::Failed
    );
    assert_eq!(state(db, user, 1).await, DocumentState::Parsed);
}

#[rstest]
#[tokio::test]
async fn a_rejected_document_removes_the_invoice_that_only_it_stated(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, Some("A1"), "1").await;
    let (second, two) = receipt(db, user, 2, Some("A1"), "1").await;
    save(db, user, first, vec![one.clone()]).await;
    save(db, user, second, vec![two]).await;
    let reject = async |document| {
        let (notify, parser) = (|_| job(JobKind::RentalChanged, "none"), parser());
        let rejected = db
            .store
            .reject_document(user, document, no_total(), &parser, t(60), notify);
        rejected.await.unwrap();
    };
    reject(first).await;
    assert_eq!(ids(db, user).await, [one.invoice_id]);
    reject(second).await;
    assert_eq!(ids(db, user).await, []);
    assert_eq!(state(db, user, 2).await, DocumentState::Rejected);
    assert_eq!(db.store.live_jobs().await.unwrap(), 0);
    let key = key(user, 1);
    assert_eq!(
        db.store.document_by_key(&key).await.unwrap().unwrap().reason.as_deref(),
        Some("it states no total")
    );
}

/// Such a document still says that another one's invoice was paid.
#[rstest]
#[tokio::test]
async fn a_document_whose_total_is_no_longer_found_keeps_its_invoice(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let (first, one) = receipt(db, user, 1, Some("A1"), "1").await;
    let (second, two) = receipt(db, user, 2, Some("A2"), "1").await;
    save(db, user, first, vec![one.clone()]).await;
    for (document, invoice) in [(first, one.clone()), (second, two)] {
        let said = stated(vec![invoice]).remove(0);
        let failed = Rejection {
            state: DocumentState::Failed,
            of_another: Some(NewStatement { invoice: None, ..said }),
            ..no_total()
        };
        let (notify, parser) = (|_| job(JobKind::RentalChanged, "none"), parser());
        let rejected = db.store.reject_document(user, document, failed, &parser, t(60), notify);
        rejected.await.unwrap();
    }
    assert_eq!(ids(db, user).await, [one.invoice_id]);
    for number in [1, 2] {
        assert_eq!(state(db, user, number).await, DocumentState::Failed);
    }
}
