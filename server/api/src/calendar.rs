//! The calendar of due dates.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ApiError;
use crate::invoice::original::downloaded;
use crate::operation::{Medium, Operation, Success};

/// Which calendar.
#[derive(Deserialize, JsonSchema)]
pub struct CalendarPath {
    /// An access token with the scope `calendar`, and `.ics`.
    #[schemars(regex(pattern = r"^invoices_[0-9A-Za-z]+\.ics$"))]
    pub file: String,
}

pub(crate) fn operations() -> [Operation; 1] {
    let whole = Success::new(200, "The calendar (RFC 5545).").medium(Medium::Calendar);
    let unknown =
        ApiError::not_found("No such calendar.").when("The token is not valid, or has not the scope `calendar`.");
    [downloaded("calendar_read", whole, unknown)]
}
