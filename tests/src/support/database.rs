//! A database of its own for every test: a SQLite file, or a clone of one migrated PostgreSQL database.

use diesel::connection::SimpleConnection;
use diesel::deserialize::QueryableByName;
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;
use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection};
use invoices_db::{DatabaseSettings, Store};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// Which database a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

const SERVER: &str = "INVOICES_TEST_POSTGRES";
static TEMPLATE: OnceCell<String> = OnceCell::const_new();

impl Database {
    /// Makes a database and returns its address.
    pub async fn create(self, folder: &std::path::Path) -> String {
        match self {
            Database::Sqlite => format!("sqlite:{}", folder.join("invoices.db").display()),
            Database::Postgres => {
                let template = TEMPLATE.get_or_init(template).await;
                let name = format!("test_{}", Uuid::new_v4().simple());
                administer(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
                address_of(&name)
            }
        }
    }
}

async fn template() -> String {
    let name = format!("template_{}", Uuid::new_v4().simple());
    administer(&format!("CREATE DATABASE {name}")).await;
    let store = Store::open(&DatabaseSettings {
        connections: 1,
        ..DatabaseSettings::new(address_of(&name))
    })
    .await
    .unwrap();
    store.migrate().await.unwrap();
    name
}

fn server() -> String {
    std::env::var(SERVER).unwrap_or_else(|_| {
        panic!("{SERVER} is not set: run the tests with `cargo xtask test`, which starts a PostgreSQL")
    })
}

/// The address of another database of the server.
fn address_of(name: &str) -> String {
    let server = server();
    let (base, query) = server
        .split_once('?')
        .map_or((server.as_str(), None), |(base, query)| (base, Some(query)));
    let (head, _) = base.rsplit_once('/').expect("the address names a database");
    query.map_or_else(|| format!("{head}/{name}"), |query| format!("{head}/{name}?{query}"))
}

async fn administer(sql: &str) {
    execute(&server(), sql).await;
}

/// Runs SQL past the service.
pub async fn execute(url: &str, sql: &str) {
    let (url, sql) = (url.to_owned(), sql.to_owned());
    let done = tokio::task::spawn_blocking(move || match url.strip_prefix("sqlite:") {
        Some(path) => sqlite(path).batch_execute(&sql).unwrap(),
        None => PgConnection::establish(&url).unwrap().batch_execute(&sql).unwrap(),
    });
    done.await.unwrap();
}

/// A table, as the catalogue of the database lists it.
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
}

/// All tables but those of the database system.
pub async fn tables(url: &str) -> Vec<Table> {
    let columns = if url.starts_with("sqlite:") {
        "SELECT t.name || '.' || c.name AS line FROM sqlite_schema AS t, pragma_table_info(t.name) AS c \
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid"
    } else {
        "SELECT table_name || '.' || column_name AS line FROM information_schema.columns \
         WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
    };
    let mut tables: Vec<Table> = vec![];
    for line in lines(url, columns).await {
        let (name, column) = line.split_once('.').unwrap();
        match tables.last_mut() {
            Some(table) if table.name == name => table.columns.push(column.to_owned()),
            _ => tables.push(Table {
                name: name.to_owned(),
                columns: vec![column.to_owned()],
            }),
        }
    }
    tables
}

impl Table {
    /// The rows that meet a condition, each with all its columns as one text.
    pub async fn rows(&self, url: &str, condition: &str) -> Vec<String> {
        let columns = self.columns.iter().map(|column| format!("CAST({column} AS TEXT)"));
        // A text joined with null is null.
        let texts: Vec<String> = columns.map(|text| format!("coalesce({text}, '-')")).collect();
        let (row, table) = (texts.join(" || ' | ' || "), &self.name);
        lines(
            url,
            &format!("SELECT {row} AS line FROM {table} {condition} ORDER BY 1"),
        )
        .await
    }
}

/// The column `line` of the rows that a query returns.
async fn lines(url: &str, sql: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Line {
        #[diesel(sql_type = diesel::sql_types::Text)]
        line: String,
    }
    let found: Vec<Line> = load(url, sql).await;
    found.into_iter().map(|row| row.line).collect()
}

/// The column `rows` of the one row that a query returns.
pub async fn count(url: &str, sql: &str) -> i64 {
    #[derive(diesel::QueryableByName)]
    struct Counted {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        rows: i64,
    }
    let found: Vec<Counted> = load(url, sql).await;
    found[0].rows
}

/// The column `text` of the rows that a query returns.
pub async fn texts(url: &str, sql: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Text {
        #[diesel(sql_type = diesel::sql_types::Text)]
        text: String,
    }
    let found: Vec<Text> = load(url, sql).await;
    found.into_iter().map(|row| row.text).collect()
}

async fn load<T>(url: &str, sql: &str) -> Vec<T>
where
    T: QueryableByName<Sqlite> + QueryableByName<Pg> + Send + 'static,
{
    let (url, query) = (url.to_owned(), diesel::sql_query(sql));
    let done = tokio::task::spawn_blocking(move || match url.strip_prefix("sqlite:") {
        Some(path) => query.load(&mut sqlite(path)),
        None => query.load(&mut PgConnection::establish(&url).unwrap()),
    });
    done.await.unwrap().unwrap()
}

/// A connection that waits while the service writes.
fn sqlite(path: &str) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(path).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 10000").unwrap();
    connection
}
