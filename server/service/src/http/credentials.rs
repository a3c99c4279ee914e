//! Passwords and access tokens of the caller.

use dropshot::HttpResponseOk;
use invoices_api::caller::NoInput;
use invoices_api::credentials::{NewAccessToken, PasswordChangeBody};
use invoices_api::envelope::NoData;
use invoices_api::session::{RefreshBody, SessionTokens};
use invoices_api::user::TokenType;
use invoices_api::{ApiError, Caller, CredentialsApi, Envelope, JsonBody};

use super::error::api_error;
use super::{Api, Context, Request, app, client, sessions};

impl CredentialsApi for Api {
    type Context = Context;

    async fn password_change(
        request: Request,
        caller: Caller<JsonBody<PasswordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<NewAccessToken>>, ApiError> {
        let (app, body) = (app(&request), caller.input.0);
        let changed = app
            .change_password(caller.user, body.current_password, body.new_password, client(&request))
            .await;
        let token = NewAccessToken {
            access_token: changed.map_err(api_error)?,
            token_type: TokenType::Bearer,
            expires_in: app.access_token_seconds(),
        };
        Ok(Envelope::ok("Password changed successfully!", token))
    }

    async fn session_refresh(
        request: Request,
        body: JsonBody<RefreshBody>,
    ) -> Result<HttpResponseOk<Envelope<SessionTokens>>, ApiError> {
        sessions::refresh(app(&request), body.0, client(&request)).await
    }

    async fn user_log_out_everywhere(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        app(&request).log_out_everywhere(caller.user).await.map_err(api_error)?;
        Ok(Envelope::ok("Logged out everywhere successfully!", NoData))
    }
}
