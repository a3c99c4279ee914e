//! What things take. Each subject is measured by itself.

mod login;
mod readers;
mod served;

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
    /// What a storm of logins costs another call, on a release build of the program with SQLite
    Login,
}

/// Prints the figures of a subject.
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
