//! Corrections of invoices.

use dropshot::HttpResponseOk;
use invoices_api::correction::{RentalCorrectionBody, RetailCorrectionBody};
use invoices_api::rental::{RentalInvoice, RentalInvoicePath};
use invoices_api::retail::{RetailInvoice, RetailInvoicePath};
use invoices_api::{ApiError, Envelope, PathAndBody};
use invoices_app::App;
use invoices_domain::{RentalInvoiceId, UserId};

use super::error::api_error;
use super::retail::summary;
use invoices_api::sentence;

const CORRECTED: &str = sentence::INVOICE_CORRECTED;

pub async fn rental(
    app: &App,
    user: UserId,
    input: PathAndBody<RentalInvoicePath, RentalCorrectionBody>,
) -> Result<HttpResponseOk<Envelope<RentalInvoice>>, ApiError> {
    let id = RentalInvoiceId::given(&input.path.invoice_id);
    let corrected = app.correct_rental(user, &id, input.body.correction()?).await;
    let corrected = corrected.map_err(api_error)?;
    Ok(Envelope::ok(CORRECTED, RentalInvoice(corrected)))
}

pub async fn retail(
    app: &App,
    user: UserId,
    input: PathAndBody<RetailInvoicePath, RetailCorrectionBody>,
) -> Result<HttpResponseOk<Envelope<RetailInvoice>>, ApiError> {
    let PathAndBody { path, body } = input;
    if let Some(name) = &body.sub_type
        && app.catalogue().sub_type(name).is_none()
    {
        return Err(ApiError::unknown_sub_type(name, app.catalogue()));
    }
    let corrected = app.correct_retail(user, &path.invoice_id, body.correction()?).await;
    let corrected = corrected.map_err(api_error)?;
    Ok(Envelope::ok(CORRECTED, summary(corrected)))
}
