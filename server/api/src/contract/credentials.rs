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
    /// The current password is verified within the limits of a login, and a wrong one counts as a failed login. From then on
    /// every access token that was issued before is invalid, and every session has ended; the answer has a new access token.
    #[endpoint { method = POST, path = "/v1/user/me/password", operation_id = "password_change", tags = ["user"] }]
    async fn password_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<PasswordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<NewAccessToken>>, ApiError>;

    /// Refresh a session
    ///
    /// Exchanges a refresh token for an access token and the next refresh token. Each refresh token is valid once. Within 30
    /// seconds, unless the operator set another time, it may be repeated, because an answer can be lost, and gives the same next
    /// one. Later its repetition ends the session: someone else may have it. No access token is needed. The attempts of one
    /// client address are limited.
    #[endpoint { method = POST, path = "/v1/auth/sessions/refresh", operation_id = "session_refresh", tags = ["auth"] }]
    async fn session_refresh(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<RefreshBody>,
    ) -> Result<HttpResponseOk<Envelope<SessionTokens>>, ApiError>;

    /// Log out everywhere
    ///
    /// Makes every access token of the caller invalid, that of this request included, and ends every session.
    #[endpoint { method = POST, path = "/v1/auth/logout-all", operation_id = "user_log_out_everywhere", tags = ["auth"] }]
    async fn user_log_out_everywhere(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
