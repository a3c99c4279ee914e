//! Passwords and access tokens of the caller.

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::operation::Operation;
use crate::secret::Secret;
use crate::sentence;
use crate::user::TokenType;

/// A change of the caller's password.
#[derive(Deserialize, JsonSchema)]
pub struct PasswordChangeBody {
    /// The current password.
    #[schemars(with = "Secret")]
    pub current_password: SecretString,
    /// 8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
    #[schemars(with = "Secret", length(min = 8, max = 128))]
    pub new_password: SecretString,
}

/// A new access token.
#[derive(Serialize, JsonSchema)]
pub struct NewAccessToken {
    /// A signed token, valid immediately.
    #[schemars(with = "Secret")]
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: TokenType,
    /// Seconds until the access token expires.
    pub expires_in: u64,
}

pub(crate) fn operations() -> [Operation; 2] {
    [
        Operation::new("password_change")
            .login_only()
            .rate_limited()
            .ok(
                "The password is changed, and this is the only valid token.",
                sentence::PASSWORD_CHANGED,
            )
            .failures([
                ApiError::invalid_request("new_password must have at least 8 characters.")
                    .when("A field has the wrong type, or the new password breaks a rule; the message says which."),
                ApiError::wrong_password().when("The current password is wrong."),
            ]),
        Operation::new("user_log_out_everywhere")
            .login_only()
            .ok("All tokens issued before are invalid.", sentence::LOGGED_OUT_EVERYWHERE),
    ]
}
