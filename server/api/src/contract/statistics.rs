//! Statistics of invoices.

use dropshot::{Query, RequestContext};

use crate::cached::Cached;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::statistics::{Spending, SpendingQuery};

/// Statistics of invoices.
#[dropshot::api_description]
pub trait StatisticsApi {
    /// The server's state.
    type Context;

    /// Show spending
    ///
    /// Sums the caller's invoices by month, sub-type, vendor and currency, with corrections. Currencies are never added
    /// together. Refunds and credit notes are negative. The invoices are those that the lists return for the same `from` and
    /// `to`. The response has an `ETag`. A request with this tag in `If-None-Match` returns 304 while nothing has changed.
    #[endpoint { method = GET, path = "/v1/statistics/spending", operation_id = "spending_view", tags = ["statistics"] }]
    async fn spending_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<SpendingQuery>>,
    ) -> Result<Cached<Spending>, ApiError>;
}
