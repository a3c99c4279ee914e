//! `invoices manual`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the manual pages of all commands to a folder
///
/// The Debian package has them.
#[derive(clap::Args)]
pub struct Manual {
    /// The folder, which is created
    folder: PathBuf,
}

impl Manual {
    pub fn run(self, program: clap::Command) -> Result<ExitCode, Box<dyn Error>> {
        fs::create_dir_all(&self.folder)?;
        clap_mangen::generate_to(program, &self.folder)?;
        Ok(ExitCode::SUCCESS)
    }
}
