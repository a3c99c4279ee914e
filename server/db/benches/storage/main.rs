//! Benchmarks of the storage on SQLite and PostgreSQL, as durable as in production: every commit is flushed.
//!
//! `cargo xtask bench storage` runs it and reads the lines of JSON that it prints. With `--quick` there are fewer of all rows.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

mod bench_db;
mod ingest;
mod lists;
mod queue;

use bench_db::BenchDb;

/// How many rows there are.
struct Size {
    /// Brought from found to an invoice.
    mails: u32,
    /// In a tick.
    users: u32,
    /// Ended with each number of processes.
    jobs: u32,
    /// Of others, beside those that are listed.
    invoices: u32,
}

const WHOLE: Size = Size {
    mails: 1_000,
    users: 100_000,
    jobs: 4_000,
    invoices: 1_000_000,
};
const QUICK: Size = Size {
    mails: 200,
    users: 20_000,
    jobs: 800,
    invoices: 100_000,
};

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
    let size = if arguments.iter().any(|word| word == "--quick") {
        QUICK
    } else {
        WHOLE
    };
    runtime.block_on(async {
        for db in [BenchDb::sqlite().await, BenchDb::postgres().await] {
            ingest::run(&db, &size).await;
            queue::run(&db, &size).await;
            lists::run(&db, &size).await;
        }
    });
}
