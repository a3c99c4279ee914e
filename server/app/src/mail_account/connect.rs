//! Connecting a mail account by the provider's consent page.
//!
//! The user who began must finish, with the state that only that user's browser or program knows: a code that is sent to
//! someone else's callback connects nothing.

use chrono::TimeDelta;
use invoices_db::PendingConsent;
use invoices_domain::UserId;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{ConnectTo, ConnectedBy, Redirect};
use invoices_domain::ports::IdentityError;
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::mail_account::connecting::{ConnectedAccount, GivenTokens};

/// How long a consent can be finished.
const LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How many consents a user may have begun and not finished.
const MAX_PENDING: i64 = 5;

/// A consent that was begun.
#[derive(Debug)]
pub struct BegunConsent {
    /// The provider's page, for the user's browser.
    pub page: String,
    /// What the finish must state.
    pub state: SecretString,
    /// Seconds until it expires.
    pub expires_in: u64,
}

impl App {
    /// Begins to connect a mail account by the provider's consent page.
    pub async fn begin_connecting(&self, user: UserId, redirect: Redirect) -> Result<BegunConsent, Error> {
        let Some(request) = self.ports().identity.request_consent(redirect) else {
            return Err(Error::NoConsent(
                "This service can't ask for consent: the OAuth client (mail.client_id, mail.client_secret) or, for the \
                 redirect `service`, mail.callback_url is not configured."
                    .into(),
            ));
        };
        let pending = PendingConsent {
            state_hash: sha256_hex(request.state.expose_secret().as_bytes()),
            redirect,
            verifier: request.verifier.expose_secret().to_owned(),
            expires_at: self.now() + LIFETIME,
        };
        if !self.store().add_consent(user, pending, MAX_PENDING).await? {
            return Err(Error::Unauthenticated("No account exists for this token.".into()));
        }
        Ok(BegunConsent {
            page: request.page,
            state: request.state,
            expires_in: LIFETIME.num_seconds().unsigned_abs(),
        })
    }

    /// Exchanges the code of a consent that this user began, and connects the account. If the provider fails to exchange it, it can
    /// be tried again; once it has, the code is used up.
    pub async fn finish_connecting(
        &self,
        user: UserId,
        to: ConnectTo,
        state: &SecretString,
        code: &SecretString,
    ) -> Result<ConnectedAccount, Error> {
        self.count_connection(user)?;
        let state_hash = sha256_hex(state.expose_secret().as_bytes());
        let Some(pending) = self.store().take_consent(user, &state_hash, self.now()).await? else {
            return Err(Error::TokensRejected(
                "This consent is unknown, used or expired, or another user started it; connect the account again."
                    .into(),
            ));
        };
        let verifier = SecretString::from(pending.verifier.clone());
        let exchanged = self
            .ports()
            .identity
            .exchange_code(code, &verifier, pending.redirect)
            .await;
        let tokens = match exchanged {
            Err(IdentityError::Dependency(error)) => {
                self.store().add_consent(user, pending, MAX_PENDING).await?;
                return Err(error.into());
            }
            exchanged => exchanged?,
        };
        let given = GivenTokens {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            expires_in: tokens.expires_in,
        };
        self.connect_with(user, to, given, ConnectedBy::Consent).await
    }
}
