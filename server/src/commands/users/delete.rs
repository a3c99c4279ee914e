//! `invoices users delete`.

use std::error::Error;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use invoices_db::JobKind;
use invoices_service::{App, UserId, Worker};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::commands::args::{SettingsArgs, UserArg, interrupted, open_app};
use crate::commands::operator::operator;
use crate::commands::output::{Outcome, printable};

/// How long to wait for the mail provider, which is asked to revoke the user's grant.
const REVOCATION: Duration = Duration::from_secs(15);

/// Delete a user with all invoices, originals and mail tokens
///
/// The same as when users delete their own account. It can't be undone. If something fails, the running service retries until
/// everything is deleted. Running this command again retries as well.
#[derive(clap::Args)]
pub struct Delete {
    #[command(flatten)]
    settings: SettingsArgs,

    /// An e-mail address or an id
    user: UserArg,

    /// Don't ask for confirmation. Required if standard input isn't a terminal
    #[arg(long)]
    yes: bool,
}

impl Delete {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        let user = self.user.find(app.store()).await?;
        if !self.yes && !is_confirmed(&app, user).await? {
            return Err("nothing was deleted".into());
        }
        let interrupted = interrupted();
        let ended = CancellationToken::new();
        let deletion = async {
            let deleted = app.delete_user(user, operator(), &interrupted).await;
            ended.cancel();
            deleted
        };
        // The service may be down; if it runs, its workers may be faster.
        let worker = Worker::only(app.clone(), |kind| kind == JobKind::DeleteAccount);
        let (deleted, ()) = tokio::join!(deletion, worker.run(ended.clone()));
        // A deletion that takes longer than a request may wait for it ends with the worker.
        if let Err(error) = deleted {
            if app.deleting_since(user).await?.is_some() {
                eprintln!("invoices: the deletion has started; the service will finish it, or run this command again");
                return Err(error.into());
            }
            if app.user(user).await?.is_some() {
                return Err(error.into());
            }
        }
        if timeout(REVOCATION, app.wait_for_background()).await.is_err() {
            eprintln!("invoices: warning: the mail provider has not confirmed that the grant is revoked");
        }
        writeln!(io::stdout(), "{user} is deleted")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks the operator for the user's address.
async fn is_confirmed(app: &App, user: UserId) -> Result<bool, Box<dyn Error>> {
    let Some(row) = app.user(user).await? else {
        return Err("there is no such user".into());
    };
    if !io::stdin().is_terminal() {
        return Err("a deletion can't be undone: confirm it with --yes".into());
    }
    eprintln!(
        "This deletes {} ({user}) with all invoices, originals and mail tokens. It can't be undone.\n\
         Type the address to confirm:",
        printable(&row.email)
    );
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim().to_lowercase() == row.email.trim().to_lowercase())
}
