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
    /// All of the caller's data as a zip archive: the profile, the sources, all invoices as JSON with their detail records and
    /// as a CSV table, the messages with their outcomes, the notifications, and every stored original. A `README.txt` describes
    /// each file. It contains no password and no tokens. The archive is created while it is sent, so its length is not known in
    /// advance. A truncated archive has no table of contents and can't be opened. A user can have one export at a time.
    #[endpoint { method = GET, path = "/v1/user/me/export", operation_id = "user_export", tags = ["user"] }]
    async fn user_export(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<ExportResponse, ApiError>;
}
