//! Failures: the codes of each status, when they occur, and an example of each.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::error::ApiError;
use crate::extract::BODY_LIMIT;
use crate::operation::Failure;
use crate::run::INGEST_RUN;

/// Failures that mean the same in every operation, by the name of their component.
fn shared() -> [(&'static str, Vec<Failure>); 8] {
    let one = |error, when| vec![Failure::new(error, when)];
    [
        (
            "Unauthorized",
            vec![
                Failure::new(
                    ApiError::invalid_credentials("Missing or invalid access token."),
                    "The access token is missing or invalid, or its account was deleted.",
                ),
                Failure::new(ApiError::token_expired(), "The access token has expired; log in again."),
            ],
        ),
        (
            "BodyTooSlow",
            one(ApiError::body_too_slow(), "The body did not arrive in time."),
        ),
        (
            "BodyTooLarge",
            one(ApiError::body_too_large(BODY_LIMIT), "The body is too large."),
        ),
        (
            "UnsupportedType",
            vec![
                Failure::new(
                    ApiError::unsupported_type("multipart/form-data", "JSON"),
                    "The body is `multipart/*`.",
                ),
                Failure::new(
                    ApiError::unsupported_coding("gzip"),
                    "The body has a `Content-Encoding`.",
                ),
            ],
        ),
        (
            "RateLimited",
            one(
                ApiError::rate_limited(Duration::from_mins(1)),
                "Too many attempts from this client address, too many failed attempts for this account, or too many concurrent \
                 requests from this user or from all users.",
            ),
        ),
        ("TooManyReads", vec![Failure::too_many_reads()]),
        (
            "InternalServerError",
            one(
                ApiError::internal(),
                "A bug in the service, or the request took too long.",
            ),
        ),
        (
            "ServiceUnavailable",
            one(
                ApiError::service_unavailable(Duration::from_secs(5)),
                "The service is shutting down.",
            ),
        ),
    ]
}

/// The shared failures as components.
pub(super) fn shared_responses() -> Value {
    let responses = shared()
        .into_iter()
        .map(|(name, failures)| (name.to_owned(), response(&failures)));
    Value::Object(responses.collect())
}

/// Which of the shared failures an operation has in addition to those of every operation.
#[expect(clippy::struct_excessive_bools, reason = "each holds for itself")]
pub(super) struct Shared {
    /// It needs a token.
    pub token: bool,
    /// It reads a body.
    pub body: bool,
    /// It is limited in its rate.
    pub rate_limited: bool,
    /// It reads something of a user.
    pub read: bool,
}

/// The failing responses of an operation by status.
pub(super) fn responses(own: Vec<Failure>, has: &Shared) -> Map<String, Value> {
    let mut by_status: BTreeMap<u16, Vec<Failure>> = BTreeMap::new();
    for failure in own {
        by_status
            .entry(failure.error.status().as_u16())
            .or_default()
            .push(failure);
    }
    let mut responses: Map<String, Value> = by_status
        .iter()
        .map(|(status, failures)| (status.to_string(), response(failures)))
        .collect();
    for (name, failures) in shared() {
        let wanted = match name {
            "Unauthorized" => has.token,
            "BodyTooSlow" | "BodyTooLarge" | "UnsupportedType" => has.body,
            "RateLimited" => has.rate_limited,
            "TooManyReads" => has.read && !responses.contains_key("429"),
            _ => true,
        };
        if wanted {
            let status = failures[0].error.status().as_u16().to_string();
            let taken = responses.insert(status, json!({"$ref": format!("#/components/responses/{name}")}));
            assert!(taken.is_none(), "an operation's own failures hide the shared {name}");
        }
    }
    responses
}

/// The response of one status.
fn response(failures: &[Failure]) -> Value {
    let mut codes: Vec<&str> = failures.iter().map(|f| f.error.code().as_str()).collect();
    codes.dedup();
    let description: Vec<String> = failures
        .iter()
        .map(|f| format!("`{}`: {}", f.error.code().as_str(), f.when))
        .collect();
    let mut examples = Map::new();
    for (number, failure) in failures.iter().enumerate() {
        let code = failure.error.code().as_str();
        let name = if examples.contains_key(code) {
            format!("{code}_{}", number + 1)
        } else {
            code.to_owned()
        };
        examples.insert(name, json!({"summary": failure.when, "value": failure.error}));
    }
    let mut headers = json!({"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}});
    for name in failures[0].error.clone().into_response().headers().keys() {
        let name = match name.as_str() {
            "www-authenticate" => "WWW-Authenticate",
            "retry-after" => "Retry-After",
            "content-range" => "Content-Range",
            "ingest-run" => INGEST_RUN,
            _ => continue,
        };
        headers[name] = json!({"$ref": format!("#/components/headers/{name}")});
    }
    json!({
        "description": description.join("\n\n"),
        "headers": headers,
        "content": {"application/json": {
            "schema": {"allOf": [
                {"$ref": "#/components/schemas/ErrorEnvelope"},
                {"type": "object", "properties": {"error": {
                    "type": "object",
                    "properties": {"code": {"type": "string", "enum": codes}, "message": {"type": "string"}},
                }}},
            ]},
            "examples": examples,
        }},
    })
}
