//! The export of the caller's account.

use dropshot::RequestContext;

use crate::caller::{Caller, NoInput};
use crate::error::ApiError;
use crate::export::ExportResponse;

/// The export of the caller's account.
#[dropshot::api_description]
pub trait ExportApi {
    /// The server's state.
    type Context;

    /// Export the account
    ///
    /// Everything of the caller as one zip archive: the profile, the sources, all invoices as JSON with their detail records and
    /// as one CSV table, the mails with what became of each, the notifications, and every stored original. A `README.txt` in it
    /// says what each file is. It contains no password and no tokens. The archive is made while it is sent, so its length is not
    /// known before; one that is cut off has no table of contents and can't be opened. A user has one export at a time.
    #[endpoint { method = GET, path = "/v1/user/me/export", operation_id = "user_export", tags = ["user"] }]
    async fn user_export(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<ExportResponse, ApiError>;
}
