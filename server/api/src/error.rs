//! The one error of the contract: a status, a code and a sentence, in an envelope.

use std::fmt;
use std::time::Duration;

use dropshot::{Body, ErrorStatusCode, HttpError, HttpResponseError};
use http::{HeaderValue, header};
use invoices_domain::{Catalogue, SubType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scope;

/// What went wrong, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The request can't be done as it stands, or names nothing that exists.
    InvalidRequest,
    /// The body is not JSON.
    InvalidJson,
    /// A required field or path parameter is absent.
    MissingFields,
    /// No valid access token; at store-tokens with status 400: the mail tokens failed validation.
    InvalidCredentials,
    /// The access token has expired.
    TokenExpired,
    /// No account exists for the token's user id.
    UserNotFound,
    /// An account with this e-mail exists.
    UserAlreadyExists,
    /// Too many attempts.
    RateLimited,
    /// The mail provider, identity provider, database, secret store or object storage failed.
    DependencyFailure,
    /// The mail account must be connected again.
    MailTokenExpired,
    /// The service is shutting down.
    ServiceUnavailable,
    /// A defect of the service, or it took too long.
    InternalServerError,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: &[ErrorCode] = &[
        ErrorCode::InvalidRequest,
        ErrorCode::InvalidJson,
        ErrorCode::MissingFields,
        ErrorCode::InvalidCredentials,
        ErrorCode::TokenExpired,
        ErrorCode::UserNotFound,
        ErrorCode::UserAlreadyExists,
        ErrorCode::RateLimited,
        ErrorCode::DependencyFailure,
        ErrorCode::MailTokenExpired,
        ErrorCode::ServiceUnavailable,
        ErrorCode::InternalServerError,
    ];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorCode::InvalidRequest => "INVALID_REQUEST",
            ErrorCode::InvalidJson => "INVALID_JSON",
            ErrorCode::MissingFields => "MISSING_FIELDS",
            ErrorCode::InvalidCredentials => "INVALID_CREDENTIALS",
            ErrorCode::TokenExpired => "TOKEN_EXPIRED",
            ErrorCode::UserNotFound => "USER_NOT_FOUND",
            ErrorCode::UserAlreadyExists => "USER_ALREADY_EXISTS",
            ErrorCode::RateLimited => "RATE_LIMITED",
            ErrorCode::DependencyFailure => "DEPENDENCY_FAILURE",
            ErrorCode::MailTokenExpired => "MAIL_TOKEN_EXPIRED",
            ErrorCode::ServiceUnavailable => "SERVICE_UNAVAILABLE",
            ErrorCode::InternalServerError => "INTERNAL_SERVER_ERROR",
        }
    }
}

/// The inside of the error envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct ErrorDetail {
    /// What went wrong, for programs.
    code: ErrorCode,
    /// What went wrong, for people. Safe to show.
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
    #[serde(skip)]
    #[schemars(skip)]
    retry_after: Option<Duration>,
}

impl ApiError {
    fn new(status: ErrorStatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        ApiError {
            error: ErrorDetail {
                code,
                message: message.into(),
            },
            status,
            retry_after: None,
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

    // ---- 400

    /// 400 `INVALID_REQUEST`: the request can't be done as it stands.
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

    /// 400 `INVALID_REQUEST`: the path's type is neither `rental` nor `retail`.
    pub fn invalid_type(value: &str) -> Self {
        Self::invalid_request(format!("Invalid invoice type '{value}': it must be rental or retail."))
    }

    /// 400 `INVALID_REQUEST` listing the sub-types that exist.
    pub fn invalid_sub_type(value: &str, catalogue: &Catalogue) -> Self {
        Self::invalid_request(format!(
            "Invalid subtype '{value}'. Valid options: {}.",
            options(catalogue)
        ))
    }

    /// 400 `INVALID_REQUEST` for the body field `vendor_category`, listing the sub-types that exist.
    pub fn invalid_vendor_category(value: &str, catalogue: &Catalogue) -> Self {
        Self::invalid_request(format!(
            "Invalid field 'vendor_category': '{value}' is not a sub-type. Valid options: {}.",
            options(catalogue)
        ))
    }

    /// 400 `INVALID_REQUEST`: `invoice-id` without `subtype`.
    pub fn details_without_sub_type() -> Self {
        Self::invalid_request("The parameter invoice-id requires subtype.")
    }

    /// 400 `INVALID_REQUEST`: `counts` together with `invoice-id`.
    pub fn counts_with_invoice_id() -> Self {
        Self::invalid_request("The parameters counts and invoice-id must not be combined.")
    }

    /// 400 `INVALID_REQUEST`: a query parameter with `rental`.
    pub fn rental_takes_no_parameters() -> Self {
        Self::invalid_request("The parameters subtype, invoice-id and counts are for retail invoices only.")
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

    // ---- 404 to 429

    /// 404 `INVALID_REQUEST`: the caller owns no such thing.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::NOT_FOUND, ErrorCode::InvalidRequest, message)
    }

    /// 404 `USER_NOT_FOUND`: the token is valid, its account is gone.
    pub fn user_not_found() -> Self {
        let message = "No account exists for this token.";
        Self::new(ErrorStatusCode::NOT_FOUND, ErrorCode::UserNotFound, message)
    }

    /// 405 `INVALID_REQUEST`.
    pub fn method_not_allowed(method: &http::Method) -> Self {
        let message = format!("The method {method} is not allowed here.");
        Self::new(ErrorStatusCode::METHOD_NOT_ALLOWED, ErrorCode::InvalidRequest, message)
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

    /// 413 `INVALID_REQUEST`. `limit` is in bytes.
    pub fn body_too_large(limit: usize) -> Self {
        let message = format!("The request body is larger than {limit} bytes.");
        Self::new(ErrorStatusCode::PAYLOAD_TOO_LARGE, ErrorCode::InvalidRequest, message)
    }

    /// 415 `INVALID_REQUEST`.
    pub fn unsupported_type(content_type: &str) -> Self {
        let message = format!("The content type {content_type} is not supported; send JSON.");
        Self::new(
            ErrorStatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::InvalidRequest,
            message,
        )
    }

    /// 429 `RATE_LIMITED` with `Retry-After`.
    pub fn rate_limited(retry_after: Duration) -> Self {
        let message = "Too many attempts. Try again later.";
        Self::new(ErrorStatusCode::TOO_MANY_REQUESTS, ErrorCode::RateLimited, message).retry_after(retry_after)
    }

    // ---- 5xx

    /// 500 `INTERNAL_SERVER_ERROR`. The cause belongs in the log.
    pub fn internal() -> Self {
        Self::internal_with("Internal server error.")
    }

    /// 500 `INTERNAL_SERVER_ERROR`: the request outlasted its limit.
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

    /// 502 `MAIL_TOKEN_EXPIRED`: the mail account must be connected again.
    pub fn mail_token_expired(message: impl Into<String>) -> Self {
        Self::new(ErrorStatusCode::BAD_GATEWAY, ErrorCode::MailTokenExpired, message)
    }

    /// 503 `SERVICE_UNAVAILABLE` with `Retry-After`: shutting down.
    pub fn service_unavailable(retry_after: Duration) -> Self {
        let message = "The service is shutting down. Try again shortly.";
        Self::new(
            ErrorStatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::ServiceUnavailable,
            message,
        )
        .retry_after(retry_after)
    }

    fn retry_after(mut self, after: Duration) -> Self {
        self.retry_after = Some(after);
        self
    }

    /// The response, with `WWW-Authenticate` and `Retry-After` where they belong.
    pub fn into_response(self) -> http::Response<Body> {
        // Two texts in a struct always serialise.
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = http::Response::new(Body::from(body));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == ErrorStatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }

    /// At least one second, since zero would invite a storm.
    fn retry_after_seconds(&self) -> Option<u64> {
        self.retry_after.map(|after| after.as_secs().max(1))
    }

    /// Carries one of ours through dropshot's extractor error; [`From<HttpError>`] is the way back.
    pub(crate) fn into_http_error(self) -> HttpError {
        let retry_after = self.retry_after_seconds();
        let mut error = HttpError {
            status_code: self.status,
            error_code: Some(self.error.code.as_str().to_owned()),
            internal_message: self.error.message.clone(),
            external_message: self.error.message,
            headers: None,
        };
        if let Some(seconds) = retry_after {
            error.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        error
    }
}

fn options(catalogue: &Catalogue) -> String {
    let names: Vec<&str> = catalogue.sub_types().map(SubType::as_str).collect();
    names.join(", ")
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.error.code.as_str(), self.error.message)
    }
}

impl std::error::Error for ApiError {}

impl From<HttpError> for ApiError {
    /// Ours come back as they went; dropshot's own get the code of their class.
    fn from(error: HttpError) -> Self {
        let code = error.error_code.as_deref();
        let ours = ErrorCode::ALL.iter().copied().find(|c| Some(c.as_str()) == code);
        let fallback = if error.status_code.as_status().is_server_error() {
            ErrorCode::InternalServerError
        } else {
            ErrorCode::InvalidRequest
        };
        let retry_after = error.headers.as_ref().and_then(|h| h.get(header::RETRY_AFTER));
        let seconds = retry_after.and_then(|v| v.to_str().ok()?.parse().ok());
        ApiError {
            retry_after: seconds.map(Duration::from_secs),
            ..Self::new(error.status_code, ours.unwrap_or(fallback), error.external_message)
        }
    }
}

impl HttpResponseError for ApiError {
    /// Dropshot calls this once, when it erases our error into a type of its own that can't
    /// be read. That is the moment to keep a copy for the router, which answers with it.
    fn status_code(&self) -> ErrorStatusCode {
        scope::keep_error(self);
        self.status
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_written_as_serde_writes_it() {
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }

    #[test]
    fn an_error_survives_dropshots_extractor_error() {
        for error in [
            ApiError::token_expired(),
            ApiError::rate_limited(Duration::from_secs(7)),
            ApiError::mail_token_expired("Connect the mail account again."),
            ApiError::missing_fields(["email", "name"]),
        ] {
            assert_eq!(ApiError::from(error.clone().into_http_error()), error);
        }
    }
}
