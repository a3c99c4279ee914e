//! `invoices secrets`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Subcommand;
use invoices_service::start;

use super::args::SettingsArgs;
use super::output::Outcome;

/// Manage the encrypted mail tokens
#[derive(clap::Args)]
pub struct Secrets {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Re-encrypt tokens with the new key
    ///
    /// To rotate the key, create a new one (openssl rand -base64 32). Put it on a line before the current key in the key file,
    /// or set it as `secrets.key` with the current key in `secrets.previous_keys`. Restart the service, then run this command.
    /// When it reports that the first key encrypts every file, remove the old key. The command can be interrupted and run
    /// again, and can run while the service runs.
    Rotate {
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

impl Secrets {
    pub fn run(self) -> Outcome {
        let Command::Rotate { settings } = self.command;
        let config = settings.load()?;
        let Some(rotated) = start::rotate_secrets(&config)? else {
            return Err("secrets.store encrypts by itself; this command is for folder:<path>".into());
        };
        writeln!(
            io::stdout(),
            "re-encrypted {}, already encrypted with the first key {}",
            rotated.rotated,
            rotated.unchanged
        )?;
        if rotated.unreadable.is_empty() {
            writeln!(
                io::stdout(),
                "the first key encrypts every file; previous keys can be removed"
            )?;
            return Ok(ExitCode::SUCCESS);
        }
        for user in &rotated.unreadable {
            writeln!(io::stdout(), "no key decrypts the file of {user}")?;
        }
        writeln!(
            io::stdout(),
            "keep the previous keys, or delete these files: their users must reconnect"
        )?;
        Ok(ExitCode::FAILURE)
    }
}
