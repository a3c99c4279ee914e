//! Consent: the provider's page, and the exchange of its code for tokens (RFC 6749, section 4.1, with PKCE, RFC 7636).

use std::pin::Pin;

use invoices_domain::mail::{ConsentRequest, ExchangedTokens, Redirect};
use invoices_domain::ports::{Dependency, IdentityError};
use oauth2::basic::{BasicClient, BasicTokenResponse};
use oauth2::url::Url;
use oauth2::{
    AsyncHttpClient, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    HttpRequest, HttpResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope,
    TokenResponse, TokenUrl,
};
use secrecy::{ExposeSecret, SecretString};

use crate::call_error::{CallError, ErrorResponse};
use crate::http::Http;
use crate::tokens::{MAX_ANSWER, OAuthClient};

/// What the service asks for: whose account it is, and to read its mail.
const SCOPES: [&str; 3] = ["openid", "email", "https://www.googleapis.com/auth/gmail.readonly"];

/// A client that knows both of the provider's endpoints.
type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// The provider's addresses, checked.
pub(crate) struct Consent {
    authorize: AuthUrl,
    token: TokenUrl,
    service: Option<RedirectUrl>,
    localhost: RedirectUrl,
}

impl Consent {
    pub(crate) fn new(authorize: Url, token: Url, service: Option<Url>, localhost: Url) -> Self {
        Consent {
            authorize: AuthUrl::from_url(authorize),
            token: TokenUrl::from_url(token),
            service: service.map(RedirectUrl::from_url),
            localhost: RedirectUrl::from_url(localhost),
        }
    }

    /// `None` without the address to return to.
    fn client(&self, (id, secret): OAuthClient, redirect: Redirect) -> Option<Client> {
        let redirect = self.redirect(redirect)?.clone();
        let client = BasicClient::new(ClientId::new(id))
            .set_client_secret(ClientSecret::new(secret.expose_secret().to_owned()))
            // Google reads the client's secret from the body, as the renewal of tokens sends it.
            .set_auth_type(oauth2::AuthType::RequestBody)
            .set_auth_uri(self.authorize.clone())
            .set_token_uri(self.token.clone())
            .set_redirect_uri(redirect);
        Some(client)
    }

    /// A new request. `None` without a client, or without the address to return to.
    pub(crate) fn request(&self, client: Option<OAuthClient>, redirect: Redirect) -> Option<ConsentRequest> {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (page, state) = self
            .client(client?, redirect)?
            .authorize_url(CsrfToken::new_random)
            .add_scopes(SCOPES.map(|scope| Scope::new(scope.to_owned())))
            .set_pkce_challenge(challenge)
            // A refresh token is given with `offline`, and again only after another consent.
            .add_extra_param("access_type", "offline")
            .add_extra_param("prompt", "consent")
            .url();
        Some(ConsentRequest {
            page: page.into(),
            state: state.into_secret().into(),
            verifier: verifier.into_secret().into(),
        })
    }

    /// The tokens for a code.
    pub(crate) async fn exchange(
        &self,
        http: &Http,
        client: Option<OAuthClient>,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ExchangedTokens, IdentityError> {
        let refused = |why: &str| IdentityError::Rejected(why.to_owned());
        let client = client
            .and_then(|client| self.client(client, redirect))
            .ok_or_else(|| refused("The service has no OAuth client any more."))?;
        let answer = client
            .exchange_code(AuthorizationCode::new(code.expose_secret().to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.expose_secret().to_owned()))
            .request_async(&LibraryClient(http))
            .await;
        let tokens: BasicTokenResponse = answer.map_err(|failure| match failure {
            RequestTokenError::Request(CallError::Response(refusal)) if is_refused_code(&refusal) => {
                tracing::info!(%refusal, "an authorization code was refused");
                refused("The code is invalid or has expired; connect the account again.")
            }
            RequestTokenError::Request(failure) => failure.into_dependency_error(Dependency::IdentityProvider).into(),
            _ => CallError::Malformed("tokens")
                .into_dependency_error(Dependency::IdentityProvider)
                .into(),
        })?;
        Ok(ExchangedTokens {
            access_token: tokens.access_token().secret().clone().into(),
            refresh_token: tokens.refresh_token().map(|token| token.secret().clone().into()),
            expires_in: tokens.expires_in().map(|lifetime| lifetime.as_secs()),
        })
    }

    fn redirect(&self, redirect: Redirect) -> Option<&RedirectUrl> {
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

/// The library's HTTP client: this adapter's, with its timeout, limits and retries.
struct LibraryClient<'a>(&'a Http);

impl<'c> AsyncHttpClient<'c> for LibraryClient<'_> {
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, CallError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        let (parts, body) = request.into_parts();
        let request = self.0.client.post(parts.uri.to_string());
        let request = request.headers(parts.headers).body(body);
        Box::pin(async move { Ok(HttpResponse::new(self.0.send(request, MAX_ANSWER).await?)) })
    }
}
