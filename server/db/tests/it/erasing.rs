//! Erasing all rows of a user.

use std::collections::BTreeSet;

use invoices_db::{
    AccessToken, AddedToken, CreateUser, HandOver, JobKind, Joined, MessageFacts, NewDocument, NewInvitation, NewJob,
    NewNotification, NewObject, NewSession, NewWebhook, Operator, PendingConsent, PerMinute, RentalInvoice,
    SuggestedSource, Suggestion, TrustSender,
};
use invoices_domain::correction::{Correction, RetailField};
use invoices_domain::identity::Role;
use invoices_domain::mail::{RawMessage, Redirect};
use invoices_domain::ports::NotificationKind;
use invoices_domain::reading::Direction;
use invoices_domain::sources::{LandlordValues, SenderPatterns, SourceId, SubjectPhrases, SuggestionId, VendorValues};
use invoices_domain::webhook::{EventTypes, WebhookId};
use invoices_domain::{
    AccessTokenId, FileName, Label, LabelClass, NotificationFacts, ObjectKey, RentalInvoiceId, SessionId, Source,
    SubType, TokenScope, TokenScopes, UserId,
};
use rstest::rstest;

use crate::retail::{delete, receipt, stated};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, inbox, job, message, new_user, parser, t};

/// Adds rows of a user to every table with a column `user_id`.
async fn fill(db: &TestDatabase, user: UserId) {
    let inbox = inbox(user, Source::Rental);
    db.store
        .record_found(&inbox, &[message("m1")], t(1), t(1))
        .await
        .unwrap();
    let pdf = NewDocument {
        part: "pdf-0".into(),
        object: NewObject::Rental(FileName::of_attachment("avi_1.pdf").unwrap()),
        sha256: "a".repeat(64),
        charset: None,
        bytes: 4,
    };
    db.store
        .plan_documents(&inbox, &message("m1"), MessageFacts::default(), vec![pdf], t(1))
        .await
        .unwrap();
    let key = ObjectKey::Rental {
        user,
        file: FileName::of_attachment("avi_1.pdf").unwrap(),
    };
    let document = db.store.document_by_key(&key).await.unwrap().unwrap().document_id;
    let invoice = RentalInvoice {
        invoice_id: RentalInvoiceId::given("Invoice_1"),
        landlord: None,
        reference: None,
        direction: Direction::Charge,
        currency: None,
        role: Role::Invoice,
        record: crate::rental::record("1"),
    };
    let notify = move |_| NewJob {
        user: Some(user),
        ..job(JobKind::RentalChanged, &user.to_string())
    };
    db.store
        .rental_save(user, document, invoice, &parser(), t(2), notify)
        .await
        .unwrap();
    fill_retail(db, user).await;
    let empty = if db.is_postgres() { "''" } else { "x''" };
    db.execute(&format!(
        "INSERT INTO retail_segments (user_id, terms, postings, invoices) VALUES ('{user}', '', {empty}, {empty})"
    ));
    db.execute(&format!(
        "UPDATE retail_texts SET segment = (SELECT max(segment) FROM retail_segments) WHERE user_id = '{user}'"
    ));
    db.execute(&format!(
        "UPDATE retail_texts SET text = text || '.' WHERE user_id = '{user}'"
    ));
    db.store
        .move_cursors(user, &inbox.account, &["ica".parse().unwrap()], t(2))
        .await
        .unwrap();
    db.store
        .note_look(user, &inbox.account, Some("1".parse().unwrap()), t(2))
        .await
        .unwrap();
    let notification = NewNotification {
        id: format!("n:{user}"),
        kind: NotificationKind::Invoice,
        user_id: user,
        invoice_id: "Invoice_1".into(),
        recipient: None,
        subject: "New invoice available!".into(),
        message: "New".into(),
        facts: NotificationFacts::default(),
    };
    db.store.record_notification(notification, t(2)).await.unwrap();
    db.execute(&format!(
        "INSERT INTO tombstones (user_id, hash) VALUES ('{user}', '{}')",
        "0".repeat(24)
    ));
    assert!(
        db.store
            .log_out(user, Some(Operator("root".into())), t(2))
            .await
            .unwrap()
    );
    fill_sources(db, user).await;
}

/// Adds a landlord, a vendor, a suggestion and a consent, and switches one of the operator's vendors off.
async fn fill_sources(db: &TestDatabase, user: UserId) {
    let senders = || SenderPatterns::try_from(vec!["example.com".parse().unwrap()]).unwrap();
    let sub_type: SubType = "grocery".parse().unwrap();
    let landlord = LandlordValues {
        sender: "avi@example.com".parse().unwrap(),
        subject: None,
    };
    db.store.add_landlord(user, landlord, 9, t(2)).await.unwrap();
    let vendor = VendorValues {
        name: "Kaffebaren".parse().unwrap(),
        sub_type: sub_type.clone(),
        email_patterns: senders(),
        subject_keywords: SubjectPhrases::default(),
    };
    db.store.add_vendor(user, vendor, |_| false, 9, t(2)).await.unwrap();
    let off = db
        .store
        .switch_source(user, Source::Retail, "ica", false, |_, _| false, t(2));
    assert!(off.await.unwrap());
    let coop = SourceId::Vendor("coop".parse().unwrap());
    let label = Label {
        class: LabelClass::TotalAmount,
        phrase: "till takes".parse().unwrap(),
    };
    let taught = db
        .store
        .change_labels(user, coop, |labels| labels.add(label), |_| unreachable!(), t(2));
    assert!(taught.await.unwrap().unwrap().is_ok());
    let suggestion = Suggestion {
        suggestion_id: SuggestionId::of(&user.to_string()),
        source: SuggestedSource::Vendor(sub_type),
        name: "Lampan".parse().unwrap(),
        senders: senders(),
        mails: 3,
        trusted: true,
        invoice_date: t(2).date_naive(),
        total_amount: None,
        currency: None,
    };
    db.store.save_suggestions(user, vec![suggestion], t(2)).await.unwrap();
    let consent = PendingConsent {
        state_hash: format!("hash of {user}"),
        redirect: Redirect::Service,
        verifier: "v".into(),
        expires_at: t(60),
        server: None,
        interval: None,
    };
    assert!(db.store.add_consent(user, consent, 5).await.unwrap());
    let session = NewSession {
        session_id: SessionId::random(),
        name: None,
        selector_hash: format!("selector of {user}"),
        verifier_hash: "v".into(),
    };
    // The generation after the logout above.
    assert!(db.store.begin_session(user, 1, session, 50, t(2)).await.unwrap());
    let token = AccessToken {
        token_id: AccessTokenId::random(),
        user_id: user,
        name: "script".into(),
        scopes: TokenScopes::new([TokenScope::Read]).unwrap(),
        created_at: t(2),
        expires_at: t(60),
        last_used_at: None,
    };
    let hash = format!("hash of {user}");
    assert_eq!(
        db.store.add_access_token(token, hash, 1, 50).await.unwrap(),
        AddedToken::Added
    );
    for stored in [
        db.store
            .add_password_reset(user, format!("reset of {user}"), t(60))
            .await,
        db.store.add_email_code(user, format!("code of {user}"), t(60)).await,
    ] {
        assert!(stored.unwrap());
    }
    let webhook = NewWebhook {
        webhook_id: WebhookId::random(),
        url: "https://hooks.example.com/".into(),
        events: EventTypes::all(),
        secret: "whsec_".to_owned().into(),
    };
    let id = webhook.webhook_id;
    db.store.add_webhook(user, webhook, 5, t(2)).await.unwrap();
    db.store.add_webhook_test(user, id, PerMinute(5), t(2)).await.unwrap();
    let tell = NewJob {
        user: Some(user),
        ..job(JobKind::ConditionRaised, &format!("tell {user}"))
    };
    let sender = "avi@example.com".parse().unwrap();
    let trusted = db.store.trust_sender(user, sender, 9, None, t(2)).await.unwrap();
    assert_eq!(trusted, TrustSender::Trusted(0));
    let mail = RawMessage {
        id: message("handed"),
        received_at: Some(t(1)),
        bytes: "From: avi@example.com".into(),
    };
    let handed = db.store.hand_over(user, mail, vec![Source::Rental], 99, t(2)).await;
    assert_eq!(handed.unwrap(), HandOver::Kept);
    let raised = db.store.raise_condition(user, NotificationKind::Reconnect, tell, t(2));
    assert!(raised.await.unwrap());
}

/// Adds a user who was invited.
async fn invited(db: &TestDatabase) -> UserId {
    let new = new_user();
    let (user_id, code_hash) = (new.user_id, format!("hash of {}", new.user_id));
    let invitation = NewInvitation {
        email_key: new.email_key.clone(),
        code_hash: code_hash.clone(),
        expires_at: t(60),
    };
    let by = Operator("root".into());
    assert!(db.store.invite(invitation, by, t(0)).await.unwrap());
    let created = db.store.create_invited_user(new, &code_hash).await;
    assert_eq!(created.unwrap(), CreateUser::Created);
    user_id
}

/// Adds three retail invoices, of which one is deleted, and the others joined and corrected.
async fn fill_retail(db: &TestDatabase, user: UserId) {
    let mut joined = Vec::new();
    for n in 0..3 {
        let (document, invoice) = receipt(db, user, n, Some(&n.to_string()), "10").await;
        let id = invoice.invoice_id;
        db.store
            .retail_save(user, document, stated(vec![invoice]), &parser(), t(2))
            .await
            .unwrap();
        if n == 0 {
            assert!(delete(db, user, id, t(3)).await);
            continue;
        }
        joined.push(id);
        let correction = Correction {
            values: vec![(RetailField::VendorName, "Kaffebaren".into())],
            undo: BTreeSet::new(),
        };
        let corrected = db.store.correct_retail(user, id, correction, t(3)).await.unwrap();
        assert!(corrected.is_some());
    }
    let together = db.store.join_retail(user, joined[0], joined[1], t(4)).await.unwrap();
    assert!(matches!(together, Joined::Joined { .. }), "{together:?}");
}

/// The tables with rows of a user, and the number of rows.
fn row_counts(db: &TestDatabase, user: UserId) -> Vec<String> {
    let columns = db.columns();
    let tables = columns.iter().filter_map(|column| column.strip_suffix(".user_id"));
    let counts = tables.flat_map(|table| {
        db.lines(&format!(
            "SELECT '{table} ' || count(*) AS line FROM {table} WHERE user_id = '{user}' HAVING count(*) > 0"
        ))
    });
    counts.collect()
}

// Shows: Profile and deletion of the account | `DELETE /v1/user/me` removes rental…
// Shows: Profile and deletion of the account | Nothing of a deleted…
#[rstest]
#[tokio::test]
async fn an_erased_user_has_no_row_in_any_table(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (invited(db).await, invited(db).await);
    fill(db, user).await;
    fill(db, other).await;
    let owning = db
        .columns()
        .iter()
        .filter(|column| column.ends_with(".user_id"))
        .count();
    assert_eq!(
        row_counts(db, user).len(),
        owning,
        "every table is filled: {:?}",
        row_counts(db, user)
    );
    let before = row_counts(db, other);

    let order = NewJob {
        user: Some(user),
        ..job(JobKind::DeleteAccount, "d")
    };
    let deletion = db
        .store
        .start_deletion(user, order, None, t(4))
        .await
        .unwrap()
        .unwrap()
        .id;
    db.store.erase_user(user, deletion).await.unwrap();
    assert_eq!(
        row_counts(db, user),
        ["acts 1", "jobs 1"],
        "the log of acts and the job that does it stay"
    );
    let address = format!("%{user}@%");
    for (table, column) in [("acts", "email_key"), ("invitations", "email_key")] {
        let left = db.lines(&format!(
            "SELECT {column} AS line FROM {table} WHERE {column} LIKE '{address}'"
        ));
        assert_eq!(left, Vec::<String>::new(), "{table}");
    }
    assert!(db.store.job(deletion).await.unwrap().is_some());
    assert_eq!(db.store.user(user).await.unwrap(), None);
    assert_eq!(row_counts(db, other), before);

    // Erasing is idempotent.
    db.store.erase_user(user, deletion).await.unwrap();
}

/// Adds 2,500 copies of a row of a user that differ in these columns.
fn copy(db: &TestDatabase, user: UserId, table: &str, different: &[&str]) {
    let columns = db.columns();
    let columns = columns
        .iter()
        .filter_map(|column| column.strip_prefix(table)?.strip_prefix('.'));
    let columns: Vec<&str> = columns.filter(|column| *column != "id").collect();
    let values = columns.iter().map(|column| match *column {
        "rental_invoice_id" => "NULL".to_owned(),
        column if different.contains(&column) => "'copy-' || n".to_owned(),
        column => format!("one.{column}"),
    });
    db.execute(&format!(
        "INSERT INTO {table} ({}) WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500) \
         SELECT {} FROM numbers, (SELECT * FROM {table} WHERE user_id = '{user}' LIMIT 1) AS one",
        columns.join(", "),
        values.collect::<Vec<_>>().join(", ")
    ));
}

/// How many rows of a user there are in all tables.
fn rows(db: &TestDatabase, user: UserId) -> usize {
    let counts = row_counts(db, user);
    let numbers = counts
        .iter()
        .map(|count| count.rsplit(' ').next().unwrap().parse::<usize>().unwrap());
    numbers.sum()
}

// Shows: Profile and deletion of the account | A large account is deleted in many small transactions, so that others can write meanwhile
#[rstest]
#[tokio::test]
async fn no_transaction_erases_many_rows(#[values(Sqlite, Postgres)] database: Database) {
    let db = &TestDatabase::new(database).await;
    let (user, other) = (invited(db).await, invited(db).await);
    fill(db, user).await;
    fill(db, other).await;
    for (table, different) in [
        ("messages", &["message_id"][..]),
        ("documents", &["part", "object_key"]),
        ("retail_invoices", &["invoice_id", "order_key"]),
        ("retail_texts", &["invoice_id"]),
        ("statement_keys", &["key"]),
        ("tombstones", &["hash"]),
        ("jobs", &["key", "join_key"]),
    ] {
        copy(db, user, table, different);
    }
    let others = row_counts(db, other);
    let order = NewJob {
        user: Some(user),
        ..job(JobKind::DeleteAccount, "d")
    };
    let deletion = db
        .store
        .start_deletion(user, order, None, t(4))
        .await
        .unwrap()
        .unwrap()
        .id;
    let jobs = db.store.erase_jobs(user, deletion).await.unwrap();
    assert!(jobs.len() == 3 && jobs.iter().all(|jobs| *jobs <= 1_000), "{jobs:?}");
    let mut left = rows(db, user);
    assert!(left > 15_000, "{left}");
    while db.store.erase_some(user).await.unwrap() > 0 {
        let erased = left - rows(db, user);
        // Those of sums, which triggers keep, are few.
        assert!(erased <= 1_010, "{erased} of {left}");
        left -= erased;
    }
    assert!(left < 50, "{left} rows are left for the last transaction");
    db.store.erase_user(user, deletion).await.unwrap();
    assert_eq!(row_counts(db, user), ["acts 1", "jobs 1"]);
    assert_eq!(row_counts(db, other), others);
}
