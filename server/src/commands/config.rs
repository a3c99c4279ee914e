//! `invoices config`.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use comfy_table::Table;
use invoices_service::settings::{Loaded, ignored_variables};
use invoices_service::start;

use super::args::SettingsArgs;
use super::output::{error_line, exit_code};

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
    /// Lists every setting that can't be read or used, and warns about `INVOICES_` variables that are not settings. Masks
    /// secrets. Creates nothing and connects to nothing.
    Check {
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

impl ConfigCommand {
    pub fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let Command::Check { settings } = self.command;
        let file = settings.config.as_deref();
        let (config, in_use, malformed) = match Loaded::read(file) {
            Ok(loaded) => (Some(loaded.config), loaded.in_use, loaded.errors),
            Err(error) => (None, Vec::new(), vec![error]),
        };
        if config.is_some() {
            let mut table = Table::new();
            table.load_preset(comfy_table::presets::NOTHING);
            for setting in in_use {
                table.add_row([setting.path, setting.value, setting.origin]);
            }
            writeln!(io::stdout(), "{}", table.trim_fmt())?;
        }
        for variable in ignored_variables() {
            eprintln!("invoices: warning: {}", variable.warning());
        }
        for warning in config.iter().filter_map(start::certificate_warning) {
            eprintln!("invoices: warning: {warning}");
        }
        let invalid = config.as_ref().map(start::check).unwrap_or_default();
        let malformed = malformed.iter().map(|error| error as &(dyn Error + 'static));
        let errors: Vec<_> = malformed.chain(invalid.iter().map(|error| error as _)).collect();
        for error in &errors {
            eprintln!("invoices: {}", error_line(*error));
        }
        Ok(errors.first().map_or(ExitCode::SUCCESS, |error| exit_code(*error)))
    }
}
