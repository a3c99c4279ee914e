//! Mail accounts: connecting one, the list, and disconnecting.

use dropshot::{HttpResponseCreated, Path, Query};
use invoices_api::envelope::{Answer, Created, NoData};
use invoices_api::ingest::IngestRun;
use invoices_api::mail_account::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use invoices_api::mail_account::device::{
    DeviceCode, DeviceConnectBody, DeviceConnection, DeviceState, FinishDeviceBody,
};
use invoices_api::mail_account::imap::{ImapConnection, ImapLoginBody, MailServer, MailServers, MailSignIn};
use invoices_api::mail_account::tokens::{MailConnection, StoreTokensBody};
use invoices_api::mail_account::{
    MailAccount, MailAccountEditBody, MailAccountMethod, MailAccountPath, MailAccountState, MailAccounts,
};
use invoices_api::{
    ApiError, Caller, Envelope, JsonBody, JsonOrFormBody, MailAccountsApi, OptionalJsonBody, PathAnd, sentence,
};
use invoices_app::{ConnectedAccount, DeviceProgress, GivenLogin, ListedMailAccount};
use invoices_domain::mail::{AccountEdit, ConnectTo, ConnectedBy, ExchangedTokens, SignIn};
use secrecy::{ExposeSecret, SecretString};

use super::error::api_error;
use super::ingest::run::wire_run;
use super::{Api, Context, Request, app};

impl MailAccountsApi for Api {
    type Context = Context;

    async fn mail_store_tokens(
        request: Request,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Created<MailConnection> {
        let body = caller.input.0;
        let given = ExchangedTokens {
            access_token: body.access_token,
            refresh_token: body.refresh_token,
            expires_in: body.expires_in.map(u64::from),
        };
        let to = connect_to(body.account_id.as_deref())?;
        let connected = app(&request).store_mail_tokens(caller.user, to, given).await;
        Ok(connection(&connected.map_err(api_error)?))
    }

    async fn mail_connect(request: Request, caller: Caller<OptionalJsonBody<ConnectBody>>) -> Created<MailConsent> {
        let body = caller.input.0.unwrap_or_default();
        let redirect = body.redirect.unwrap_or_default();
        let begun = app(&request).begin_connecting(caller.user, redirect, body.server).await;
        let begun = begun.map_err(api_error)?;
        let data = MailConsent {
            authorization_url: begun.page,
            state: begun.state.expose_secret().to_owned(),
            expires_in: begun.expires_in,
        };
        Ok(Envelope::created(sentence::CONSENT_STARTED, data))
    }

    async fn mail_connect_callback(_: Request, _: Query<CallbackQuery>) -> Result<CallbackPage, ApiError> {
        Ok(CallbackPage)
    }

    async fn mail_connect_finish(
        request: Request,
        caller: Caller<JsonBody<FinishConnectBody>>,
    ) -> Created<MailConnection> {
        let body = caller.input.0;
        for (name, value) in [("state", &body.state), ("code", &body.code)] {
            check_not_blank(name, value)?;
        }
        let to = connect_to(body.account_id.as_deref())?;
        let connected = app(&request).finish_connecting(caller.user, to, &body.state, &body.code);
        Ok(connection(&connected.await.map_err(api_error)?))
    }

    async fn mail_connect_device(request: Request, caller: Caller<JsonBody<DeviceConnectBody>>) -> Created<DeviceCode> {
        let begun = app(&request).begin_device(caller.user, &caller.input.0.server).await;
        let begun = begun.map_err(api_error)?;
        let data = DeviceCode {
            user_code: begun.user_code,
            verification_uri: begun.verification_uri,
            state: begun.state.expose_secret().to_owned(),
            expires_in: begun.expires_in,
            interval: begun.interval,
        };
        Ok(Envelope::created(sentence::DEVICE_CODE_STARTED, data))
    }

    async fn mail_connect_device_finish(
        request: Request,
        caller: Caller<JsonBody<FinishDeviceBody>>,
    ) -> Answer<DeviceConnection> {
        let body = caller.input.0;
        check_not_blank("state", &body.state)?;
        let to = connect_to(body.account_id.as_deref())?;
        let progress = app(&request).finish_device(caller.user, to, &body.state).await;
        let (message, data) = match progress.map_err(api_error)? {
            DeviceProgress::Pending { interval } => {
                let pending = DeviceConnection {
                    state: DeviceState::Pending,
                    interval: Some(interval),
                    server: None,
                    email: None,
                    account_switch: None,
                };
                (sentence::DEVICE_PENDING, pending)
            }
            DeviceProgress::Connected { server, account } => {
                let connected = DeviceConnection {
                    state: DeviceState::Connected,
                    interval: None,
                    server: Some(server),
                    email: Some(account.address.to_string()),
                    account_switch: Some(account.switched),
                };
                (sentence::MAIL_ACCOUNT_CONNECTED, connected)
            }
        };
        Ok(Envelope::ok(message, data))
    }

    async fn mail_server_list(request: Request, _: Caller) -> Answer<MailServers> {
        let servers = app(&request).mail_servers().into_iter();
        let servers = servers.map(|server| MailServer {
            name: server.name,
            host: server.host,
            domain: server.domain,
            sign_in: match server.sign_in {
                SignIn::Password => MailSignIn::Password,
                SignIn::Consent { .. } => MailSignIn::Consent,
            },
            device_code: server.sign_in == SignIn::Consent { device: true },
        });
        let data = MailServers {
            servers: servers.collect(),
            gmail: app(&request).asks_google(),
        };
        Ok(Envelope::ok(sentence::MAIL_SERVERS_RETRIEVED, data))
    }

    async fn mail_connect_imap(request: Request, caller: Caller<JsonBody<ImapLoginBody>>) -> Created<ImapConnection> {
        let body = caller.input.0;
        let (server, to) = (body.server.clone(), connect_to(body.account_id.as_deref())?);
        let login = GivenLogin {
            server: body.server,
            user: body.user,
            password: body.password,
        };
        let connected = app(&request).connect_imap(caller.user, to, login).await;
        let connected = connected.map_err(api_error)?;
        let data = ImapConnection {
            server,
            email: connected.address.to_string(),
            account_switch: connected.switched,
            message: told(&connected),
        };
        Ok(Envelope::created(sentence::MAIL_ACCOUNT_CONNECTED, data))
    }

    async fn mail_account_list(request: Request, caller: Caller) -> Answer<MailAccounts> {
        let listed = app(&request).mail_accounts(caller.user).await;
        let (accounts, last_run) = listed.map_err(api_error)?;
        let last_run = last_run.map(wire_run);
        let accounts = accounts.into_iter().map(|listed| wire(listed, last_run.clone()));
        let data = MailAccounts {
            accounts: accounts.collect(),
        };
        Ok(Envelope::ok(sentence::MAIL_ACCOUNTS_RETRIEVED, data))
    }

    async fn mail_account_edit(
        request: Request,
        caller: Caller<PathAnd<MailAccountPath, JsonBody<MailAccountEditBody>>>,
    ) -> Answer<MailAccount> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let edit = AccountEdit {
            name: body.name,
            paused: body.paused,
        };
        let edited = app(&request)
            .edit_mail_account(caller.user, &path.account_id, edit)
            .await;
        let (edited, last_run) = edited.map_err(api_error)?;
        Ok(Envelope::ok(
            sentence::MAIL_ACCOUNT_CHANGED,
            wire(edited, last_run.map(wire_run)),
        ))
    }

    async fn mail_account_disconnect(request: Request, caller: Caller<Path<MailAccountPath>>) -> Answer<NoData> {
        let id = caller.input.into_inner().account_id;
        let disconnected = app(&request).disconnect_mail(caller.user, &id).await;
        disconnected.map_err(api_error)?;
        Ok(Envelope::ok(sentence::MAIL_ACCOUNT_DISCONNECTED, NoData))
    }
}

fn check_not_blank(field: &str, value: &SecretString) -> Result<(), ApiError> {
    if value.expose_secret().trim().is_empty() {
        return Err(ApiError::invalid_field(field, "it must not be blank"));
    }
    Ok(())
}

/// Which account the request connects.
fn connect_to(account_id: Option<&str>) -> Result<ConnectTo, ApiError> {
    match account_id {
        // A form sends an empty value for none.
        None | Some("") => Ok(ConnectTo::First),
        Some("new") => Ok(ConnectTo::Another),
        Some(id) => id
            .parse()
            .map(ConnectTo::Again)
            .map_err(|_| ApiError::invalid_field("account_id", "it must be the id of a mail account, or new")),
    }
}

/// What happened, for people.
fn told(connected: &ConnectedAccount) -> String {
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

fn wire(listed: ListedMailAccount, last_run: Option<IngestRun>) -> MailAccount {
    let secret = listed.secret;
    MailAccount {
        account_id: listed.account_id.to_string(),
        state: if secret.paused {
            MailAccountState::Paused
        } else if secret.needs_reconnect() {
            MailAccountState::Reconnect
        } else {
            MailAccountState::Connected
        },
        provider: secret.provider().map(str::to_owned),
        address: secret.address.to_string(),
        name: secret.name,
        connected_by: secret.connected_by.map(|by| match by {
            ConnectedBy::Consent => MailAccountMethod::Consent,
            ConnectedBy::Tokens => MailAccountMethod::Tokens,
            ConnectedBy::Imap(_) => MailAccountMethod::Imap,
        }),
        last_run,
        next_run_at: listed.next_run_at,
    }
}
