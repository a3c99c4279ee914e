//! Documents read again: which, and what would come of it.

use invoices_db::{Attempt, JobState, ParseOutcome, ReparseFilter};
use invoices_domain::DocumentState;
use invoices_domain::reading::ParserTag;

use crate::bed::{Bed, job, on_both, parser, t};
use crate::retail::{detail, ids, keep_later, key, receipt, save, state};

async fn selected(bed: &Bed, selection: &ReparseFilter) -> Vec<i64> {
    let mut numbers = Vec::new();
    let mut after = None;
    // Page by page, one document each.
    while let Some(row) = bed.store.documents_to_reparse(selection, after, 1).await.unwrap().pop() {
        after = Some(row.document_id);
        let name = row.object_key.to_string();
        numbers.push(name[name.len() - 6..].trim_end_matches(".html").parse().unwrap());
    }
    numbers
}

#[tokio::test]
async fn what_another_or_an_older_parser_settled_is_selected() {
    on_both(async |bed| {
        let user = bed.user().await;
        for number in 1..=5 {
            let (document, _) = receipt(bed, user, number, None, "1").await;
            let by = |name: &str, version| ParserTag {
                name: name.into(),
                version,
            };
            let (settled, parser) = match number {
                1 => (DocumentState::Parsed, Some(by("grocery", 3))),
                2 => (DocumentState::Rejected, Some(by("grocery", 2))),
                3 => (DocumentState::Failed, None),
                4 => (DocumentState::Parsed, Some(by("travel", 9))),
                _ => continue,
            };
            bed.store
                .set_document_state(user, document, settled, None, parser.as_ref(), t(9))
                .await
                .unwrap();
        }
        let all = ReparseFilter::default();
        assert_eq!(selected(bed, &all).await, [1, 2, 3, 4], "5 is yet to be read");
        let build = ReparseFilter {
            except_read_by: vec![parser()],
            ..ReparseFilter::default()
        };
        assert_eq!(selected(bed, &build).await, [2, 3, 4]);
        let late = ReparseFilter {
            since: Some(t(3)),
            ..build
        };
        assert_eq!(selected(bed, &late).await, [3, 4]);
        bed.store.start_deletion(user, job("delete", "d"), t(60)).await.unwrap();
        assert!(selected(bed, &all).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_document_is_opened_again_once_and_with_its_job() {
    on_both(async |bed| {
        let user = bed.user().await;
        let (document, _) = receipt(bed, user, 1, None, "1").await;
        let reopen = async |owner, name| {
            let again = job("object-created", name);
            bed.store.reopen_document(owner, document, again, t(3)).await.unwrap()
        };
        assert_eq!(reopen(user, "stored").await, None);
        bed.store.begin_attempt(user, document, 1, t(1)).await.unwrap();
        let rejected = DocumentState::Rejected;
        bed.store
            .set_document_state(user, document, rejected, None, Some(&parser()), t(2))
            .await
            .unwrap();
        assert_eq!(reopen(bed.user().await, "stranger").await, None);
        let id = reopen(user, "first").await.unwrap();
        assert_eq!(bed.store.job(id).await.unwrap().unwrap().state, JobState::Ready);
        assert_eq!(reopen(user, "second").await, None);
        assert_eq!(bed.store.live_jobs().await.unwrap(), 1);
        assert_eq!(
            bed.store.begin_attempt(user, document, 1, t(4)).await.unwrap(),
            Attempt::Started(1)
        );
    })
    .await;
}

#[tokio::test]
async fn a_preview_is_what_saving_does_and_leaves_nothing() {
    on_both(async |bed| {
        let user = bed.user().await;
        let (first, one) = receipt(bed, user, 1, Some("A1"), "1").await;
        let (second, two) = receipt(bed, user, 2, Some("A1"), "2").await;
        save(bed, user, first, vec![one.clone()]).await;
        let preview = async |document, said| {
            let parser = parser();
            let preview = bed.store.preview(user, document, said, &parser, t(50), keep_later);
            preview.await.unwrap().unwrap()
        };
        let before = detail(bed, user, one.invoice_id).await;
        let merged = preview(second, ParseOutcome::Retail(vec![two.clone()])).await;
        assert_eq!(merged.state, DocumentState::Parsed);
        assert_eq!(merged.before.retail[&one.invoice_id], one);
        assert_eq!(detail(bed, user, one.invoice_id).await, before);
        assert_eq!(state(bed, user, 2).await, DocumentState::Stored);
        save(bed, user, second, vec![two]).await;
        let after = serde_json::Value::Object(merged.after.retail[&one.invoice_id].detail.clone());
        assert_eq!(detail(bed, user, one.invoice_id).await, Some(after));

        let gone = preview(first, ParseOutcome::Rejected("no".into())).await;
        assert_eq!(
            (gone.state, gone.reason.as_deref()),
            (DocumentState::Rejected, Some("no"))
        );
        assert_eq!(gone.after.retail.len(), 1, "the second mail speaks of it, too");
        assert_eq!(
            preview(first, ParseOutcome::Failed("torn".into())).await.state,
            DocumentState::Failed
        );
        assert_eq!(state(bed, user, 1).await, DocumentState::Parsed);
    })
    .await;
}

#[tokio::test]
async fn a_rejected_document_takes_the_invoice_that_rested_on_it_alone() {
    on_both(async |bed| {
        let user = bed.user().await;
        let (first, one) = receipt(bed, user, 1, Some("A1"), "1").await;
        let (second, two) = receipt(bed, user, 2, Some("A1"), "2").await;
        save(bed, user, first, vec![one.clone()]).await;
        save(bed, user, second, vec![two]).await;
        let reject = async |document| {
            let (told, parser) = (|_| job("rental-changed", "none"), parser());
            let rejected = bed.store.reject_document(user, document, "no", &parser, t(60), told);
            rejected.await.unwrap();
        };
        reject(first).await;
        assert_eq!(ids(bed, user).await, [one.invoice_id]);
        reject(second).await;
        assert_eq!(ids(bed, user).await, []);
        assert_eq!(state(bed, user, 2).await, DocumentState::Rejected);
        assert_eq!(bed.store.live_jobs().await.unwrap(), 0);
        let key = key(user, 1);
        assert_eq!(
            bed.store
                .document_by_key(&key)
                .await
                .unwrap()
                .unwrap()
                .reason
                .as_deref(),
            Some("no")
        );
    })
    .await;
}
