//! Connecting a mail account.

use dropshot::HttpResponseCreated;
use invoices_api::connect::{ConnectBody, ConsentRedirect, FinishConnectBody, MailConsent};
use invoices_api::mail::{MailConnection, StoreTokensBody};
use invoices_api::{ApiError, Envelope};
use invoices_app::{App, ConnectedAccount, GivenTokens};
use invoices_domain::UserId;
use invoices_domain::mail::Redirect;
use secrecy::ExposeSecret;

use super::error::api_error;
use invoices_api::sentence;

pub async fn store_tokens(
    app: &App,
    user: UserId,
    body: StoreTokensBody,
) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
    let given = GivenTokens {
        access_token: body.access_token,
        refresh_token: body.refresh_token,
        expires_in: body.expires_in.map(u64::from),
    };
    let connected = app.store_mail_tokens(user, given).await.map_err(api_error)?;
    Ok(connection(&connected))
}

pub async fn connect(
    app: &App,
    user: UserId,
    body: ConnectBody,
) -> Result<HttpResponseCreated<Envelope<MailConsent>>, ApiError> {
    let redirect = match body.redirect.unwrap_or_default() {
        ConsentRedirect::Service => Redirect::Service,
        ConsentRedirect::Localhost => Redirect::Localhost,
    };
    let begun = app.begin_connecting(user, redirect).await.map_err(api_error)?;
    let data = MailConsent {
        authorization_url: begun.page,
        state: begun.state.expose_secret().to_owned(),
        expires_in: begun.expires_in,
    };
    Ok(Envelope::created(sentence::CONSENT_STARTED, data))
}

pub async fn finish_connect(
    app: &App,
    user: UserId,
    body: FinishConnectBody,
) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
    for (name, value) in [("state", &body.state), ("code", &body.code)] {
        if value.expose_secret().trim().is_empty() {
            return Err(ApiError::invalid_field(name, "it must not be blank"));
        }
    }
    let connected = app.finish_connecting(user, &body.state, &body.code).await;
    Ok(connection(&connected.map_err(api_error)?))
}

/// What happened, for people.
pub fn told(connected: &ConnectedAccount) -> String {
    if connected.switched {
        format!("Another mail account is now connected: {}.", connected.address)
    } else {
        format!("The mail account {} is connected.", connected.address)
    }
}

fn connection(connected: &ConnectedAccount) -> HttpResponseCreated<Envelope<MailConnection>> {
    let data = MailConnection {
        google_email: connected.address.to_string(),
        scope: connected.scope.join(" "),
        account_switch: connected.switched,
        message: told(connected),
    };
    Envelope::created("Mail tokens stored successfully!", data)
}
