//! Benchmarks.

mod login;
mod readers;
mod served;

use clap::ValueEnum;

use crate::{Result, tool};

/// The subject of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Subject {
    /// The readers, compared with pdftotext and invoice2data
    Readers,
    /// The database: its part of an ingest, the queue and lists, on SQLite and on a temporary PostgreSQL server
    Storage,
    /// An ingest from the mailbox to the invoice: speed, quota, memory
    Ingest,
    /// The latency of a list during many logins, on a release build with SQLite
    Login,
}

/// Runs a benchmark and prints its figures.
pub fn run(subject: Subject) -> Result<()> {
    match subject {
        Subject::Readers => readers::run(),
        Subject::Login => login::run(),
        Subject::Storage => {
            let arguments = ["bench", "--quiet", "--package", "invoices-db", "--bench", "storage"];
            tool::run(tool::cargo().args(arguments))
        }
        Subject::Ingest => {
            tool::run(tool::cargo().args(["build", "--quiet", "--release", "--package", "invoices-server"]))?;
            let arguments = ["bench", "--quiet", "--package", "invoices-tests", "--bench", "ingest"];
            tool::run(tool::cargo().args(arguments))
        }
    }
}
