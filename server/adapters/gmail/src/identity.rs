//! Verification of access tokens: the account and the scopes.

use async_trait::async_trait;
use invoices_domain::MailAddress;
use invoices_domain::mail::{ConsentRequest, ExchangedTokens, Redirect, VerifiedAccount};
use invoices_domain::ports::{Dependency, DependencyError, Identity, IdentityError};
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
    fn request_consent(&self, redirect: Redirect) -> Option<ConsentRequest> {
        self.consent.request(self.tokens.client(), redirect)
    }

    async fn exchange_code(
        &self,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ExchangedTokens, IdentityError> {
        self.consent
            .exchange(&self.http, &self.tokens, code, verifier, redirect)
            .await
    }

    async fn verify(&self, access_token: &SecretString) -> Result<VerifiedAccount, IdentityError> {
        let token = access_token.expose_secret();
        // In the body: addresses are written to logs.
        let request = self.http.client.post(self.tokeninfo.clone());
        let request = request.form(&[("access_token", token)]);
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

    async fn try_refresh(&self, refresh_token: &SecretString) -> Result<Option<VerifiedAccount>, IdentityError> {
        match self.tokens.request(&self.http, refresh_token).await {
            None => Ok(None),
            Some(Ok(renewed)) => self.verify(&renewed.access_token).await.map(Some),
            Some(Err(failure)) if is_dead(&failure) => {
                tracing::info!(%failure, "a refresh token was refused");
                rejected("The refresh token is invalid or revoked, or was made for another application.")
            }
            Some(Err(failure)) => Err(failure.into_dependency_error(Dependency::IdentityProvider).into()),
        }
    }

    async fn revoke(&self, token: &SecretString) -> Result<(), DependencyError> {
        let request = self.http.client.post(self.revoke.clone());
        let request = request.form(&[("token", token.expose_secret())]);
        match self.http.send(request, MAX_ANSWER).await {
            Ok(_) => Ok(()),
            Err(failure) if refused_with(&failure, &["invalid_token"]) => Ok(()),
            Err(failure) => Err(failure.into_dependency_error(Dependency::IdentityProvider)),
        }
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

/// Whether the provider refused a refresh token, and not this service.
fn is_dead(failure: &CallError) -> bool {
    refused_with(failure, &["invalid_grant", "unauthorized_client"])
}

fn refused_with(failure: &CallError, reasons: &[&str]) -> bool {
    let CallError::Response(refusal) = failure else {
        return false;
    };
    let reason = refusal.reason.as_deref();
    matches!(refusal.status.as_u16(), 400 | 401) && reason.is_some_and(|reason| reasons.contains(&reason))
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
