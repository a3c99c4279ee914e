//! The mail accounts that are connected.

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, Query};
use invoices_api::caller::NoInput;
use invoices_api::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use invoices_api::envelope::NoData;
use invoices_api::imap::{ImapConnection, ImapLoginBody, MailServers};
use invoices_api::mail::{MailConnection, StoreTokensBody};
use invoices_api::mail_account::{MailAccount, MailAccountMethod, MailAccountPath, MailAccountState, MailAccounts};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, JsonOrFormBody, MailboxesApi, OptionalJsonBody, sentence};
use invoices_app::ListedMailAccount;
use invoices_domain::mail::ConnectedBy;

use super::error::api_error;
use super::run::wire_run;
use super::{Api, Context, Request, app, imap, mail};

fn wire(listed: ListedMailAccount) -> MailAccount {
    MailAccount {
        account_id: listed.account_id.to_string(),
        address: listed.address.to_string(),
        provider: listed.provider,
        connected_by: listed.connected_by.map(|by| match by {
            ConnectedBy::Consent => MailAccountMethod::Consent,
            ConnectedBy::Tokens => MailAccountMethod::Tokens,
            ConnectedBy::Imap(_) => MailAccountMethod::Imap,
        }),
        state: if listed.is_connected {
            MailAccountState::Connected
        } else {
            MailAccountState::Reconnect
        },
        last_run: listed.last_run.map(wire_run),
        next_run_at: listed.next_run_at,
    }
}

impl MailboxesApi for Api {
    type Context = Context;

    async fn mail_store_tokens(
        request: Request,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
        mail::store_tokens(app(&request), caller.user, caller.input.0).await
    }

    async fn mail_connect(
        request: Request,
        caller: Caller<OptionalJsonBody<ConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConsent>>, ApiError> {
        mail::connect(app(&request), caller.user, caller.input.0.unwrap_or_default()).await
    }

    async fn mail_connect_callback(_: Request, _: Query<CallbackQuery>) -> Result<CallbackPage, ApiError> {
        Ok(CallbackPage)
    }

    async fn mail_connect_finish(
        request: Request,
        caller: Caller<JsonBody<FinishConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
        mail::finish_connect(app(&request), caller.user, caller.input.0).await
    }

    async fn mail_server_list(
        request: Request,
        _: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailServers>>, ApiError> {
        Ok(imap::servers(app(&request)))
    }

    async fn mail_connect_imap(
        request: Request,
        caller: Caller<JsonBody<ImapLoginBody>>,
    ) -> Result<HttpResponseCreated<Envelope<ImapConnection>>, ApiError> {
        imap::connect(app(&request), caller.user, caller.input.0).await
    }

    async fn mail_account_list(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailAccounts>>, ApiError> {
        let listed = app(&request).mail_accounts(caller.user).await.map_err(api_error)?;
        let data = MailAccounts {
            accounts: listed.into_iter().map(wire).collect(),
        };
        Ok(Envelope::ok(sentence::MAIL_ACCOUNTS_RETRIEVED, data))
    }

    async fn mail_account_disconnect(
        request: Request,
        caller: Caller<Path<MailAccountPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        let id = caller.input.into_inner().account_id;
        app(&request)
            .disconnect_mail(caller.user, &id)
            .await
            .map_err(api_error)?;
        Ok(Envelope::ok(sentence::MAIL_ACCOUNT_DISCONNECTED, NoData))
    }
}
