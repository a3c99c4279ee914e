//! Codes that are mailed: for a forgotten password, and for the address of sign-up.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation};
use crate::secret::Secret;
use crate::sentence;

/// A request to reset a forgotten password.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordForgottenBody {
    /// The e-mail given at sign-up, in any letter case.
    #[schemars(length(min = 3, max = 254), regex = "crate::pattern::EMAIL")]
    pub email: String,
}

/// A new password that replaces a forgotten one.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordResetBody {
    /// The code that was mailed.
    #[schemars(with = "Secret")]
    pub token: SecretString,
    /// 8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
    #[schemars(with = "Secret", length(min = 8, max = 128))]
    pub new_password: SecretString,
}

/// A code that verifies an e-mail address.
#[derive(Deserialize, JsonSchema)]
pub struct EmailCodeBody {
    /// The code that was mailed.
    #[schemars(with = "Secret")]
    pub code: SecretString,
}

/// The e-mail address given at sign-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AccountEmail {
    /// As given.
    pub email: String,
    /// Whether the caller has verified the address.
    pub verified: bool,
    /// When the address was verified. Absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_at: Option<DateTime<Utc>>,
}

pub(crate) fn operations() -> [Operation; 5] {
    [
        Operation::new("password_forgot")
            .rate_limited()
            .ok(
                "The same, whether or not an account has this e-mail.",
                sentence::PASSWORD_FORGOTTEN,
            )
            .failures([
                ApiError::invalid_field("email", "it must have one @ with text on both sides")
                    .when("The e-mail has the wrong type or form."),
                no_mail_server(),
            ]),
        Operation::new("password_reset")
            .rate_limited()
            .ok(
                "The password is changed. All tokens issued before are invalid.",
                sentence::PASSWORD_RESET,
            )
            .failures([
                ApiError::invalid_request("new_password must have at least 8 characters.")
                    .when("A field has the wrong type, or the new password breaks a rule; the message says which."),
                ApiError::invalid_credentials("The code is unknown, used or expired. Request a new one.")
                    .when("The code is unknown, used or expired, or a newer one was sent."),
            ]),
        Operation::new("email_view").ok("The address.", sentence::EMAIL_RETRIEVED),
        Operation::new("email_verify")
            .rate_limited()
            .ok(
                "A code was sent, or the address is already verified.",
                sentence::CODE_SENT,
            )
            .failures([
                ApiError::invalid_request("E-mails can't be sent to this address.")
                    .when("E-mails can't be sent to this address."),
                no_mail_server(),
                Failure::dependency("mail server", "The mail server or the database failed."),
            ]),
        Operation::new("email_confirm")
            .ok("The address is verified.", sentence::EMAIL_VERIFIED)
            .failures([
                ApiError::invalid_field("code", "expected a string").when("The code has the wrong type."),
                ApiError::wrong_code()
                    .when("The code is wrong or expired, or was entered wrong five times, or a newer one was sent."),
            ]),
    ]
}

fn no_mail_server() -> Failure {
    ApiError::forbidden("This service sends no mail: no mail server is configured.")
        .when("No mail server is configured.")
}
