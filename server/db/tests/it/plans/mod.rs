//! Query plans: rows are found by an index, however many others there are.
//!
//! The statements are those that the store runs, recorded by an instrumentation of diesel.

mod jobs;
mod lists;
mod messages;

use std::sync::Mutex;

use diesel::connection::{Instrumentation, InstrumentationEvent, SimpleConnection, set_default_instrumentation};
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use invoices_domain::UserId;

use crate::support::TestDatabase;

static RUN: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Catch;

impl Instrumentation for Catch {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            RUN.lock().unwrap().push(query.to_string());
        }
    }
}

/// Records the statements of connections that are opened from now on.
fn record() {
    set_default_instrumentation(|| Some(Box::new(Catch))).unwrap();
}

/// The distinct queries with this user as a value, each with placeholders for its values.
fn queries_about(user: UserId) -> Vec<String> {
    // Diesel prints the values in their debug form.
    queries_with(&user.to_string().replace("user_", ""))
}

/// The same for a value that only one test has.
fn queries_with(value: &str) -> Vec<String> {
    let run = RUN.lock().unwrap();
    let is_planned = |statement: &String| ["SELECT", "DELETE"].iter().any(|verb| statement.starts_with(verb));
    let about = run
        .iter()
        .filter(|statement| is_planned(statement) && statement.contains(value));
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
    db.execute(
        "INSERT INTO retail_details (sub_type, invoice_id, user_id, detail) \
         SELECT sub_type, invoice_id, user_id, '{}' FROM retail_invoices",
    );
    db.execute("INSERT INTO retail_texts (user_id, invoice_id, text) SELECT user_id, invoice_id, vendor_id FROM retail_invoices");
    let empty = if db.is_postgres() { "''" } else { "x''" };
    db.execute(&format!(
        "INSERT INTO retail_segments (user_id, terms, postings, invoices) \
         SELECT user_id, vendor_id, {empty}, {empty} FROM retail_invoices"
    ));
    db.execute("INSERT INTO retail_removals SELECT user_id, 1, invoice_id FROM retail_invoices");
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
    analyze(db);
}

/// Lets PostgreSQL count the rows, as it does by itself after a while. SQLite never does, and the service doesn't ask it to.
fn analyze(db: &TestDatabase) {
    if db.is_postgres() {
        db.execute("ANALYZE");
    }
}
