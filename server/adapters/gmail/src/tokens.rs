//! Access tokens, renewed as needed and kept in memory only.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as StdMutex, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use invoices_domain::mail::MailTokens;
use invoices_domain::ports::{Clock, Dependency, MailError};
use invoices_settings::{GmailSettings, Secret};
use reqwest::{StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use crate::call_error::CallError;
use crate::http::Http;
use crate::settings::{SettingsError, address};

/// A token is renewed this long before it expires, so that it does not expire during a call.
const MARGIN: TimeDelta = TimeDelta::seconds(60);
/// The lifetime of a token, in seconds, if the provider does not return one.
const DEFAULT_LIFETIME: u32 = 3600;
/// The maximum number of cached tokens, to bound memory.
const MAX_SLOTS: usize = 10_000;
const MAX_ANSWER: u64 = 64 * 1024;

/// The SHA-256 of a refresh token.
type SlotKey = [u8; 32];
/// The current access token of a refresh token. Locked during renewal, so that concurrent calls renew only once.
type Slot = Arc<Mutex<Option<Fresh>>>;

/// Renews and caches access tokens.
pub(crate) struct Tokens {
    url: Url,
    client: RwLock<Option<OAuthClient>>,
    clock: Arc<dyn Clock>,
    slots: StdMutex<HashMap<SlotKey, Slot>>,
}

/// The OAuth client's id and secret.
pub(crate) type OAuthClient = (String, SecretString);

struct Fresh {
    token: SecretString,
    expires_at: DateTime<Utc>,
}

/// Tokens that the provider gives.
#[derive(Deserialize)]
pub(crate) struct TokenAnswer {
    pub access_token: SecretString,
    pub refresh_token: Option<SecretString>,
    /// In seconds.
    pub expires_in: Option<u32>,
}

impl Tokens {
    pub(crate) fn new(settings: &GmailSettings, clock: Arc<dyn Clock>) -> Result<Self, SettingsError> {
        Ok(Tokens {
            url: address("token_url", &settings.token_url)?,
            client: RwLock::new(
                settings
                    .client_id
                    .clone()
                    .zip(settings.client_secret.clone().map(Secret::into_inner)),
            ),
            clock,
            slots: StdMutex::default(),
        })
    }

    /// Renews with this client from now on. Returns whether it is another one.
    pub(crate) fn replace_client(&self, client: Option<OAuthClient>) -> bool {
        let exposed = |client: &Option<OAuthClient>| {
            let client = client.as_ref();
            client.map(|(id, secret)| (id.clone(), secret.expose_secret().to_owned()))
        };
        let mut current = self.client.write().unwrap_or_else(PoisonError::into_inner);
        let is_other = exposed(&current) != exposed(&client);
        *current = client;
        is_other
    }

    pub(crate) fn client(&self) -> Option<OAuthClient> {
        self.client.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A token that has not expired, and that is not the `refused` one.
    pub(crate) async fn current(
        &self,
        http: &Http,
        tokens: &MailTokens,
        refused: Option<&SecretString>,
    ) -> Result<SecretString, MailError> {
        let Some(refresh_token) = self.usable_refresh_token(tokens) else {
            let is_alive = refused.is_none() && tokens.expires_at > self.clock.now();
            return is_alive
                .then(|| tokens.access_token.clone())
                .ok_or(MailError::Reconnect);
        };
        let is_refused = |token: &SecretString| refused.is_some_and(|no| no.expose_secret() == token.expose_secret());
        let slot = self.slot(refresh_token);
        let mut slot = slot.lock().await;
        match &*slot {
            // Another call may have been refused too, and has renewed it then.
            Some(fresh) if self.is_fresh(fresh.expires_at) && !is_refused(&fresh.token) => Ok(fresh.token.clone()),
            None if self.is_fresh(tokens.expires_at) && refused.is_none() => Ok(tokens.access_token.clone()),
            _ => self.renew(http, refresh_token, &mut slot).await,
        }
    }

    /// The refresh token, if the client's id and secret are set, which renewal needs.
    fn usable_refresh_token<'t>(&self, tokens: &'t MailTokens) -> Option<&'t SecretString> {
        self.client().and(tokens.refresh_token.as_ref())
    }

    fn is_fresh(&self, expires_at: DateTime<Utc>) -> bool {
        expires_at > self.clock.now() + MARGIN
    }

    fn slot(&self, refresh_token: &SecretString) -> Slot {
        let key: SlotKey = Sha256::digest(refresh_token.expose_secret()).into();
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MAX_SLOTS && !slots.contains_key(&key) {
            // Keep the tokens that are being renewed now.
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        slots.entry(key).or_default().clone()
    }

    async fn renew(
        &self,
        http: &Http,
        refresh_token: &SecretString,
        slot: &mut Option<Fresh>,
    ) -> Result<SecretString, MailError> {
        let asked_at = self.clock.now();
        let answer = self.request(http, refresh_token).await.ok_or(MailError::Reconnect)?;
        let answer = answer.map_err(|failure| {
            *slot = None;
            let refusal = failure.error_response(StatusCode::BAD_REQUEST);
            if refusal.is_some_and(|refusal| refusal.reason.as_deref() == Some("invalid_grant")) {
                tracing::info!(%failure, "a refresh token is no longer valid");
                MailError::Reconnect
            } else {
                failure.into_dependency_error(Dependency::IdentityProvider).into()
            }
        })?;
        let lifetime = TimeDelta::seconds(answer.expires_in.unwrap_or(DEFAULT_LIFETIME).into());
        *slot = Some(Fresh {
            token: answer.access_token.clone(),
            expires_at: asked_at + lifetime,
        });
        Ok(answer.access_token)
    }

    /// The provider's answer about a refresh token; the caller keeps it or not. `None` without the client's id and secret.
    pub(crate) async fn request(
        &self,
        http: &Http,
        refresh_token: &SecretString,
    ) -> Option<Result<TokenAnswer, CallError>> {
        let grant = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_token.expose_secret()),
        ];
        self.ask(http, &grant).await
    }

    /// The tokens for a grant. `None` without the client's id and secret, which Google reads from the body.
    pub(crate) async fn ask(&self, http: &Http, grant: &[(&str, &str)]) -> Option<Result<TokenAnswer, CallError>> {
        let (id, secret) = self.client()?;
        let client = [("client_id", id.as_str()), ("client_secret", secret.expose_secret())];
        let request = http.client.post(self.url.clone()).form(&[grant, &client].concat());
        let answer = http.send(request, MAX_ANSWER).await;
        Some(answer.and_then(|body| serde_json::from_slice(&body).map_err(|_| CallError::Malformed("tokens"))))
    }
}
