//! Access tokens of scripts.

use chrono::{DateTime, Utc};
use invoices_domain::TokenScope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::operation::Operation;
use crate::secret::Secret;
use crate::sentence;

/// An access token to make.
#[derive(Deserialize, JsonSchema)]
pub struct NewTokenBody {
    /// The name in the list of tokens, such as the script's. Not blank, without control characters.
    #[schemars(length(min = 1, max = 100), regex = "crate::pattern::NAME")]
    pub name: String,
    /// What it opens, at least one.
    #[schemars(length(min = 1, max = 5))]
    pub scopes: Vec<TokenScope>,
    /// For how many days it is valid. Default: 90.
    #[schemars(range(min = 1, max = 1826))]
    pub expires_in_days: Option<u32>,
}

/// Which access token.
#[derive(Deserialize, JsonSchema)]
pub struct TokenPath {
    /// The `token_id`.
    #[schemars(with = "crate::id::Uuid")]
    pub token_id: String,
}

/// A new access token.
#[derive(Serialize, JsonSchema)]
pub struct NewToken {
    /// The token: `invoices_` and 52 characters. It is shown this once. Protect it like a password.
    #[schemars(with = "Secret")]
    pub token: String,
    /// Its id, which is no secret.
    #[schemars(with = "crate::id::Uuid")]
    pub token_id: String,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// An access token of a script, without the token itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScriptToken {
    /// Its id.
    #[schemars(with = "crate::id::Uuid")]
    pub token_id: String,
    /// The name.
    pub name: String,
    /// What it opens.
    pub scopes: Vec<TokenScope>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends or ended.
    pub expires_at: DateTime<Utc>,
    /// When it was last used, to the minute. Absent if it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<DateTime<Utc>>,
}

/// Access tokens, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScriptTokens {
    /// The tokens.
    pub tokens: Vec<ScriptToken>,
}

pub(crate) fn operations() -> [Operation; 3] {
    [
        Operation::new("token_create")
            .login_only()
            .created("The token. It can't be shown again.", sentence::TOKEN_CREATED)
            .failures(
                [ApiError::invalid_request("expires_in_days must be between 1 and 1826.")
                    .when("A field has the wrong type or form, or the user has 50 tokens; the message says which.")],
            ),
        Operation::new("token_list").ok("The tokens.", sentence::TOKENS_RETRIEVED),
        Operation::new("token_revoke")
            .login_only()
            .ok("The token is no longer valid.", sentence::TOKEN_REVOKED)
            .failures([ApiError::not_found("No such access token.").when("The caller has no token with this id.")]),
    ]
}
