//! The codes of failures.

use invoices_domain::text_enum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// The error code, for programs.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    #[non_exhaustive]
    ErrorCode: UnknownCode {
        /// The request is invalid, or refers to something that does not exist.
        InvalidRequest = "INVALID_REQUEST",
        /// The body is not JSON.
        InvalidJson = "INVALID_JSON",
        /// A required field or path parameter is absent.
        MissingFields = "MISSING_FIELDS",
        /// The access token is not valid. From store-tokens, with status 400: the mail tokens failed validation.
        InvalidCredentials = "INVALID_CREDENTIALS",
        /// The access token has expired.
        TokenExpired = "TOKEN_EXPIRED",
        /// No account exists for the token's user id.
        UserNotFound = "USER_NOT_FOUND",
        /// An account with this e-mail exists.
        UserAlreadyExists = "USER_ALREADY_EXISTS",
        /// The account that a notice is paid to is another one than before.
        PayeeChanged = "PAYEE_CHANGED",
        /// Too many attempts.
        RateLimited = "RATE_LIMITED",
        /// The mail provider, identity provider, database, secret store or object storage failed.
        DependencyFailure = "DEPENDENCY_FAILURE",
        /// The mail account must be reconnected.
        MailTokenExpired = "MAIL_TOKEN_EXPIRED",
        /// The service is shutting down.
        ServiceUnavailable = "SERVICE_UNAVAILABLE",
        /// A bug of the service, or it took too long.
        InternalServerError = "INTERNAL_SERVER_ERROR",
    }
}

/// The text is no code of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode;

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
