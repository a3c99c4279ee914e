//! Rental invoices.

use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseOk};
use http::{HeaderValue, StatusCode};
use invoices_domain::Money;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::envelope::{Envelope, NoData};

/// The name of the header that carries the sentence of a 204.
pub const INVOICE_MESSAGE: &str = "Invoice-Message";

/// Which rental invoice.
#[derive(Deserialize, JsonSchema)]
pub struct RentalInvoicePath {
    /// The `InvoiceID`, such as `Invoice_1297534008`.
    pub invoice_id: String,
}

/// A rental invoice, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct RentalInvoice(pub Map<String, Value>);

impl JsonSchema for RentalInvoice {
    fn schema_name() -> String {
        "RentalInvoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RentalInvoiceFields::json_schema(generator)
    }
}

/// A rental invoice, as it is stored. Beyond the fields named here it has whatever else is labelled on the page, by its
/// label, such as `Hyra`, `El`, `Kallvatten`, `Varmvatten`, `Moms` and `Bankgiro`; amounts are numbers. What the page does not state is absent.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct RentalInvoiceFields {
    /// `Invoice_` and the last underscore-separated segment of the PDF's name.
    #[schemars(rename = "InvoiceID")]
    invoice_id: String,
    /// The owner.
    #[schemars(rename = "UserID")]
    user_id: String,
    /// The PDF's name.
    #[schemars(rename = "Filename")]
    filename: Option<String>,
    /// The month of the due date as a number without a leading zero; without a due date, the month of the mail.
    #[schemars(regex(pattern = "^([1-9]|1[0-2])$"))]
    due_date_month: String,
    /// The year of the due date; without a due date, the year of the mail.
    #[schemars(regex(pattern = "^[0-9]{4}$"))]
    due_date_year: String,
    /// The last day to pay.
    #[schemars(rename = "Due Date")]
    due_date: Option<chrono::NaiveDate>,
    /// What to pay; negative for a credit note.
    #[schemars(rename = "Total Amount")]
    total_amount: Money,
    /// The currency, where it is not SEK.
    #[schemars(rename = "Currency")]
    currency: Option<invoices_domain::Currency>,
    /// The payment reference: digits.
    #[schemars(rename = "OCR")]
    ocr: Option<String>,
    /// The payments after the earliest, where the notice has several slips.
    #[schemars(rename = "Payments")]
    payments: Option<Vec<RentalPayment>>,
    /// Sentences on what disagreed or failed a check.
    warnings: Option<Vec<String>>,
    #[schemars(flatten)]
    labelled: std::collections::BTreeMap<String, Value>,
}

/// One further payment of a notice with several slips.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct RentalPayment {
    /// The last day to pay it.
    #[schemars(rename = "Due Date")]
    due_date: Option<chrono::NaiveDate>,
    /// What to pay.
    #[schemars(rename = "Total Amount")]
    total_amount: Money,
    /// Its payment reference.
    #[schemars(rename = "OCR")]
    ocr: Option<String>,
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
        invoice: RentalInvoice,
    },
    /// 204: the caller has no such invoice.
    None,
}

impl HttpResponse for RentalInvoiceResponse {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        match self {
            RentalInvoiceResponse::Found { message, invoice } => Envelope::ok(message, invoice).to_result(),
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
