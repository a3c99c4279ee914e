//! Errors of calls to the provider.

use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_domain::ports::{Dependency, DependencyError};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::retry_after;

/// The maximum length of the provider's message in the log.
const MAX_DETAIL: usize = 300;
/// 403 responses with these reasons are rate limits, not missing permissions.
const RATE_LIMIT_REASONS: [&str; 3] = ["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"];

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// No connection, a timeout, or a truncated body.
    #[error("no complete response was received")]
    Transport(#[source] reqwest::Error),
    /// A response with an error status.
    #[error(transparent)]
    Response(ErrorResponse),
    /// The body is larger than the limit; the rest was not read.
    #[error("the response is too large")]
    TooLarge,
    /// A success status with unexpected content. The content is dropped, because it can contain a mail or a token.
    #[error("the response contains no valid {0}")]
    Malformed(&'static str),
    /// The call was not sent, because the provider asked for a pause.
    #[error("the provider asked for a pause of {} more seconds", .0.as_secs())]
    Paused(Duration),
}

/// A response with a status other than 2xx.
#[derive(Debug, thiserror::Error)]
#[error("status {status}: {detail}")]
pub(crate) struct ErrorResponse {
    pub(crate) status: StatusCode,
    /// The provider's machine-readable reason: `rateLimitExceeded`, `invalid_grant`.
    pub(crate) reason: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    /// The reason and message, for the log.
    detail: String,
}

impl CallError {
    /// Converts to the port's error.
    pub(crate) fn into_dependency_error(self, which: Dependency) -> DependencyError {
        DependencyError {
            which,
            retry_after: self.retry_after(),
            source: Box::new(self),
        }
    }

    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            CallError::Response(response) => response.retry_after,
            CallError::Paused(left) => Some(*left),
            _ => None,
        }
    }

    /// Whether a retry of the call may succeed soon.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            CallError::Transport(_) => true,
            CallError::Response(response) => response.status.is_server_error() || response.is_rate_limit(),
            CallError::TooLarge | CallError::Malformed(_) | CallError::Paused(_) => false,
        }
    }

    /// Whether the provider limited the rate.
    pub(crate) fn is_rate_limited(&self) -> bool {
        matches!(self, CallError::Response(response) if response.is_rate_limit())
    }

    /// The error response, if it has this status.
    pub(crate) fn error_response(&self, status: StatusCode) -> Option<&ErrorResponse> {
        match self {
            CallError::Response(response) if response.status == status => Some(response),
            _ => None,
        }
    }
}

impl ErrorResponse {
    /// Decodes an error response. `retry_after` is the header.
    pub(crate) fn read(status: StatusCode, retry_after: Option<&str>, body: &[u8], now: DateTime<Utc>) -> Self {
        let body: ErrorBody = serde_json::from_slice(body).unwrap_or_default();
        let details = body.details();
        let reason = details.reason();
        let message = details.message.clone().or(body.error_description).unwrap_or_default();
        let advice = retry_after
            .and_then(|header| retry_after::of_header(header, now))
            .or_else(|| details.retry_delay())
            .or_else(|| retry_after::of_message(&message, now));
        let detail = format!("{} {message}", reason.as_deref().unwrap_or("without reason"));
        ErrorResponse {
            status,
            retry_after: advice,
            detail: detail.chars().filter(|c| !c.is_control()).take(MAX_DETAIL).collect(),
            reason,
        }
    }

    pub(crate) fn is_rate_limit(&self) -> bool {
        let reason = self.reason.as_deref().unwrap_or_default();
        self.status == StatusCode::TOO_MANY_REQUESTS
            || (self.status == StatusCode::FORBIDDEN && RATE_LIMIT_REASONS.contains(&reason))
    }
}

/// The two forms of an error body: an object from the APIs, a string from OAuth. Every part may be missing.
#[derive(Default, Deserialize)]
struct ErrorBody {
    #[serde(default)]
    error: Value,
    error_description: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorDetails {
    message: Option<String>,
    status: Option<String>,
    errors: Vec<ErrorItem>,
    details: Vec<ErrorItem>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorItem {
    reason: Option<String>,
    #[serde(rename = "retryDelay")]
    retry_delay: Option<String>,
}

impl ErrorBody {
    fn details(&self) -> ErrorDetails {
        match &self.error {
            Value::String(word) => ErrorDetails {
                status: Some(word.clone()),
                ..ErrorDetails::default()
            },
            object => ErrorDetails::deserialize(object).unwrap_or_default(),
        }
    }
}

impl ErrorDetails {
    /// The most specific reason.
    fn reason(&self) -> Option<String> {
        let mut items = self.errors.iter().chain(&self.details);
        items
            .find_map(|item| item.reason.clone())
            .or_else(|| self.status.clone())
    }

    fn retry_delay(&self) -> Option<Duration> {
        let mut delays = self.details.iter().filter_map(|item| item.retry_delay.as_deref());
        delays.find_map(retry_after::of_delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(status: u16, body: &Value) -> ErrorResponse {
        let status = StatusCode::from_u16(status).unwrap();
        let now = "2026-07-01T12:00:00Z".parse().unwrap();
        ErrorResponse::read(status, None, body.to_string().as_bytes(), now)
    }

    fn error(code: u16, reason: &str, message: &str) -> Value {
        json!({"error": {"code": code, "message": message, "errors": [{"reason": reason, "message": message}]}})
    }

    #[test]
    fn a_403_is_a_rate_limit_only_with_such_a_reason() {
        assert!(read(403, &error(403, "userRateLimitExceeded", "Quota exceeded")).is_rate_limit());
        assert!(!read(403, &error(403, "insufficientPermissions", "Insufficient Permission")).is_rate_limit());
        assert!(read(429, &Value::Null).is_rate_limit());
    }

    #[test]
    fn the_newer_shape_has_its_reason_and_delay_among_the_details() {
        let response = read(
            403,
            &json!({"error": {"code": 403, "message": "Quota exceeded.", "status": "RESOURCE_EXHAUSTED", "details": [
                {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED"},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "4s"},
            ]}}),
        );
        assert!(response.is_rate_limit());
        assert_eq!(response.retry_after, Some(Duration::from_secs(4)));
    }

    #[test]
    fn oauth_says_its_reason_in_one_word() {
        let response = read(
            400,
            &json!({"error": "invalid_grant", "error_description": "Bad Request"}),
        );
        assert_eq!(response.reason.as_deref(), Some("invalid_grant"));
        assert_eq!(
            response.to_string(),
            "status 400 Bad Request: invalid_grant Bad Request"
        );
    }

    #[test]
    fn long_detail_are_cut() {
        let response = read(500, &error(500, "backendError", &"å".repeat(5000)));
        assert!(response.detail.chars().count() <= MAX_DETAIL);
    }

    proptest! {
        #[test]
        fn any_body_is_read_without_a_panic(body in prop::collection::vec(any::<u8>(), 0..200), header in ".{0,20}") {
            let now = "2026-07-01T12:00:00Z".parse().unwrap();
            let _ = ErrorResponse::read(StatusCode::FORBIDDEN, Some(&header), &body, now);
        }
    }
}
