//! A tick for everyone, and workers that compete for what it enqueued.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use futures::future::join_all;
use invoices_db::{FanOut, JobKind, Store};
use serde_json::{Value, json};

use crate::Size;
use crate::bench_db::{BenchDb, now, open, peak, print, rate};

pub const WORKER: &str = "--as-a-worker";
/// A process has as many loops as the service by default.
const LOOPS: u32 = 4;

pub async fn run(db: &BenchDb, size: &Size) {
    db.execute(&format!(
        "INSERT INTO users (user_id, email, email_key, name, password_hash, created_at) {} \
         SELECT 'user_00000000-0000-4000-8000-' || {}, n || '@example.com', n || '@example.com', 'Alva', '', \
         '2026-11-02T08:00:00.000000Z' FROM series",
        BenchDb::series(size.users),
        db.digits("n")
    ));
    let jobs = FanOut {
        kind: JobKind::Ingest,
        key_prefix: "retail@2026-11-02T08:00:00Z/".into(),
        lane_prefix: "user:".into(),
        payload: json!({"ingest": "retail"}),
        spread_minutes: 0,
    };
    let (before, started) = (peak(), Instant::now());
    let fired = db.store.fire_tick("retail", now(), jobs, now()).await.unwrap();
    let elapsed = started.elapsed();
    assert!(fired.unwrap_or_default() >= size.users as usize);
    let name = format!("a tick for {} users", size.users);
    print(db, &name, "s", elapsed.as_secs_f64());
    print(db, "  what it adds to the memory", "MiB", f64::from(peak() - before));
    for processes in [1, 2, 4]
        .into_iter()
        .filter(|processes| *processes == 1 || db.is_postgres())
    {
        let elapsed = compete(&db.url, processes, size.jobs);
        let name = format!("jobs claimed and ended, {processes} processes of {LOOPS} loops");
        print(db, &name, "/s", rate(size.jobs, elapsed));
    }
}

/// What processes take to end the jobs together.
fn compete(url: &str, processes: u32, jobs: u32) -> Duration {
    let program = std::env::current_exe().unwrap();
    let started = Instant::now();
    let each = (jobs / processes).to_string();
    let start = |_| {
        Command::new(&program)
            .args([WORKER, url, &each])
            .stdin(Stdio::null())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..processes).map(start).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    started.elapsed()
}

/// Ends this many jobs.
pub async fn work(url: &str, jobs: u32) {
    let store = open(url).await;
    join_all((0..LOOPS).map(|n| one_loop(store.clone(), n, jobs / LOOPS))).await;
}

async fn one_loop(store: Store, number: u32, jobs: u32) {
    let owner = format!("{}:{number}", std::process::id());
    let mut ended = 0;
    while ended < jobs {
        let claimed = store
            .claim(&owner, &[JobKind::Ingest], i64::MAX, Duration::from_mins(1), now())
            .await
            .unwrap();
        if let Some(job) = claimed {
            assert!(store.finish(&job, Value::Null, now()).await.unwrap());
            ended += 1;
        }
    }
}
