//! Mail accounts at IMAP servers.

use dropshot::{HttpResponseCreated, HttpResponseOk};
use invoices_api::imap::{ImapConnection, ImapLoginBody, MailServer, MailServers};
use invoices_api::{ApiError, Envelope};
use invoices_app::App;
use invoices_domain::UserId;
use invoices_domain::mail::ImapLogin;

use super::error::api_error;
use super::mail::told;
use invoices_api::sentence;

pub fn servers(app: &App) -> HttpResponseOk<Envelope<MailServers>> {
    let servers = app.mail_servers().into_iter();
    let servers = servers.map(|server| MailServer {
        name: server.name,
        host: server.host,
        domain: server.domain,
    });
    Envelope::ok(
        sentence::MAIL_SERVERS_RETRIEVED,
        MailServers {
            servers: servers.collect(),
        },
    )
}

pub async fn connect(
    app: &App,
    user: UserId,
    body: ImapLoginBody,
) -> Result<HttpResponseCreated<Envelope<ImapConnection>>, ApiError> {
    let login = ImapLogin {
        server: body.server,
        user: body.user,
        password: body.password,
    };
    let server = login.server.clone();
    let connected = app.connect_imap(user, login).await.map_err(api_error)?;
    let data = ImapConnection {
        server,
        email: connected.address.to_string(),
        account_switch: connected.switched,
        message: told(&connected),
    };
    Ok(Envelope::created(sentence::MAIL_ACCOUNT_CONNECTED, data))
}
