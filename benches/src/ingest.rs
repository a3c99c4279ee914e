//! An ingest, beside a client that makes one call after the other.

use std::path::PathBuf;
use std::process::Command;

use super::build;
use super::report::Report;
use crate::{Result, peer_python};

pub struct Built {
    bench: PathBuf,
    /// The Python of the sequential client.
    python: PathBuf,
}

pub fn build() -> Result<Built> {
    Ok(Built {
        bench: build::bench("ingest")?,
        python: peer_python("sequential")?,
    })
}

/// Measures on SQLite, with the mail provider's sandbox on the same machine.
pub fn run(built: &Built, quick: bool) -> Result<Report> {
    measure("ingest", built, &[], quick)
}

/// Measures what a user, a run and a mail cost, on both databases.
pub fn costs(built: &Built, quick: bool) -> Result<Report> {
    measure("costs", built, &["costs"], quick)
}

fn measure(name: &'static str, built: &Built, arguments: &[&str], quick: bool) -> Result<Report> {
    let mut report = Report::new(name);
    let mut command = Command::new(&built.bench);
    command.args(arguments).args(quick.then_some("--quick"));
    command.env("INVOICES_BENCH_SEQUENTIAL", &built.python);
    report.add_lines(&build::output(&mut command)?)?;
    Ok(report)
}
