//! Passwords and access tokens of a user, as the user changes them.

use std::net::IpAddr;

use invoices_domain::UserId;
use secrecy::SecretString;

use crate::app::App;
use crate::error::Error;

impl App {
    /// Replaces a user's password, makes every access token invalid and ends every session. Returns a new token. The current password is verified
    /// within the limits of a login, the new one by the rules of sign-up.
    pub async fn change_password(
        &self,
        user: UserId,
        current: SecretString,
        new: SecretString,
        client: IpAddr,
    ) -> Result<String, Error> {
        self.0.throttle.attempt(client, self.now())?;
        self.0.passwords.check("new_password", &new)?;
        let known = self.store().password_of(user).await?;
        let (account, hash) = known.ok_or_else(Error::no_account)?;
        self.limit_login(&account, client).await?;
        if !self.0.passwords.verify(current, Some(hash.clone())).await? {
            self.0.throttle.login_failed(&account, client, self.now());
            tracing::info!(%user, %client, "a change of a password failed");
            return Err(Error::WrongPassword);
        }
        let new_hash = self.0.passwords.hash(new).await?;
        // If another request has changed it since, the current password was a wrong one.
        let changed = self.store().change_password(user, hash, new_hash).await?;
        let generation = changed.ok_or(Error::WrongPassword)?;
        tracing::info!(%user, %client, "changed the password");
        self.issue_token(user, generation)
    }

    /// Makes every access token of a user invalid, and ends every session.
    pub async fn log_out_everywhere(&self, user: UserId) -> Result<(), Error> {
        if !self.store().log_out(user, None, self.now()).await? {
            return Err(Error::no_account());
        }
        tracing::info!(%user, "logged out everywhere");
        Ok(())
    }

    /// How long an access token lives, in seconds.
    pub fn access_token_seconds(&self) -> u64 {
        self.settings().auth.token_lifetime_seconds.as_secs()
    }
}
