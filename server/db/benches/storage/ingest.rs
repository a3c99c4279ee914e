//! The database's part of an ingest: all writes for a mail until its invoice is saved.

use std::time::{Duration, Instant};

use futures::stream::{self, StreamExt};
use invoices_db::{Attempt, Inbox, JobKind, MessageFacts, NewDocument, NewJob, NewObject, NewStatement, RetailInvoice};
use invoices_domain::identity::{Fact, Numbers, Position, Role};
use invoices_domain::reading::{Direction, ParserTag};
use invoices_domain::{MessageId, ObjectKey, RetailInvoiceId, Source, UserId};
use serde_json::{Map, Value, json};

use crate::Size;
use crate::bench_db::{BenchDb, now, print, rate};

/// As many as one run fetches at once by default.
const AT_ONCE: usize = 8;

pub async fn run(db: &BenchDb, size: &Size) {
    let user = db.user().await;
    let inbox = Inbox {
        user_id: user,
        account: "alva@mail.example.com".parse().unwrap(),
        source: Source::Retail,
    };
    let ids: Vec<MessageId> = (0..size.mails).map(|n| format!("mail-{n}").parse().unwrap()).collect();
    let started = Instant::now();
    db.store.record_found(&inbox, &ids, now(), now()).await.unwrap();
    let mails = stream::iter(ids.into_iter().zip(0..));
    mails
        .for_each_concurrent(AT_ONCE, |(id, number)| one(db, &inbox, id, number))
        .await;
    let elapsed = started.elapsed();
    print(db, "mails from found to an invoice", "/s", rate(size.mails, elapsed));
}

async fn one(db: &BenchDb, inbox: &Inbox, id: MessageId, number: u32) {
    let (store, user) = (&db.store, inbox.user_id);
    let key: ObjectKey = format!("invoices/{user}/retail/grocery/ica_2026-11-02_{number:016x}.html")
        .parse()
        .unwrap();
    let document = NewDocument {
        part: "html".into(),
        object: NewObject::Retail(key.clone()),
        sha256: format!("{number:064x}"),
        charset: None,
        bytes: 4_096,
    };
    let planned = store.plan_documents(inbox, &id, MessageFacts::default(), vec![document], now());
    let Some(planned) = planned.await.unwrap() else {
        panic!("the user is there");
    };
    let document = planned.first().unwrap().document_id;
    let parse = NewJob {
        kind: JobKind::ObjectCreated,
        key: key.to_string(),
        user: Some(user),
        lane: None,
        join_key: Some(key.to_string()),
        payload: json!({"key": key.to_string()}),
        run_at: now(),
    };
    assert!(
        store
            .mark_documents_stored(inbox, &id, &[document], vec![parse], now())
            .await
            .unwrap()
    );
    let owner = format!("worker-{number}");
    let job = loop {
        let claimed = store
            .claim(
                &owner,
                &[JobKind::ObjectCreated],
                i64::MAX,
                Duration::from_mins(1),
                now(),
            )
            .await
            .unwrap();
        if let Some(job) = claimed {
            break job;
        }
    };
    // Whichever of the mails it was.
    let key: ObjectKey = job.key.parse().unwrap();
    let document = store.document_by_key(&key).await.unwrap().unwrap().document_id;
    let attempt = store.begin_attempt(user, document, 3, now()).await.unwrap();
    assert!(matches!(attempt, Attempt::Started(_)), "{attempt:?}");
    let parser = ParserTag {
        name: "grocery".into(),
        version: 1,
    };
    let saved = store.retail_save(user, document, vec![stated(invoice(user, &key))], &parser, now());
    saved.await.unwrap();
    assert!(store.finish(&job, Value::Null, now()).await.unwrap());
}

fn stated(invoice: RetailInvoice) -> NewStatement {
    let mail = invoice.invoice_id.to_string();
    NewStatement {
        id: invoice.invoice_id,
        fact: Fact {
            vendor: invoice.vendor_id.clone(),
            direction: invoice.direction,
            role: Role::Receipt,
            numbers: Numbers::default(),
            own_day: invoice.invoice_date,
            received_on: now().date_naive(),
            total: Some(invoice.total_amount),
            candidates: Vec::new(),
            currency: invoice.currency,
            is_paid: false,
            mail: mail.clone(),
            message: None,
            file: None,
            position: Position {
                received_at: now(),
                message: mail,
                part: 0,
                nth: 0,
            },
        },
        invoice: Some(invoice),
    }
}

fn invoice(user: UserId, key: &ObjectKey) -> RetailInvoice {
    RetailInvoice {
        invoice_id: RetailInvoiceId::derive(user, key, None),
        vendor_id: "ica".parse().unwrap(),
        vendor_name: "ICA".into(),
        sub_type: "grocery".parse().unwrap(),
        direction: Direction::Charge,
        invoice_date: Some("2026-11-02".parse().unwrap()),
        total_amount: "123.45".parse().unwrap(),
        currency: None,
        received_at: now(),
        detail: Map::from_iter([("total_amount".to_owned(), json!(123.45))]),
    }
}
