use std::collections::BTreeSet;

use invoices_db::{LedgerFilter, LedgerRow, MessageFacts, SavedRetail};
use invoices_domain::{AccountName, DocumentState, MessageState, Source};
use rstest::rstest;

use super::{OTHERS, SERIES, analyze, digits, fill, plan, queries_about, record};
use crate::retail::{receipt, stated};
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, inbox, parser, t};

#[rstest]
#[tokio::test]
async fn pending_work_is_found_among_finished_work(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    fill(db, user);
    let at = "'2026-11-02T08:00:00.000000Z'";
    // Other users have as many rows, and all of them are pending.
    for (owner, state) in [
        (
            format!("'{user}'"),
            "CASE WHEN n % 1000 = 0 THEN 'found' ELSE 'stored' END",
        ),
        (format!("{OTHERS} {}", digits(db, "1 + n / 100")), "'found'"),
    ] {
        db.execute(&format!(
            "INSERT INTO messages (user_id, account, source, message_id, state, released, found_at, updated_at) {SERIES} \
             SELECT {owner}, 'alva@mail.example.com', 'retail', n || '', {state}, false, {at}, {at} FROM series"
        ));
    }
    analyze(db);
    let inbox = inbox(user, Source::Retail);
    let store = db.another_store().await;
    assert_eq!(store.count_pending(&inbox).await.unwrap(), 20);
    let first = store.pending_messages(&inbox, None, 5).await.unwrap();
    assert_eq!(
        store.pending_messages(&inbox, first.last(), 50).await.unwrap().len(),
        15
    );
    let statements = queries_about(user);
    assert!(statements.len() >= 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        // With few messages in any state, PostgreSQL may take those in this one.
        let is_found = ["messages_owed", "messages_by_user_state"]
            .iter()
            .any(|index| plan.contains(index));
        assert!(is_found && !plan.contains("TEMP B-TREE"), "{statement}\n{plan}");
    }
}

#[rstest]
#[tokio::test]
async fn the_ledger_is_read_in_the_order_of_an_index(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    fill(db, user);
    let (day, owner, at) = (
        digits(db, "n % 28 + 1"),
        digits(db, "1 + n / 100"),
        "'2026-11-02T08:00:00.000000Z'",
    );
    let time = if db.is_postgres() { "TIMESTAMPTZ" } else { "TEXT" };
    db.execute(&format!(
        "INSERT INTO messages (user_id, account, source, message_id, state, released, received_at, found_at, updated_at) \
         {SERIES} SELECT CASE WHEN n <= 1000 THEN '{user}' ELSE {OTHERS} {owner} END, 'alva@mail.example.com', 'retail', \
             n || '', 'fetched', false, CAST('2026-10-' || substr({day}, 11) || 'T08:00:00.000000Z' AS {time}), {at}, {at} \
         FROM series"
    ));
    db.execute(&format!(
        "INSERT INTO documents (message, user_id, part, state, sha256, attempts, created_at, updated_at) \
         SELECT id, user_id, 'html', 'parsed', '', 1, {at}, {at} FROM messages"
    ));
    analyze(db);
    let store = db.another_store().await;
    let of_user = |after| LedgerFilter {
        user: Some(user),
        after,
        ..LedgerFilter::default()
    };
    let first = store.ledger_rows(of_user(None), 500).await.unwrap();
    let second = store
        .ledger_rows(of_user(first.last().map(LedgerRow::place)), 500)
        .await
        .unwrap();
    let in_state = |message_state: Option<MessageState>, document_state| LedgerFilter {
        message_state,
        document_state,
        ..of_user(None)
    };
    for (filter, rows) in [
        (in_state(Some(MessageState::Fetched), None), 500),
        (in_state(Some(MessageState::Failed), Some(DocumentState::Failed)), 0),
        (in_state(None, Some(DocumentState::Parsed)), 500),
        (
            LedgerFilter {
                source: Some(Source::Rental),
                ..of_user(None)
            },
            0,
        ),
        (
            LedgerFilter {
                vendor: Some("ica".parse().unwrap()),
                ..of_user(None)
            },
            0,
        ),
    ] {
        assert_eq!(store.ledger_rows(filter, 500).await.unwrap().len(), rows);
    }
    let places: Vec<_> = first
        .iter()
        .chain(&second)
        .map(|row| (row.place().received, row.id))
        .collect();
    assert!(places.windows(2).all(|pair| pair[0] > pair[1]));
    let mut statements = queries_about(user);
    statements.retain(|statement| statement.contains("ORDER BY coalesce"));
    assert!(statements.len() >= 7, "{statements:#?}");
    let mut indexes = BTreeSet::new();
    for statement in statements {
        let plan = plan(db, &statement);
        // A short list of ids is sorted, and so is a user's few messages by PostgreSQL.
        let is_listed = ["\"id\" IN (", "`id` IN (", "= ANY("]
            .iter()
            .any(|list| statement.contains(list));
        let is_sorted = plan.contains("TEMP B-TREE") || plan.contains("Sort");
        let is_short = is_listed || db.is_postgres() && statement.contains("EXISTS");
        assert!(is_short || !is_sorted, "{statement}\n{plan}");
        for index in [
            "messages_by_user",
            "messages_by_user_state",
            "messages_by_source",
            "messages_by_vendor",
            "documents_by_user_state",
        ] {
            indexes.extend(plan.contains(index).then_some(index));
        }
    }
    // SQLite plans by the conditions alone, PostgreSQL by how many rows it expects.
    assert!(db.is_postgres() || indexes.len() == 5, "{indexes:?}");
}

#[rstest]
#[tokio::test]
async fn the_same_mail_is_found_among_all_others(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let at = "'2026-11-02T08:00:00.000000Z'";
    db.execute(&format!(
        "INSERT INTO messages (user_id, account, source, message_id, state, released, found_at, updated_at, digest, header_id, sender) \
         {SERIES} SELECT '{user}', 'old@mail.example.com', 'retail', n || '', 'fetched', false, {at}, {at}, n || '', 'id-' || n, \
             'kvitto@shop.example.com' FROM series"
    ));
    analyze(db);
    let (inbox, store) = (inbox(user, Source::Retail), db.another_store().await);
    let facts = |digest: &str, header: &str| MessageFacts {
        sender: Some("kvitto@shop.example.com".parse().unwrap()),
        digest: Some(digest.into()),
        header_id: Some(header.into()),
        ..MessageFacts::default()
    };
    let new = "new".parse().unwrap();
    for (digest, header, same) in [("7", "id-7", Some("7")), ("7", "id-none", None), ("none", "id-9", None)] {
        let found = store.same_mail(&inbox, &new, &facts(digest, header)).await.unwrap();
        assert_eq!(
            found.map(|(_, id)| id.to_string()),
            same.map(str::to_owned),
            "{digest} {header}"
        );
    }
    let statements = queries_about(user);
    assert!(!statements.is_empty());
    for statement in statements {
        let plan = plan(db, &statement);
        // Whether documents of the mail itself have rows is asked by its id.
        let index = match (statement.contains("EXISTS"), db.is_postgres()) {
            (false, _) => "messages_by_digest",
            (true, false) => "message_id=?",
            (true, true) => "message_id_key",
        };
        assert!(plan.contains(index), "{statement}\n{plan}");
    }
}

#[rstest]
#[tokio::test]
async fn a_submitted_mail_is_found_among_all_others(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let at = "'2026-11-02T08:00:00.000000Z'";
    db.execute(&format!(
        "INSERT INTO messages (user_id, account, source, message_id, state, released, found_at, updated_at) \
         {SERIES} SELECT '{user}', 'import', 'retail', n || '', 'fetched', false, {at}, {at} FROM series"
    ));
    analyze(db);
    let store = db.another_store().await;
    let found = store.messages_of(user, &AccountName::Import, &"7".parse().unwrap());
    assert_eq!(found.await.unwrap().len(), 1);
    store.drop_fetched_mails(user).await.unwrap();
    let mut statements = queries_about(user);
    statements.retain(|statement| statement.contains("message_id"));
    assert_eq!(statements.len(), 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        let index = if db.is_postgres() {
            "(source = ANY"
        } else {
            "source=? AND message_id=?"
        };
        assert!(plan.contains(index), "{statement}\n{plan}");
    }
}

#[rstest]
#[tokio::test]
async fn the_parts_of_a_mail_are_found_among_all_documents(#[values(Sqlite, Postgres)] database: Database) {
    record();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let at = "'2026-11-02T08:00:00.000000Z'";
    let (folder, digits) = (format!("invoices/{user}/retail/grocery"), digits(db, "n"));
    db.execute(&format!(
        "INSERT INTO documents (user_id, part, state, object_key, sha256, attempts, created_at, updated_at) {SERIES} \
         SELECT '{user}', n || '', 'parsed', '{folder}/ica_2026-11-01_0000' || {digits} || '.html', '', 1, {at}, {at} \
         FROM series"
    ));
    analyze(db);
    let (document, invoice) = receipt(db, user, 1, None, "10").await;
    let (store, parser) = (db.another_store().await, parser());
    let saved = store.retail_save(user, document, stated(vec![invoice.clone()]), &parser, t(100));
    assert_eq!(saved.await.unwrap(), SavedRetail::Saved(vec![invoice.invoice_id]));
    assert!(
        store
            .retail_for_deletion(user, invoice.invoice_id)
            .await
            .unwrap()
            .is_some()
    );
    let mut statements = queries_about(user);
    statements.retain(|statement| statement.contains("object_key"));
    assert!(statements.len() >= 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        let indexes = [
            "INDEX sqlite_autoindex_documents_1 (object_key",
            "documents_object_key_key",
            "documents_pkey",
            "INTEGER PRIMARY KEY",
        ];
        assert!(indexes.iter().any(|index| plan.contains(index)), "{statement}\n{plan}");
    }
}
