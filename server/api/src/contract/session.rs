//! Sessions of apps.

use dropshot::{Path, RequestContext};

use crate::caller::Caller;
use crate::envelope::{Answer, Created, NoData};
use crate::extract::OptionalJsonBody;
use crate::user::session::{AppSessions, SessionBody, SessionPath, SessionTokens};

/// Sessions of apps.
#[dropshot::api_description]
pub trait SessionsApi {
    /// The server's state.
    type Context;

    /// Start a session
    ///
    /// For an app that stays logged in without storing the password. The access token must come from sign-up, login or a
    /// password change. By default, a session ends after 30 days without a refresh, and after 180 days. A user has at most 50
    /// sessions; another one ends the least recently used.
    #[endpoint { method = POST, path = "/v1/auth/sessions", operation_id = "session_begin", tags = ["auth"] }]
    async fn session_begin(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<SessionBody>>,
    ) -> Created<SessionTokens>;

    /// List sessions
    ///
    /// The caller's sessions, most recently used first.
    #[endpoint { method = GET, path = "/v1/auth/sessions", operation_id = "session_list", tags = ["auth"] }]
    async fn session_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<AppSessions>;

    /// Revoke a session
    ///
    /// Invalidates the session's refresh token and access tokens.
    #[endpoint { method = DELETE, path = "/v1/auth/sessions/{session_id}", operation_id = "session_revoke", tags = ["auth"] }]
    async fn session_revoke(rqctx: RequestContext<Self::Context>, caller: Caller<Path<SessionPath>>) -> Answer<NoData>;
}
