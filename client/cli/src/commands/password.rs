//! `invoices-cli password`.

use super::login::{new_password, refusal};
use crate::failure::Failure;
use crate::output::line;
use crate::profile::Profile;
use crate::prompt;
use crate::session::Account;

/// Change the password
///
/// Ends all other logins of the account; this one continues.
#[derive(clap::Args)]
pub struct Password {
    /// Read the current and the new password from the first two lines of standard input
    #[arg(long)]
    password_stdin: bool,
}

impl Password {
    pub async fn run(self, account: &Account) -> Result<(), Failure> {
        let (current, new) = if self.password_stdin {
            (prompt::password_line()?, prompt::password_line()?)
        } else {
            (prompt::password("Current password")?, new_password()?)
        };
        let client = account.client().await?;
        let changed = client.change_password(current, new).await.map_err(refusal)?;
        if Account::is_of_environment() {
            return line(
                "The password is changed. All tokens of the account are invalid now, including this command's.",
            );
        }
        let Profile { url, email, .. } = account.profile()?;
        account.keep(&changed, url, email).await?;
        line("The password is changed. All other logins have ended.")
    }
}
