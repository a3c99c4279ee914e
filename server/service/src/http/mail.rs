//! Connecting a mail account.

use dropshot::HttpResponseCreated;
use invoices_api::mail::{MailConnection, StoreTokensBody};
use invoices_api::{ApiError, Envelope};
use invoices_app::{App, GivenTokens};
use invoices_domain::UserId;

use super::error::api_error;

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
    let message = if connected.switched {
        format!("Another mail account is connected now: {}.", connected.address)
    } else {
        format!("The mail account {} is connected.", connected.address)
    };
    let data = MailConnection {
        google_email: connected.address.to_string(),
        scope: connected.scope.join(" "),
        account_switch: connected.switched,
        message,
    };
    Ok(Envelope::created("Mail tokens stored successfully!", data))
}
