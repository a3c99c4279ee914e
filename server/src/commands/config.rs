//! `invoices config`.

use std::error::Error;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use comfy_table::Table;

use super::{SettingsArgs, sentence};
use invoices_service::config::Config;
use invoices_service::start;

/// Look at the settings before they are used
#[derive(Args)]
pub struct ConfigCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show what would be used, and where each value came from; fail if anything can't be used
    ///
    /// Secrets are masked. Nothing is opened, made or connected to.
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
        println!("{}", table.trim_fmt());
        let faults = start::check(&Config::load(file)?);
        for fault in &faults {
            eprintln!("invoices: {}", sentence(fault));
        }
        Ok(if faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
