//! Benchmarks of the storage on SQLite and PostgreSQL, as durable as in production: every commit is flushed.
//!
//! `cargo xtask bench storage` runs it.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

mod bench_db;
mod ingest;
mod lists;
mod queue;

use bench_db::BenchDb;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    // A process of workers is this program with other words.
    if let [word, url, jobs] = arguments.as_slice()
        && word == queue::WORKER
    {
        runtime.block_on(queue::work(url, jobs.parse().unwrap()));
        return;
    }
    runtime.block_on(async {
        for db in [BenchDb::sqlite().await, BenchDb::postgres().await] {
            println!("== {}", db.name);
            ingest::run(&db).await;
            queue::run(&db).await;
            lists::run(&db).await;
        }
    });
}
