//! Invoices of both types.

use dropshot::{Query, RequestContext};

use crate::cached::Cached;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::PathAnd;
use crate::invoice::list::{InvoiceList, InvoiceListQuery, InvoiceTypePath};

/// Invoices of both types.
#[dropshot::api_description]
pub trait InvoicesApi {
    /// The server's state.
    type Context;

    /// List invoices
    ///
    /// `rental`: all rental invoices by year; `data` is `null` if there are none. `subtype`, `invoice-id` and `counts` (even
    /// `counts=false`) are refused. `retail`: summaries of one `subtype` or all; with `subtype` and `invoice-id`, the detail
    /// record of that invoice; with `counts=true`, the number of invoices per sub-type, or of the given one. Unknown query
    /// parameters are ignored. An `invoice-id` of another sub-type, of another user or in an unknown form returns 404.
    ///
    /// `from`, `to`, `vendor`, `currency` and `q` filter the lists of both types, and the counts.
    ///
    /// With `limit` the list is paged: `next_cursor` is the `cursor` of the next page, and `invoiceCount` counts all pages.
    /// Each response has an `ETag`. A request with this tag in `If-None-Match` returns 304 while nothing has changed.
    #[endpoint { method = GET, path = "/v1/invoices/{type}", operation_id = "invoice_list", tags = ["invoices"] }]
    async fn invoice_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<InvoiceTypePath, Query<InvoiceListQuery>>>,
    ) -> Result<Cached<Option<InvoiceList>>, ApiError>;
}
