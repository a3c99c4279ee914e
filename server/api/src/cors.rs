//! Requests of pages at other origins: the CORS protocol of the Fetch standard, for the origins that the operator lists.
//!
//! Callers are known by their bearer tokens and not by cookies, so no answer allows credentials. Without a listed origin
//! nothing here happens.

use std::fmt;

use dropshot::Body;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};

use crate::error::ApiError;

/// The headers that pages may send.
const REQUEST_HEADERS: HeaderValue =
    HeaderValue::from_static("Authorization, Content-Type, If-None-Match, Prefer, Range, If-Range");
/// The headers that pages may read, besides those that the standard always allows.
const RESPONSE_HEADERS: HeaderValue = HeaderValue::from_static(
    "Ingest-Run, Ingest-State, Invoice-Message, ETag, Retry-After, Location, Preference-Applied, Content-Disposition, \
     Content-Range, Accept-Ranges, Allow, WWW-Authenticate, X-Request-Id",
);
/// How long a browser may keep the answer to a preflight request, in seconds.
const MAX_AGE: HeaderValue = HeaderValue::from_static("3600");

/// The origins whose pages may call, exactly as browsers write them.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<HeaderValue>);

/// Why a text isn't an origin that can be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOrigin {
    text: String,
    reason: &'static str,
}

impl fmt::Display for InvalidOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.text, self.reason)
    }
}

impl std::error::Error for InvalidOrigin {}

impl Origins {
    /// The origins, each `https://<host>[:<port>]` or the same with `http`.
    pub fn new(list: &[String]) -> Result<Self, InvalidOrigin> {
        let origins = list.iter().map(|text| {
            origin(text).map_err(|reason| InvalidOrigin {
                text: text.clone(),
                reason,
            })
        });
        origins.collect::<Result<_, _>>().map(Origins)
    }

    /// The origin of the page that sent a request, if it is listed.
    pub(crate) fn listed(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let given = headers.get(header::ORIGIN)?;
        self.0.iter().find(|origin| *origin == given).cloned()
    }

    /// Whether a browser asks what a page at a listed origin may send.
    pub(crate) fn is_preflight(&self, method: &Method, headers: &HeaderMap) -> bool {
        method == Method::OPTIONS
            && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
            && self.listed(headers).is_some()
    }

    /// Adds to an answer what lets a page at `origin` read it. Every answer says that it depends on the origin, so that a cache
    /// gives none to another one.
    pub(crate) fn complete(&self, answer: &mut HeaderMap, origin: Option<HeaderValue>) {
        if self.0.is_empty() {
            return;
        }
        answer.append(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(origin) = origin {
            answer.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            answer.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, RESPONSE_HEADERS);
        }
    }
}

/// The answer to a preflight request for a path at which the method OPTIONS is refused like this.
pub(crate) fn preflight(refusal: Option<ApiError>) -> Result<Response<Body>, ApiError> {
    let refusal = refusal.unwrap_or_else(ApiError::internal);
    let Some(methods) = refusal.allowed_methods().cloned() else {
        return Err(refusal);
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    Ok(response)
}

/// The header's value of an origin, or what is wrong with the text.
fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    if text.contains('*') {
        return Err("has a wildcard; list each origin");
    }
    let form = "isn't an origin; expected https://<host>[:<port>] in small letters, without a path";
    let uri: Uri = text.parse().map_err(|_| form)?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err(form);
    };
    let default_port = match scheme {
        "https" => 443,
        "http" => 80,
        _ => return Err(form),
    };
    let is_exact = format!("{scheme}://{authority}") == text && text.to_ascii_lowercase() == text;
    if !is_exact || authority.host().is_empty() || authority.as_str().contains('@') || authority.as_str().ends_with(':')
    {
        return Err(form);
    }
    if uri.port_u16() == Some(default_port) {
        return Err("names the scheme's own port, which browsers leave out");
    }
    HeaderValue::from_str(text).map_err(|_| form)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Pages at other origins | A wildcard, or what browsers…
    #[test]
    fn an_origin_is_listed_exactly_as_browsers_write_it() {
        let listed = |text: &str| Origins::new(&[text.to_owned()]).is_ok();
        for text in [
            "https://app.example.com",
            "https://app.example.com:8443",
            "http://localhost:5173",
            "http://[::1]:5173",
            "https://192.0.2.1",
        ] {
            assert!(listed(text), "{text}");
        }
        for text in [
            "",
            "*",
            "null",
            "app.example.com",
            "https://",
            "https://*.example.com",
            "https://app.example.com/",
            "https://app.example.com/page",
            "https://app.example.com?page",
            "https://app.example.com#page",
            "https://app.example.com:443",
            "http://app.example.com:80",
            "https://app.example.com:",
            "https://App.example.com",
            "HTTPS://app.example.com",
            "https://user@app.example.com",
            "ftp://app.example.com",
            " https://app.example.com",
            "https://app.example.com, https://other.example.com",
            "https://äpp.example.com",
        ] {
            assert!(!listed(text), "{text}");
        }
    }

    // Shows: Pages at other origins | A page at another origin…
    // Shows: Threats | A foreign page calls…
    #[test]
    fn an_origin_that_looks_like_a_listed_one_is_another() {
        let origins = Origins::new(&["https://app.example.com".to_owned()]).unwrap();
        let listed = |text: &'static str| {
            let headers = HeaderMap::from_iter([(header::ORIGIN, HeaderValue::from_static(text))]);
            origins.listed(&headers).is_some()
        };
        assert!(listed("https://app.example.com"));
        for text in [
            "http://app.example.com",
            "https://app.example.com.evil.example",
            "https://evilapp.example.com",
            "https://app.example.com:8443",
            "null",
        ] {
            assert!(!listed(text), "{text}");
        }
    }
}
