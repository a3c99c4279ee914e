//! The one place where a use case's failure becomes a status and a code.

use std::error::Error as _;

use invoices_api::ApiError;
use invoices_app::Error;

/// The failure as the contract says it. What a dependency said goes to the log alone.
pub fn lift(error: Error) -> ApiError {
    let message = error.to_string();
    match error {
        Error::Invalid(_) => ApiError::invalid_request(message),
        Error::Missing(_) => ApiError::missing(message),
        Error::TokensRejected(_) => ApiError::mail_tokens_rejected(message),
        Error::Unauthenticated(_) => ApiError::invalid_credentials(message),
        Error::TokenExpired => ApiError::token_expired(),
        Error::UserNotFound => ApiError::user_not_found(),
        Error::NotFound(_) => ApiError::not_found(message),
        Error::EmailTaken => ApiError::user_already_exists(),
        Error::TooMany { retry_after } => ApiError::rate_limited(retry_after),
        Error::MailReconnect => ApiError::mail_token_expired(message),
        Error::Dependency(cause) => {
            tracing::error!(which = %cause.which, source = ?cause.source, "a dependency failed");
            ApiError::dependency_failure(message)
        }
        other => {
            tracing::error!(error = %other, source = ?other.source(), "a request failed by a defect");
            ApiError::internal()
        }
    }
}
