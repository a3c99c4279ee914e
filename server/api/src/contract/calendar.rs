//! The calendar of due dates.

use dropshot::RequestContext;

use crate::calendar::CalendarPath;
use crate::download::Conditions;
use crate::error::ApiError;
use crate::extract::PathAnd;
use crate::invoice::original::OriginalResponse;

/// The calendar of due dates.
#[dropshot::api_description]
pub trait CalendarApi {
    /// The server's state.
    type Context;

    /// Read the calendar
    ///
    /// The due dates of the user's rental invoices as a calendar that calendar programs subscribe to, with amount, payment
    /// reference and Bankgiro, in the user's language. The address has an access token with the scope `calendar`
    /// (`POST /v1/tokens`), which opens nothing else; whoever has the address can read the due dates.
    #[endpoint { method = GET, path = "/v1/calendar/{file}", operation_id = "calendar_read", tags = ["invoices"] }]
    async fn calendar_read(
        rqctx: RequestContext<Self::Context>,
        request: PathAnd<CalendarPath, Conditions>,
    ) -> Result<OriginalResponse, ApiError>;
}
