//! Sign-up, login, the profile, deletion.

use std::net::IpAddr;

use dropshot::{HttpResponseCreated, HttpResponseOk};
use invoices_api::caller::{MayBeDeleting, NoInput, OrNotFound, Person};
use invoices_api::credentials::{NewAccessToken, PasswordChangeBody};
use invoices_api::envelope::NoData;
use invoices_api::export::ExportResponse;
use invoices_api::session::{RefreshBody, SessionTokens};
use invoices_api::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, TokenType, UserProfile};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, UsersApi, sentence};
use invoices_app::{App, Error, NewAccount, User};
use invoices_domain::UserId;
use tokio_util::sync::CancellationToken;

use super::error::api_error;
use super::{Api, Context, Request, app, client, export, sessions};

pub async fn signup(
    app: &App,
    body: SignupBody,
    client: IpAddr,
) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError> {
    let new = NewAccount {
        email: body.email,
        name: body.name,
        password: body.password,
        invitation: body.invitation,
    };
    let session = app.signup(new, client).await.map_err(api_error)?;
    Ok(HttpResponseCreated(SessionEnvelope::new(
        sentence::SIGNUP_SUCCESSFUL,
        session.username,
        session.access_token,
        app.access_token_seconds(),
    )))
}

pub async fn login(app: &App, body: LoginBody, client: IpAddr) -> Result<HttpResponseOk<SessionEnvelope>, ApiError> {
    let session = app.login(&body.email, body.password, client).await.map_err(api_error)?;
    Ok(HttpResponseOk(SessionEnvelope::new(
        sentence::LOGIN_SUCCESSFUL,
        session.username,
        session.access_token,
        app.access_token_seconds(),
    )))
}

/// What an account says of the user.
pub fn person(user: User) -> Person {
    Person {
        created_on: user.created_at.date_naive(),
        name: user.name,
        email: user.email,
    }
}

pub async fn view(app: &App, user: UserId, person: Person) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError> {
    let view = profile(app, user, person).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::USER_DETAILS_RETRIEVED, view))
}

pub async fn profile(app: &App, user: UserId, person: Person) -> Result<UserProfile, Error> {
    Ok(UserProfile {
        name: person.name,
        email: person.email,
        created_on: person.created_on,
        mail_account_connected: app.is_mail_connected(user).await?,
    })
}

pub async fn usage(app: &App, user: UserId) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError> {
    let view = account_usage(app, user).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::USAGE_RETRIEVED, view))
}

pub async fn account_usage(app: &App, user: UserId) -> Result<AccountUsage, Error> {
    let invoices_app::AccountUsage { used, limits } = app.usage(user).await?;
    Ok(AccountUsage {
        stored_bytes: used.bytes,
        stored_bytes_limit: limits.bytes(),
        messages: used.messages,
        messages_limit: limits.messages(),
    })
}

pub async fn delete(
    app: &App,
    user: UserId,
    hung_up: &CancellationToken,
) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
    app.delete_account(user, hung_up).await.map_err(api_error)?;
    Ok(Envelope::ok(format!("User {user} deleted successfully!"), NoData))
}

impl UsersApi for Api {
    type Context = Context;

    async fn user_signup(
        request: Request,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError> {
        signup(app(&request), body.0, client(&request)).await
    }

    async fn user_login(
        request: Request,
        body: JsonBody<LoginBody>,
    ) -> Result<HttpResponseOk<SessionEnvelope>, ApiError> {
        login(app(&request), body.0, client(&request)).await
    }

    async fn user_view(
        request: Request,
        caller: Caller<NoInput, OrNotFound>,
    ) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError> {
        view(app(&request), caller.user, caller.person).await
    }

    async fn user_usage(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError> {
        usage(app(&request), caller.user).await
    }

    async fn user_delete(
        request: Request,
        caller: Caller<NoInput, MayBeDeleting>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        delete(app(&request), caller.user, &caller.hung_up).await
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
        sessions::refresh(app(&request), body.0, client(&request)).await
    }
}
