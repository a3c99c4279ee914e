//! The one error of the contract: a status, a code and a sentence, in an envelope.

pub mod code;
pub(crate) mod dropshot_error;

use std::fmt;
use std::time::Duration;

use dropshot::{Body, ErrorStatusCode};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use invoices_domain::{RunId, TokenScope};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::code::ErrorCode;

/// The header that names the run of an ingest.
pub const INGEST_RUN: &str = "Ingest-Run";

/// The inside of the error envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct ErrorDetail {
    /// The error code, for programs.
    code: ErrorCode,
    /// The error message, for people. Safe to show.
    message: String,
}

/// The envelope of every failure: `{"error": {"code": …, "message": …}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ErrorEnvelope")]
pub struct ApiError {
    /// What went wrong.
    error: ErrorDetail,
    #[serde(skip)]
    #[schemars(skip)]
    status: ErrorStatusCode,
    /// Headers of the response beside those that its status requires.
    #[serde(skip)]
    #[schemars(skip)]
    headers: Option<Box<HeaderMap>>,
}

impl ApiError {
    fn new(status: ErrorStatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        ApiError {
            error: ErrorDetail {
                code,
                message: message.into(),
            },
            status,
            headers: None,
        }
    }

    /// The HTTP status.
    pub fn status(&self) -> http::StatusCode {
        self.status.as_status()
    }

    /// The code for programs.
    pub fn code(&self) -> ErrorCode {
        self.error.code
    }

    /// The sentence for people.
    pub fn message(&self) -> &str {
        &self.error.message
    }

    /// The methods that the path has, for a 405.
    pub(crate) fn allowed_methods(&self) -> Option<&HeaderValue> {
        self.headers.as_ref()?.get(header::ALLOW)
    }

    // ---- 400

    /// 400 `INVALID_REQUEST`: the request is wrong in a way that its message names.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::BAD_REQUEST, ErrorCode::InvalidRequest, message)
    }

    /// 400 `INVALID_REQUEST` naming the field whose type or form is wrong.
    pub fn invalid_field(field: &str, reason: impl fmt::Display) -> Self {
        Self::invalid_request(format!("Invalid field '{field}': {reason}."))
    }

    /// 400 `INVALID_JSON`: the body is not JSON.
    pub fn invalid_json(reason: impl fmt::Display) -> Self {
        let message = format!("The request body is not valid JSON: {reason}.");
        Self::new(ErrorStatusCode::BAD_REQUEST, ErrorCode::InvalidJson, message)
    }

    /// 400 `MISSING_FIELDS` with a sentence that names what is absent.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::BAD_REQUEST, ErrorCode::MissingFields, message)
    }

    /// 400 `MISSING_FIELDS` naming the absent body fields.
    pub fn missing_fields<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        Self::missing(format!("Missing required fields: {}.", names.join(", ")))
    }

    /// 400 `MISSING_FIELDS` naming the absent path parameter.
    pub fn missing_path_parameter(name: &str) -> Self {
        Self::missing(format!("Missing path parameter: {name}."))
    }

    /// 400 `INVALID_CREDENTIALS`: the mail tokens failed validation.
    pub fn mail_tokens_rejected(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::BAD_REQUEST, ErrorCode::InvalidCredentials, message)
    }

    /// 400 `INVALID_CREDENTIALS`: the current password is wrong. No 401, because the token is valid.
    pub fn wrong_password() -> Self {
        let message = "The current password is wrong.";
        Self::new(ErrorStatusCode::BAD_REQUEST, ErrorCode::InvalidCredentials, message)
    }

    /// 400 `INVALID_CREDENTIALS`: the code that was mailed is another one, or not valid any more. No 401, likewise.
    pub fn wrong_code() -> Self {
        let message = "The code is wrong or expired.";
        Self::new(ErrorStatusCode::BAD_REQUEST, ErrorCode::InvalidCredentials, message)
    }

    // ---- 401

    /// 401 `INVALID_CREDENTIALS`.
    pub fn invalid_credentials(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::UNAUTHORIZED, ErrorCode::InvalidCredentials, message)
    }

    /// 401 `TOKEN_EXPIRED`, with the contract's sentence.
    pub fn token_expired() -> Self {
        Self::new(ErrorStatusCode::UNAUTHORIZED, ErrorCode::TokenExpired, "Expired token.")
    }

    // ---- 403

    /// 403 `INVALID_REQUEST`: the caller may not do this, whatever the request says.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::FORBIDDEN, ErrorCode::InvalidRequest, message)
    }

    /// 403 `INVALID_REQUEST`: the operation needs a token with one of these scopes (RFC 6750, section 3.1), or a login.
    pub fn insufficient_scope(needed: &[TokenScope]) -> Self {
        if needed.is_empty() {
            return Self::forbidden("An access token of a script can't do this. Log in with the password.");
        }
        let scopes: Vec<&str> = needed.iter().map(|scope| scope.as_str()).collect();
        let message = format!(
            "The access token lacks a scope for this. It needs: {}.",
            scopes.join(" or ")
        );
        let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{}\"", scopes.join(" "));
        Self::forbidden(message).with(header::WWW_AUTHENTICATE, HeaderValue::try_from(challenge).ok())
    }

    // ---- 404 to 429

    /// 404 `INVALID_REQUEST`: the resource does not exist or is not the caller's.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::NOT_FOUND, ErrorCode::InvalidRequest, message)
    }

    /// 404 `USER_NOT_FOUND`: the token is valid, its account is gone.
    pub fn user_not_found() -> Self {
        let message = "No account exists for this token.";
        Self::new(ErrorStatusCode::NOT_FOUND, ErrorCode::UserNotFound, message)
    }

    /// 405 `INVALID_REQUEST` with `Allow`.
    pub fn method_not_allowed(method: &http::Method, allow: Option<HeaderValue>) -> Self {
        let message = format!("The method {method} is not allowed here.");
        let error = Self::new(ErrorStatusCode::METHOD_NOT_ALLOWED, ErrorCode::InvalidRequest, message);
        error.with(header::ALLOW, allow)
    }

    /// 408 `INVALID_REQUEST`: the body did not arrive in time.
    pub fn body_too_slow() -> Self {
        let message = "The request body did not arrive in time.";
        Self::new(ErrorStatusCode::REQUEST_TIMEOUT, ErrorCode::InvalidRequest, message)
    }

    /// 409 `USER_ALREADY_EXISTS`.
    pub fn user_already_exists() -> Self {
        let message = "An account with this e-mail exists already.";
        Self::new(ErrorStatusCode::CONFLICT, ErrorCode::UserAlreadyExists, message)
    }

    /// 409 `PAYEE_CHANGED`.
    pub fn payee_changed(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::CONFLICT, ErrorCode::PayeeChanged, message.into())
    }

    /// 413 `INVALID_REQUEST`. `limit` is in bytes.
    pub fn body_too_large(limit: usize) -> Self {
        let message = format!("The request body is larger than {limit} bytes.");
        Self::new(ErrorStatusCode::PAYLOAD_TOO_LARGE, ErrorCode::InvalidRequest, message)
    }

    /// 415 `INVALID_REQUEST`.
    pub fn unsupported_type(content_type: &str, expected: &str) -> Self {
        let message = format!("The content type {content_type} is not supported; send {expected}.");
        Self::new(
            ErrorStatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::InvalidRequest,
            message,
        )
    }

    /// 415 `INVALID_REQUEST`: the body has a `Content-Encoding`.
    pub fn unsupported_coding(coding: &str) -> Self {
        let message = format!("The content encoding {coding} is not supported; send the body uncompressed.");
        Self::new(
            ErrorStatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::InvalidRequest,
            message,
        )
    }

    /// 416 `INVALID_REQUEST` with the document's length in `Content-Range`.
    pub fn range_not_satisfiable(length: usize) -> Self {
        let message = format!("The range lies outside of the document, which has {length} bytes.");
        let status = ErrorStatusCode::RANGE_NOT_SATISFIABLE;
        let range = HeaderValue::try_from(format!("bytes */{length}"));
        Self::new(status, ErrorCode::InvalidRequest, message).with(header::CONTENT_RANGE, range.ok())
    }

    /// 429 `RATE_LIMITED` with `Retry-After`.
    pub fn rate_limited(retry_after: Duration) -> Self {
        Self::too_many("Too many attempts. Try again later.", retry_after)
    }

    /// 429 `RATE_LIMITED` with `Retry-After`: the user has three ingests that have not ended.
    pub fn too_many_ingests(retry_after: Duration) -> Self {
        let message = "You have too many unfinished ingests. Try again later.";
        Self::too_many(message, retry_after)
    }

    /// 429 `RATE_LIMITED` with `Retry-After`: the user is sent an export already, or too many are sent.
    pub fn too_many_exports(retry_after: Duration) -> Self {
        let message = "You already have an export in progress, or there are too many exports. Try again later.";
        Self::too_many(message, retry_after)
    }

    /// 429 `RATE_LIMITED` with `Retry-After`: as many requests of the user that read are answered as are at once.
    pub fn too_many_reads(retry_after: Duration) -> Self {
        let message = "You have too many concurrent requests. Try again shortly.";
        Self::too_many(message, retry_after)
    }

    fn too_many(message: &str, retry_after: Duration) -> Self {
        let error = Self::new(ErrorStatusCode::TOO_MANY_REQUESTS, ErrorCode::RateLimited, message);
        error.retry_after(retry_after)
    }

    // ---- 5xx

    /// 500 `INTERNAL_SERVER_ERROR`. The cause belongs in the log.
    pub fn internal() -> Self {
        Self::internal_with("Internal server error.")
    }

    /// 500 `INTERNAL_SERVER_ERROR`: the request took longer than its limit.
    pub fn timed_out() -> Self {
        Self::internal_with("The request took too long.")
    }

    fn internal_with(message: &str) -> Self {
        Self::new(
            ErrorStatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::InternalServerError,
            message,
        )
    }

    /// 502 `DEPENDENCY_FAILURE`. The message says which dependency, never what it said.
    pub fn dependency_failure(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::BAD_GATEWAY, ErrorCode::DependencyFailure, message)
    }

    /// 502 `MAIL_TOKEN_EXPIRED`: the mail account must be reconnected.
    pub fn mail_token_expired(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::BAD_GATEWAY, ErrorCode::MailTokenExpired, message)
    }

    /// 503 `SERVICE_UNAVAILABLE` with `Retry-After`: shutting down.
    pub fn service_unavailable(retry_after: Duration) -> Self {
        let message = "The service is shutting down. Try again shortly.";
        let status = ErrorStatusCode::SERVICE_UNAVAILABLE;
        Self::new(status, ErrorCode::ServiceUnavailable, message).retry_after(retry_after)
    }

    /// Names the run of the ingest that failed, in the header `Ingest-Run`.
    #[must_use]
    pub fn of_run(self, run: RunId) -> Self {
        let name = HeaderName::from_static("ingest-run");
        self.with(name, HeaderValue::try_from(run.to_string()).ok())
    }

    /// At least one second: zero would make clients retry at once.
    fn retry_after(self, after: Duration) -> Self {
        self.with(header::RETRY_AFTER, Some(after.as_secs().max(1).into()))
    }

    fn with(mut self, name: HeaderName, value: Option<HeaderValue>) -> Self {
        if let Some(value) = value {
            self.headers.get_or_insert_default().insert(name, value);
        }
        self
    }

    /// The response, with its headers and those of its status.
    pub fn into_response(self) -> http::Response<Body> {
        // A code and a text always serialise.
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = http::Response::new(Body::from(body));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == ErrorStatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.status == ErrorStatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        headers.extend(self.headers.map(|own| *own).unwrap_or_default());
        response
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.error.code.as_str(), self.error.message)
    }
}

impl std::error::Error for ApiError {}
