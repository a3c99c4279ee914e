//! Passwords and access tokens of the caller.

use dropshot::{HttpResponseOk, RequestContext};

use crate::caller::{Caller, NoInput};
use crate::credentials::{NewAccessToken, PasswordChangeBody};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::session::{RefreshBody, SessionTokens};

/// Passwords and access tokens of the caller.
#[dropshot::api_description]
pub trait CredentialsApi {
    /// The server's state.
    type Context;

    /// Change the password
    ///
    /// Requires the current password, with the same limits as a login; a wrong one counts as a failed login. All access tokens
    /// issued before become invalid and all sessions end. The response has a new access token.
    #[endpoint { method = POST, path = "/v1/user/me/password", operation_id = "password_change", tags = ["user"] }]
    async fn password_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<PasswordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<NewAccessToken>>, ApiError>;

    /// Refresh a session
    ///
    /// Exchanges a refresh token for an access token and the next refresh token. Each refresh token is valid once. Because a
    /// response can be lost, the call can be repeated within 30 seconds (by default) and returns the same next token. A later
    /// repetition ends the session, because someone else may have the token. No access token is required. Attempts are limited
    /// per client address.
    #[endpoint { method = POST, path = "/v1/auth/sessions/refresh", operation_id = "session_refresh", tags = ["auth"] }]
    async fn session_refresh(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<RefreshBody>,
    ) -> Result<HttpResponseOk<Envelope<SessionTokens>>, ApiError>;

    /// Log out everywhere
    ///
    /// Invalidates all of the caller's access tokens, including the one of this request, and ends all sessions.
    #[endpoint { method = POST, path = "/v1/auth/logout-all", operation_id = "user_log_out_everywhere", tags = ["auth"] }]
    async fn user_log_out_everywhere(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
