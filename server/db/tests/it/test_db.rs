//! Test databases: a template is migrated once, and each test gets a clone of it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::{PgConnection, SqliteConnection, sql_query};
use invoices_db::{DatabaseSettings, Inbox, NewJob, NewUser, Store};
use invoices_domain::reading::ParserTag;
use invoices_domain::{MessageId, Source, UserId};
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// Runs a test on both databases.
pub async fn on_both(test: impl AsyncFn(&TestDb)) {
    eprintln!("on SQLite");
    test(&TestDb::sqlite().await).await;
    eprintln!("on PostgreSQL");
    test(&TestDb::postgres().await).await;
}

/// A migrated database, with helpers for tests.
pub struct TestDb {
    pub store: Store,
    home: Home,
}

enum Home {
    Sqlite { path: PathBuf, _dir: TempDir },
    Postgres { name: String, url: String },
}

struct SqliteTemplate {
    dir: TempDir,
}

static SQLITE: OnceCell<SqliteTemplate> = OnceCell::const_new();
static POSTGRES: OnceCell<String> = OnceCell::const_new();
static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A name that is unique over all tests and processes.
fn fresh_name(what: &str) -> String {
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("invoices_{what}_{}_{number}", std::process::id())
}

/// The URL of the server on which tests create their databases.
fn server() -> String {
    std::env::var("INVOICES_TEST_POSTGRES").expect(
        "INVOICES_TEST_POSTGRES is not set: these tests need a PostgreSQL server; `cargo xtask test` starts one for them",
    )
}

/// The same server, another database.
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

impl TestDb {
    pub async fn sqlite() -> TestDb {
        let template = SQLITE
            .get_or_init(|| async {
                let dir = TempDir::new().unwrap();
                let url = format!("sqlite:{}", dir.path().join("template.db").display());
                Store::open(&settings(url)).await.unwrap().migrate().await.unwrap();
                SqliteTemplate { dir }
            })
            .await;
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("test.db");
        // The write-ahead log may not be checkpointed yet.
        for (ending, optional) in [("", false), ("-wal", true)] {
            let from = template.dir.path().join(format!("template.db{ending}"));
            if !optional || from.exists() {
                std::fs::copy(from, dir.path().join(format!("test.db{ending}"))).unwrap();
            }
        }
        let store = Store::open(&settings(format!("sqlite:{}", path.display())))
            .await
            .unwrap();
        TestDb {
            store,
            home: Home::Sqlite { path, _dir: dir },
        }
    }

    pub async fn postgres() -> TestDb {
        let template = POSTGRES
            .get_or_init(|| async {
                let name = fresh_name("template");
                on_server(&format!("CREATE DATABASE {name}"));
                let store = Store::open(&settings(address_of(&name))).await.unwrap();
                store.migrate().await.unwrap();
                drop(store);
                // A database with open connections can't be cloned.
                on_server(&format!(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
                ));
                name
            })
            .await;
        let name = fresh_name("test");
        on_server(&format!("CREATE DATABASE {name} TEMPLATE {template}"));
        let url = address_of(&name);
        let store = Store::open(&settings(url.clone())).await.unwrap();
        TestDb {
            store,
            home: Home::Postgres { name, url },
        }
    }

    /// An empty database, not migrated.
    pub fn empty_postgres() -> (String, impl Drop) {
        struct Gone(String);
        impl Drop for Gone {
            fn drop(&mut self) {
                on_server(&format!("DROP DATABASE {} WITH (FORCE)", self.0));
            }
        }
        let name = fresh_name("empty");
        on_server(&format!("CREATE DATABASE {name}"));
        (address_of(&name), Gone(name))
    }

    /// Its address.
    pub fn url(&self) -> String {
        match &self.home {
            Home::Sqlite { path, .. } => format!("sqlite:{}", path.display()),
            Home::Postgres { url, .. } => url.clone(),
        }
    }

    /// A second store on the same database, as another process has.
    pub async fn another_store(&self) -> Store {
        Store::open(&settings(self.url())).await.unwrap()
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self.home, Home::Postgres { .. })
    }

    /// Executes a statement without the store.
    pub fn execute(&self, statement: &str) {
        match &self.home {
            Home::Sqlite { path, .. } => {
                let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                sql_query("PRAGMA busy_timeout = 5000")
                    .execute(&mut connection)
                    .unwrap();
                sql_query(statement).execute(&mut connection).unwrap();
            }
            Home::Postgres { url, .. } => {
                sql_query(statement)
                    .execute(&mut PgConnection::establish(url).unwrap())
                    .unwrap();
            }
        }
    }

    /// The column `line` of a query, run without the store.
    pub fn lines(&self, query: &str) -> Vec<String> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Text)]
            line: String,
        }
        let rows: Vec<Row> = match &self.home {
            Home::Sqlite { path, .. } => sql_query(query)
                .load(&mut SqliteConnection::establish(path.to_str().unwrap()).unwrap())
                .unwrap(),
            Home::Postgres { url, .. } => sql_query(query)
                .load(&mut PgConnection::establish(url).unwrap())
                .unwrap(),
        };
        rows.into_iter().map(|row| row.line).collect()
    }

    /// The program's own tables with their columns, as `table.column`.
    pub fn columns(&self) -> Vec<String> {
        self.lines(match &self.home {
            Home::Sqlite { .. } => {
                "SELECT t.name || '.' || c.name AS line FROM sqlite_schema AS t, pragma_table_info(t.name) AS c \
                 WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY line"
            }
            Home::Postgres { .. } => {
                "SELECT table_name || '.' || column_name AS line FROM information_schema.columns \
                 WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%' ORDER BY line"
            }
        })
    }

    /// A live user.
    pub async fn user(&self) -> UserId {
        let user_id = UserId::random();
        let email = format!("{user_id}@example.com");
        let new = NewUser {
            user_id,
            email_key: email.clone(),
            email,
            name: "Alva".into(),
            password_hash: "$argon2id$…".into(),
            created_at: t(0),
        };
        self.store.create_user(new).await.unwrap();
        user_id
    }

    /// A user whose deletion has started.
    pub async fn leaving_user(&self) -> UserId {
        let user = self.user().await;
        self.store
            .start_deletion(user, job("delete", &user.to_string()), t(1))
            .await
            .unwrap()
            .unwrap();
        user
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        if let Home::Postgres { name, .. } = &self.home {
            on_server(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

fn on_server(statement: &str) {
    let mut connection = PgConnection::establish(&server()).expect("INVOICES_TEST_POSTGRES names a running server");
    sql_query(statement).execute(&mut connection).unwrap();
}

/// A fixed start time plus `seconds`.
pub fn t(seconds: i64) -> DateTime<Utc> {
    "2026-11-02T08:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::seconds(seconds)
}

pub fn job(kind: &str, key: &str) -> NewJob {
    NewJob {
        kind: kind.into(),
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
