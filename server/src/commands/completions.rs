//! `invoices completions`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap_complete::Shell;

use super::output::Outcome;

/// Print shell completions
///
/// For example `invoices completions bash > /etc/bash_completion.d/invoices`. The Debian package includes them.
#[derive(clap::Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self, mut program: clap::Command) -> Outcome {
        // `generate` panics if the reader of the output has ended.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "invoices", &mut text);
        io::stdout().write_all(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
