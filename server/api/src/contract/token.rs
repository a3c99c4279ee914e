//! Access tokens of scripts.

use dropshot::{Path, RequestContext};

use crate::caller::Caller;
use crate::envelope::{Answer, Created, NoData};
use crate::extract::JsonBody;
use crate::user::access_token::{NewToken, NewTokenBody, ScriptTokens, TokenPath};

/// Access tokens of scripts.
#[dropshot::api_description]
pub trait TokensApi {
    /// The server's state.
    type Context;

    /// Create an access token
    ///
    /// For a script, which calls the API with it and needs no password. It opens the operations of its scopes; the scopes of
    /// each operation are in its `x-token-scopes`. It ends at its time, when it is revoked, and when the password is changed,
    /// the user logs out everywhere, or the account is deleted. A user has at most 50 tokens.
    #[endpoint { method = POST, path = "/v1/tokens", operation_id = "token_create", tags = ["auth"] }]
    async fn token_create(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewTokenBody>>,
    ) -> Created<NewToken>;

    /// List access tokens
    ///
    /// The caller's access tokens of scripts, the newest first. A token that has ended is listed for 30 days.
    #[endpoint { method = GET, path = "/v1/tokens", operation_id = "token_list", tags = ["auth"] }]
    async fn token_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<ScriptTokens>;

    /// Revoke an access token
    ///
    /// It is invalid at once.
    #[endpoint { method = DELETE, path = "/v1/tokens/{token_id}", operation_id = "token_revoke", tags = ["auth"] }]
    async fn token_revoke(rqctx: RequestContext<Self::Context>, caller: Caller<Path<TokenPath>>) -> Answer<NoData>;
}
