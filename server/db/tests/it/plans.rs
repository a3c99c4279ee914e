//! Query plans: rows are found by an index, however many others there are.
//!
//! The statements are those that the store runs, recorded by an instrumentation of diesel.

use std::sync::Mutex;
use std::time::Duration;

use diesel::connection::{Instrumentation, InstrumentationEvent, SimpleConnection, set_default_instrumentation};
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use invoices_db::{DateOrder, FanOut, Grouping, MessageFacts, RetailFilter, RetailPlace};
use invoices_domain::{Source, UserId};
use rstest::rstest;

use crate::retail::list;
use crate::support::Database::{self, Postgres, Sqlite};
use crate::support::{TestDatabase, inbox, t};

static RUN: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Catch;

impl Instrumentation for Catch {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            RUN.lock().unwrap().push(query.to_string());
        }
    }
}

/// The distinct statements with this user as a value, each with placeholders for its values.
fn statements_about(user: UserId) -> Vec<String> {
    // Diesel prints the values in their debug form.
    statements_with(&user.to_string().replace("user_", ""))
}

/// The same for a value that only one test has.
fn statements_with(value: &str) -> Vec<String> {
    let run = RUN.lock().unwrap();
    let about = run.iter().filter(|statement| statement.contains(value));
    let mut statements: Vec<String> = about
        .filter_map(|statement| Some(statement.split_once(" -- binds")?.0.to_owned()))
        .collect();
    statements.sort();
    statements.dedup();
    statements
}

/// The plan of a statement for any values.
fn plan(db: &TestDatabase, statement: &str) -> String {
    #[derive(QueryableByName)]
    struct Sqlite {
        #[diesel(sql_type = Text)]
        detail: String,
    }
    #[derive(QueryableByName)]
    struct Postgres {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        line: String,
    }
    let url = db.url();
    let lines: Vec<String> = match url.strip_prefix("sqlite:") {
        Some(path) => {
            let mut connection = SqliteConnection::establish(path).unwrap();
            let explain = sql_query(format!("EXPLAIN QUERY PLAN {statement}"));
            let lines = explain.load::<Sqlite>(&mut connection).unwrap();
            lines.into_iter().map(|line| line.detail).collect()
        }
        None => {
            let mut connection = PgConnection::establish(&url).unwrap();
            let values = (1..)
                .take_while(|n| statement.contains(&format!("${n}")))
                .map(|_| "NULL");
            let values = values.collect::<Vec<_>>().join(", ");
            let prepare = format!("SET plan_cache_mode = force_generic_plan; PREPARE asked AS {statement}");
            connection.batch_execute(&prepare).unwrap();
            let explain = sql_query(format!("EXPLAIN EXECUTE asked({values})"));
            let lines = explain.load::<Postgres>(&mut connection).unwrap();
            lines.into_iter().map(|line| line.line).collect()
        }
    };
    lines.join("\n")
}

/// The number of each new row.
const SERIES: &str = "WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 20000)";
/// The ids of other users without their last twelve digits.
const OTHERS: &str = "'user_00000000-0000-4000-8000-' ||";

/// A number with twelve digits.
fn digits(db: &TestDatabase, number: &str) -> String {
    if db.is_postgres() {
        format!("lpad(({number})::text, 12, '0')")
    } else {
        format!("substr('000000000000' || ({number}), -12)")
    }
}

/// A user with a thousand invoices among as many users as have twenty thousand together.
fn fill(db: &TestDatabase, user: UserId) {
    let digits = |number| digits(db, number);
    let at = "'2026-11-02T08:00:00.000000Z'";
    db.execute(&format!(
        "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at) {SERIES} \
         SELECT {OTHERS} {}, n || '', n || '', '', '', {at} FROM series WHERE n <= 201",
        digits("n")
    ));
    db.execute(&format!(
        "INSERT INTO retail_invoices (invoice_id, user_id, vendor_id, vendor_name, sub_type, order_key, direction, \
         invoice_date, total_amount, received_at, created_at, updated_at) {SERIES} \
         SELECT '00000000-0000-5000-8000-' || {}, CASE WHEN n <= 1000 THEN '{user}' ELSE {OTHERS} {} END, 'ica', 'ICA', \
         'grocery', n || '', 'charge', '2026-11-02', 1, {at}, {at}, {at} FROM series",
        digits("n"),
        digits("1 + n / 100")
    ));
    db.execute(&format!(
        "INSERT INTO documents (user_id, part, state, sha256, attempts, created_at, updated_at) \
         VALUES ('{user}', 'Hyresavi.pdf', 'parsed', '', 1, {at}, {at})"
    ));
    db.execute(&format!(
        "INSERT INTO rental_invoices (user_id, invoice_id, document, direction, due_year, due_month, total_amount, record, \
         created_at, updated_at) {SERIES} SELECT {OTHERS} {}, n || '', (SELECT max(id) FROM documents), 'charge', 2026, \
         1 + n % 12, 1, '{{}}', {at}, {at} FROM series",
        digits("1 + n / 100")
    ));
    db.execute(&format!(
        "INSERT INTO corrections (user_id, source, invoice_id, field, corrected_value, corrected_at) {SERIES} \
         SELECT {OTHERS} {}, 'rental', n || '', 'Total Amount', '1', {at} FROM series",
        digits("1 + n / 100")
    ));
    db.execute("ANALYZE");
}

#[rstest]
#[tokio::test]
async fn lists_and_counts_read_no_more_than_they_give(#[values(Sqlite, Postgres)] database: Database) {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    fill(db, user);
    let store = db.another_store().await;
    let grocery = "grocery".parse().unwrap();
    assert_eq!(list(&store, user, None).await.len(), 1_000);
    assert_eq!(list(&store, user, Some(&grocery)).await.len(), 1_000);
    let all = RetailFilter::default();
    for order in [DateOrder::Newest, DateOrder::Oldest] {
        let first = store.retail_page(user, &all, order, None, 500).await.unwrap();
        let last = first.last().unwrap();
        let after = RetailPlace {
            date: last.invoice_date.unwrap(),
            id: last.invoice_id,
        };
        let second = store.retail_page(user, &all, order, Some(after), 500).await.unwrap();
        assert_eq!((first.len(), second.len()), (500, 500));
        assert!(second.iter().all(|row| !first.contains(row)));
    }
    let page = store.counted_retail_page(user, &all, DateOrder::Newest, None, 10).await;
    assert_eq!(page.map(|(rows, total)| (rows.len(), total)).unwrap(), (10, 1_000));
    assert_eq!(store.retail_counts(user).await.unwrap(), [(grocery, 1_000)]);
    assert!(store.rental_invoices(user).await.unwrap().is_empty());
    let statements = statements_about(user);
    let lists: Vec<&String> = statements.iter().filter(|s| s.starts_with("SELECT")).collect();
    assert!(lists.len() >= 4, "{lists:#?}");
    for statement in lists {
        let plan = plan(db, statement);
        let scans = ["Seq Scan", "SCAN"].iter().any(|scan| plan.contains(scan));
        assert!(!scans, "{statement}\n{plan}");
        // PostgreSQL may prefer to sort a short list. A user has few rental invoices.
        let sorts = plan.contains("TEMP B-TREE");
        assert!(!sorts || statement.contains("rental_invoices"), "{statement}\n{plan}");
    }
}

#[rstest]
#[tokio::test]
async fn sums_and_corrections_read_the_rows_of_one_user(#[values(Sqlite, Postgres)] database: Database) {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    fill(db, user);
    let store = db.another_store().await;
    let by = Grouping {
        month: true,
        sub_type: true,
        vendor: true,
    };
    let filter = RetailFilter {
        from: Some("2026-01-01".parse().unwrap()),
        ..RetailFilter::default()
    };
    for filter in [RetailFilter::default(), filter] {
        let sums = store.retail_sums(user, &filter, by).await.unwrap();
        assert_eq!((sums.len(), sums[0].count, sums[0].total), (1, 1_000, 1_000));
    }
    assert!(store.rental_invoices(user).await.unwrap().is_empty());
    let statements = statements_about(user);
    let sums: Vec<&String> = statements.iter().filter(|s| s.starts_with("SELECT")).collect();
    assert!(sums.len() >= 4, "{sums:#?}");
    for statement in sums {
        let plan = plan(db, statement);
        let scans = ["Seq Scan", "SCAN"].iter().any(|scan| plan.contains(scan));
        assert!(!scans, "{statement}\n{plan}");
    }
}

#[rstest]
#[tokio::test]
async fn pending_work_is_found_among_finished_work(#[values(Sqlite, Postgres)] database: Database) {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
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
    db.execute("ANALYZE");
    let inbox = inbox(user, Source::Retail);
    let store = db.another_store().await;
    assert_eq!(store.count_pending(&inbox).await.unwrap(), 20);
    let first = store.pending_messages(&inbox, None, 5).await.unwrap();
    assert_eq!(
        store.pending_messages(&inbox, first.last(), 50).await.unwrap().len(),
        15
    );
    let mut statements = statements_about(user);
    statements.retain(|statement| statement.starts_with("SELECT"));
    assert!(statements.len() >= 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        assert!(
            plan.contains("messages_owed") && !plan.contains("TEMP B-TREE"),
            "{statement}\n{plan}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn the_same_mail_is_found_among_all_others(#[values(Sqlite, Postgres)] database: Database) {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let at = "'2026-11-02T08:00:00.000000Z'";
    db.execute(&format!(
        "INSERT INTO messages (user_id, account, source, message_id, state, released, found_at, updated_at, digest, header_id, sender) \
         {SERIES} SELECT '{user}', 'old@mail.example.com', 'retail', n || '', 'fetched', false, {at}, {at}, n || '', 'id-' || n, \
             'kvitto@shop.example.com' FROM series"
    ));
    db.execute("ANALYZE");
    let (inbox, store) = (inbox(user, Source::Retail), db.another_store().await);
    let facts = |digest: &str, header: &str| MessageFacts {
        sender: Some("kvitto@shop.example.com".parse().unwrap()),
        digest: Some(digest.into()),
        header_id: Some(header.into()),
        ..MessageFacts::default()
    };
    let new = "new".parse().unwrap();
    for (digest, header, same) in [
        ("7", "id-none", Some("7")),
        ("none", "id-9", Some("9")),
        ("8", "id-5", Some("5")),
        ("none", "id-none", None),
    ] {
        let found = store.same_mail(&inbox, &new, &facts(digest, header)).await.unwrap();
        assert_eq!(
            found.map(|(_, id)| id.to_string()),
            same.map(str::to_owned),
            "{digest} {header}"
        );
    }
    let mut statements = statements_about(user);
    statements.retain(|statement| statement.starts_with("SELECT"));
    assert!(statements.len() >= 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        let indexes = ["messages_by_digest", "messages_by_header_id"];
        assert!(indexes.iter().any(|index| plan.contains(index)), "{statement}\n{plan}");
    }
}

/// A mailbox of years leaves a job for each document.
#[rstest]
#[tokio::test]
async fn runs_are_found_among_jobs_that_read_documents(#[values(Sqlite, Postgres)] database: Database) {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
    let db = &TestDatabase::new(database).await;
    let user = db.user().await;
    let at = "'2026-11-02T08:00:00.000000Z'";
    db.execute(&format!(
        "INSERT INTO jobs (kind, key, user_id, rank, payload, state, attempts, run_at, created_at) {SERIES} \
         SELECT CASE WHEN n % 1000 = 0 THEN 'ingest' ELSE 'object-created' END, \
             CASE WHEN n % 2000 = 0 THEN 'retail@' ELSE 'requested:' END || n, \
             '{user}', 0, '{{}}', 'done', 1, {at}, {at} FROM series"
    ));
    db.execute("ANALYZE");
    let store = db.another_store().await;
    let first = store.ingest_jobs(user, None, 5).await.unwrap();
    let second = store
        .ingest_jobs(user, first.last().map(|job| job.id), 50)
        .await
        .unwrap();
    assert_eq!((first.len(), second.len()), (5, 15));
    assert_eq!(store.ingest_jobs_not(user, "requested:").await.unwrap().len(), 10);
    let known = store.ingest_job(user, first[0].key.clone()).await.unwrap();
    assert_eq!(known.as_ref(), first.first());
    let mut statements = statements_about(user);
    statements.retain(|statement| statement.starts_with("SELECT"));
    assert!(statements.len() >= 4, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        assert!(
            ["jobs_ingests_by_user", "jobs_kind_key", "sqlite_autoindex_jobs"]
                .iter()
                .any(|index| plan.contains(index)),
            "{statement}\n{plan}"
        );
        assert!(!plan.contains("TEMP B-TREE"), "{statement}\n{plan}");
    }
}

/// A spread tick leaves a job for every user that is not due yet.
#[rstest]
#[tokio::test]
async fn due_jobs_are_found_among_those_of_later(#[values(Sqlite, Postgres)] database: Database) {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
    let db = &TestDatabase::new(database).await;
    // Of this test alone: the statements of all are recorded together.
    let kind = UserId::random().to_string();
    db.execute(&format!(
        "INSERT INTO jobs (kind, key, rank, payload, state, attempts, run_at, created_at) {SERIES} \
         SELECT '{kind}', n || '', 0, '{{}}', 'ready', 0, '2027-01-01T08:00:00.000000Z', '2026-11-02T08:00:00.000000Z' \
         FROM series"
    ));
    db.execute("ANALYZE");
    let store = db.another_store().await;
    let due = |key: &str, rank| {
        format!(
            "INSERT INTO jobs (kind, key, rank, payload, state, attempts, run_at, created_at) VALUES \
         ('{kind}', '{key}', {rank}, '{{}}', 'ready', 0, '2026-11-02T07:00:00.000000Z', '2026-11-02T07:00:00.000000Z')"
        )
    };
    db.execute(&due("second", 1));
    db.execute(&due("first", 0));
    for expected in [Some("first"), Some("second"), None] {
        let claimed = store
            .claim("owner", &[kind.as_str()], Duration::from_mins(1), t(0))
            .await
            .unwrap();
        assert_eq!(claimed.map(|job| job.key).as_deref(), expected);
    }
    let mut statements = statements_with(&kind);
    statements.retain(|statement| statement.starts_with("SELECT") && statement.contains("LIMIT"));
    assert!(statements.len() >= 2, "{statements:#?}");
    for statement in statements {
        let plan = plan(db, &statement);
        assert!(
            plan.contains("jobs_to_claim") && !plan.contains("TEMP B-TREE"),
            "{statement}\n{plan}"
        );
        // Of the first rank only what is due is read.
        let is_bounded = plan.contains("run_at<") || plan.contains("run_at <=");
        assert!(
            is_bounded || statement.contains("ORDER BY `jobs`.`rank`"),
            "{statement}\n{plan}"
        );
    }
}

/// A table that grew by a hundred thousand rows at once keeps the plan of a small one until it is analysed.
#[tokio::test]
async fn after_a_tick_for_everybody_claims_are_planned_for_what_it_enqueued() {
    let db = TestDatabase::postgres().await;
    db.execute(
        "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at) \
         SELECT 'user_' || gen_random_uuid(), n || '', n || '', '', '', now() FROM generate_series(1, 2000) AS n",
    );
    let jobs = FanOut {
        kind: "work".into(),
        key_prefix: "tick/".into(),
        lane_prefix: "user:".into(),
        payload: serde_json::Value::Null,
        spread_minutes: 0,
    };
    let fired = db.store.fire_tick("tick", t(0), jobs, t(0)).await.unwrap();
    assert_eq!(fired, Some(2_000));
    let known = db.lines("SELECT reltuples::bigint::text AS line FROM pg_class WHERE relname = 'jobs'");
    assert_eq!(known, ["2000"]);
}
