//! What can go wrong with a call, and what it means.

use std::time::Duration;

use chrono::{DateTime, Utc};
use invoices_domain::ports::{Dependency, DependencyError};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::retry_after;

/// How much of the provider's words goes into the log.
const MAX_WORDS: usize = 300;
/// 403 answers with these reasons mean "slow down", not "you may not".
const SLOW_DOWN: [&str; 3] = ["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"];

/// Why a call gave no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// No connection, a time-out, or a body that was cut off.
    #[error("no whole answer came")]
    Transport(#[source] reqwest::Error),
    /// An answer that says no.
    #[error(transparent)]
    Refused(Refusal),
    /// The body has more bytes than asked for; it was not read further.
    #[error("the answer is too large")]
    TooLarge,
    /// A good status, but not the content that belongs to it. What came is not kept: it may hold a mail or a token.
    #[error("the answer has no {0}")]
    Malformed(&'static str),
    /// The provider asked not to be called for a while, so this call was not sent.
    #[error("the provider asked to wait, {} seconds more", .0.as_secs())]
    Paused(Duration),
}

/// An answer with a status other than 2xx.
#[derive(Debug, thiserror::Error)]
#[error("status {status}: {words}")]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// The provider's machine-readable reason: `rateLimitExceeded`, `invalid_grant`.
    pub(crate) reason: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    /// Reason and message, for the log.
    words: String,
}

impl Failure {
    /// As an error of the port.
    pub(crate) fn of(self, which: Dependency) -> DependencyError {
        DependencyError {
            which,
            retry_after: self.retry_after(),
            source: Box::new(self),
        }
    }

    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Failure::Refused(refusal) => refusal.retry_after,
            Failure::Paused(left) => Some(*left),
            _ => None,
        }
    }

    /// Whether the same call may succeed in a moment.
    pub(crate) fn passes(&self) -> bool {
        match self {
            Failure::Transport(_) => true,
            Failure::Refused(refusal) => refusal.status.is_server_error() || refusal.asks_to_slow_down(),
            Failure::TooLarge | Failure::Malformed(_) | Failure::Paused(_) => false,
        }
    }

    /// Whether the provider asks for fewer calls.
    pub(crate) fn slows_down(&self) -> bool {
        matches!(self, Failure::Refused(refusal) if refusal.asks_to_slow_down())
    }

    /// The refusal of that status, if it is one.
    pub(crate) fn refused(&self, status: StatusCode) -> Option<&Refusal> {
        match self {
            Failure::Refused(refusal) if refusal.status == status => Some(refusal),
            _ => None,
        }
    }
}

impl Refusal {
    /// Reads an answer that says no. `retry_after` is the header.
    pub(crate) fn read(status: StatusCode, retry_after: Option<&str>, body: &[u8], now: DateTime<Utc>) -> Self {
        let body: ErrorBody = serde_json::from_slice(body).unwrap_or_default();
        let details = body.details();
        let reason = details.reason();
        let message = details.message.clone().or(body.error_description).unwrap_or_default();
        let advice = retry_after
            .and_then(|header| retry_after::of_header(header, now))
            .or_else(|| details.retry_delay())
            .or_else(|| retry_after::of_message(&message, now));
        let words = format!("{} {message}", reason.as_deref().unwrap_or("without reason"));
        Refusal {
            status,
            retry_after: advice,
            words: words.chars().filter(|c| !c.is_control()).take(MAX_WORDS).collect(),
            reason,
        }
    }

    pub(crate) fn asks_to_slow_down(&self) -> bool {
        let reason = self.reason.as_deref().unwrap_or_default();
        self.status == StatusCode::TOO_MANY_REQUESTS
            || (self.status == StatusCode::FORBIDDEN && SLOW_DOWN.contains(&reason))
    }
}

/// The two shapes of an error: an object from the APIs, a word from OAuth. Every part may be missing.
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
    /// The most exact word there is.
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

    fn read(status: u16, body: &Value) -> Refusal {
        let status = StatusCode::from_u16(status).unwrap();
        let now = "2026-07-01T12:00:00Z".parse().unwrap();
        Refusal::read(status, None, body.to_string().as_bytes(), now)
    }

    fn error(code: u16, reason: &str, message: &str) -> Value {
        json!({"error": {"code": code, "message": message, "errors": [{"reason": reason, "message": message}]}})
    }

    #[test]
    fn a_403_about_rates_asks_to_slow_down_and_another_does_not() {
        assert!(read(403, &error(403, "userRateLimitExceeded", "Quota exceeded")).asks_to_slow_down());
        assert!(!read(403, &error(403, "insufficientPermissions", "Insufficient Permission")).asks_to_slow_down());
        assert!(read(429, &Value::Null).asks_to_slow_down());
    }

    #[test]
    fn the_newer_shape_has_its_reason_and_delay_among_the_details() {
        let refusal = read(
            403,
            &json!({"error": {"code": 403, "message": "Quota exceeded.", "status": "RESOURCE_EXHAUSTED", "details": [
                {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED"},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "4s"},
            ]}}),
        );
        assert!(refusal.asks_to_slow_down());
        assert_eq!(refusal.retry_after, Some(Duration::from_secs(4)));
    }

    #[test]
    fn oauth_says_its_reason_in_one_word() {
        let refusal = read(
            400,
            &json!({"error": "invalid_grant", "error_description": "Bad Request"}),
        );
        assert_eq!(refusal.reason.as_deref(), Some("invalid_grant"));
        assert_eq!(refusal.to_string(), "status 400 Bad Request: invalid_grant Bad Request");
    }

    #[test]
    fn long_words_are_cut() {
        let refusal = read(500, &error(500, "backendError", &"å".repeat(5000)));
        assert!(refusal.words.chars().count() <= MAX_WORDS);
    }

    proptest! {
        #[test]
        fn any_body_is_read_without_a_panic(body in prop::collection::vec(any::<u8>(), 0..200), header in ".{0,20}") {
            let now = "2026-07-01T12:00:00Z".parse().unwrap();
            let _ = Refusal::read(StatusCode::FORBIDDEN, Some(&header), &body, now);
        }
    }
}
