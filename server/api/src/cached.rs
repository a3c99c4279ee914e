//! Answers that a client may keep, and ask about again (RFC 9110, sections 8.8.3 and 13.1.2).

use std::marker::PhantomData;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use bytes::Bytes;
use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk, RequestContext, ServerContext};
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use crate::envelope::Envelope;

/// How much of the digest an entity tag has, in bytes.
const TAG_BYTES: usize = 16;

/// An answer with the tag of its content; 304 without the content if the client has it.
pub struct Cached<T> {
    known: Option<HeaderValue>,
    /// As JSON, with its tag.
    content: serde_json::Result<(Bytes, String)>,
    of: PhantomData<T>,
}

impl<T: JsonSchema + Serialize + Send + Sync + 'static> Cached<T> {
    /// The answer to a request, which may say what the client has.
    pub fn new<C: ServerContext>(request: &RequestContext<C>, answer: &HttpResponseOk<Envelope<T>>) -> Self {
        Cached {
            known: request.request.headers().get(header::IF_NONE_MATCH).cloned(),
            content: content(&answer.0),
            of: PhantomData,
        }
    }

    /// The same for an answer that may be large: it is written on a thread that may block, so that other requests are answered
    /// meanwhile.
    pub async fn of_large<C: ServerContext>(request: &RequestContext<C>, answer: HttpResponseOk<Envelope<T>>) -> Self {
        let written = spawn_blocking(move || content(&answer.0)).await;
        Cached {
            known: request.request.headers().get(header::IF_NONE_MATCH).cloned(),
            content: written.unwrap_or_else(|panic| Err(serde::ser::Error::custom(panic))),
            of: PhantomData,
        }
    }

    /// The same with what `change` makes of the content: equal bytes.
    pub async fn try_map<E>(mut self, change: impl AsyncFnOnce(Bytes) -> Result<Bytes, E>) -> Result<Self, E> {
        if let Ok((content, tag)) = self.content {
            self.content = Ok((change(content).await?, tag));
        }
        Ok(self)
    }
}

fn content(answer: &impl Serialize) -> serde_json::Result<(Bytes, String)> {
    let content = Bytes::from(serde_json::to_vec(answer)?);
    let tag = entity_tag(&content);
    Ok((content, tag))
}

impl<T: JsonSchema + Serialize + Send + Sync + 'static> HttpResponse for Cached<T> {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let (body, tag) = self
            .content
            .map_err(|error| HttpError::for_internal_error(error.to_string()))?;
        let response = http::Response::builder()
            .header(header::ETAG, &tag)
            // Kept by the client alone, and used only after asking.
            .header(header::CACHE_CONTROL, "private, no-cache");
        if self.known.is_some_and(|known| has_tag(&known, &tag)) {
            return Ok(response.status(StatusCode::NOT_MODIFIED).body(Body::empty())?);
        }
        let response = response.header(header::CONTENT_TYPE, "application/json");
        Ok(response.body(Body::from(body))?)
    }

    fn response_metadata() -> ApiEndpointResponse {
        HttpResponseOk::<Envelope<T>>::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        StatusCode::OK
    }
}

/// The entity tag of a content.
pub fn entity_tag(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    format!("\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&digest[..TAG_BYTES]))
}

/// Whether a header `If-None-Match` has the tag, weak or strong, or is `*`.
pub fn has_tag(known: &HeaderValue, tag: &str) -> bool {
    let Ok(known) = known.to_str() else {
        return false;
    };
    let mut tags = known.split(',').map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_every_form_of_the_header() {
        for (known, found) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            assert_eq!(has_tag(&HeaderValue::from_static(known), "\"a\""), found, "{known}");
        }
    }
}
