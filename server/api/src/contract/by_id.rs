//! One invoice by its id.

use dropshot::{HttpResponseOk, Path, RequestContext};

use crate::caller::{Caller, MustExist};
use crate::correction::{RentalCorrectionBody, RetailCorrectionBody};
use crate::download::PathAndConditions;
use crate::envelope::Envelope;
use crate::error::ApiError;
use crate::extract::PathAndBody;
use crate::join::{JoinBody, JoinedInvoices, SeparateBody, SeparatedInvoices};
use crate::original::OriginalResponse;
use crate::rental::{RentalInvoice, RentalInvoicePath, RentalInvoiceResponse};
use crate::retail::{InvoiceDetails, RetailDeletion, RetailInvoice, RetailInvoicePath};

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

    /// Correct a rental invoice
    ///
    /// Sets values over what was read. They stay whatever is read later, until they are taken back with `undo`. The invoice keeps
    /// its id, and nobody is notified. `corrected` names the corrected fields wherever the invoice is shown.
    #[endpoint { method = PATCH, path = "/v1/invoices/rental/{invoice_id}", operation_id = "rental_correct", tags = ["rental"] }]
    async fn rental_correct(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<RentalInvoicePath, RentalCorrectionBody>>,
    ) -> Result<HttpResponseOk<Envelope<RentalInvoice>>, ApiError>;

    /// Download the document of a rental invoice
    ///
    /// The PDF that the invoice was read from, as the landlord sent it, to be saved and not shown (`Content-Disposition:
    /// attachment`). It can be asked for in ranges, and conditionally by its entity tag.
    #[endpoint { method = GET, path = "/v1/invoices/rental/{invoice_id}/document", operation_id = "rental_document", tags = ["rental"] }]
    async fn rental_document(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndConditions<RentalInvoicePath>>,
    ) -> Result<OriginalResponse, ApiError>;

    /// Show a retail invoice
    ///
    /// The detail record, whatever the sub-type, with the corrections. After two invoices were joined, both ids name the one invoice.
    #[endpoint { method = GET, path = "/v1/invoices/retail/{invoice_id}", operation_id = "retail_view", tags = ["retail"] }]
    async fn retail_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RetailInvoicePath>>,
    ) -> Result<HttpResponseOk<Envelope<InvoiceDetails>>, ApiError>;

    /// Correct a retail invoice
    ///
    /// Sets values over what was read. They stay whatever is read later, such as a second mail about the order, until they are taken
    /// back with `undo`. The invoice keeps its id. `corrected` names the corrected fields wherever the invoice is shown. An invoice
    /// with a corrected `sub_type` is in the list of that sub-type, and its detail record has only the fields that all sub-types have.
    #[endpoint { method = PATCH, path = "/v1/invoices/retail/{invoice_id}", operation_id = "retail_correct", tags = ["retail"] }]
    async fn retail_correct(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<RetailInvoicePath, RetailCorrectionBody>>,
    ) -> Result<HttpResponseOk<Envelope<RetailInvoice>>, ApiError>;

    /// Join two retail invoices
    ///
    /// Says that two invoices are about one purchase. It is kept whatever is read later, until the documents are separated. The
    /// total of the latest document counts. The id of the invoice that was created first stays; the other one stands for it, too.
    #[endpoint { method = POST, path = "/v1/invoices/retail/{invoice_id}/join", operation_id = "retail_join", tags = ["retail"] }]
    async fn retail_join(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<RetailInvoicePath, JoinBody>>,
    ) -> Result<HttpResponseOk<Envelope<JoinedInvoices>>, ApiError>;

    /// Separate a mail from a retail invoice
    ///
    /// Says that the documents of a mail are about another purchase. It is kept whatever is read later, until the invoices are
    /// joined.
    #[endpoint { method = POST, path = "/v1/invoices/retail/{invoice_id}/separate", operation_id = "retail_separate", tags = ["retail"] }]
    async fn retail_separate(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<RetailInvoicePath, SeparateBody>>,
    ) -> Result<HttpResponseOk<Envelope<SeparatedInvoices>>, ApiError>;

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
