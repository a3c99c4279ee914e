//! Consent: the provider's page, and the exchange of its code for tokens (RFC 6749, section 4.1, with PKCE, RFC 7636).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use invoices_domain::mail::{ConsentRequest, ExchangedTokens, Redirect};
use invoices_domain::ports::{Dependency, IdentityError};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::call_error::{CallError, ErrorResponse};
use crate::http::Http;
use crate::tokens::{OAuthClient, Tokens};

/// What the service asks for: whose account it is, and to read its mail.
const SCOPES: &str = "openid email https://www.googleapis.com/auth/gmail.readonly";

/// The provider's addresses, checked.
pub(crate) struct Consent {
    pub authorize: Url,
    pub service: Option<Url>,
    pub localhost: Url,
}

impl Consent {
    /// A new request. `None` without a client, without the address to return to, or without randomness.
    pub(crate) fn request(&self, client: Option<OAuthClient>, redirect: Redirect) -> Option<ConsentRequest> {
        let (id, _) = client?;
        let (state, verifier) = (random_text()?, random_text()?);
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.expose_secret()));
        let mut page = self.authorize.clone();
        page.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("client_id", &id),
            ("state", state.expose_secret()),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("redirect_uri", self.redirect(redirect)?.as_str()),
            ("scope", SCOPES),
            // A refresh token is given with `offline`, and again only after another consent.
            ("access_type", "offline"),
            ("prompt", "consent"),
        ]);
        Some(ConsentRequest {
            page: page.into(),
            state,
            verifier,
        })
    }

    /// The tokens for a code.
    pub(crate) async fn exchange(
        &self,
        http: &Http,
        tokens: &Tokens,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ExchangedTokens, IdentityError> {
        let refused = |why: &str| IdentityError::Rejected(why.to_owned());
        let no_client = || refused("The service has no OAuth client any more.");
        let redirect = self.redirect(redirect).ok_or_else(no_client)?;
        let grant = [
            ("grant_type", "authorization_code"),
            ("code", code.expose_secret()),
            ("code_verifier", verifier.expose_secret()),
            ("redirect_uri", redirect.as_str()),
        ];
        let answer = tokens.ask(http, &grant).await.ok_or_else(no_client)?;
        let tokens = answer.map_err(|failure| match failure {
            CallError::Response(refusal) if is_refused_code(&refusal) => {
                tracing::info!(%refusal, "an authorization code was refused");
                refused("The code is invalid or has expired; connect the account again.")
            }
            failure => failure.into_dependency_error(Dependency::IdentityProvider).into(),
        })?;
        Ok(ExchangedTokens {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            expires_in: tokens.expires_in.map(u64::from),
        })
    }

    fn redirect(&self, redirect: Redirect) -> Option<&Url> {
        match redirect {
            Redirect::Service => self.service.as_ref(),
            Redirect::Localhost => Some(&self.localhost),
        }
    }
}

/// Whether the code is wrong, and not this service's client or address.
fn is_refused_code(refusal: &ErrorResponse) -> bool {
    refusal.status == 400 && refusal.reason.as_deref() == Some("invalid_grant")
}

/// 32 random bytes as text, which can't be guessed (RFC 7636, section 4.1, asks for that many).
fn random_text() -> Option<SecretString> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).ok()?;
    Some(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_request_has_a_state_and_a_challenge_of_its_own() {
        let consent = Consent {
            authorize: url("https://accounts.example.com/auth?hl=sv"),
            service: None,
            localhost: url("http://127.0.0.1/connected"),
        };
        let client = || Some(("id".to_owned(), "secret".into()));
        assert!(consent.request(None, Redirect::Localhost).is_none());
        assert!(consent.request(client(), Redirect::Service).is_none());
        let requests = [(); 2].map(|()| consent.request(client(), Redirect::Localhost).unwrap());
        for request in &requests {
            let page = url(&request.page);
            let query: HashMap<_, _> = page.query_pairs().into_owned().collect();
            let verifier = request.verifier.expose_secret();
            assert_eq!(query["hl"], "sv");
            assert_eq!(query["state"], request.state.expose_secret());
            assert_eq!(
                query["code_challenge"],
                BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
            );
            assert_eq!(query["redirect_uri"], "http://127.0.0.1/connected");
            assert_eq!((verifier.len(), query.contains_key("client_secret")), (43, false));
        }
        let [first, second] = requests;
        assert_ne!(first.state.expose_secret(), second.state.expose_secret());
        assert_ne!(first.verifier.expose_secret(), second.verifier.expose_secret());
    }
}
