//! Rental invoices: both ingests, and one by its id.

use dropshot::{HttpResponseOk, Path};
use invoices_api::download::Conditions;
use invoices_api::envelope::Answer;
use invoices_api::ingest::{IngestResponse, Preferring};
use invoices_api::invoice::correction::RentalCorrectionBody;
use invoices_api::invoice::original::OriginalResponse;
use invoices_api::invoice::rental::{
    LatestIngestResponse, RentalIngest, RentalInvoice, RentalInvoicePath, RentalInvoiceResponse,
};
use invoices_api::{ApiError, Caller, Envelope, IgnoredBody, JsonBody, PathAnd, RentalApi, sentence};
use invoices_app::App;
use invoices_app::job::{Latest, month_sentence};
use invoices_domain::RentalInvoiceId;

use super::original;
use crate::http::error::api_error;
use crate::http::ingest::run::{ACCOUNT_FULL, CONTINUES, respond, wait_of};
use crate::http::{Api, Context, Request, app};

pub async fn ingest(
    app: &App,
    caller: &Caller<Preferring<IgnoredBody>>,
) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError> {
    let user = caller.user;
    let ingested = app.rental_ingest(user, &wait_of(caller)).await.map_err(api_error)?;
    let count = ingested.report.stored;
    let sources = app.sources(user).await.map_err(api_error)?;
    let none_configured = sources.active_landlords().is_empty();
    let message = match (ingested.continues(), count) {
        (true, _) => CONTINUES,
        (false, _) if ingested.report.account_full => ACCOUNT_FULL,
        (false, 0) if none_configured => "No rental invoices found: no landlord is configured.",
        (false, 0) => sentence::NO_NEW_RENTAL_INVOICES,
        (false, _) => sentence::RENTAL_INVOICES_INGESTED,
    };
    let data = (count > 0).then_some(RentalIngest { invoice_count: count });
    let answer = Envelope::ok(message, data);
    respond(app, user, caller.input.respond_async, &ingested, answer).await
}

pub async fn ingest_latest(
    app: &App,
    caller: &Caller<Preferring<IgnoredBody>>,
) -> Result<IngestResponse<LatestIngestResponse>, ApiError> {
    let user = caller.user;
    let ended = app.rental_ingest_latest(user, &wait_of(caller)).await;
    let (month, ingested) = ended.map_err(api_error)?;
    let sentence = |latest| month_sentence(latest, month);
    let answer = match ingested.report.latest {
        Some(Latest::Ingested) => LatestIngestResponse::Ingested(sentence(Latest::Ingested)),
        Some(Latest::Processed) => LatestIngestResponse::Processed(sentence(Latest::Processed)),
        Some(Latest::NotDispatched) if ingested.report.account_full => {
            LatestIngestResponse::Processed(ACCOUNT_FULL.into())
        }
        Some(Latest::NotDispatched) => {
            let sentence = sentence(Latest::NotDispatched);
            // A 204 has no body, so the sentence is logged, too.
            tracing::info!(%user, sentence, "nothing to ingest");
            LatestIngestResponse::NotDispatched(sentence)
        }
        None => LatestIngestResponse::Processed(CONTINUES.into()),
    };
    respond(app, user, caller.input.respond_async, &ingested, answer).await
}

impl RentalApi for Api {
    type Context = Context;

    async fn rental_view(
        request: Request,
        caller: Caller<Path<RentalInvoicePath>>,
    ) -> Result<RentalInvoiceResponse, ApiError> {
        let id = RentalInvoiceId::given(&caller.input.into_inner().invoice_id);
        let found = app(&request).rental_invoice(caller.user, &id).await;
        Ok(match found.map_err(api_error)? {
            Some(record) => RentalInvoiceResponse::Found {
                message: sentence::RENTAL_INVOICE_RETRIEVED.into(),
                invoice: Box::new(RentalInvoice(record)),
            },
            None => RentalInvoiceResponse::None,
        })
    }

    async fn rental_correct(
        request: Request,
        caller: Caller<PathAnd<RentalInvoicePath, JsonBody<RentalCorrectionBody>>>,
    ) -> Answer<RentalInvoice> {
        let PathAnd(path, JsonBody(body)) = caller.input;
        let id = RentalInvoiceId::given(&path.invoice_id);
        let remember = body.remember.unwrap_or_default();
        let corrected = app(&request).correct_rental(caller.user, &id, body.correction()?, remember);
        let corrected = RentalInvoice(corrected.await.map_err(api_error)?);
        Ok(Envelope::ok(sentence::INVOICE_CORRECTED, corrected))
    }

    async fn rental_document(
        request: Request,
        caller: Caller<PathAnd<RentalInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAnd(path, conditions) = caller.input;
        let id = RentalInvoiceId::given(&path.invoice_id);
        let found = app(&request).rental_original(caller.user, &id).await;
        original::response(found, &conditions)
    }

    async fn rental_payment_code(
        request: Request,
        caller: Caller<PathAnd<RentalInvoicePath, Conditions>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAnd(path, conditions) = caller.input;
        original::payment_code(app(&request), caller.user, &path.invoice_id, &conditions).await
    }
}
