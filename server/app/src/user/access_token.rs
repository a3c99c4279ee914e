//! Access tokens of scripts: named, limited to scopes, and valid for days. They come from a login and make no others.

use chrono::{DateTime, TimeDelta, Utc};
use invoices_db::{AccessToken, AddedToken};
use invoices_domain::{AccessTokenId, TokenScopes, UserId};
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::random::{self, hash};
use crate::user::session::checked_name;
use crate::user::token::Login;
use crate::user::{LoggedIn, SCRIPT_TOKEN};

/// Maximum number of access tokens of a user.
const MAX_TOKENS: i64 = 50;
/// The longest life of an access token in days: five years.
const MAX_DAYS: u32 = 1826;
/// The characters after the prefix: 260 bits.
const LENGTH: usize = 52;
/// How long an access token is listed after its end.
const LISTED_AFTER_END: TimeDelta = TimeDelta::days(30);

/// An access token to make.
#[derive(Clone, Debug)]
pub struct NewAccessToken {
    /// What the user calls it.
    pub name: String,
    /// What it opens.
    pub scopes: TokenScopes,
    /// For how many days.
    pub days: u32,
}

impl App {
    /// Makes an access token. The token itself is returned this once; only its hash is stored.
    pub async fn add_access_token(
        &self,
        user: UserId,
        login: Login,
        new: NewAccessToken,
    ) -> Result<(SecretString, AccessToken), Error> {
        let name = checked_name(&new.name)?;
        if !(1..=MAX_DAYS).contains(&new.days) {
            return Err(Error::Invalid(format!(
                "expires_in_days must be between 1 and {MAX_DAYS}."
            )));
        }
        let secret = random::text(LENGTH)?;
        let secret = SecretString::from(format!("{SCRIPT_TOKEN}{}", secret.expose_secret()));
        let now = self.now();
        let token = AccessToken {
            token_id: AccessTokenId::random(),
            user_id: user,
            name,
            scopes: new.scopes,
            created_at: now,
            expires_at: now + TimeDelta::days(new.days.into()),
            last_used_at: None,
        };
        let hash = hash(secret.expose_secret());
        let added = self
            .store()
            .add_access_token(token.clone(), hash, login.generation, MAX_TOKENS);
        match added.await? {
            AddedToken::Added => {}
            AddedToken::TooMany => {
                let reason = format!("There are {MAX_TOKENS} access tokens. Revoke one first.");
                return Err(Error::Invalid(reason));
            }
            AddedToken::Refused => return Err(Error::Unauthenticated("The token is no longer valid.".into())),
        }
        tracing::info!(%user, token = %token.token_id, scopes = %token.scopes, "made an access token");
        Ok((secret, token))
    }

    /// The access tokens of a user, the newest first, and for a month those that have ended.
    pub async fn access_tokens(&self, user: UserId) -> Result<Vec<AccessToken>, Error> {
        Ok(self.store().access_tokens(user).await?)
    }

    /// Ends an access token of a user.
    pub async fn revoke_access_token(&self, user: UserId, token: &str) -> Result<(), Error> {
        let unknown = || Error::NotFound("No such access token.".into());
        let token = token.parse().map_err(|_| unknown())?;
        if !self.store().revoke_access_token(user, token).await? {
            return Err(unknown());
        }
        tracing::info!(%user, %token, "revoked an access token");
        Ok(())
    }

    /// The user of a script's access token, which is used now.
    pub(crate) async fn user_of_script(&self, token: &str) -> Result<LoggedIn, Error> {
        let found = self.store().user_of_access_token(hash(token)).await?;
        let (user, token) = found.ok_or_else(|| Error::Unauthenticated("Invalid token.".into()))?;
        let now = self.now();
        if token.expires_at <= now {
            return Err(Error::TokenExpired);
        }
        // What the token opens does not depend on this: reading goes on while the database can't be written.
        if let Err(error) = self.store().note_use(&token, now).await {
            tracing::debug!(%error, token = %token.token_id, "failed to note the use of an access token");
        }
        let login = Login {
            generation: user.token_generation,
            session: None,
        };
        Ok(LoggedIn {
            user,
            login,
            scopes: Some(token.scopes),
        })
    }

    /// Removes tokens that ended long ago.
    pub(crate) async fn prune_access_tokens(&self, now: DateTime<Utc>) -> Result<(), Error> {
        self.store().prune_access_tokens(now - LISTED_AFTER_END).await?;
        Ok(())
    }
}
