//! The connected mail accounts.

use dropshot::{Path, Query, RequestContext};

use crate::caller::Caller;
use crate::envelope::{Answer, Created, NoData};
use crate::error::ApiError;
use crate::extract::{JsonBody, JsonOrFormBody, OptionalJsonBody, PathAnd};
use crate::mail_account::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use crate::mail_account::device::{DeviceCode, DeviceConnectBody, DeviceConnection, FinishDeviceBody};
use crate::mail_account::imap::{ImapConnection, ImapLoginBody, MailServers};
use crate::mail_account::tokens::{MailConnection, StoreTokensBody};
use crate::mail_account::{MailAccount, MailAccountEditBody, MailAccountPath, MailAccounts};

/// The connected mail accounts.
#[dropshot::api_description]
pub trait MailAccountsApi {
    /// The server's state.
    type Context;

    /// Connect a mail account
    ///
    /// Validates the tokens with the identity provider, which also names the account, and stores them in the secret store. One
    /// of the scopes `gmail.readonly`, `gmail.modify` and `https://mail.google.com/` is required. If the account is already
    /// connected and no refresh token is given, the stored one is kept. Without an `account_id`, another account replaces the
    /// first; its invoices stay. Attempts are limited per user.
    #[endpoint { method = POST, path = "/v1/auth/mail/store-tokens", operation_id = "mail_store_tokens", tags = ["auth"] }]
    async fn mail_store_tokens(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Created<MailConnection>;

    /// Ask for access to a mailbox
    ///
    /// Starts to connect a mail account through the provider's consent page (OAuth 2.0 authorization code with PKCE). Open the
    /// URL in the user's browser. The provider redirects back with a `code` and the `state`; pass both to the finish operation.
    /// A consent can be finished once, by the user who started it, within ten minutes. With a `server` the page is that of the IMAP
    /// server's provider, such as Microsoft.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect", operation_id = "mail_connect", tags = ["auth"] }]
    async fn mail_connect(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<ConnectBody>>,
    ) -> Created<MailConsent>;

    /// Return from the consent page
    ///
    /// Where the provider redirects the browser. The page passes `state` and `code` to the app that opened it (a message of
    /// type `invoices-mail-connect` to the same origin; without an opener, on the `BroadcastChannel` of that name), or shows
    /// them. It stores and connects nothing.
    #[endpoint { method = GET, path = "/v1/auth/mail/callback", operation_id = "mail_connect_callback", tags = ["auth"] }]
    async fn mail_connect_callback(
        rqctx: RequestContext<Self::Context>,
        query: Query<CallbackQuery>,
    ) -> Result<CallbackPage, ApiError>;

    /// Finish connecting a mail account
    ///
    /// Exchanges the code for tokens and connects the account, as store-tokens does. After a 502 the call can be repeated. It
    /// fails with 400 if the provider has already exchanged the code; then ask for the consent again.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect/finish", operation_id = "mail_connect_finish", tags = ["auth"] }]
    async fn mail_connect_finish(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<FinishConnectBody>>,
    ) -> Created<MailConnection>;

    /// Ask for a code for another device
    ///
    /// Starts to connect a mail account without a browser on this machine (OAuth 2.0 device authorization grant). The user types the
    /// code on the page, on any device. Call the finish operation every `interval` seconds meanwhile. Attempts are limited per user.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect/device", operation_id = "mail_connect_device", tags = ["auth"] }]
    async fn mail_connect_device(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<DeviceConnectBody>>,
    ) -> Created<DeviceCode>;

    /// Finish connecting with another device
    ///
    /// Connects the account if the user has agreed. Until then the state is `pending`, and `interval` says when to ask again. After a
    /// 502 the call can be repeated until the code is used.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect/device/finish", operation_id = "mail_connect_device_finish", tags = ["auth"] }]
    async fn mail_connect_device_finish(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<FinishDeviceBody>>,
    ) -> Answer<DeviceConnection>;

    /// List the IMAP servers
    ///
    /// The configured servers whose mail accounts can be connected: with a user name and a password, or by consent.
    #[endpoint { method = GET, path = "/v1/auth/mail/imap", operation_id = "mail_server_list", tags = ["auth"] }]
    async fn mail_server_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<MailServers>;

    /// Connect a mail account at an IMAP server
    ///
    /// Logs in to one of the configured servers and stores the login in the secret store. Without an `account_id`, it replaces the
    /// account that was connected first, by OAuth or IMAP; its invoices stay. The mailbox is not changed. Attempts are limited per
    /// user and per account.
    #[endpoint { method = POST, path = "/v1/auth/mail/imap", operation_id = "mail_connect_imap", tags = ["auth"] }]
    async fn mail_connect_imap(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<ImapLoginBody>>,
    ) -> Created<ImapConnection>;

    /// List mail accounts
    ///
    /// The caller's mail accounts, even those that must be reconnected. Ingests read all that are connected and not paused; a mail
    /// that is in several is one.
    #[endpoint { method = GET, path = "/v1/mail/accounts", operation_id = "mail_account_list", tags = ["auth"] }]
    async fn mail_account_list(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<MailAccounts>;

    /// Name or pause a mail account
    ///
    /// Ingests leave a paused account out until it is resumed. If every account is paused, they fail with `MAIL_TOKEN_EXPIRED`.
    #[endpoint { method = PATCH, path = "/v1/mail/accounts/{account_id}", operation_id = "mail_account_edit", tags = ["auth"] }]
    async fn mail_account_edit(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<MailAccountPath, JsonBody<MailAccountEditBody>>>,
    ) -> Answer<MailAccount>;

    /// Disconnect a mail account
    ///
    /// Removes its tokens or password. Invoices and messages stay. If no other user has connected the same address, the grant
    /// is also revoked at the provider, in the background.
    #[endpoint { method = DELETE, path = "/v1/mail/accounts/{account_id}", operation_id = "mail_account_disconnect", tags = ["auth"] }]
    async fn mail_account_disconnect(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MailAccountPath>>,
    ) -> Answer<NoData>;
}
