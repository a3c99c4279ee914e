//! Sessions of pages in a browser, whose refresh token is a cookie that no script can read.

use std::time::Duration;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, ApiEndpointResponse, Body, ExclusiveExtractor, ExtractorMetadata, Header, HttpError,
    HttpResponse, RequestContext, ServerContext, SharedExtractor,
};
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::operation::{Operation, RequestBody, Success};
use crate::secret::Secret;
use crate::sentence;
use crate::user::TokenType;

/// The name of the cookie.
pub const COOKIE: &str = "invoices_session";
/// The paths to which browsers send it.
const PATH: &str = "/v1/auth/browser-session";
const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// A browser session. Its refresh token is in a cookie.
#[derive(Serialize, JsonSchema)]
pub struct BrowserSession {
    /// The session's id.
    #[schemars(with = "crate::id::Uuid")]
    pub session_id: String,
    /// A signed token, valid immediately. It becomes invalid when the session ends.
    #[schemars(with = "Secret")]
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: TokenType,
    /// Seconds until the access token expires.
    pub expires_in: u64,
    /// Seconds until the cookie expires.
    pub refresh_expires_in: u64,
}

/// An answer that sets or removes the cookie.
pub struct WithCookie<R> {
    /// The value of `Set-Cookie`.
    cookie: SecretString,
    answer: R,
}

impl<R> WithCookie<R> {
    /// Gives the browser a refresh token.
    pub fn set(refresh_token: &SecretString, lifetime: Duration, answer: R) -> Self {
        let cookie = cookie(refresh_token.expose_secret(), lifetime);
        WithCookie { cookie, answer }
    }

    /// Has the browser forget the refresh token.
    pub fn remove(answer: R) -> Self {
        let cookie = cookie("", Duration::ZERO);
        WithCookie { cookie, answer }
    }
}

/// A cookie that only pages of this service have sent, over TLS or within the machine (RFC 6265).
fn cookie(value: &str, lifetime: Duration) -> SecretString {
    let seconds = lifetime.as_secs();
    format!("{COOKIE}={value}; HttpOnly; SameSite=Strict; Secure; Path={PATH}; Max-Age={seconds}").into()
}

impl<R: HttpResponse> HttpResponse for WithCookie<R> {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let mut response = self.answer.to_result()?;
        let cookie = HeaderValue::try_from(self.cookie.expose_secret()).map_err(http::Error::from)?;
        response.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(response)
    }

    fn response_metadata() -> ApiEndpointResponse {
        R::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        self.answer.status_code()
    }
}

/// The refresh token in the cookie of a request that a page of this service made.
pub struct RefreshCookie(pub SecretString);

#[async_trait]
impl ExclusiveExtractor for RefreshCookie {
    async fn from_request<C: ServerContext>(
        _: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        if !is_same_origin(request.headers(), request.uri()) {
            let sentence = "Only a page of this service can refresh its session.";
            return Err(ApiError::forbidden(sentence).into());
        }
        let token = refresh_token(request.headers()).ok_or_else(no_session)?;
        Ok(RefreshCookie(token))
    }

    /// Lists the cookie as a header parameter, which the document turns into `security`.
    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        <Header<CookieHeader> as SharedExtractor>::metadata(content_type)
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct CookieHeader {
    cookie: String,
}

fn no_session() -> ApiError {
    ApiError::invalid_credentials("There is no session. Log in.")
}

fn refresh_token(headers: &HeaderMap) -> Option<SecretString> {
    let lines = headers.get_all(header::COOKIE).iter();
    let mut cookies = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|cookie| cookie.split_once('='));
    let (_, value) = cookies.find(|(name, _)| name.trim() == COOKIE)?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.into())
}

/// Whether a page of this service made the request.
///
/// `SameSite=Strict` lets pages of neighbours under one domain pass, so the origin is checked as well: by `Sec-Fetch-Site`, which
/// browsers set and no script can, or in its absence by `Origin`, whose host must be that of the request.
fn is_same_origin(headers: &HeaderMap, uri: &Uri) -> bool {
    if let Some(site) = headers.get(SEC_FETCH_SITE) {
        return site == "same-origin";
    }
    let origin = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
    let origin = origin
        .and_then(|origin| origin.split_once("://"))
        .map(|(_, authority)| authority);
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    let host = host.or_else(|| uri.authority().map(http::uri::Authority::as_str));
    origin
        .zip(host)
        .is_some_and(|(origin, host)| origin.eq_ignore_ascii_case(host))
}

pub(crate) fn operations() -> [Operation; 3] {
    [
        Operation::new("browser_session_begin")
            .login_only()
            .body(RequestBody::OptionalJson)
            .success(
                Success::new(201, "The session. Its refresh token is in the cookie.")
                    .header("Set-Cookie")
                    .envelope(sentence::SESSION_STARTED),
            )
            .failures(crate::user::session::begin_failures()),
        Operation::new("browser_session_refresh")
            .rate_limited()
            .success(
                Success::new(200, "A new access token. The cookie has the next refresh token.")
                    .header("Set-Cookie")
                    .envelope(sentence::SESSION_REFRESHED),
            )
            .failures([
                no_session().when("There is no cookie, or its refresh token is unknown, expired, replaced or revoked."),
                ApiError::forbidden("Only a page of this service can refresh its session.")
                    .when("The request was not made by a page of this service."),
            ]),
        Operation::new("browser_session_end").login_only().success(
            Success::new(200, "The session has ended and the cookie is deleted.")
                .header("Set-Cookie")
                .envelope(sentence::SESSION_ENDED),
        ),
    ]
}

/// The header of these answers, for the document.
pub(crate) fn headers() -> Value {
    json!({
        "Set-Cookie": {
            "description": "The cookie with the refresh token (RFC 6265).",
            "schema": {"type": "string"},
            "example": format!("{COOKIE}=8mwz3kq5c2n7.5f2c9a; HttpOnly; SameSite=Strict; Secure; Path={PATH}; Max-Age=2592000"),
        },
    })
}

/// What the document says of the cookie as a way to authenticate.
pub(crate) fn security_scheme() -> Value {
    json!({
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The refresh token of a browser session. Browsers send it only for the service's own pages.",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = list
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_static(value)));
        pairs.collect()
    }

    #[test]
    fn a_request_of_another_origin_is_recognised() {
        let uri = Uri::from_static("/v1/auth/browser-session/refresh");
        let host = ("host", "invoices.example.com");
        for own in [
            &[
                host,
                ("sec-fetch-site", "same-origin"),
                ("origin", "https://invoices.example.com"),
            ][..],
            // A proxy that passes on another host.
            &[("host", "10.0.0.7"), ("sec-fetch-site", "same-origin")],
            &[host, ("origin", "https://invoices.example.com")],
            &[host, ("origin", "https://Invoices.example.com")],
            &[("host", "localhost:8080"), ("origin", "http://localhost:8080")],
        ] {
            assert!(is_same_origin(&headers(own), &uri), "{own:?}");
        }
        for foreign in [
            &[host][..],
            &[host, ("origin", "null")],
            &[host, ("origin", "https://example.com")],
            &[host, ("origin", "https://invoices.example.com.example.net")],
            &[host, ("origin", "https://invoices.example.com:8443")],
            &[
                host,
                ("sec-fetch-site", "same-site"),
                ("origin", "https://invoices.example.com"),
            ],
            &[host, ("sec-fetch-site", "cross-site")],
            &[host, ("sec-fetch-site", "none")],
            &[("origin", "https://invoices.example.com")],
        ] {
            assert!(!is_same_origin(&headers(foreign), &uri), "{foreign:?}");
        }
        // HTTP/2 has the host in the address.
        let uri = Uri::from_static("https://invoices.example.com/v1/auth/browser-session/refresh");
        assert!(is_same_origin(
            &headers(&[("origin", "https://invoices.example.com")]),
            &uri
        ));
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let found = |line: &'static str| {
            refresh_token(&headers(&[("cookie", line)])).map(|token| token.expose_secret().to_owned())
        };
        assert_eq!(found("a=b; invoices_session=x.y; c=d"), Some("x.y".to_owned()));
        for none in ["", "invoices_session", "invoices_session=", "a=b; invoices_sessions=x"] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
