//! Sessions of apps.

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, RequestContext};

use crate::caller::{Caller, NoInput};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::OptionalJsonBody;
use crate::session::{AppSessions, SessionBody, SessionPath, SessionTokens};

/// Sessions of apps.
#[dropshot::api_description]
pub trait SessionsApi {
    /// The server's state.
    type Context;

    /// Start a session
    ///
    /// For an app that stays logged in without keeping the password. The access token must come from sign-up, login or a change
    /// of the password. A session ends when it was not refreshed for 30 days, and after 180 days, unless the operator set
    /// other times. A user has at most 50 sessions: one more ends the one that was not used for the longest time.
    #[endpoint { method = POST, path = "/v1/auth/sessions", operation_id = "session_begin", tags = ["auth"] }]
    async fn session_begin(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<SessionBody>>,
    ) -> Result<HttpResponseCreated<Envelope<SessionTokens>>, ApiError>;

    /// List sessions
    ///
    /// The caller's, the last used first.
    #[endpoint { method = GET, path = "/v1/auth/sessions", operation_id = "session_list", tags = ["auth"] }]
    async fn session_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AppSessions>>, ApiError>;

    /// Revoke a session
    ///
    /// From then on neither its refresh token nor an access token that came from it is valid.
    #[endpoint { method = DELETE, path = "/v1/auth/sessions/{session_id}", operation_id = "session_revoke", tags = ["auth"] }]
    async fn session_revoke(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SessionPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
