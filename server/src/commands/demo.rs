//! `invoices demo`.

use std::error::Error;
use std::process::ExitCode;

/// Show everything on a mailbox of invented mails
#[derive(clap::Args)]
pub struct Demo {}

impl Demo {
    pub async fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        Ok(ExitCode::SUCCESS)
    }
}
