//! Sign-up, login, the profile, deletion.

use std::net::IpAddr;

use dropshot::{HttpResponseCreated, HttpResponseOk};
use invoices_api::caller::Person;
use invoices_api::envelope::NoData;
use invoices_api::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, UserProfile};
use invoices_api::{ApiError, Envelope, sentence};
use invoices_app::{App, Error, NewAccount};
use invoices_db::User;
use invoices_domain::UserId;
use tokio_util::sync::CancellationToken;

use crate::http::error::api_error;

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

pub async fn usage(
    app: &App,
    user: UserId,
    hung_up: &CancellationToken,
) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError> {
    let _turn = app.begin_scan(user, hung_up).await.map_err(api_error)?;
    let view = account_usage(app, user).await.map_err(api_error)?;
    Ok(Envelope::ok(sentence::USAGE_RETRIEVED, view))
}

pub async fn account_usage(app: &App, user: UserId) -> Result<AccountUsage, Error> {
    let (used, limits) = (app.usage(user).await?, &app.settings().limits);
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
