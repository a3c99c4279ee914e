//! What things take. Each subject is measured by itself.

mod readers;

use clap::ValueEnum;

use crate::{Result, tool};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Subject {
    /// The readers, beside pdftotext and invoice2data
    Readers,
    /// Storage: the database's share in an ingest, the queue, lists; on SQLite and a PostgreSQL started for it
    Storage,
    /// An ingest from the mailbox to the invoice: speed, quota, memory
    Ingest,
}

/// Prints the figures of a subject.
pub fn run(subject: Subject) -> Result<()> {
    match subject {
        Subject::Readers => readers::run(),
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
