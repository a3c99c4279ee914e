//! What storage takes, on SQLite and on PostgreSQL, both as durable as in service: every commit is flushed.
//!
//! `cargo xtask bench storage` runs it.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on has no figures")]
#![allow(clippy::print_stdout, reason = "its figures are what it is for")]

mod bed;
mod ingest;
mod lists;
mod queue;

use bed::Bed;

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
        for bed in [Bed::sqlite().await, Bed::postgres().await] {
            println!("== {}", bed.name);
            ingest::run(&bed).await;
            queue::run(&bed).await;
            lists::run(&bed).await;
        }
    });
}
