//! Rental invoices.

use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use http::{HeaderValue, StatusCode};
use invoices_domain::{RentalInvoiceRecord, TokenScope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::envelope::{Envelope, NoData};
use crate::ingest;
use crate::operation::{Failure, Operation, RequestBody, Success};
use crate::sentence;

/// The header that carries the message of a 204, which has no body.
pub const INVOICE_MESSAGE: &str = "Invoice-Message";

/// Which rental invoice.
#[derive(Deserialize, JsonSchema)]
pub struct RentalInvoicePath {
    /// The `InvoiceID`, such as `Invoice_1297534008`.
    pub invoice_id: String,
}

/// A rental invoice, as it is stored. Its keys are sorted.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(transparent)]
pub struct RentalInvoice(pub RentalInvoiceRecord);

impl Serialize for RentalInvoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_map().serialize(serializer)
    }
}

/// The result of an ingest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RentalIngest {
    /// The number of newly stored invoices. Never zero, because then `data` is `null`.
    #[serde(rename = "invoiceCount")]
    pub invoice_count: u64,
}

/// 200 with the invoice, or 204.
#[derive(Clone, Debug, PartialEq)]
pub enum RentalInvoiceResponse {
    /// 200.
    Found {
        /// For people.
        message: String,
        /// The record.
        invoice: Box<RentalInvoice>,
    },
    /// 204: the caller has no such invoice.
    None,
}

impl HttpResponse for RentalInvoiceResponse {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        match self {
            RentalInvoiceResponse::Found { message, invoice } => Envelope::ok(message, *invoice).to_result(),
            RentalInvoiceResponse::None => Ok(no_content()),
        }
    }

    fn response_metadata() -> ApiEndpointResponse {
        HttpResponseOk::<Envelope<RentalInvoice>>::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        match self {
            RentalInvoiceResponse::Found { .. } => StatusCode::OK,
            RentalInvoiceResponse::None => StatusCode::NO_CONTENT,
        }
    }
}

/// The outcome of the current month's invoice: a status and its sentence. `data` is always `null`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LatestIngestResponse {
    /// 201: found and stored.
    Ingested(String),
    /// 200: nothing to do, or the work continues.
    Processed(String),
    /// 204: no such mail yet. The sentence travels in the header `Invoice-Message`.
    NotDispatched(String),
}

impl HttpResponse for LatestIngestResponse {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        match self {
            LatestIngestResponse::Ingested(message) => Envelope::created(message, NoData).to_result(),
            LatestIngestResponse::Processed(message) => Envelope::ok(message, NoData).to_result(),
            LatestIngestResponse::NotDispatched(message) => {
                let mut response = no_content();
                let sentence = HeaderValue::from_str(&message).map_err(http::Error::from)?;
                response.headers_mut().insert(INVOICE_MESSAGE, sentence);
                Ok(response)
            }
        }
    }

    fn response_metadata() -> ApiEndpointResponse {
        HttpResponseOk::<Envelope<NoData>>::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        match self {
            LatestIngestResponse::Ingested(_) => StatusCode::CREATED,
            LatestIngestResponse::Processed(_) => StatusCode::OK,
            LatestIngestResponse::NotDispatched(_) => StatusCode::NO_CONTENT,
        }
    }
}

fn no_content() -> http::Response<Body> {
    let mut response = http::Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

pub(crate) fn operations() -> [Operation; 3] {
    [ingest(), ingest_latest(), view()]
}

fn ingest() -> Operation {
    let stored = Success::new(200, "The newly stored invoices. `data` is `null` if there are none.")
        .form("ingested", sentence::RENTAL_INVOICES_INGESTED)
        .form("none", sentence::NO_NEW_RENTAL_INVOICES);
    Operation::new("rental_ingest")
        .opened_by(&[TokenScope::Ingest, TokenScope::All])
        .body(RequestBody::Ignored)
        .success(linked_to_list(stored))
        .success(ingest::accepted())
        .failures(ingest_failures())
}

fn ingest_latest() -> Operation {
    let processed = Success::new(
        200,
        "This month is already processed, the run continues, or the account is full.",
    )
    .envelope("Invoice for 7/2026 has already been processed.");
    let ingested = Success::new(201, "This month's invoice was found and stored.")
        .envelope("Invoice for 7/2026 found and ingested successfully!");
    let not_sent = "This month's invoice was not sent yet. The message is in the header.";
    Operation::new("rental_ingest_latest")
        .opened_by(&[TokenScope::Ingest, TokenScope::All])
        .body(RequestBody::Ignored)
        .success(linked_to_list(processed))
        .success(linked_to_list(ingested))
        .success(ingest::accepted())
        .success(Success::new(204, not_sent).header(INVOICE_MESSAGE).of_run())
        .failures(ingest_failures())
}

/// The success of an ingest, from which the list follows.
fn linked_to_list(success: Success) -> Success {
    success
        .link("list", "invoice_list")
        .passing("type", "rental")
        .because("The list contains the parsed invoices.")
        .of_run()
}

fn ingest_failures() -> Vec<Failure> {
    vec![
        Failure::too_many_ingests(),
        Failure::mail_provider(),
        Failure::mail_token_expired(),
    ]
}

fn view() -> Operation {
    let message = sentence::RENTAL_INVOICE_RETRIEVED;
    let found = Success::new(200, "The invoice.")
        .envelope(message)
        .link("document", "rental_document")
        .passing("invoice_id", "$response.body#/data/InvoiceID")
        .because("The PDF that it was parsed from.");
    Operation::new("rental_view")
        .success(found)
        .success(Success::new(204, "The caller has no invoice with this id."))
        .failures([Failure::missing_invoice_id()])
}
