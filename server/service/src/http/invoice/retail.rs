//! Retail invoices: the ingest, and one by its id.

use dropshot::{HttpResponseOk, Path};
use invoices_api::caller::OrNotFound;
use invoices_api::download::Conditions;
use invoices_api::envelope::Answer;
use invoices_api::ingest::{IngestProblem, IngestResponse, Preferring};
use invoices_api::invoice::correction::RetailCorrectionBody;
use invoices_api::invoice::join::{JoinBody, JoinedInvoices, SeparateBody, SeparatedInvoices};
use invoices_api::invoice::original::OriginalResponse;
use invoices_api::invoice::retail::{
    DateRange, InvoiceDetails, MAX_INGEST_ERRORS, RetailDeletion, RetailIngest, RetailIngestBody, RetailInvoice,
    RetailInvoicePath, SubType,
};
use invoices_api::{ApiError, Caller, Envelope, JsonBody, OptionalJsonBody, PathAnd, RetailApi, sentence};
use invoices_app::App;
use invoices_app::job::IngestReport;
use invoices_db::RetailSummary;
use invoices_domain::{Currency, DateWindow};

use super::original;
use crate::http::error::api_error;
use crate::http::ingest::run::{ACCOUNT_FULL, CONTINUES, problem, respond, wait_of};
use crate::http::{Api, Context, Request, app, sub_type};

pub async fn ingest(
    app: &App,
    caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError> {
    let (user, wait) = (caller.user, wait_of(&caller));
    let Preferring { respond_async, input } = caller.input;
    let body = input.0.unwrap_or_default();
    let days = match (body.start_date, body.end_date) {
        (Some(start), Some(end)) => Some(
            DateWindow::new(start, end)
                .map_err(|_| ApiError::invalid_request("Invalid field 'start_date': it is after 'end_date'."))?,
        ),
        (None, None) => None,
        _ => return Err(ApiError::missing("start_date and end_date must be sent together.")),
    };
    let category = body.vendor_category;
    let category = category.map(|name| sub_type(app, &name, ApiError::invalid_vendor_category));
    let ingested = app.retail_ingest(user, days, category.transpose()?, &wait).await;
    let ingested = ingested.map_err(api_error)?;
    // Every vendor that was searched for has its key.
    let message = if ingested.report.by_vendor.is_empty() {
        "No active vendors configured for retail invoice fetching"
    } else if ingested.continues() {
        CONTINUES
    } else if ingested.report.account_full {
        ACCOUNT_FULL
    } else {
        sentence::RETAIL_INVOICES_FETCHED
    };
    let answer = Envelope::ok(message, result(app, &ingested.report));
    respond(app, user, respond_async, &ingested, answer).await
}

fn result(app: &App, report: &IngestReport) -> RetailIngest {
    // The use case always returns the days; today is in every default window.
    let (start, end) = report.days.unwrap_or_else(|| (app.today(), app.today()));
    // The run has the codes, too.
    let errors = report.errors.iter().take(MAX_INGEST_ERRORS).map(|error| IngestProblem {
        error_code: None,
        ..problem(error.clone())
    });
    RetailIngest {
        total_emails_found: report.by_vendor.values().sum(),
        by_vendor: report
            .by_vendor
            .iter()
            .map(|(vendor, count)| (vendor.as_configured().to_owned(), *count))
            .collect(),
        date_range: DateRange { start, end },
        errors: errors.collect(),
    }
}

/// A row as a summary.
pub fn summary(row: RetailSummary) -> RetailInvoice {
    RetailInvoice {
        invoice_id: row.invoice_id.to_string(),
        vendor_name: row.vendor_name,
        sub_type: SubType(row.sub_type),
        invoice_date: row.invoice_date,
        total_amount: row.total_amount,
        currency: Currency::shown(row.currency),
        currency_assumed: row.currency.is_none(),
        corrected: row.corrected.map(|values| values.names()).unwrap_or_default(),
        cancelled: row.cancelled.unwrap_or_default(),
        forwarded: row.forwarded.unwrap_or_default(),
        paid: row.paid.unwrap_or_default(),
    }
}

impl RetailApi for Api {
    type Context = Context;

    async fn retail_view(request: Request, caller: Caller<Path<RetailInvoicePath>>) -> Answer<InvoiceDetails> {
        let id = caller.input.into_inner().invoice_id;
        let details = app(&request).retail_invoice(caller.user, None, &id).await;
        let details = InvoiceDetails(details.map_err(api_error)?);
        Ok(Envelope::ok(sentence::RETAIL_INVOICE_RETRIEVED, details))
    }

    async fn retail_correct(
        request: Request,
        caller: Caller<PathAnd<RetailInvoicePath, JsonBody<RetailCorrectionBody>>>,
    ) -> Answer<RetailInvoice> {
        let (app, PathAnd(path, JsonBody(body))) = (app(&request), caller.input);
        if let Some(name) = &body.sub_type {
            sub_type(app, name, ApiError::unknown_sub_type)?;
        }
        let remember = body.remember.unwrap_or_default();
        let corrected = app.correct_retail(caller.user, &path.invoice_id, body.correction()?, remember);
        let corrected = summary(corrected.await.map_err(api_error)?);
        Ok(Envelope::ok(sentence::INVOICE_CORRECTED, corrected))
    }

    async fn retail_join(
        request: Request,
        caller: Caller<PathAnd<RetailInvoicePath, JsonBody<JoinBody>>>,
    ) -> Answer<JoinedInvoices> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let joined = app(&request)
            .join_retail(caller.user, &path.invoice_id, body.with)
            .await;
        let (invoice, before) = joined.map_err(api_error)?;
        let data = JoinedInvoices {
            invoice: summary(invoice),
            before: before.into_iter().map(summary).collect(),
        };
        Ok(Envelope::ok(sentence::INVOICES_JOINED, data))
    }

    async fn retail_separate(
        request: Request,
        caller: Caller<PathAnd<RetailInvoicePath, JsonBody<SeparateBody>>>,
    ) -> Answer<SeparatedInvoices> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let separated = app(&request).separate_retail(caller.user, &path.invoice_id, &body.message_id);
        let (invoice, separated) = separated.await.map_err(api_error)?;
        let data = SeparatedInvoices {
            invoice: summary(invoice),
            separated: separated.into_iter().map(summary).collect(),
        };
        Ok(Envelope::ok(sentence::MAIL_SEPARATED, data))
    }

    async fn retail_delete(request: Request, caller: Caller<Path<RetailInvoicePath>>) -> Answer<RetailDeletion> {
        let id = caller.input.into_inner().invoice_id;
        let deleted = app(&request).retail_delete(caller.user, &id).await;
        let data = RetailDeletion {
            deleted_invoice: summary(deleted.map_err(api_error)?),
        };
        Ok(Envelope::ok(sentence::INVOICE_DELETED, data))
    }

    async fn retail_document(
        request: Request,
        caller: Caller<PathAnd<RetailInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAnd(path, conditions) = caller.input;
        let found = app(&request).retail_original(caller.user, &path.invoice_id).await;
        original::response(found, &conditions)
    }
}
