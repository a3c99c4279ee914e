//! Rental invoices.

use dropshot::{Path, RequestContext};

use crate::caller::Caller;
use crate::download::Conditions;
use crate::envelope::Answer;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathAnd};
use crate::invoice::correction::RentalCorrectionBody;
use crate::invoice::original::OriginalResponse;
use crate::invoice::rental::{RentalInvoice, RentalInvoicePath, RentalInvoiceResponse};

/// Rental invoices.
#[dropshot::api_description]
pub trait RentalApi {
    /// The server's state.
    type Context;

    /// Show a rental invoice
    ///
    /// Returns 204 with an empty body if the caller has no invoice with this id.
    #[endpoint { method = GET, path = "/v1/invoices/rental/{invoice_id}", operation_id = "rental_view", tags = ["rental"] }]
    async fn rental_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RentalInvoicePath>>,
    ) -> Result<RentalInvoiceResponse, ApiError>;

    /// Correct a rental invoice
    ///
    /// Overrides parsed values. Corrections stay when the invoice is parsed again, until they are removed with `undo`. The
    /// invoice keeps its id, and no notification is sent. `corrected` lists the corrected fields wherever the invoice is
    /// returned.
    #[endpoint { method = PATCH, path = "/v1/invoices/rental/{invoice_id}", operation_id = "rental_correct", tags = ["rental"] }]
    async fn rental_correct(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RentalInvoicePath, JsonBody<RentalCorrectionBody>>>,
    ) -> Answer<RentalInvoice>;

    /// Download the document of a rental invoice
    ///
    /// The PDF that the invoice was parsed from, unchanged, as a download (`Content-Disposition: attachment`). Supports range
    /// requests and conditional requests with the entity tag.
    #[endpoint { method = GET, path = "/v1/invoices/rental/{invoice_id}/document", operation_id = "rental_document", tags = ["rental"] }]
    async fn rental_document(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RentalInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError>;

    /// Show the payment code of a rental invoice
    ///
    /// A QR code that a bank's app reads, as an SVG picture: in SEK to a Bankgiro an invoice of `UsingQR`, in EUR to an IBAN a SEPA
    /// credit transfer (EPC069-12). There is one only if the notice came from an authenticated sender to the caller's mailbox,
    /// states all values with right check digits, and its account is that of the landlord's notice before. If the account is
    /// another one, the answer is 409 `PAYEE_CHANGED`.
    #[endpoint { method = GET, path = "/v1/invoices/rental/{invoice_id}/payment-code", operation_id = "rental_payment_code", tags = ["rental"] }]
    async fn rental_payment_code(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAnd<RentalInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError>;
}
