//! Passwords and access tokens of the caller.

use dropshot::{HttpResponseOk, RequestContext};

use crate::caller::{Caller, NoInput};
use crate::credentials::{NewAccessToken, PasswordChangeBody};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::JsonBody;

/// Passwords and access tokens of the caller.
#[dropshot::api_description]
pub trait CredentialsApi {
    /// The server's state.
    type Context;

    /// Change the password
    ///
    /// The current password is verified within the limits of a login, and a wrong one counts as a failed login. From then on
    /// every access token that was issued before is invalid; the answer has a new one.
    #[endpoint { method = POST, path = "/v1/user/me/password", operation_id = "password_change", tags = ["user"] }]
    async fn password_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<PasswordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<NewAccessToken>>, ApiError>;

    /// Log out everywhere
    ///
    /// Makes every access token of the caller invalid, that of this request included.
    #[endpoint { method = POST, path = "/v1/auth/logout-all", operation_id = "user_log_out_everywhere", tags = ["auth"] }]
    async fn user_log_out_everywhere(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
