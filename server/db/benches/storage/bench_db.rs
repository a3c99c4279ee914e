//! The databases of the benchmarks.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use invoices_db::{DatabaseSettings, NewUser, Store};
use invoices_domain::UserId;
use serde_json::json;
use tempfile::TempDir;
use test_servers::postgres::Postgres;

/// An empty database, migrated.
pub struct BenchDb {
    pub name: &'static str,
    pub store: Store,
    pub url: String,
    home: Home,
}

enum Home {
    Sqlite(#[expect(dead_code, reason = "it is removed when dropped")] TempDir),
    Postgres(#[expect(dead_code, reason = "it stops when dropped")] Postgres),
}

impl BenchDb {
    pub async fn sqlite() -> Self {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite:{}", folder.path().join("bench.db").display());
        BenchDb::at("SQLite", url, Home::Sqlite(folder)).await
    }

    pub async fn postgres() -> Self {
        let server = Postgres::durable().unwrap();
        BenchDb::at("PostgreSQL", server.url(), Home::Postgres(server)).await
    }

    async fn at(name: &'static str, url: String, home: Home) -> Self {
        let store = open(&url).await;
        store.migrate().await.unwrap();
        BenchDb { name, store, url, home }
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self.home, Home::Postgres(_))
    }

    /// Executes SQL without the store.
    pub fn execute(&self, statement: &str) {
        match self.url.strip_prefix("sqlite:") {
            Some(path) => SqliteConnection::establish(path)
                .unwrap()
                .batch_execute(statement)
                .unwrap(),
            None => PgConnection::establish(&self.url)
                .unwrap()
                .batch_execute(statement)
                .unwrap(),
        }
    }

    /// A number as the last digits of a UUID, in SQL.
    pub fn digits(&self, number: &str) -> String {
        if self.is_postgres() {
            format!("lpad(({number})::text, 12, '0')")
        } else {
            format!("substr('000000000000' || ({number}), -12)")
        }
    }

    /// The start of a statement that reads `series(n)`, the numbers 1 to `to`.
    pub fn series(to: u32) -> String {
        format!("WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < {to}) ")
    }

    pub async fn user(&self) -> UserId {
        let user_id = UserId::random();
        let email = format!("{user_id}@example.com");
        let user = NewUser {
            user_id,
            email_key: email.clone(),
            email,
            name: "Alva".into(),
            password_hash: "$argon2id$".into(),
            created_at: now(),
        };
        self.store.create_user(user).await.unwrap();
        user_id
    }
}

pub async fn open(url: &str) -> Store {
    Store::open(&DatabaseSettings::new(url)).await.unwrap()
}

pub fn now() -> DateTime<Utc> {
    "2026-11-02T08:00:00Z".parse().unwrap()
}

/// The peak memory of this process, in MiB.
pub fn peak() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u32>().ok());
    kib.unwrap_or_default() / 1024
}

/// Prints a value as a line of JSON, for `cargo xtask bench`.
pub fn print(db: &BenchDb, name: &str, unit: &str, value: f64) {
    println!(
        "{}",
        json!({"name": name, "unit": unit, "side": db.name, "value": value})
    );
}

pub fn rate(count: u32, elapsed: Duration) -> f64 {
    f64::from(count) / elapsed.as_secs_f64()
}

/// Prints the median and the 95th percentile of the duration of a call.
pub async fn print_calls(db: &BenchDb, name: &str, times: usize, mut call: impl AsyncFnMut()) {
    let mut taken = Vec::with_capacity(times);
    for _ in 0..times {
        let started = Instant::now();
        call().await;
        taken.push(started.elapsed().as_secs_f64() * 1e3);
    }
    taken.sort_by(f64::total_cmp);
    for (which, percent) in [("median", 50), ("95th percentile", 95)] {
        let at = taken.get((times - 1) * percent / 100).copied().unwrap_or_default();
        print(db, &format!("{name}: {which}"), "ms", at);
    }
}
