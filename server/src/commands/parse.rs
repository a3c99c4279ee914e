//! `invoices parse`.

use std::error::Error;
use std::process::ExitCode;

/// Parse PDF, HTML and .eml files offline
#[derive(clap::Args)]
pub struct Parse {}

impl Parse {
    pub fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        Ok(ExitCode::SUCCESS)
    }
}
