//! `invoices verify`.

use super::args::SettingsArgs;
use super::doctor;
use super::output::Outcome;

/// Check the whole database, every original and every mail token
///
/// Prints one line per finding, as `invoices doctor` does: a fault for what is lost or damaged, a warning for an original that
/// no document has. Changes nothing, and works whether or not the service is running. Takes as long as it takes to read all
/// data.
///
/// Exits 1 if there is a fault.
#[derive(clap::Args)]
pub struct Verify {
    #[command(flatten)]
    settings: SettingsArgs,

    /// Print a JSON array: name, state, message and advice of each finding
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub async fn run(self) -> Outcome {
        let findings = invoices_service::doctor::verify(self.settings.config.as_deref()).await;
        doctor::show(&findings, self.json)
    }
}
