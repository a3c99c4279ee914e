//! Mails about accounts: a code that sets a new password, and a code that verifies the address of sign-up.
//!
//! No mail contains anything that a user chose, so that nobody can send text to someone else's address by signing up with it.

use std::net::IpAddr;

use chrono::TimeDelta;
use invoices_db::{AccountEmail, Job};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mailer::{AccountMail, MailerError};
use invoices_domain::{MailAddress, UserId};
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::job::{PasswordForgotten, Work};
use crate::random;
use crate::user::{check_email_length, invalid_email};

/// How long a code is valid.
const LIFETIME: TimeDelta = TimeDelta::hours(1);
/// The characters of a code that sets a new password: 130 bits.
const RESET_LENGTH: usize = 26;
/// The characters of a code that verifies an address: 40 bits, with few attempts.
const CODE_LENGTH: usize = 8;

impl App {
    /// Mails a code that sets a new password, if the address has an account. The answer and the work are the same if it has
    /// none: a job does the rest.
    pub async fn forgot_password(&self, email: &str, client: IpAddr) -> Result<(), Error> {
        self.check_mailer()?;
        check_email_length(email)?;
        let address: MailAddress = email.parse().map_err(|_| invalid_email())?;
        let now = self.now();
        self.0.throttle.mail_client(client, now)?;
        self.0.throttle.account_mail("reset", address.as_str(), now)?;
        let user = self.store().user_by_email(address.as_str()).await?;
        let user = user.filter(|user| user.deleting_at.is_none()).map(|user| user.user_id);
        let job = Work::PasswordForgotten(PasswordForgotten { user }).job(random::uuid().to_string(), now);
        self.store().enqueue(job, now).await?;
        self.wake_workers();
        Ok(())
    }

    /// Sets a new password with a code that was mailed. Makes every access token invalid and ends every session.
    pub async fn reset_forgotten_password(
        &self,
        code: &SecretString,
        new: SecretString,
        client: IpAddr,
    ) -> Result<(), Error> {
        let unknown = || Error::Unauthenticated("The code is unknown, used or expired. Request a new one.".into());
        self.0.throttle.attempt(client, self.now())?;
        self.0.passwords.check("new_password", &new)?;
        let code_hash = reset_hash(code);
        // A guess costs no hash of a password.
        if !self.store().is_password_reset(code_hash.clone(), self.now()).await? {
            return Err(unknown());
        }
        let password = self.0.passwords.hash(new).await?;
        let used = self.store().use_password_reset(code_hash, password, self.now()).await?;
        let user = used.ok_or_else(unknown)?;
        tracing::info!(%user, %client, "reset the password with a mailed code");
        Ok(())
    }

    /// The address that a user gave at sign-up.
    pub async fn account_email(&self, user: UserId) -> Result<AccountEmail, Error> {
        let known = self.store().account_email(user).await?;
        known.ok_or_else(Error::no_account)
    }

    /// Mails a code that verifies the address of a user, unless it is verified.
    pub async fn send_email_code(&self, user: UserId) -> Result<AccountEmail, Error> {
        self.check_mailer()?;
        let known = self.account_email(user).await?;
        if known.verified_at.is_some() {
            return Ok(known);
        }
        let now = self.now();
        self.0.throttle.account_mail("verify", &user.to_string(), now)?;
        let code = random::text(CODE_LENGTH)?;
        let stored = self
            .store()
            .add_email_code(user, email_hash(user, &code), now + LIFETIME);
        if !stored.await? {
            return Err(Error::no_account());
        }
        let mail = AccountMail {
            id: random::uuid().to_string(),
            to: known.email.clone(),
            subject: "Verify your e-mail address".into(),
            text: self.verification(&code),
        };
        self.send_account_mail(&mail).await?;
        Ok(known)
    }

    /// Marks the address of a user as verified if this is the code that was mailed to it.
    pub async fn confirm_email(&self, user: UserId, code: &SecretString) -> Result<AccountEmail, Error> {
        let known = self.account_email(user).await?;
        if known.verified_at.is_some() {
            return Ok(known);
        }
        let code_hash = email_hash(user, code);
        let is_code = self.store().confirm_email(user, code_hash, self.now()).await?;
        let known = self.account_email(user).await?;
        // A request that is sent twice uses the code twice at the same time.
        if is_code || known.verified_at.is_some() {
            Ok(known)
        } else {
            Err(Error::WrongCode)
        }
    }

    /// Sends a mail whose failure concerns the caller.
    pub(crate) async fn send_account_mail(&self, mail: &AccountMail) -> Result<(), Error> {
        match self.ports().mailer.send(mail).await {
            Ok(()) => Ok(()),
            Err(MailerError::NotConfigured) => Err(Error::NoMailServer),
            Err(MailerError::Address) => Err(Error::Invalid("E-mails can't be sent to this address.".into())),
            Err(MailerError::Dependency(error)) => Err(error.into()),
        }
    }

    pub(crate) fn check_mailer(&self) -> Result<(), Error> {
        if self.ports().mailer.is_configured() {
            Ok(())
        } else {
            Err(Error::NoMailServer)
        }
    }

    fn reset_text(&self, code: &SecretString) -> SecretString {
        let way = way(self.settings().accounts.reset_link.as_deref(), code);
        format!(
            "Someone requested a new password for the account with this address.\n\n{way}\n\nThe code is valid once, for one \
             hour. If it was not you, ignore this mail: nothing has changed."
        )
        .into()
    }

    fn verification(&self, code: &SecretString) -> SecretString {
        let way = way(self.settings().accounts.verify_link.as_deref(), code);
        format!(
            "Confirm your e-mail address for your account.\n\n{way}\n\nThe code is valid for one hour. If you did not request \
             it, ignore this mail."
        )
        .into()
    }
}

/// What to do with a code. In a link it is the fragment, which no browser sends to a server.
fn way(link: Option<&str>, code: &SecretString) -> String {
    let code = code.expose_secret();
    match link {
        Some(link) => format!("Open this page:\n\n{link}#code={code}\n\nOr enter this code in the app:\n\n{code}"),
        None => format!("Enter this code in the app:\n\n{code}"),
    }
}

/// Makes a code that sets a new password, and mails it. Each attempt makes another: the one before is not stored.
pub(crate) async fn password_forgotten(app: &App, job: &Job, order: &PasswordForgotten) -> Result<(), Error> {
    let Some(user) = order.user else { return Ok(()) };
    let now = app.now();
    if job.created_at + LIFETIME <= now {
        tracing::warn!(%user, "gave up mailing a code for a new password: it has expired");
        return Ok(());
    }
    let Some(account) = app.store().account_email(user).await? else {
        return Ok(());
    };
    let code = random::text(RESET_LENGTH)?;
    let stored = app.store().add_password_reset(user, reset_hash(&code), now + LIFETIME);
    if !stored.await? {
        return Ok(());
    }
    let mail = AccountMail {
        id: random::uuid().to_string(),
        to: account.email,
        subject: "Set a new password".into(),
        text: app.reset_text(&code),
    };
    match app.ports().mailer.send(&mail).await {
        Ok(()) => tracing::info!(%user, "mailed a code for a new password"),
        Err(MailerError::Dependency(error)) => return Err(error.into()),
        Err(error) => tracing::warn!(%user, %error, "failed to mail a code for a new password"),
    }
    Ok(())
}

/// A code is random and long, so it needs no salt and no slow hash.
fn reset_hash(code: &SecretString) -> String {
    sha256_hex(code.expose_secret().trim().to_lowercase().as_bytes())
}

fn email_hash(user: UserId, code: &SecretString) -> String {
    let code = code.expose_secret().trim().to_lowercase();
    sha256_hex(format!("{user} {code}").as_bytes())
}
