//! The operations on the account of a user.

pub mod access_token;
pub mod account;
pub mod account_mail;
pub mod browser_session;
pub mod preferences;
pub mod session;

use dropshot::{HttpResponseCreated, HttpResponseOk};
use invoices_api::caller::{MayBeDeleting, NoInput, OrNotFound};
use invoices_api::envelope::{Answer, NoData};
use invoices_api::export::ExportResponse;
use invoices_api::user::credentials::{NewAccessToken, PasswordChangeBody};
use invoices_api::user::preferences::{PreferencesBody, UserPreferences};
use invoices_api::user::session::{RefreshBody, SessionTokens};
use invoices_api::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, TokenType, UserProfile};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, UsersApi, sentence};
use invoices_app::{App, NewAccount, Session};

use super::error::api_error;
use super::{Api, Context, Request, app, client, export};

impl UsersApi for Api {
    type Context = Context;

    async fn user_signup(
        request: Request,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError> {
        let (app, body) = (app(&request), body.0);
        let new = NewAccount {
            email: body.email,
            name: body.name,
            password: body.password,
            invitation: body.invitation,
        };
        let session = app.signup(new, client(&request)).await.map_err(api_error)?;
        Ok(HttpResponseCreated(envelope(app, sentence::SIGNUP_SUCCESSFUL, session)))
    }

    async fn user_login(
        request: Request,
        body: JsonBody<LoginBody>,
    ) -> Result<HttpResponseOk<SessionEnvelope>, ApiError> {
        let (app, body) = (app(&request), body.0);
        let session = app.login(&body.email, body.password, client(&request)).await;
        let session = session.map_err(api_error)?;
        Ok(HttpResponseOk(envelope(app, sentence::LOGIN_SUCCESSFUL, session)))
    }

    async fn user_view(request: Request, caller: Caller<NoInput, OrNotFound>) -> Answer<UserProfile> {
        let view = account::profile(app(&request), caller.user, caller.person).await;
        Ok(Envelope::ok(sentence::USER_DETAILS_RETRIEVED, view.map_err(api_error)?))
    }

    async fn user_usage(request: Request, caller: Caller) -> Answer<AccountUsage> {
        let turn = app(&request).begin_scan(caller.user, &caller.hung_up).await;
        let _turn = turn.map_err(api_error)?;
        let view = account::usage(app(&request), caller.user).await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::USAGE_RETRIEVED, view))
    }

    async fn preferences_view(request: Request, caller: Caller) -> Answer<UserPreferences> {
        let shown = preferences::shown(app(&request), caller.user)
            .await
            .map_err(api_error)?;
        Ok(Envelope::ok(sentence::PREFERENCES_RETRIEVED, shown))
    }

    async fn preferences_set(request: Request, caller: Caller<JsonBody<PreferencesBody>>) -> Answer<UserPreferences> {
        let given = preferences::given(caller.input.0)?;
        let set = app(&request).set_preferences(caller.user, given).await;
        let set = preferences::wire(&set.map_err(api_error)?);
        Ok(Envelope::ok(sentence::PREFERENCES_CHANGED, set))
    }

    async fn user_delete(request: Request, caller: Caller<NoInput, MayBeDeleting>) -> Answer<NoData> {
        let user = caller.user;
        let deleted = app(&request).delete_account(user, &caller.hung_up).await;
        deleted.map_err(api_error)?;
        Ok(Envelope::ok(format!("User {user} deleted successfully!"), NoData))
    }

    async fn user_export(request: Request, caller: Caller) -> Result<ExportResponse, ApiError> {
        export::export(app(&request), caller.user).await
    }

    async fn password_change(request: Request, caller: Caller<JsonBody<PasswordChangeBody>>) -> Answer<NewAccessToken> {
        let (app, body) = (app(&request), caller.input.0);
        let changed = app.change_password(caller.user, body.current_password, body.new_password, client(&request));
        let token = NewAccessToken {
            access_token: changed.await.map_err(api_error)?,
            token_type: TokenType::Bearer,
            expires_in: app.access_token_seconds(),
        };
        Ok(Envelope::ok(sentence::PASSWORD_CHANGED, token))
    }

    async fn user_log_out_everywhere(request: Request, caller: Caller) -> Answer<NoData> {
        app(&request).log_out_everywhere(caller.user).await.map_err(api_error)?;
        Ok(Envelope::ok(sentence::LOGGED_OUT_EVERYWHERE, NoData))
    }

    async fn session_refresh(request: Request, body: JsonBody<RefreshBody>) -> Answer<SessionTokens> {
        let refreshed = app(&request).refresh_session(&body.0.refresh_token, client(&request));
        let tokens = session::wire(app(&request), refreshed.await.map_err(api_error)?);
        Ok(Envelope::ok(sentence::SESSION_REFRESHED, tokens))
    }
}

fn envelope(app: &App, message: &str, session: Session) -> SessionEnvelope {
    let seconds = app.access_token_seconds();
    SessionEnvelope::new(message, session.username, session.access_token, seconds)
}
