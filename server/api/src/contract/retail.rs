//! Retail invoices.

use dropshot::{Path, RequestContext};

use crate::caller::Caller;
use crate::download::Conditions;
use crate::envelope::Answer;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathAnd};
use crate::invoice::correction::RetailCorrectionBody;
use crate::invoice::join::{JoinBody, JoinedInvoices, SeparateBody, SeparatedInvoices};
use crate::invoice::original::OriginalResponse;
use crate::invoice::retail::{InvoiceDetails, RetailDeletion, RetailInvoice, RetailInvoicePath};

/// Retail invoices.
#[dropshot::api_description]
pub trait RetailApi {
    /// The server's state.
    type Context;

    /// Show a retail invoice
    ///
    /// The detail record of any sub-type, with corrections. After two invoices were joined, both ids return the joined invoice.
    #[endpoint { method = GET, path = "/v1/invoices/retail/{invoice_id}", operation_id = "retail_view", tags = ["retail"] }]
    async fn retail_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RetailInvoicePath>>,
    ) -> Answer<InvoiceDetails>;

    /// Correct a retail invoice
    ///
    /// Overrides parsed values. Corrections stay when the invoice is parsed again or another message about the order arrives,
    /// until they are removed with `undo`. The invoice keeps its id. `corrected` lists the corrected fields wherever the
    /// invoice is returned. An invoice with a corrected `sub_type` is listed under that sub-type, and its detail record has
    /// only the fields that all sub-types share.
    #[endpoint { method = PATCH, path = "/v1/invoices/retail/{invoice_id}", operation_id = "retail_correct", tags = ["retail"] }]
    async fn retail_correct(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RetailInvoicePath, JsonBody<RetailCorrectionBody>>>,
    ) -> Answer<RetailInvoice>;

    /// Join two retail invoices
    ///
    /// Joins two invoices for one purchase. They stay joined when documents are parsed again, until they are separated. The
    /// total of the latest document applies. The invoice created first keeps its id; the other id refers to it as well.
    #[endpoint { method = POST, path = "/v1/invoices/retail/{invoice_id}/join", operation_id = "retail_join", tags = ["retail"] }]
    async fn retail_join(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RetailInvoicePath, JsonBody<JoinBody>>>,
    ) -> Answer<JoinedInvoices>;

    /// Separate a message from a retail invoice
    ///
    /// Separates the documents of a message, because they are about another purchase. They stay separate when documents are
    /// parsed again, until the invoices are joined.
    #[endpoint { method = POST, path = "/v1/invoices/retail/{invoice_id}/separate", operation_id = "retail_separate", tags = ["retail"] }]
    async fn retail_separate(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RetailInvoicePath, JsonBody<SeparateBody>>>,
    ) -> Answer<SeparatedInvoices>;

    /// Delete a retail invoice
    ///
    /// Irreversible. Deletes the invoice, its detail record and its stored messages and PDFs. Later ingests do not restore it.
    #[endpoint { method = DELETE, path = "/v1/invoices/retail/{invoice_id}", operation_id = "retail_delete", tags = ["retail"] }]
    async fn retail_delete(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RetailInvoicePath>>,
    ) -> Answer<RetailDeletion>;

    /// Download the document of a retail invoice
    ///
    /// The PDF or the message text that the invoice was parsed from, as a download (`Content-Disposition: attachment`), because
    /// a vendor's HTML is not safe to display. If there are several documents, it is from the latest message, and of one
    /// message the last PDF. Supports range requests and conditional requests with the entity tag.
    #[endpoint { method = GET, path = "/v1/invoices/retail/{invoice_id}/document", operation_id = "retail_document", tags = ["retail"] }]
    async fn retail_document(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RetailInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError>;
}
