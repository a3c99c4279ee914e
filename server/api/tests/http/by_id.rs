//! The operations on one invoice.

use dropshot::{HttpResponseOk, Path, RequestContext};
use invoices_api::download::Conditions;
use invoices_api::invoice::correction::{RentalCorrectionBody, RetailCorrectionBody};
use invoices_api::invoice::join::{JoinBody, JoinedInvoices, SeparateBody, SeparatedInvoices};
use invoices_api::invoice::original::{Original, OriginalResponse};
use invoices_api::invoice::rental::{RentalInvoice, RentalInvoicePath, RentalInvoiceResponse};
use invoices_api::invoice::retail::{InvoiceDetails, RetailDeletion, RetailInvoice, RetailInvoicePath};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, PathAnd, RentalApi, RetailApi};
use serde_json::json;

use crate::support::{Api, Context, wait};

impl RentalApi for Api {
    type Context = Context;

    async fn rental_view(
        rqctx: RequestContext<Context>,
        caller: Caller<Path<RentalInvoicePath>>,
    ) -> Result<RentalInvoiceResponse, ApiError> {
        let id = caller.input.into_inner().invoice_id;
        match id.as_str() {
            "panic" => panic!("a handler panics"),
            "slow" => {
                wait(&rqctx).await;
                Ok(RentalInvoiceResponse::None)
            }
            "none" => Ok(RentalInvoiceResponse::None),
            "fails" => Err(ApiError::mail_token_expired("Connect the mail account again.")),
            _ => {
                let record = json!({
                    "InvoiceID": id,
                    "UserID": "user_67e55044-10b1-426f-9247-bb680e5fe0c8",
                    "due_date_month": "7",
                    "due_date_year": "2026",
                    "Total Amount": 9876.5,
                });
                Ok(RentalInvoiceResponse::Found {
                    message: "Found.".into(),
                    invoice: Box::new(RentalInvoice(serde_json::from_value(record).expect("a record"))),
                })
            }
        }
    }

    async fn rental_correct(
        _: RequestContext<Context>,
        _: Caller<PathAnd<RentalInvoicePath, JsonBody<RentalCorrectionBody>>>,
    ) -> Result<HttpResponseOk<Envelope<RentalInvoice>>, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }

    async fn rental_document(
        _: RequestContext<Context>,
        caller: Caller<PathAnd<RentalInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAnd(path, conditions) = caller.input;
        let original = Original {
            file_name: format!("{}.pdf", path.invoice_id),
            media_type: "application/pdf",
            charset: None,
            sha256: "abc".into(),
            bytes: "%PDF-1.7".into(),
        };
        OriginalResponse::new(original, &conditions)
    }

    async fn rental_payment_code(
        _: RequestContext<Context>,
        caller: Caller<PathAnd<RentalInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAnd(path, conditions) = caller.input;
        let original = Original {
            file_name: format!("{}.pdf", path.invoice_id),
            media_type: "application/pdf",
            charset: None,
            sha256: "abc".into(),
            bytes: "%PDF-1.7".into(),
        };
        OriginalResponse::new(original, &conditions)
    }
}

impl RetailApi for Api {
    type Context = Context;

    async fn retail_view(
        _: RequestContext<Context>,
        _: Caller<Path<RetailInvoicePath>>,
    ) -> Result<HttpResponseOk<Envelope<InvoiceDetails>>, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }

    async fn retail_correct(
        _: RequestContext<Context>,
        _: Caller<PathAnd<RetailInvoicePath, JsonBody<RetailCorrectionBody>>>,
    ) -> Result<HttpResponseOk<Envelope<RetailInvoice>>, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }

    async fn retail_join(
        _: RequestContext<Context>,
        _: Caller<PathAnd<RetailInvoicePath, JsonBody<JoinBody>>>,
    ) -> Result<HttpResponseOk<Envelope<JoinedInvoices>>, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }

    async fn retail_separate(
        _: RequestContext<Context>,
        _: Caller<PathAnd<RetailInvoicePath, JsonBody<SeparateBody>>>,
    ) -> Result<HttpResponseOk<Envelope<SeparatedInvoices>>, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }

    async fn retail_delete(
        _: RequestContext<Context>,
        _: Caller<Path<RetailInvoicePath>>,
    ) -> Result<HttpResponseOk<Envelope<RetailDeletion>>, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }

    async fn retail_document(
        _: RequestContext<Context>,
        _: Caller<PathAnd<RetailInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        Err(ApiError::not_found("No such invoice."))
    }
}
