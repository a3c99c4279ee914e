//! Codes that are mailed: for a forgotten password, and for the address of sign-up.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::secret::{NewPassword, Secret};
use crate::sentence;

/// A request to reset a forgotten password.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordForgottenBody {
    /// The e-mail given at sign-up, in any letter case.
    #[schemars(
        length(min = 3, max = 254),
        regex(pattern = r"^\s*[^@\s\x00-\x1f\x7f-\x9f]+@[^@\s\x00-\x1f\x7f-\x9f]+\s*$")
    )]
    pub email: String,
}

/// A new password that replaces a forgotten one.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordResetBody {
    /// The code that was mailed.
    #[schemars(with = "Secret")]
    pub token: SecretString,
    /// 8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
    #[schemars(with = "NewPassword")]
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
    [forgot(), reset(), view(), verify(), confirm()]
}

fn forgot() -> Operation {
    let message = sentence::PASSWORD_FORGOTTEN;
    Operation::new("password_forgot")
        .body(RequestBody::Json)
        .rate_limited()
        .success(
            Success::new(200, "The same, whether or not an account has this e-mail.").envelope("forgotten", message),
        )
        .failures([
            Failure::new(
                ApiError::invalid_field("email", "it must have one @ with text on both sides"),
                "The e-mail has the wrong type or form.",
            ),
            no_mail_server(),
        ])
}

fn reset() -> Operation {
    let reset = Success::new(200, "The password is changed. All tokens issued before are invalid.");
    Operation::new("password_reset")
        .body(RequestBody::Json)
        .rate_limited()
        .success(reset.envelope("reset", sentence::PASSWORD_RESET))
        .failures([
            Failure::new(
                ApiError::invalid_request("new_password must have at least 8 characters."),
                "A field has the wrong type, or the new password breaks a rule; the message says which.",
            ),
            Failure::new(
                ApiError::invalid_credentials("The code is unknown, used or expired. Request a new one."),
                "The code is unknown, used or expired, or a newer one was sent.",
            ),
        ])
}

fn view() -> Operation {
    let message = sentence::EMAIL_RETRIEVED;
    Operation::new("email_view").success(Success::new(200, "The address.").envelope("email", message))
}

fn verify() -> Operation {
    let message = sentence::CODE_SENT;
    Operation::new("email_verify")
        .rate_limited()
        .success(Success::new(200, "A code was sent, or the address is already verified.").envelope("sent", message))
        .failures([
            Failure::new(
                ApiError::invalid_request("E-mails can't be sent to this address."),
                "E-mails can't be sent to this address.",
            ),
            no_mail_server(),
            Failure::dependency("mail server", "The mail server or the database failed."),
        ])
}

fn confirm() -> Operation {
    let message = sentence::EMAIL_VERIFIED;
    Operation::new("email_confirm")
        .body(RequestBody::Json)
        .success(Success::new(200, "The address is verified.").envelope("verified", message))
        .failures([
            Failure::new(
                ApiError::invalid_field("code", "expected a string"),
                "The code has the wrong type.",
            ),
            Failure::new(
                ApiError::wrong_code(),
                "The code is wrong or expired, or was entered wrong five times, or a newer one was sent.",
            ),
        ])
}

fn no_mail_server() -> Failure {
    Failure::new(
        ApiError::forbidden("This service sends no mail: no mail server is configured."),
        "No mail server is configured.",
    )
}
