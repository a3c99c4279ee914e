//! Databases to test on: a template is migrated once, each test gets a clone.

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
pub async fn on_both(test: impl AsyncFn(&Bed)) {
    eprintln!("on SQLite");
    test(&Bed::sqlite().await).await;
    eprintln!("on PostgreSQL");
    test(&Bed::postgres().await).await;
}

/// A migrated database and what a test does with it.
pub struct Bed {
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

/// A name that no other test, in this process or another, gives.
fn fresh_name(what: &str) -> String {
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("invoices_{what}_{}_{number}", std::process::id())
}

/// The address of the server that tests make their databases on.
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

impl Bed {
    pub async fn sqlite() -> Bed {
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
        // Its log comes along, in case it was not yet folded in.
        for (ending, optional) in [("", false), ("-wal", true)] {
            let from = template.dir.path().join(format!("template.db{ending}"));
            if !optional || from.exists() {
                std::fs::copy(from, dir.path().join(format!("test.db{ending}"))).unwrap();
            }
        }
        let store = Store::open(&settings(format!("sqlite:{}", path.display())))
            .await
            .unwrap();
        Bed {
            store,
            home: Home::Sqlite { path, _dir: dir },
        }
    }

    pub async fn postgres() -> Bed {
        let template = POSTGRES
            .get_or_init(|| async {
                let name = fresh_name("template");
                on_server(&format!("CREATE DATABASE {name}"));
                let store = Store::open(&settings(address_of(&name))).await.unwrap();
                store.migrate().await.unwrap();
                drop(store);
                // A database that somebody uses can't be cloned.
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
        Bed {
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

    /// Another program's view of the same database.
    pub async fn another_store(&self) -> Store {
        Store::open(&settings(self.url())).await.unwrap()
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self.home, Home::Postgres { .. })
    }

    /// Behind the store's back.
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

    /// The column `line` of a query, behind the store's back.
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

    /// A user whose deletion has begun.
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

impl Drop for Bed {
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

/// So many seconds after the beginning of all tests.
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
