//! `invoices backup` and `invoices restore`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use invoices_service::backup;

use super::args::SettingsArgs;
use super::doctor;
use super::output::Outcome;

/// Copy the database, the originals and the mail tokens to a folder
///
/// Works while the service runs. The folder is created, or must be empty. Originals are hard links if it is on the same file
/// system. The mail tokens stay encrypted. A backup that was cut off has no manifest.json, and can't be restored. Run the
/// command as the service's user.
#[derive(clap::Args)]
pub struct Backup {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Copy the keys too, to the folder's sub-folder `keys`. Who can read it can then decrypt the mail tokens
    #[arg(long)]
    with_keys: bool,
}

impl Backup {
    pub async fn run(self) -> Outcome {
        let config = self.settings.load_quietly()?;
        let done = backup::back_up(&config, &self.folder, self.with_keys).await?;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "copied the database, {} originals and {} token files to {}",
            done.originals,
            done.tokens,
            self.folder.display()
        )?;
        for note in &done.notes {
            writeln!(out, "{note}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Restore a backup into an empty installation, and verify it
///
/// Compares each file with the backup's manifest first. Nothing is overwritten: the database, the originals and the mail tokens
/// of the settings must be missing or empty, and no service may run. Put keys that were kept apart in their place before.
///
/// Exits 1 if something is lost.
#[derive(clap::Args)]
pub struct Restore {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The folder that `invoices backup` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Restore {
    pub async fn run(self) -> Outcome {
        let config = self.settings.load_quietly()?;
        let restored = backup::restore(&config, &self.folder).await?;
        writeln!(
            io::stdout(),
            "restored the database, {} originals and {} token files of {}",
            restored.originals,
            restored.tokens,
            restored.created_at
        )?;
        doctor::show(&restored.findings, false)
    }
}
