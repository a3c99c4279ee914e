//! The calendar of due dates.

use invoices_api::calendar::CalendarPath;
use invoices_api::download::Conditions;
use invoices_api::invoice::original::{Original, OriginalResponse};
use invoices_api::{ApiError, CalendarApi, PathAnd};
use invoices_domain::ids::sha256_hex;

use super::error::api_error;
use super::{Api, Context, Request, app};

impl CalendarApi for Api {
    type Context = Context;

    async fn calendar_read(
        request: Request,
        PathAnd(path, asked): PathAnd<CalendarPath, Conditions>,
    ) -> Result<OriginalResponse, ApiError> {
        let token = path.file.strip_suffix(".ics").unwrap_or_default();
        let bytes = app(&request).calendar(token).await.map_err(api_error)?;
        let calendar = Original {
            file_name: "rent.ics".into(),
            media_type: "text/calendar",
            charset: Some("utf-8".into()),
            sha256: sha256_hex(&bytes),
            bytes,
        };
        OriginalResponse::new(calendar, &asked)
    }
}
