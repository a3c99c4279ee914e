//! `invoices manual`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use super::output::Outcome;

/// Write manual pages for all commands to a folder
///
/// The Debian package includes them.
#[derive(clap::Args)]
pub struct Manual {
    /// The folder, created if needed
    folder: PathBuf,
}

impl Manual {
    pub fn run(self, program: clap::Command) -> Outcome {
        fs::create_dir_all(&self.folder)?;
        clap_mangen::generate_to(program, &self.folder)?;
        Ok(ExitCode::SUCCESS)
    }
}
