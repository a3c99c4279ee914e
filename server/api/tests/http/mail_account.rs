//! The operations on mail accounts.

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, Query};
use invoices_api::caller::NoInput;
use invoices_api::envelope::NoData;
use invoices_api::mail_account::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use invoices_api::mail_account::device::{DeviceCode, DeviceConnectBody, DeviceConnection, FinishDeviceBody};
use invoices_api::mail_account::imap::{ImapConnection, ImapLoginBody, MailServers};
use invoices_api::mail_account::tokens::{MailConnection, StoreTokensBody};
use invoices_api::mail_account::{MailAccount, MailAccountEditBody, MailAccountPath, MailAccounts};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, JsonOrFormBody, MailAccountsApi, OptionalJsonBody, PathAnd};

use crate::support::{Api, Context, Request};

impl MailAccountsApi for Api {
    type Context = Context;

    async fn mail_store_tokens(
        _: Request,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
        let body = caller.input.0;
        let connection = MailConnection {
            google_email: body.email.unwrap_or_default(),
            scope: body.scope.unwrap_or_default().join(" "),
            account_switch: false,
            message: String::new(),
        };
        Ok(Envelope::created("Stored.", connection))
    }

    async fn mail_connect(
        _: Request,
        _: Caller<OptionalJsonBody<ConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConsent>>, ApiError> {
        Err(ApiError::not_found("No such thing."))
    }

    async fn mail_connect_callback(_: Request, _: Query<CallbackQuery>) -> Result<CallbackPage, ApiError> {
        Ok(CallbackPage)
    }

    async fn mail_connect_finish(
        _: Request,
        _: Caller<JsonBody<FinishConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
        Err(ApiError::not_found("No such thing."))
    }

    async fn mail_connect_device(
        _: Request,
        _: Caller<JsonBody<DeviceConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<DeviceCode>>, ApiError> {
        Err(ApiError::not_found("No such thing."))
    }

    async fn mail_connect_device_finish(
        _: Request,
        _: Caller<JsonBody<FinishDeviceBody>>,
    ) -> Result<HttpResponseOk<Envelope<DeviceConnection>>, ApiError> {
        Err(ApiError::not_found("No such thing."))
    }

    async fn mail_server_list(
        _: Request,
        _: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailServers>>, ApiError> {
        Err(ApiError::not_found("No such thing."))
    }

    async fn mail_connect_imap(
        _: Request,
        _: Caller<JsonBody<ImapLoginBody>>,
    ) -> Result<HttpResponseCreated<Envelope<ImapConnection>>, ApiError> {
        Err(ApiError::not_found("No such thing."))
    }

    async fn mail_account_list(
        _: Request,
        _: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailAccounts>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn mail_account_edit(
        _: Request,
        _: Caller<PathAnd<MailAccountPath, JsonBody<MailAccountEditBody>>>,
    ) -> Result<HttpResponseOk<Envelope<MailAccount>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn mail_account_disconnect(
        _: Request,
        _: Caller<Path<MailAccountPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }
}
