//! Corrections of invoices.

use std::collections::BTreeSet;

use dropshot::HttpResponseOk;
use invoices_api::correction::{RentalCorrectionBody, RetailCorrectionBody};
use invoices_api::rental::{RentalInvoice, RentalInvoicePath};
use invoices_api::retail::{RetailInvoice, RetailInvoicePath};
use invoices_api::{ApiError, Envelope, PathAndBody};
use invoices_app::App;
use invoices_domain::correction::{Correction, RentalValues, RetailValues};
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
    let PathAndBody { path, body } = input;
    let values = RentalValues {
        total_amount: body.total_amount,
        due_date: body.due_date,
        landlord: body.landlord,
        currency: body.currency,
    };
    let given = values.given();
    let correction = correction(values, &given, body.undo)?;
    let corrected = app
        .correct_rental(user, &RentalInvoiceId::given(&path.invoice_id), correction)
        .await;
    let corrected = corrected.map_err(api_error)?;
    Ok(Envelope::ok(CORRECTED, RentalInvoice(corrected)))
}

pub async fn retail(
    app: &App,
    user: UserId,
    input: PathAndBody<RetailInvoicePath, RetailCorrectionBody>,
) -> Result<HttpResponseOk<Envelope<RetailInvoice>>, ApiError> {
    let PathAndBody { path, body } = input;
    let sub_type = body.sub_type.map(|name| {
        let known = app.catalogue().sub_type(&name).cloned();
        known.ok_or_else(|| ApiError::unknown_sub_type(&name, app.catalogue()))
    });
    let values = RetailValues {
        total_amount: body.total_amount,
        invoice_date: body.invoice_date,
        vendor_name: body.vendor_name,
        sub_type: sub_type.transpose()?,
        currency: body.currency,
    };
    let given = values.given();
    let correction = correction(values, &given, body.undo)?;
    let corrected = app.correct_retail(user, &path.invoice_id, correction).await;
    let corrected = corrected.map_err(api_error)?;
    Ok(Envelope::ok(CORRECTED, summary(corrected)))
}

/// A correction that changes something, and no field twice.
fn correction<Values, Field: Ord + ToString>(
    values: Values,
    given: &[(Field, String)],
    undo: Option<Vec<Field>>,
) -> Result<Correction<Values, Field>, ApiError> {
    let undo: BTreeSet<Field> = undo.unwrap_or_default().into_iter().collect();
    if given.is_empty() && undo.is_empty() {
        return Err(ApiError::no_correction());
    }
    match given.iter().find(|(field, _)| undo.contains(field)) {
        Some((field, _)) => Err(ApiError::corrected_and_undone(&field.to_string())),
        None => Ok(Correction { values, undo }),
    }
}
