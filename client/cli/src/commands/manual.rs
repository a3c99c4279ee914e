//! `invoices-cli manual`.

use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;

/// Write manual pages for all commands to a folder
#[derive(clap::Args)]
pub struct Manual {
    /// The folder, which is created
    folder: PathBuf,
}

impl Manual {
    pub fn run(self, program: clap::Command) -> Result<(), Failure> {
        let pages = fs::create_dir_all(&self.folder).and_then(|()| clap_mangen::generate_to(program, &self.folder));
        pages.map_err(Failure::file(format!("write to {}", self.folder.display())))
    }
}
