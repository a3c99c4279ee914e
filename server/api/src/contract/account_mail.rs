//! Codes that are mailed.

use dropshot::{HttpResponseOk, RequestContext};

use crate::account_mail::{AccountEmail, EmailCodeBody, PasswordForgottenBody, PasswordResetBody};
use crate::caller::{Caller, NoInput};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::JsonBody;

/// Codes that are mailed: for a forgotten password, and for the address of sign-up.
#[dropshot::api_description]
pub trait AccountMailApi {
    /// The server's state.
    type Context;

    /// Ask for a new password
    ///
    /// Mails a code that sets a new password to the address, if an account has it. The answer is the same if none has. A code is
    /// valid for an hour, once, and until the next one is mailed. The mails to one address and the requests of one client address
    /// in an hour are limited. No access token is needed.
    #[endpoint { method = POST, path = "/v1/auth/password/forgot", operation_id = "password_forgot", tags = ["auth"] }]
    async fn password_forgot(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<PasswordForgottenBody>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Set a new password
    ///
    /// With the code that was mailed. Every access token that was issued before is invalid from then on, and every session has
    /// ended: log in with the new password. The address counts as verified. The attempts of one client address are limited. No
    /// access token is needed.
    #[endpoint { method = POST, path = "/v1/auth/password/reset", operation_id = "password_reset", tags = ["auth"] }]
    async fn password_reset(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<PasswordResetBody>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Show the e-mail
    ///
    /// The address that the caller gave at sign-up, and whether it is verified.
    #[endpoint { method = GET, path = "/v1/user/me/email", operation_id = "email_view", tags = ["user"] }]
    async fn email_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountEmail>>, ApiError>;

    /// Ask for a code by mail
    ///
    /// Mails a code to the address of sign-up, which the confirmation takes. It is valid for an hour, and until the next one is
    /// mailed. A verified address gets none. The mails to one user in an hour are limited.
    #[endpoint { method = POST, path = "/v1/user/me/email/verify", operation_id = "email_verify", tags = ["user"] }]
    async fn email_verify(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountEmail>>, ApiError>;

    /// Verify the e-mail
    ///
    /// With the code that was mailed. After five wrong ones it is not valid any more.
    #[endpoint { method = POST, path = "/v1/user/me/email/confirm", operation_id = "email_confirm", tags = ["user"] }]
    async fn email_confirm(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<EmailCodeBody>>,
    ) -> Result<HttpResponseOk<Envelope<AccountEmail>>, ApiError>;
}
