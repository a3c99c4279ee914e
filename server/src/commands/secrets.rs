//! `invoices secrets`.

use std::error::Error;
use std::process::ExitCode;

use clap::Subcommand;
use invoices_local::SealedSecrets;

use super::SettingsArgs;
use crate::config::SecretsEngine;

/// Look after the sealed mail tokens
#[derive(clap::Args)]
pub struct Secrets {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Seal anew, under the first key, what previous keys sealed
    ///
    /// To rotate: make a key (openssl rand -base64 32), put it on a line before the present one in the key file, or
    /// into `secrets.key` with the present one in `secrets.previous_keys`; run this; when it says that every file is sealed
    /// by the first key, take the old key away. Safe to run twice, to cut off, and while the service runs, once the
    /// service has been started with both keys.
    Rotate {
        #[command(flatten)]
        settings: SettingsArgs,
    },
}

impl Secrets {
    pub fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let Chore::Rotate { settings } = self.chore;
        let config = settings.load()?;
        let SecretsEngine::Folder(folder) = config.secrets()? else {
            return Err("secrets.store seals by itself; this is for folder:<path>".into());
        };
        let store = SealedSecrets::open(&folder)?;
        let done = store.reseal_report();
        println!(
            "sealed anew {}, sealed by the first key before {}",
            done.resealed, done.unchanged
        );
        if done.unreadable.is_empty() {
            println!("every file is sealed by the first key; previous keys can go");
            return Ok(ExitCode::SUCCESS);
        }
        for user in &done.unreadable {
            println!("can't be opened with any key: {user}");
        }
        println!("keep the previous keys until these are settled: delete the file, and the user connects again");
        Ok(ExitCode::FAILURE)
    }
}
