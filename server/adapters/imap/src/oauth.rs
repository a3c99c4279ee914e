//! The OAuth client of a server: consent with PKCE (RFC 6749, section 4.1, and RFC 7636), device codes (RFC 8628), and the renewal
//! of tokens (RFC 6749, section 6).

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use invoices_domain::mail::{ConsentRequest, DeviceAnswer, DeviceRequest, ImapLogin, ImapSecret, MailTokens, Redirect};
use invoices_domain::ports::{Clock, DependencyError, IdentityError};
use invoices_domain::{MailAddress, random};
use invoices_settings::ImapOAuth;
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::endpoints::Endpoints;
use crate::oauth_http::{OAuthFailure, OAuthHttp};

/// The grant of a device code (RFC 8628, section 3.4).
const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
/// The lifetime of an access token in seconds, if the provider states none, and the longest that is believed.
const DEFAULT_LIFETIME: u32 = 3600;
/// The interval of questions about a device code, if the provider states none (RFC 8628, section 3.2), and the longest.
const INTERVALS: (u64, u64) = (5, 60);
/// The longest lifetime of a device code, in seconds.
const MAX_DEVICE_LIFETIME: u64 = 30 * 60;

/// Where a provider's consent page returns to.
#[derive(Clone)]
pub(crate) struct Callbacks {
    pub service: Option<Url>,
    pub localhost: Url,
}

/// The client of one server.
pub(crate) struct OAuth {
    pub server: String,
    pub settings: ImapOAuth,
    pub endpoints: Endpoints,
    pub callbacks: Callbacks,
    pub http: OAuthHttp,
    pub clock: Arc<dyn Clock>,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: SecretString,
    refresh_token: Option<SecretString>,
    expires_in: Option<u32>,
    scope: Option<String>,
    id_token: Option<SecretString>,
}

#[derive(Deserialize)]
struct DeviceCodeAnswer {
    device_code: SecretString,
    user_code: String,
    /// RFC 8628 names it so; some early servers say `verification_url`.
    #[serde(alias = "verification_url")]
    verification_uri: String,
    expires_in: u64,
    interval: Option<u64>,
}

/// What an id token says of the account (`OpenID` Connect Core, section 5.1).
#[derive(Deserialize)]
struct Claims {
    /// A text, or several.
    aud: Value,
    email: Option<String>,
    /// Microsoft's name of the login: <https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference>.
    preferred_username: Option<String>,
}

impl OAuth {
    /// A new request for consent. `None` without the address to return to, or without randomness.
    pub fn request(&self, redirect: Redirect) -> Option<ConsentRequest> {
        let (state, verifier) = (random_text()?, random_text()?);
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.expose_secret()));
        let mut page = self.endpoints.authorize.clone();
        page.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("client_id", &self.settings.client_id),
            ("state", state.expose_secret()),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("redirect_uri", self.callback(redirect)?.as_str()),
            ("scope", &self.endpoints.scopes),
            // Who is signed in already may want to connect another account (OpenID Connect Core, section 3.1.2.1).
            ("prompt", "select_account"),
        ]);
        Some(ConsentRequest {
            page: page.into(),
            state,
            verifier,
        })
    }

    /// The login that a code is good for.
    pub async fn exchange(
        &self,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ImapLogin, IdentityError> {
        let callback = self
            .callback(redirect)
            .ok_or_else(|| rejected("The service has no address to return to any more."))?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code.expose_secret()),
            ("code_verifier", verifier.expose_secret()),
            ("redirect_uri", callback.as_str()),
        ];
        let answer = self
            .ask_tokens(&form)
            .await
            .map_err(|failure| match failure.refusal() {
                Some("invalid_grant") => {
                    tracing::info!(%failure, "an authorization code was refused");
                    rejected("The code is invalid or has expired; connect the account again.")
                }
                _ => DependencyError::from(failure).into(),
            })?;
        self.login(answer)
    }

    /// A code for another device. `None` if the provider gives none.
    pub async fn request_device(&self) -> Result<Option<DeviceRequest>, IdentityError> {
        let Some(url) = &self.endpoints.device else {
            return Ok(None);
        };
        let mut form = self.client();
        form.push(("scope", &self.endpoints.scopes));
        let answer = self.http.post::<DeviceCodeAnswer>(url, &form).await;
        let answer = answer.map_err(DependencyError::from)?;
        // A person opens it, so it must be a page.
        if !answer.verification_uri.starts_with("https://") && !answer.verification_uri.starts_with("http://") {
            return Err(DependencyError::from(OAuthFailure::Malformed).into());
        }
        Ok(Some(DeviceRequest {
            device_code: answer.device_code,
            user_code: answer.user_code,
            verification_uri: answer.verification_uri,
            expires_in: answer.expires_in.min(MAX_DEVICE_LIFETIME),
            interval: answer.interval.unwrap_or(INTERVALS.0).clamp(1, INTERVALS.1),
        }))
    }

    /// What the user answered to a device code. Microsoft calls a refusal `authorization_declined`, and an unknown code
    /// `bad_verification_code`.
    pub async fn ask_device(&self, device_code: &SecretString) -> Result<DeviceAnswer, IdentityError> {
        let form = [
            ("grant_type", DEVICE_GRANT),
            ("device_code", device_code.expose_secret()),
        ];
        let failure = match self.ask_tokens(&form).await {
            Ok(answer) => return self.login(answer).map(DeviceAnswer::Granted),
            Err(failure) => failure,
        };
        match failure.refusal() {
            Some("authorization_pending") => Ok(DeviceAnswer::Pending),
            Some("slow_down") => Ok(DeviceAnswer::SlowDown),
            Some("access_denied" | "authorization_declined") => {
                Err(rejected("The consent was declined; connect the account again."))
            }
            Some("expired_token" | "bad_verification_code" | "invalid_grant") => {
                Err(rejected("The code has expired; connect the account again."))
            }
            _ => Err(DependencyError::from(failure).into()),
        }
    }

    /// Newer tokens. A provider may replace the refresh token with each renewal.
    pub async fn renew(&self, tokens: &MailTokens, refresh_token: &SecretString) -> Result<MailTokens, OAuthFailure> {
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_token.expose_secret()),
            ("scope", &self.endpoints.scopes),
        ];
        let mut renewed = self.tokens(self.ask_tokens(&form).await?);
        renewed.refresh_token.get_or_insert_with(|| refresh_token.clone());
        if renewed.scope.is_empty() {
            renewed.scope.clone_from(&tokens.scope);
        }
        Ok(renewed)
    }

    async fn ask_tokens(&self, grant: &[(&str, &str)]) -> Result<TokenAnswer, OAuthFailure> {
        let form = [&self.client(), grant].concat();
        self.http.post(&self.endpoints.token, &form).await
    }

    /// Who asks (RFC 6749, section 2.3.1). A public client has no secret.
    fn client(&self) -> Vec<(&str, &str)> {
        let secret = self.settings.client_secret.as_ref();
        let secret = secret.map(|secret| ("client_secret", secret.expose_secret()));
        std::iter::once(("client_id", self.settings.client_id.as_str()))
            .chain(secret)
            .collect()
    }

    fn tokens(&self, answer: TokenAnswer) -> MailTokens {
        let lifetime = answer.expires_in.unwrap_or(DEFAULT_LIFETIME);
        let scope = answer.scope.unwrap_or_default();
        MailTokens {
            access_token: answer.access_token,
            refresh_token: answer.refresh_token,
            expires_at: self.clock.now() + TimeDelta::seconds(lifetime.into()),
            scope: scope.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// The login of the account that an answer is about.
    fn login(&self, answer: TokenAnswer) -> Result<ImapLogin, IdentityError> {
        let address = answer
            .id_token
            .as_ref()
            .and_then(|token| address(token.expose_secret(), &self.settings.client_id));
        let address = address.ok_or_else(|| rejected("The account gives no e-mail address."))?;
        Ok(ImapLogin {
            server: self.server.clone(),
            user: address.to_string(),
            secret: ImapSecret::OAuth(self.tokens(answer)),
        })
    }

    fn callback(&self, redirect: Redirect) -> Option<&Url> {
        match redirect {
            Redirect::Service => self.callbacks.service.as_ref(),
            Redirect::Localhost => Some(&self.callbacks.localhost),
        }
    }
}

/// The address of the account that an id token is about. It comes from the token endpoint itself over TLS, so its signature needs no
/// check (`OpenID` Connect Core, section 3.1.3.7). That the address is the account's is proven by a login with it.
fn address(id_token: &str, client_id: &str) -> Option<MailAddress> {
    let payload = BASE64_URL_SAFE_NO_PAD.decode(id_token.split('.').nth(1)?).ok()?;
    let claims: Claims = serde_json::from_slice(&payload).ok()?;
    let names = [claims.email, claims.preferred_username];
    let address = names.into_iter().flatten().find_map(|name| name.parse().ok());
    let is_for_client = match &claims.aud {
        Value::Array(several) => several.iter().any(|one| one == client_id),
        one => one == client_id,
    };
    address.filter(|_| is_for_client)
}

fn rejected(why: &str) -> IdentityError {
    IdentityError::Rejected(why.to_owned())
}

/// 32 random bytes as text, which can't be guessed (RFC 7636, section 4.1, asks for that many).
fn random_text() -> Option<SecretString> {
    let mut bytes = [0; 32];
    random::fill(&mut bytes).ok()?;
    Some(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_token_names_the_account_to_the_client_that_asked() {
        let token = |claims: &str| format!("e30.{}.signature", BASE64_URL_SAFE_NO_PAD.encode(claims));
        let of = |claims: &str| address(&token(claims), "app").map(|address| address.to_string());
        let both = r#"{"aud": "app", "email": "alva@example.com", "preferred_username": "a@example.com"}"#;
        assert_eq!(of(both).as_deref(), Some("alva@example.com"));
        let login = r#"{"aud": ["other", "app"], "email": "", "preferred_username": "a@example.com"}"#;
        assert_eq!(of(login).as_deref(), Some("a@example.com"));
        for none in [
            r#"{"aud": "other", "email": "alva@example.com"}"#,
            r#"{"aud": "app", "preferred_username": "+46 70 000 00 00"}"#,
            r#"{"aud": "app"}"#,
            "[]",
        ] {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(address("not a token", "app"), None);
    }
}
