//! The codes of failures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The error code, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The request is invalid, or refers to something that does not exist.
    InvalidRequest,
    /// The body is not JSON.
    InvalidJson,
    /// A required field or path parameter is absent.
    MissingFields,
    /// The access token is not valid. From store-tokens, with status 400: the mail tokens failed validation.
    InvalidCredentials,
    /// The access token has expired.
    TokenExpired,
    /// No account exists for the token's user id.
    UserNotFound,
    /// An account with this e-mail exists.
    UserAlreadyExists,
    /// The account that a notice is paid to is another one than before.
    PayeeChanged,
    /// Too many attempts.
    RateLimited,
    /// The mail provider, identity provider, database, secret store or object storage failed.
    DependencyFailure,
    /// The mail account must be reconnected.
    MailTokenExpired,
    /// The service is shutting down.
    ServiceUnavailable,
    /// A bug of the service, or it took too long.
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
        ErrorCode::PayeeChanged,
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
            ErrorCode::PayeeChanged => "PAYEE_CHANGED",
            ErrorCode::RateLimited => "RATE_LIMITED",
            ErrorCode::DependencyFailure => "DEPENDENCY_FAILURE",
            ErrorCode::MailTokenExpired => "MAIL_TOKEN_EXPIRED",
            ErrorCode::ServiceUnavailable => "SERVICE_UNAVAILABLE",
            ErrorCode::InternalServerError => "INTERNAL_SERVER_ERROR",
        }
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
}
