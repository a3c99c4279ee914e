//! `invoices users reset-password`, `invoices users log-out`.

use std::io::{self, Write};
use std::process::ExitCode;

use secrecy::ExposeSecret;

use crate::commands::args::{SettingsArgs, UserArg, open_app};
use crate::commands::operator::operator;
use crate::commands::output::Outcome;
use crate::commands::password::read_password;

/// Set a new password for a user and log the user out
///
/// Prints a random password, which is not shown again.
#[derive(clap::Args)]
pub struct ResetPassword {
    #[command(flatten)]
    settings: SettingsArgs,

    /// An e-mail address or an id
    user: UserArg,

    /// Read the password from the first line of standard input, and print none
    #[arg(long)]
    stdin: bool,
}

impl ResetPassword {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        let user = self.user.find(app.store()).await?;
        let password = if self.stdin {
            read_password(&format!("the new password of {user}"))?
        } else {
            app.random_password()?
        };
        app.reset_password(user, password.clone(), operator()).await?;
        eprintln!("invoices: {user} has a new password and is logged out");
        if !self.stdin {
            writeln!(io::stdout(), "{}", password.expose_secret())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Log a user out and invalidate all access tokens
///
/// The user can log in again with the password. Ingests continue.
#[derive(clap::Args)]
pub struct LogOut {
    #[command(flatten)]
    settings: SettingsArgs,

    /// An e-mail address or an id
    user: UserArg,
}

impl LogOut {
    pub async fn run(self) -> Outcome {
        let app = open_app(&self.settings.load()?).await?;
        let user = self.user.find(app.store()).await?;
        app.log_out(user, operator()).await?;
        writeln!(io::stdout(), "{user} is logged out")?;
        Ok(ExitCode::SUCCESS)
    }
}
