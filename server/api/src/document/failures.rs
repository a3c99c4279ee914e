//! Failures: one response a status, which all operations share. The description of an operation lists when its own occur.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use http::StatusCode;
use invoices_domain::TokenScope;
use serde_json::{Map, Value, json};

use crate::error::ApiError;
use crate::extract::BODY_LIMIT;
use crate::ingest::INGEST_RUN;
use crate::operation::{Failure, Operation, RequestBody};

/// What the operation itself shows of its failures.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each holds for itself")]
pub(super) struct Shown {
    /// It needs a token.
    pub token: bool,
    /// It reads something of a user.
    pub reads: bool,
    /// It takes a body, which may be ignored.
    pub body: bool,
    /// Its body has fields that must be there.
    pub fields: bool,
    /// It is answered with a page for browsers.
    pub page: bool,
}

/// Failures that mean the same in every operation that has them.
fn shared(operation: &Operation, shown: Shown) -> Vec<Failure> {
    let own = &operation.failures;
    let dependency = own.iter().any(|own| own.error.status() == StatusCode::BAD_GATEWAY);
    let kinds = [
        (shown.body && operation.body != RequestBody::Mail, of_objects()),
        (shown.fields, of_fields()),
        (shown.body, of_bodies()),
        (shown.token, of_tokens()),
        (shown.reads, of_reads()),
        (!shown.page && !dependency, of_the_database()),
        (true, of_the_service()),
    ];
    let had = kinds.into_iter().filter(|(has, _)| *has);
    had.flat_map(|(_, failures)| failures).collect()
}

fn of_objects() -> Vec<Failure> {
    vec![
        ApiError::invalid_json("expected value at line 1 column 1").when("The body is not JSON."),
        ApiError::invalid_request("The request body must be a JSON object.")
            .when("The body is JSON, but not an object."),
    ]
}

fn of_fields() -> Vec<Failure> {
    let error = ApiError::missing_fields(["email", "password"]);
    vec![error.when("A required field of the body is absent or `null`.")]
}

fn of_bodies() -> Vec<Failure> {
    vec![
        ApiError::body_too_slow().when("The body did not arrive in time."),
        ApiError::body_too_large(BODY_LIMIT).when("The body is too large."),
        ApiError::unsupported_type("multipart/form-data", "JSON")
            .when("The body is `multipart/*`, or has a `Content-Encoding`."),
    ]
}

fn of_tokens() -> Vec<Failure> {
    vec![
        ApiError::invalid_credentials("Missing or invalid access token.")
            .when("The access token is missing or invalid, or its account was deleted."),
        ApiError::token_expired().when("The access token has expired; log in again."),
        ApiError::insufficient_scope(&[TokenScope::All])
            .when("The access token is a script's, and its scopes do not open the operation."),
    ]
}

fn of_reads() -> Vec<Failure> {
    vec![
        ApiError::too_many_reads(Duration::from_secs(10)).when(
            "For ten seconds, the user has had four read requests in progress, or 64 MiB of responses being sent.",
        ),
    ]
}

fn of_the_database() -> Vec<Failure> {
    let error = ApiError::dependency_failure("The database failed. Try again later.");
    vec![error.when("The database failed.")]
}

fn of_the_service() -> Vec<Failure> {
    vec![
        ApiError::internal().when("A bug in the service, or the request took too long."),
        ApiError::service_unavailable(Duration::from_secs(5)).when("The service is shutting down."),
    ]
}

/// The responses of the failures of all operations, as they are collected.
#[derive(Default)]
pub(super) struct Failures(BTreeMap<u16, Response>);

#[derive(Default)]
struct Response {
    shared: Vec<Failure>,
    /// An example of each code.
    examples: BTreeMap<&'static str, Failure>,
    headers: Map<String, Value>,
}

impl Failures {
    /// The failing responses of an operation by status. Its own failures are listed in `description`.
    pub(super) fn of(
        &mut self,
        operation: &mut Operation,
        shown: Shown,
        description: &mut String,
    ) -> Map<String, Value> {
        let shared = shared(operation, shown);
        let mut own = std::mem::take(&mut operation.failures);
        own.sort_by_key(|failure| failure.error.status());
        let mut responses = Map::new();
        if !own.is_empty() {
            description.push_str("\n\nErrors:");
        }
        for failure in own {
            let status = failure.error.status();
            let code = failure.error.code().as_str();
            let _ = write!(description, "\n- {} `{code}`: {}", status.as_u16(), failure.when);
            responses.insert(status.as_str().into(), reference(status));
            self.response(status).show(failure);
        }
        for failure in shared {
            let status = failure.error.status();
            responses.insert(status.as_str().into(), reference(status));
            let response = self.response(status);
            if !response.shared.iter().any(|known| known.when == failure.when) {
                response.shared.push(failure.clone());
                response.show(failure);
            }
        }
        responses
    }

    fn response(&mut self, status: StatusCode) -> &mut Response {
        self.0.entry(status.as_u16()).or_default()
    }

    /// The responses as components.
    pub(super) fn components(self) -> Value {
        let responses = self.0.into_iter().map(|(status, response)| {
            let status = StatusCode::from_u16(status).expect("it was the status of an error");
            (name(status), response.component())
        });
        Value::Object(responses.collect())
    }
}

impl Response {
    fn show(&mut self, failure: Failure) {
        for name in failure.error.clone().into_response().headers().keys() {
            let name = match name.as_str() {
                "www-authenticate" => "WWW-Authenticate",
                "retry-after" => "Retry-After",
                "content-range" => "Content-Range",
                "ingest-run" => INGEST_RUN,
                _ => continue,
            };
            self.headers.insert(name.into(), header(name));
        }
        self.examples.entry(failure.error.code().as_str()).or_insert(failure);
    }

    fn component(mut self) -> Value {
        self.headers.insert("X-Request-Id".into(), header("X-Request-Id"));
        let codes: Vec<String> = self.examples.keys().map(|code| format!("`{code}`")).collect();
        let mut description = format!("{}. An operation lists its own errors.", codes.join(", "));
        if !self.shared.is_empty() {
            description.push_str(" Common ones:\n");
        }
        for failure in &self.shared {
            let _ = write!(description, "\n- `{}`: {}", failure.error.code().as_str(), failure.when);
        }
        let examples = self.examples.into_iter();
        let examples: Map<String, Value> = examples
            .map(|(code, failure)| (code.into(), json!({"value": failure.error})))
            .collect();
        json!({
            "description": description,
            "headers": self.headers,
            "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/ErrorEnvelope"},
                "examples": examples,
            }},
        })
    }
}

fn header(name: &str) -> Value {
    json!({"$ref": format!("#/components/headers/{name}")})
}

/// The name of a status's component, such as `BadRequest`.
fn name(status: StatusCode) -> String {
    status.canonical_reason().unwrap_or_default().replace(' ', "")
}

fn reference(status: StatusCode) -> Value {
    json!({"$ref": format!("#/components/responses/{}", name(status))})
}
