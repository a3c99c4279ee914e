//! Staying logged in without keeping the password.

use std::time::Duration;

use crate::{Client, Error, Secret, types};

/// A session of an app.
#[derive(Clone, Debug)]
pub struct Session {
    /// A client with an access token of the session. It ends with the session.
    pub client: Client,
    /// That access token, for a program that keeps it.
    pub access_token: Secret,
    /// How long that access token is valid.
    pub expires_in: Duration,
    /// Exchanges for the next tokens, once. Protect it like a password.
    pub refresh_token: Secret,
    /// Its id in the list of sessions.
    pub session_id: String,
}

impl Client {
    /// Starts a session with a client that has logged in with the password. `name` is what the user's list of sessions calls it.
    ///
    /// ```no_run
    /// # async fn example(client: invoices_client::Client) -> Result<(), invoices_client::Error> {
    /// let client = client.log_in("alva@example.com", "correct horse battery").await?;
    /// let session = client.start_session(Some("Alva's phone")).await?;
    /// // An hour later, or when the app starts again:
    /// let session = client.refresh_session(session.refresh_token).await?;
    /// println!("{} invoices", session.client.retail_invoices(None).await?.len());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn start_session(&self, name: Option<&str>) -> Result<Session, Error> {
        let body = types::SessionBody {
            name: name.map(str::to_owned),
        };
        let tokens = self.session_begin(&body).await?.into_inner().data;
        Ok(self.with_session(tokens))
    }

    /// Exchanges a refresh token for the next tokens. Keep the new one before anything else: the given one is used up. If the
    /// answer is lost, the same call may be repeated within half a minute.
    pub async fn refresh_session(&self, refresh_token: impl Into<Secret>) -> Result<Session, Error> {
        let body = types::RefreshBody {
            refresh_token: refresh_token.into(),
        };
        let tokens = self.session_refresh(&body).await?.into_inner().data;
        Ok(self.with_session(tokens))
    }

    /// Changes the password, and returns a client with a new access token. Every other token is invalid then, and every session
    /// has ended.
    pub async fn change_password(
        &self,
        current_password: impl Into<Secret>,
        new_password: impl Into<Secret>,
    ) -> Result<Self, Error> {
        let body = types::PasswordChangeBody {
            current_password: current_password.into(),
            new_password: new_password.into(),
        };
        let changed = self.password_change(&body).await?.into_inner().data;
        Ok(self.with_token(changed.access_token))
    }

    fn with_session(&self, tokens: types::SessionTokens) -> Session {
        Session {
            client: self.with_token(tokens.access_token.clone()),
            access_token: tokens.access_token,
            expires_in: Duration::from_secs(tokens.expires_in),
            refresh_token: tokens.refresh_token,
            session_id: tokens.session_id,
        }
    }
}
