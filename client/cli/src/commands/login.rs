//! `invoices-cli login`, `signup` and `logout`.

use invoices_client::{Client, Secret, types};

use crate::failure::Failure;
use crate::output::{line, note};
use crate::profile::Profile;
use crate::prompt;
use crate::session::{Account, address, is_readable_by_others};

/// The address of a service on this machine.
const HERE: &str = "http://127.0.0.1:8080";

/// Log in, and stay logged in
///
/// Prompts for missing values. The password is not stored. A new login with the same --profile replaces the previous one.
#[derive(clap::Args)]
pub struct Login {
    /// The e-mail address of the account
    #[arg(long)]
    email: Option<String>,

    /// Read the password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,
}

/// Sign up, and stay logged in
///
/// Prompts for missing values.
#[derive(clap::Args)]
pub struct Signup {
    /// The e-mail address of the account
    #[arg(long)]
    email: Option<String>,

    /// Your name
    #[arg(long)]
    name: Option<String>,

    /// The invitation code, if the service requires one
    #[arg(long, value_name = "CODE")]
    invitation: Option<String>,

    /// Read the password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,
}

/// Log out: end the session and delete its tokens
#[derive(clap::Args)]
pub struct Logout {
    /// Log out everywhere: end all sessions and invalidate all tokens of the account
    #[arg(long)]
    everywhere: bool,
}

impl Login {
    pub async fn run(self, account: &Account) -> Result<(), Failure> {
        let before = Profile::load(&account.profile).unwrap_or_default();
        let url = service(account, before.as_ref())?;
        let known = before.as_ref().map(|profile| profile.email.as_str());
        let email = prompt::given_or_asked(self.email, "E-mail address", known)?;
        let password = prompt::password_of(&format!("Password of {email}"), self.password_stdin)?;
        let body = types::LoginBody {
            email: email.clone(),
            password,
        };
        let client = Client::connect(&url)?;
        let login = client.user_login(&body).await.map_err(refusal)?.into_inner().data;
        keep(account, &client, url, email, login).await
    }
}

impl Signup {
    pub async fn run(self, account: &Account) -> Result<(), Failure> {
        let url = service(account, None)?;
        let email = prompt::given_or_asked(self.email, "E-mail address", None)?;
        let name = prompt::given_or_asked(self.name, "Your name", None)?;
        let password = if self.password_stdin {
            prompt::password_line()?
        } else {
            new_password()?
        };
        let body = types::SignupBody {
            email: email.clone(),
            invitation: self.invitation.map(Secret::from),
            name,
            password,
        };
        let client = Client::connect(&url)?;
        let login = client.user_signup(&body).await.map_err(refusal)?.into_inner().data;
        keep(account, &client, url, email, login).await
    }
}

impl Logout {
    pub async fn run(self, account: &Account) -> Result<(), Failure> {
        if self.everywhere {
            account.client().await?.user_log_out_everywhere().await?;
            // The profile may be another account's than the token of the environment.
            if !Account::is_of_environment() {
                Profile::remove(&account.profile)?;
            }
            return line("Logged out everywhere.");
        }
        let ended = match Profile::load(&account.profile) {
            Ok(Some(profile)) => end(account, profile).await,
            Ok(None) => return line(format!("There is no login with the profile {}.", account.profile)),
            Err(unreadable) => Err(unreadable),
        };
        Profile::remove(&account.profile)?;
        match ended {
            Ok(()) => line("Logged out."),
            Err(failure) if failure.needs_login() => line("Logged out. The session had already ended."),
            Err(failure) => {
                note(format!("The service did not end the session: {}", failure.line()));
                line("The tokens are removed from this machine.")
            }
        }
    }
}

async fn end(account: &Account, profile: Profile) -> Result<(), Failure> {
    let session_id = profile.session_id.clone();
    account.client_of(profile).await?.session_revoke(&session_id).await?;
    Ok(())
}

/// The address of the service: that of the options, of the login before, or of an answer.
fn service(account: &Account, before: Option<&Profile>) -> Result<String, Failure> {
    let url = match &account.url {
        Some(url) => url.clone(),
        None => {
            let default = before.map_or(HERE, |profile| profile.url.as_str());
            let answer = prompt::ask("Address of the service", Some(default))?;
            address(&answer).map_err(|reason| Failure::Input(reason.into()))?
        }
    };
    if is_readable_by_others(&url) {
        note(format!(
            "Warning: {url} is not encrypted. Others on the network can read your password."
        ));
    }
    Ok(url)
}

/// Asks twice, since nothing shows a typing error.
pub fn new_password() -> Result<Secret, Failure> {
    let password = prompt::password("New password")?;
    if prompt::password("The new password again")? == password {
        Ok(password)
    } else {
        Err(Failure::Input("the two passwords are not the same".into()))
    }
}

async fn keep(
    account: &Account,
    client: &Client,
    url: String,
    email: String,
    login: types::Session,
) -> Result<(), Failure> {
    let said = format!("Logged in at {url} as {}.", login.username);
    account.keep(&client.with_token(login.access_token), url, email).await?;
    line(said)
}

/// A wrong password isn't a reason to log in again.
pub fn refusal(error: impl Into<invoices_client::Error>) -> Failure {
    match error.into() {
        invoices_client::Error::Refused { message, .. } => Failure::Outcome(message),
        other => other.into(),
    }
}
