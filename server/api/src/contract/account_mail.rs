//! Codes that are mailed.

use dropshot::RequestContext;

use crate::caller::Caller;
use crate::envelope::{Answer, NoData};
use crate::extract::JsonBody;
use crate::user::account_mail::{AccountEmail, EmailCodeBody, PasswordForgottenBody, PasswordResetBody};

/// Codes that are mailed: for a forgotten password, and for the address of sign-up.
#[dropshot::api_description]
pub trait AccountMailApi {
    /// The server's state.
    type Context;

    /// Ask for a new password
    ///
    /// E-mails a code for setting a new password, if an account has the address. The response is the same if no account has it.
    /// A code is valid once, for an hour, until the next one is sent. E-mails per address and requests per client address are
    /// limited. No access token is required.
    #[endpoint { method = POST, path = "/v1/auth/password/forgot", operation_id = "password_forgot", tags = ["auth"] }]
    async fn password_forgot(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<PasswordForgottenBody>,
    ) -> Answer<NoData>;

    /// Set a new password
    ///
    /// Sets a new password with the code from the e-mail. All access tokens issued before become invalid and all sessions end:
    /// log in with the new password. The address counts as verified. Attempts are limited per client address. No access token
    /// is required.
    #[endpoint { method = POST, path = "/v1/auth/password/reset", operation_id = "password_reset", tags = ["auth"] }]
    async fn password_reset(rqctx: RequestContext<Self::Context>, body: JsonBody<PasswordResetBody>) -> Answer<NoData>;

    /// Show the e-mail
    ///
    /// The address that the caller gave at sign-up, and whether it is verified.
    #[endpoint { method = GET, path = "/v1/user/me/email", operation_id = "email_view", tags = ["user"] }]
    async fn email_view(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<AccountEmail>;

    /// Request a verification code
    ///
    /// E-mails a code to the sign-up address, for the confirmation. It is valid for an hour, until the next one is sent.
    /// Nothing is sent to a verified address. E-mails per user are limited.
    #[endpoint { method = POST, path = "/v1/user/me/email/verify", operation_id = "email_verify", tags = ["user"] }]
    async fn email_verify(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<AccountEmail>;

    /// Verify the e-mail
    ///
    /// Verifies the e-mail with the code that was sent. After five wrong codes it becomes invalid.
    #[endpoint { method = POST, path = "/v1/user/me/email/confirm", operation_id = "email_confirm", tags = ["user"] }]
    async fn email_confirm(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<EmailCodeBody>>,
    ) -> Answer<AccountEmail>;
}
