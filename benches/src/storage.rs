//! The database alone.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::build;
use super::report::Report;
use crate::{Result, tool};

/// Runs of the quick benchmark; the whole one takes long enough.
const QUICK_ROUNDS: usize = 2;

pub fn build() -> Result<PathBuf> {
    tool::install_postgres();
    build::bench("storage")
}

/// Measures SQLite and PostgreSQL in turn.
pub fn run(bench: &Path, quick: bool) -> Result<Report> {
    let mut report = Report::new("storage");
    let (size, rounds): (&[&str], _) = if quick { (&["--quick"], QUICK_ROUNDS) } else { (&[], 1) };
    let mut lines = String::new();
    for _ in 0..rounds {
        lines += &build::output(Command::new(bench).args(size))?;
    }
    report.add_lines(&lines)?;
    Ok(report)
}
