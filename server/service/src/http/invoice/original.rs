//! The original documents of invoices.

use bytes::Bytes;
use invoices_api::ApiError;
use invoices_api::download::Conditions;
use invoices_api::invoice::original::{Original, OriginalResponse};
use invoices_app::{App, Error};
use invoices_domain::ids::sha256_hex;
use invoices_domain::{RentalInvoiceId, UserId};

use crate::http::error::api_error;

pub async fn payment_code(app: &App, user: UserId, id: &str, asked: &Conditions) -> Result<OriginalResponse, ApiError> {
    let drawn = app.payment_code(user, &RentalInvoiceId::given(id)).await;
    let bytes = Bytes::from(drawn.map_err(api_error)?);
    let picture = Original {
        file_name: "payment-code.svg".into(),
        media_type: "image/svg+xml",
        charset: None,
        sha256: sha256_hex(&bytes),
        bytes,
    };
    OriginalResponse::new(picture, asked)
}

/// A stored original, as the request asks for it.
pub fn response(
    found: Result<invoices_app::Original, Error>,
    asked: &Conditions,
) -> Result<OriginalResponse, ApiError> {
    let found = found.map_err(api_error)?;
    let original = Original {
        file_name: found.file_name,
        media_type: found.media_type,
        charset: found.charset,
        sha256: found.sha256,
        bytes: found.bytes,
    };
    OriginalResponse::new(original, asked)
}
