//! Rental invoices.

use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use http::{HeaderValue, StatusCode};
use invoices_domain::RentalInvoiceRecord;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::{Deserialize, Serialize, Serializer};

use crate::envelope::{Envelope, NoData};

/// The name of the header that carries the sentence of a 204.
pub const INVOICE_MESSAGE: &str = "Invoice-Message";

/// Which rental invoice.
#[derive(Deserialize, JsonSchema)]
pub struct RentalInvoicePath {
    /// The `InvoiceID`, such as `Invoice_1297534008`.
    pub invoice_id: String,
}

/// A rental invoice, as it is stored. Its keys are sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalInvoice(pub RentalInvoiceRecord);

impl Serialize for RentalInvoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_map().serialize(serializer)
    }
}

impl JsonSchema for RentalInvoice {
    fn schema_name() -> String {
        RentalInvoiceRecord::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RentalInvoiceRecord::json_schema(generator)
    }
}

/// What an ingest brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RentalIngest {
    /// How many invoices were newly stored; never zero, for then `data` is `null`.
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

/// What became of the current month's invoice: a status and its sentence. `data` is always `null`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LatestIngestResponse {
    /// 201: found and stored.
    Ingested(String),
    /// 200: nothing to do, or the work goes on.
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
