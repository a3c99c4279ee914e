//! Sign-up, login and the user's own account.

use chrono::NaiveDate;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::secret::{NewPassword, Secret};

/// What a new user gives.
#[derive(Deserialize, JsonSchema)]
pub struct SignupBody {
    /// One `@` with something on both sides, no blanks inside; shown as given, unique whatever the letter case.
    #[schemars(
        length(min = 3, max = 320),
        regex(pattern = r"^\s*[^@\s\x00-\x1f\x7f-\x9f]+@[^@\s\x00-\x1f\x7f-\x9f]+\s*$")
    )]
    pub email: String,
    /// The name to show. Not blank, and without control characters.
    #[schemars(
        length(min = 1, max = 200),
        regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$")
    )]
    pub name: String,
    /// 8 to 128 characters, of any kind, never cut; the most common passwords are refused. Never returned.
    #[schemars(with = "NewPassword")]
    pub password: SecretString,
}

/// What a known user gives.
#[derive(Deserialize, JsonSchema)]
pub struct LoginBody {
    /// The e-mail given at sign-up, in any letter case.
    pub email: String,
    /// The password given at sign-up.
    #[schemars(with = "Secret")]
    pub password: SecretString,
}

/// The scheme of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum TokenType {
    /// RFC 6750.
    Bearer,
}

/// A session: the token that opens every other operation.
#[derive(Serialize, JsonSchema)]
pub struct Session {
    /// The name given at sign-up.
    pub username: String,
    /// A signed token, valid at once and for an hour unless the operator set another lifetime.
    #[schemars(with = "Secret")]
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: TokenType,
}

/// The envelope of a session. It has no `code`.
#[derive(Serialize, JsonSchema)]
pub struct SessionEnvelope {
    /// What happened, for people.
    pub message: String,
    /// The session.
    pub data: Session,
}

impl SessionEnvelope {
    /// A session for `username`.
    pub fn new(message: impl Into<String>, username: String, access_token: String) -> Self {
        SessionEnvelope {
            message: message.into(),
            data: Session {
                username,
                access_token,
                token_type: TokenType::Bearer,
            },
        }
    }
}

/// The user's own account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UserProfile {
    /// The name given at sign-up.
    pub name: String,
    /// The e-mail as given at sign-up.
    pub email: String,
    /// The day of sign-up, in UTC.
    pub created_on: NaiveDate,
    /// Whether mail tokens are stored.
    pub mail_account_connected: bool,
}
