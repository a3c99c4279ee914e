//! Sessions of apps.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::operation::{Failure, Operation, RequestBody};
use crate::secret::Secret;
use crate::sentence;
use crate::user::TokenType;

/// A session to begin.
#[derive(Default, Deserialize, JsonSchema)]
pub struct SessionBody {
    /// The name in the list of sessions, such as the device. Not blank, without control characters.
    #[schemars(length(min = 1, max = 100), regex = "crate::pattern::NAME")]
    pub name: Option<String>,
}

/// A refresh of a session.
#[derive(Deserialize, JsonSchema)]
pub struct RefreshBody {
    /// The newest refresh token of the session.
    #[schemars(with = "Secret")]
    pub refresh_token: SecretString,
}

/// Which session.
#[derive(Deserialize, JsonSchema)]
pub struct SessionPath {
    /// The `session_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub session_id: String,
}

/// The tokens of a session.
#[derive(Serialize, JsonSchema)]
pub struct SessionTokens {
    /// The session's id.
    #[schemars(with = "crate::id::Uuid")]
    pub session_id: String,
    /// A signed token, valid immediately. It becomes invalid when the session ends.
    #[schemars(with = "Secret")]
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: TokenType,
    /// Seconds until the access token expires.
    pub expires_in: u64,
    /// Exchanges for the next tokens, once. Protect it like a password.
    #[schemars(with = "Secret")]
    pub refresh_token: String,
    /// Seconds until the refresh token expires.
    pub refresh_expires_in: u64,
}

/// A session of an app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AppSession {
    /// Its id.
    #[schemars(with = "crate::id::Uuid")]
    pub session_id: String,
    /// The name given when the session started. Absent if none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When the session started.
    pub created_at: DateTime<Utc>,
    /// When the session was last refreshed, or when it started.
    pub last_used_at: DateTime<Utc>,
    /// When the session expires unless it is refreshed.
    pub expires_at: DateTime<Utc>,
    /// Whether this request's access token belongs to the session.
    pub current: bool,
}

/// Sessions, most recently used first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AppSessions {
    /// The sessions.
    pub sessions: Vec<AppSession>,
}

pub(crate) fn operations() -> [Operation; 4] {
    [
        Operation::new("session_begin")
            .login_only()
            .body(RequestBody::OptionalJson)
            .created("The session, with its first tokens.", sentence::SESSION_STARTED)
            .failures(begin_failures()),
        Operation::new("session_refresh")
            .rate_limited()
            .ok("New tokens that replace the one given.", sentence::SESSION_REFRESHED)
            .failures([
                ApiError::invalid_field("refresh_token", "expected a string")
                    .when("The refresh token has the wrong type."),
                ApiError::invalid_credentials("The refresh token is no longer valid. Log in again.")
                    .when("The refresh token is unknown, expired, replaced or revoked."),
            ]),
        Operation::new("session_list").ok("The sessions.", sentence::SESSIONS_RETRIEVED),
        Operation::new("session_revoke")
            .login_only()
            .ok("The session has ended.", sentence::SESSION_REVOKED)
            .failures([ApiError::not_found("No such session.").when("The caller has no session with this id.")]),
    ]
}

/// The ways in which beginning a session fails.
pub(crate) fn begin_failures() -> Vec<Failure> {
    vec![
        ApiError::invalid_request("name must have 1 to 100 characters, none of them control characters.")
            .when("The name has the wrong type or form."),
        ApiError::forbidden("A session can only be started after a login with the password.")
            .when("The access token comes from a session."),
    ]
}
