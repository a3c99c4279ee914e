//! `invoices-cli completions`.

use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::write;

/// Print shell completions
///
/// For example `invoices-cli completions bash > ~/.local/share/bash-completion/completions/invoices-cli`.
#[derive(clap::Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self, mut program: clap::Command) -> Result<(), Failure> {
        // `generate` panics if the reader of the output has ended.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "invoices-cli", &mut text);
        write(&String::from_utf8_lossy(&text))
    }
}
