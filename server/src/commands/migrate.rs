//! `invoices migrate`.

use std::io::{self, Write};
use std::process::ExitCode;

use invoices_service::start::open_store;

use super::args::SettingsArgs;
use super::output::Outcome;

/// Run pending migrations of the database
///
/// `invoices serve` does the same at start. Several machines can run it at the same time.
#[derive(clap::Args)]
pub struct Migrate {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Print the pending migrations without running them
    #[arg(long)]
    dry_run: bool,
}

impl Migrate {
    pub async fn run(self) -> Outcome {
        let config = self.settings.load()?;
        let store = open_store(&config).await?;
        let migrations = if self.dry_run {
            store.migrations().await?.pending
        } else {
            store.migrate().await?
        };
        for migration in &migrations {
            writeln!(io::stdout(), "{migration}")?;
        }
        if migrations.is_empty() {
            writeln!(io::stdout(), "the database is up to date")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
