//! The mail accounts that are connected.

use dropshot::{HttpResponseOk, Path, RequestContext};

use crate::caller::{Caller, NoInput};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::mail_account::{MailAccountPath, MailAccounts};

/// The mail accounts that are connected.
#[dropshot::api_description]
pub trait MailAccountsApi {
    /// The server's state.
    type Context;

    /// List mail accounts
    ///
    /// The caller's mail account, even if it must be reconnected. Empty if none was connected, or if it was disconnected.
    #[endpoint { method = GET, path = "/v1/mail/accounts", operation_id = "mail_account_list", tags = ["auth"] }]
    async fn mail_account_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailAccounts>>, ApiError>;

    /// Disconnect a mail account
    ///
    /// Removes its tokens or password. Invoices and messages stay. If no other user has connected the same address, the grant
    /// is also revoked at the provider, in the background.
    #[endpoint { method = DELETE, path = "/v1/mail/accounts/{account_id}", operation_id = "mail_account_disconnect", tags = ["auth"] }]
    async fn mail_account_disconnect(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<MailAccountPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
