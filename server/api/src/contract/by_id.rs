//! One invoice by its id.

use dropshot::{HttpResponseOk, Path, RequestContext};

use crate::caller::{Caller, MustExist};
use crate::download::PathAndConditions;
use crate::envelope::Envelope;
use crate::error::ApiError;
use crate::original::OriginalResponse;
use crate::rental::{RentalInvoicePath, RentalInvoiceResponse};
use crate::retail::{RetailDeletion, RetailInvoicePath};

/// One invoice by its id.
#[dropshot::api_description]
pub trait ByIdApi {
    /// The server's state.
    type Context;

    /// Show a rental invoice
    ///
    /// 204 with an empty body where the caller has no invoice of that id.
    #[endpoint { method = GET, path = "/v1/invoices/rental/{invoice_id}", operation_id = "rental_view", tags = ["rental"] }]
    async fn rental_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RentalInvoicePath>>,
    ) -> Result<RentalInvoiceResponse, ApiError>;

    /// Download the document of a rental invoice
    ///
    /// The PDF that the invoice was read from, as the landlord sent it, to be saved and not shown (`Content-Disposition:
    /// attachment`). It can be asked for in ranges, and conditionally by its entity tag.
    #[endpoint { method = GET, path = "/v1/invoices/rental/{invoice_id}/document", operation_id = "rental_document", tags = ["rental"] }]
    async fn rental_document(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndConditions<RentalInvoicePath>>,
    ) -> Result<OriginalResponse, ApiError>;

    /// Delete a retail invoice
    ///
    /// Irreversible: deletes the invoice, its detail record and its stored mails and PDFs. It does not come back with a later
    /// ingest.
    #[endpoint { method = DELETE, path = "/v1/invoices/retail/{invoice_id}", operation_id = "retail_delete", tags = ["retail"] }]
    async fn retail_delete(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RetailInvoicePath>, MustExist>,
    ) -> Result<HttpResponseOk<Envelope<RetailDeletion>>, ApiError>;

    /// Download the document of a retail invoice
    ///
    /// The PDF or the text of the mail that the invoice was read from, to be saved and not shown (`Content-Disposition:
    /// attachment`): HTML of a vendor is not safe to show. Of several documents it is that of the latest mail, and of one mail the
    /// last PDF. It can be asked for in ranges, and conditionally by its entity tag.
    #[endpoint { method = GET, path = "/v1/invoices/retail/{invoice_id}/document", operation_id = "retail_document", tags = ["retail"] }]
    async fn retail_document(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndConditions<RetailInvoicePath>>,
    ) -> Result<OriginalResponse, ApiError>;
}
