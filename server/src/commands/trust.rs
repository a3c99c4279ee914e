//! `invoices trust`.

use std::io::{self, Write};
use std::process::ExitCode;

use invoices_service::{AppError, MailAddress};

use super::args::{SettingsArgs, UserArg, open_app};
use super::operator::operator;
use super::output::{Outcome, printable, success};

/// Trust senders of a user's messages, or list the trusted ones
///
/// A message is quarantined if its sender can't be authenticated. Messages from a trusted sender are parsed anyway, and
/// quarantined ones are fetched by the service or the next `invoices import`. A message that fails the sender's own policy
/// (DMARC) stays in quarantine: someone else wrote it.
#[derive(clap::Args)]
pub struct Trust {
    #[command(flatten)]
    settings: SettingsArgs,

    /// The recipient of the messages: an e-mail address or an id
    #[arg(long)]
    user: UserArg,

    /// Stop trusting the senders. Parsed invoices stay
    #[arg(long, requires = "senders")]
    remove: bool,

    /// E-mail addresses. Without one, lists the trusted senders
    #[arg(value_name = "SENDER")]
    senders: Vec<MailAddress>,
}

impl Trust {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        let user = self.user.find(app.store()).await?;
        let mut out = io::stdout();
        if self.senders.is_empty() {
            for sender in app.trusted_senders(user).await? {
                writeln!(out, "{}", printable(sender.as_str()))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let mut all_changed = true;
        for sender in self.senders {
            let shown = printable(sender.as_str());
            if !self.remove {
                let released = app.trust_sender(user, sender, Some(operator())).await?;
                writeln!(out, "{shown}: trusted; mails released from quarantine: {released}")?;
                continue;
            }
            match app.distrust_sender(user, sender, Some(operator())).await {
                Ok(()) => writeln!(out, "{shown}: no longer trusted")?,
                Err(AppError::NotFound(_)) => {
                    all_changed = false;
                    writeln!(out, "{shown}: was not trusted")?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(success(all_changed))
    }
}
