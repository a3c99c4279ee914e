//! Verification of access tokens: the account and the scopes.

use async_trait::async_trait;
use invoices_domain::MailAddress;
use invoices_domain::mail::VerifiedAccount;
use invoices_domain::ports::{Dependency, Identity, IdentityError};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::call_error::CallError;
use crate::mailbox::Gmail;

const MAX_ANSWER: u64 = 64 * 1024;

/// Older endpoints return numbers and booleans as strings.
#[derive(Deserialize)]
struct TokenInfo {
    aud: Option<String>,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    expires_in: Value,
}

#[derive(Deserialize)]
struct UserInfo {
    email: Option<String>,
    /// `verified_email` in version 2.
    #[serde(default, alias = "verified_email")]
    email_verified: Value,
}

#[async_trait]
impl Identity for Gmail {
    async fn verify(&self, access_token: &SecretString) -> Result<VerifiedAccount, IdentityError> {
        let token = access_token.expose_secret();
        let mut url = self.tokeninfo.clone();
        url.query_pairs_mut().append_pair("access_token", token);
        let request = self.http.client.get(url);
        let info: TokenInfo = self.ask(request, "The access token is invalid or has expired.").await?;

        let expires_in = number(&info.expires_in);
        if expires_in.is_some_and(|seconds| seconds <= 0) {
            return rejected("The access token has expired.");
        }
        if let Some(client) = &self.settings.client_id
            && info.aud.as_ref() != Some(client)
        {
            return rejected("The access token was made for another application.");
        }

        let request = self.http.client.get(self.userinfo.clone()).bearer_auth(token);
        let user: UserInfo = self
            .ask(
                request,
                "The account's address may not be read; the e-mail scope is missing.",
            )
            .await?;
        let Some(address) = user.email.and_then(|email| email.parse::<MailAddress>().ok()) else {
            return rejected("The account gives no e-mail address; the e-mail scope is missing.");
        };
        if !is_true(&user.email_verified) {
            return rejected("The account's e-mail address is not verified.");
        }
        Ok(VerifiedAccount {
            address,
            scope: info.scope.split_whitespace().map(str::to_owned).collect(),
            expires_in: expires_in.and_then(|seconds| u64::try_from(seconds).ok()),
        })
    }
}

impl Gmail {
    /// The decoded response, or `IdentityError::Rejected` with the message `refused` if the provider refuses the token.
    async fn ask<T: DeserializeOwned>(&self, request: RequestBuilder, refused: &str) -> Result<T, IdentityError> {
        let answer = self.http.send(request, MAX_ANSWER).await;
        let answer = answer.and_then(|body| serde_json::from_slice(&body).map_err(|_| CallError::Malformed("JSON")));
        answer.map_err(|failure| match failure {
            CallError::Response(refusal)
                if matches!(refusal.status.as_u16(), 400 | 401 | 403) && !refusal.is_rate_limit() =>
            {
                tracing::info!(%refusal, "an access token was refused");
                IdentityError::Rejected(refused.to_owned())
            }
            failure => failure.into_dependency_error(Dependency::IdentityProvider).into(),
        })
    }
}

fn rejected<T>(words: &str) -> Result<T, IdentityError> {
    Err(IdentityError::Rejected(words.to_owned()))
}

fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn is_true(value: &Value) -> bool {
    value.as_bool() == Some(true) || value.as_str() == Some("true")
}
