//! Use cases' errors as the contract's. Nothing else turns one into a status and a code.

use std::error::Error as _;

use invoices_api::{ApiError, ErrorCode};
use invoices_app::Error;

/// The contract's error for an error of a use case, and a line in the log if the service or a dependency failed. A dependency's
/// own error is only in the log.
///
/// Not a `From`, because both types are from other crates.
#[allow(clippy::needless_pass_by_value, reason = "it is an argument of `map_err`")]
pub fn api_error(error: Error) -> ApiError {
    let answer = contract_error(&error);
    let error = match error {
        Error::Run { source, .. } => *source,
        error => error,
    };
    if let Error::Dependency(cause) = &error {
        tracing::error!(which = %cause.which, source = ?cause.source, "a dependency failed");
    } else if answer.code() == ErrorCode::InternalServerError {
        tracing::error!(%error, source = ?error.source(), "a request failed because of a bug");
    }
    answer
}

/// The contract's error for an error of a use case, without a line in the log.
pub fn contract_error(error: &Error) -> ApiError {
    let message = error.to_string();
    match error {
        Error::Invalid(_) => ApiError::invalid_request(message),
        Error::TooManySources(what, most) => ApiError::too_many_sources(what, *most),
        Error::OperatorsSource(what) => ApiError::operators_source(what),
        Error::TokensRejected(_) => ApiError::mail_tokens_rejected(message),
        Error::Unauthenticated(_) => ApiError::invalid_credentials(message),
        Error::WrongCode => ApiError::wrong_code(),
        Error::WrongPassword => ApiError::wrong_password(),
        Error::TokenExpired => ApiError::token_expired(),
        Error::UserNotFound => ApiError::user_not_found(),
        Error::NotFound(_) => ApiError::not_found(message),
        Error::SignUpClosed
        | Error::NotInvited
        | Error::NoConsent(_)
        | Error::NotByPassword
        | Error::NoMailServer
        | Error::NoWebhooks
        | Error::TooManyHandedOver => ApiError::forbidden(message),
        Error::PayeeChanged => ApiError::payee_changed(message),
        Error::EmailTaken => ApiError::user_already_exists(),
        Error::TooMany(retry_after) => ApiError::rate_limited(*retry_after),
        Error::TooManyIngests(retry_after) => ApiError::too_many_ingests(*retry_after),
        Error::TooManyExports(retry_after) => ApiError::too_many_exports(*retry_after),
        Error::TooManyReads(retry_after) => ApiError::too_many_reads(*retry_after),
        Error::NoMailbox(_) => ApiError::mail_token_expired(message),
        Error::Dependency(_) => ApiError::dependency_failure(message),
        Error::Run { run, source } => contract_error(source).of_run(*run),
        _ => ApiError::internal(),
    }
}
