//! `invoices config`.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use comfy_table::Table;
use invoices_service::config::Config;
use invoices_service::start;

use super::args::SettingsArgs;
use super::output::error_line;

/// Inspect the settings
#[derive(Args)]
pub struct ConfigCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show every setting with the source of its value, and fail if any is invalid
    ///
    /// Secrets are masked. The command opens, creates and connects to nothing.
    Check {
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

impl ConfigCommand {
    pub fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let Command::Check { settings } = self.command;
        let file = settings.config.as_deref();
        let mut table = Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        for setting in Config::report(file)? {
            table.add_row([setting.path, setting.value, setting.origin]);
        }
        writeln!(io::stdout(), "{}", table.trim_fmt())?;
        let errors = start::check(&Config::load(file)?);
        for error in &errors {
            eprintln!("invoices: {}", error_line(error));
        }
        Ok(if errors.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
