//! Sign-up, login and the user's own account.

pub mod access_token;
pub mod account_mail;
pub mod browser_session;
pub mod credentials;
pub mod preferences;
pub mod session;

use chrono::NaiveDate;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::ApiError;
use crate::operation::{Failure, Operation, Success};
use crate::secret::Secret;
use crate::sentence;

/// The data of a new user.
#[derive(Deserialize, JsonSchema)]
pub struct SignupBody {
    /// One `@` with text on both sides, no blanks. Shown as given, unique ignoring case.
    #[schemars(length(min = 3, max = 254), regex = "crate::pattern::EMAIL")]
    pub email: String,
    /// The display name. Not blank, without control characters.
    #[schemars(length(min = 1, max = 200), regex = "crate::pattern::NAME")]
    pub name: String,
    /// 8 to 128 characters of any kind, never truncated. Common passwords are refused. Never returned.
    #[schemars(with = "Secret", length(min = 8, max = 128))]
    pub password: SecretString,
    /// The code of an invitation for this e-mail, if the service requires one; otherwise ignored.
    #[schemars(with = "Option<Secret>")]
    pub invitation: Option<SecretString>,
}

/// The credentials of an existing user.
#[derive(Deserialize, JsonSchema)]
pub struct LoginBody {
    /// The e-mail given at sign-up, in any letter case.
    #[schemars(length(max = 254))]
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

/// The access token that all other operations require.
#[derive(Serialize, JsonSchema)]
pub struct Session {
    /// The name given at sign-up.
    pub username: String,
    /// A signed token, valid immediately, for an hour by default.
    #[schemars(with = "Secret")]
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: TokenType,
    /// Seconds until the access token expires.
    pub expires_in: u64,
}

/// The envelope of a session. It has no `code`.
#[derive(Serialize, JsonSchema)]
pub struct SessionEnvelope {
    /// What happened, as a sentence for people.
    pub message: String,
    /// The session.
    pub data: Session,
}

impl SessionEnvelope {
    /// A session for `username`.
    pub fn new(message: impl Into<String>, username: String, access_token: String, expires_in: u64) -> Self {
        SessionEnvelope {
            message: message.into(),
            data: Session {
                username,
                access_token,
                token_type: TokenType::Bearer,
                expires_in,
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

/// How much the account stores, and its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AccountUsage {
    /// Size of the stored messages and PDFs in bytes.
    pub stored_bytes: u64,
    /// Maximum of `stored_bytes`. Absent if unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_bytes_limit: Option<u64>,
    /// Number of messages with stored files.
    pub messages: u64,
    /// Maximum of `messages`. Absent if unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages_limit: Option<u64>,
}

pub(crate) fn operations() -> [Operation; 5] {
    [
        signup(),
        Operation::new("user_login")
            .rate_limited()
            .ok("The session.", sentence::LOGIN_SUCCESSFUL)
            .failures([
                ApiError::invalid_field("email", "expected a string")
                    .when("A field has the wrong type, or the e-mail is too long; the message names the field."),
                ApiError::invalid_credentials("Invalid email or password.")
                    .when("The password is wrong, or no account has this e-mail."),
            ]),
        Operation::new("user_view")
            .ok("The account.", sentence::USER_DETAILS_RETRIEVED)
            .failures([
                Failure::user_not_found(),
                Failure::dependency("secret store", "The database or secret store failed."),
            ]),
        Operation::new("user_usage").ok("Usage and limits.", sentence::USAGE_RETRIEVED),
        Operation::new("user_delete")
            .login_only()
            .ok(
                "Everything is deleted. The message names the user id.",
                "User user_67e55044-10b1-426f-9247-bb680e5fe0c8 deleted successfully!",
            )
            .failures([Failure::dependency(
                "object storage",
                "The database, secret store or object storage failed. Call again to finish the deletion.",
            )]),
    ]
}

fn signup() -> Operation {
    let body = json!({"email": "$request.body#/email", "password": "$request.body#/password"});
    let created = Success::new(201, "The account is created.")
        .envelope(sentence::SIGNUP_SUCCESSFUL)
        .link("log_in", "user_login")
        .linked("requestBody", body)
        .because("The same e-mail and password log in.");
    Operation::new("user_signup").rate_limited().success(created).failures([
        ApiError::invalid_field("email", "it must have one @ with text on both sides")
            .when("A field has the wrong type or form, or the password breaks a rule; the message says which."),
        ApiError::forbidden("Sign-up needs a valid invitation for this e-mail.")
            .when("Sign-up is closed, or requires an invitation and this isn't a valid one."),
        ApiError::user_already_exists().when("An account with this e-mail exists."),
    ])
}
