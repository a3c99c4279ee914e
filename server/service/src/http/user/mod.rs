//! The operations on the account of a user.

pub mod access_token;
pub mod account;
pub mod account_mail;
pub mod browser_session;
pub mod preferences;
pub mod session;

use dropshot::{HttpResponseCreated, HttpResponseOk};
use invoices_api::caller::{MayBeDeleting, NoInput, OrNotFound};
use invoices_api::envelope::NoData;
use invoices_api::export::ExportResponse;
use invoices_api::user::credentials::{NewAccessToken, PasswordChangeBody};
use invoices_api::user::preferences::{PreferencesBody, UserPreferences};
use invoices_api::user::session::{RefreshBody, SessionTokens};
use invoices_api::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, TokenType, UserProfile};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, UsersApi, sentence};

use super::error::api_error;
use super::{Api, Context, Request, app, client, export};

impl UsersApi for Api {
    type Context = Context;

    async fn user_signup(
        request: Request,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError> {
        account::signup(app(&request), body.0, client(&request)).await
    }

    async fn user_login(
        request: Request,
        body: JsonBody<LoginBody>,
    ) -> Result<HttpResponseOk<SessionEnvelope>, ApiError> {
        account::login(app(&request), body.0, client(&request)).await
    }

    async fn user_view(
        request: Request,
        caller: Caller<NoInput, OrNotFound>,
    ) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError> {
        account::view(app(&request), caller.user, caller.person).await
    }

    async fn user_usage(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError> {
        account::usage(app(&request), caller.user, &caller.hung_up).await
    }

    async fn preferences_view(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<UserPreferences>>, ApiError> {
        preferences::view(app(&request), caller.user).await
    }

    async fn preferences_set(
        request: Request,
        caller: Caller<JsonBody<PreferencesBody>>,
    ) -> Result<HttpResponseOk<Envelope<UserPreferences>>, ApiError> {
        preferences::set(app(&request), caller.user, caller.input.0).await
    }

    async fn user_delete(
        request: Request,
        caller: Caller<NoInput, MayBeDeleting>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        account::delete(app(&request), caller.user, &caller.hung_up).await
    }

    async fn user_export(request: Request, caller: Caller<NoInput>) -> Result<ExportResponse, ApiError> {
        export::export(app(&request), caller.user).await
    }

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
        Ok(Envelope::ok(sentence::PASSWORD_CHANGED, token))
    }

    async fn user_log_out_everywhere(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        app(&request).log_out_everywhere(caller.user).await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::LOGGED_OUT_EVERYWHERE, NoData))
    }

    async fn session_refresh(
        request: Request,
        body: JsonBody<RefreshBody>,
    ) -> Result<HttpResponseOk<Envelope<SessionTokens>>, ApiError> {
        session::refresh(app(&request), body.0, client(&request)).await
    }
}
