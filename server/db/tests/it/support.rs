//! Databases to test on: one template is migrated, and each test gets a clone of it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::{PgConnection, SqliteConnection, sql_query};
use invoices_db::{DatabaseSettings, Inbox, JobKind, NewJob, NewUser, Store};
use invoices_domain::reading::ParserTag;
use invoices_domain::{MessageId, Source, UserId};
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// Which database a test runs on.
#[derive(Clone, Copy, Debug)]
pub enum Database {
    Sqlite,
    Postgres,
}

/// A migrated database of one test's own.
pub struct TestDatabase {
    pub store: Store,
    location: Location,
}

enum Location {
    Sqlite { path: PathBuf, _folder: TempDir },
    Postgres { name: String, url: String },
}

impl Location {
    fn url(&self) -> String {
        match self {
            Location::Sqlite { path, .. } => format!("sqlite:{}", path.display()),
            Location::Postgres { url, .. } => url.clone(),
        }
    }
}

/// The folder of the migrated SQLite database that tests copy.
static SQLITE: OnceCell<TempDir> = OnceCell::const_new();
/// The name of the migrated PostgreSQL database that tests clone.
static POSTGRES: OnceCell<String> = OnceCell::const_new();
static COUNTER: AtomicU32 = AtomicU32::new(0);
/// Nothing that a test waits for takes this long.
const LIMIT: Duration = Duration::from_mins(1);

/// Waits for a future; fails with `what` after [`LIMIT`].
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    let Ok(result) = tokio::time::timeout(LIMIT, future).await else {
        panic!("waited {} s in vain for {what}", LIMIT.as_secs())
    };
    result
}

/// A name that is unique among the tests of this process and of others.
fn unique_name(what: &str) -> String {
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("invoices_{what}_{}_{number}", std::process::id())
}

/// The address of the PostgreSQL server.
fn server() -> String {
    std::env::var("INVOICES_TEST_POSTGRES").expect(
        "INVOICES_TEST_POSTGRES is not set: these tests need a PostgreSQL server; `cargo xtask test` starts one for them",
    )
}

/// The address of another database of the same server.
fn address_of(database: &str) -> String {
    let server = server();
    let (base, query) = server
        .split_once('?')
        .map_or((server.as_str(), None), |(b, q)| (b, Some(q)));
    let (host, _) = base.rsplit_once('/').expect("the server's address names a database");
    query.map_or_else(
        || format!("{host}/{database}"),
        |query| format!("{host}/{database}?{query}"),
    )
}

/// Few connections a test, since many tests run at once.
pub fn settings(url: String) -> DatabaseSettings {
    DatabaseSettings {
        connections: 4,
        ..DatabaseSettings::new(url)
    }
}

impl TestDatabase {
    pub async fn new(database: Database) -> Self {
        match database {
            Database::Sqlite => Self::sqlite().await,
            Database::Postgres => Self::postgres().await,
        }
    }

    pub async fn sqlite() -> Self {
        let template = SQLITE
            .get_or_init(|| async {
                let folder = TempDir::new().unwrap();
                let url = format!("sqlite:{}", folder.path().join("template.db").display());
                Store::open(&settings(url)).await.unwrap().migrate().await.unwrap();
                folder
            })
            .await;
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("test.db");
        // The write-ahead log holds what was not checkpointed yet.
        for (ending, optional) in [("", false), ("-wal", true)] {
            let from = template.path().join(format!("template.db{ending}"));
            if !optional || from.exists() {
                std::fs::copy(from, folder.path().join(format!("test.db{ending}"))).unwrap();
            }
        }
        Self::open(Location::Sqlite { path, _folder: folder }).await
    }

    pub async fn postgres() -> Self {
        let template = POSTGRES
            .get_or_init(|| async {
                let name = unique_name("template");
                on_server(&format!("CREATE DATABASE {name}"));
                let store = Store::open(&settings(address_of(&name))).await.unwrap();
                store.migrate().await.unwrap();
                drop(store);
                // PostgreSQL can't clone a database that has open connections.
                on_server(&format!(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
                ));
                name
            })
            .await;
        let name = unique_name("test");
        on_server(&format!("CREATE DATABASE {name} TEMPLATE {template}"));
        let url = address_of(&name);
        Self::open(Location::Postgres { name, url }).await
    }

    /// A database that is restored from a dump. No migration runs.
    pub async fn restored(database: Database, dump: &str) -> Self {
        let location = match database {
            Database::Sqlite => {
                let folder = TempDir::new().unwrap();
                let path = folder.path().join("test.db");
                let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                connection.batch_execute(dump).unwrap();
                Location::Sqlite { path, _folder: folder }
            }
            Database::Postgres => {
                let name = unique_name("test");
                on_server(&format!("CREATE DATABASE {name}"));
                let url = address_of(&name);
                PgConnection::establish(&url).unwrap().batch_execute(dump).unwrap();
                Location::Postgres { name, url }
            }
        };
        Self::open(location).await
    }

    async fn open(location: Location) -> Self {
        let store = Store::open(&settings(location.url())).await.unwrap();
        TestDatabase { store, location }
    }

    /// An empty PostgreSQL database without tables, and a guard that removes it.
    pub fn empty_postgres() -> (String, impl Drop) {
        struct DropDatabase(String);
        impl Drop for DropDatabase {
            fn drop(&mut self) {
                on_server(&format!("DROP DATABASE {} WITH (FORCE)", self.0));
            }
        }
        let name = unique_name("empty");
        on_server(&format!("CREATE DATABASE {name}"));
        (address_of(&name), DropDatabase(name))
    }

    pub fn url(&self) -> String {
        self.location.url()
    }

    /// A second store on the same database, as another process has.
    pub async fn another_store(&self) -> Store {
        Store::open(&settings(self.url())).await.unwrap()
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self.location, Location::Postgres { .. })
    }

    /// Runs a statement past the store.
    pub fn execute(&self, statement: &str) {
        match &self.location {
            Location::Sqlite { path, .. } => {
                let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                sql_query("PRAGMA busy_timeout = 5000")
                    .execute(&mut connection)
                    .unwrap();
                sql_query(statement).execute(&mut connection).unwrap();
            }
            Location::Postgres { url, .. } => {
                sql_query(statement)
                    .execute(&mut PgConnection::establish(url).unwrap())
                    .unwrap();
            }
        }
    }

    /// Runs several statements past the store, as `sqlite3` and `psql` do.
    pub fn execute_all(&self, statements: &str) {
        match &self.location {
            Location::Sqlite { path, .. } => {
                let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                connection.batch_execute(statements).unwrap();
            }
            Location::Postgres { url, .. } => {
                PgConnection::establish(url).unwrap().batch_execute(statements).unwrap();
            }
        }
    }

    /// The column `line` of a query, read past the store.
    pub fn lines(&self, query: &str) -> Vec<String> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Text)]
            line: String,
        }
        let rows: Vec<Row> = match &self.location {
            Location::Sqlite { path, .. } => sql_query(query)
                .load(&mut SqliteConnection::establish(path.to_str().unwrap()).unwrap())
                .unwrap(),
            Location::Postgres { url, .. } => sql_query(query)
                .load(&mut PgConnection::establish(url).unwrap())
                .unwrap(),
        };
        rows.into_iter().map(|row| row.line).collect()
    }

    /// The columns of all tables, as `table.column`.
    pub fn columns(&self) -> Vec<String> {
        self.lines(match &self.location {
            Location::Sqlite { .. } => {
                "SELECT t.name || '.' || c.name AS line FROM sqlite_schema AS t, pragma_table_info(t.name) AS c \
                 WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY line"
            }
            Location::Postgres { .. } => {
                "SELECT table_name || '.' || column_name AS line FROM information_schema.columns \
                 WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%' ORDER BY line"
            }
        })
    }

    /// A new user.
    pub async fn user(&self) -> UserId {
        let new = new_user();
        let user_id = new.user_id;
        self.store.create_user(new).await.unwrap();
        user_id
    }

    /// A user whose deletion has started.
    pub async fn user_in_deletion(&self) -> UserId {
        let user = self.user().await;
        self.store
            .start_deletion(user, job(JobKind::DeleteAccount, &user.to_string()), None, t(1))
            .await
            .unwrap()
            .unwrap();
        user
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Location::Postgres { name, .. } = &self.location {
            on_server(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

fn on_server(statement: &str) {
    let mut connection = PgConnection::establish(&server()).expect("INVOICES_TEST_POSTGRES names a running server");
    sql_query(statement).execute(&mut connection).unwrap();
}

/// The time this many seconds after the start of every test.
pub fn t(seconds: i64) -> DateTime<Utc> {
    "2026-11-02T08:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::seconds(seconds)
}

pub fn job(kind: JobKind, key: &str) -> NewJob {
    NewJob {
        kind,
        key: key.into(),
        user: None,
        lane: None,
        join_key: None,
        payload: json!({"key": key}),
        run_at: t(0),
    }
}

pub fn inbox(user_id: UserId, source: Source) -> Inbox {
    Inbox {
        user_id,
        account: "alva@mail.example.com".parse().unwrap(),
        source,
    }
}

pub fn message(id: &str) -> MessageId {
    id.parse().unwrap()
}

pub fn parser() -> ParserTag {
    ParserTag {
        name: "grocery".into(),
        version: 3,
    }
}

/// A user who signs up at the first moment.
pub fn new_user() -> NewUser {
    let user_id = UserId::random();
    let email = format!("{user_id}@example.com");
    NewUser {
        user_id,
        email_key: email.clone(),
        email,
        name: "Alva".into(),
        password_hash: "$argon2id$…".into(),
        created_at: t(0),
    }
}
