//! Ingests and their runs.

use dropshot::{HttpResponseOk, Path, Query, RequestContext};

use crate::caller::{Caller, OrNotFound};
use crate::envelope::{Answer, Envelope};
use crate::error::ApiError;
use crate::extract::{IgnoredBody, OptionalJsonBody};
use crate::ingest::{IngestResponse, IngestRun, IngestRuns, Preferring, RunListQuery, RunPath};
use crate::invoice::rental::{LatestIngestResponse, RentalIngest};
use crate::invoice::retail::{RetailIngest, RetailIngestBody};

/// Ingests and their runs.
#[dropshot::api_description]
pub trait IngestsApi {
    /// The server's state.
    type Context;

    /// Fetch rental invoices
    ///
    /// Searches the mailbox for the landlords' notices, stores the PDFs of months that are not processed yet, and parses them.
    /// A month is processed if a message received in it (in the service's time zone) has a stored PDF. No body is required; a
    /// JSON object is ignored. A run that takes longer than five minutes is answered with the count so far and continues. The
    /// same call joins it; the user's other ingests queue behind it. A user can have three unfinished ingests, not counting
    /// scheduled runs. The response waits a few seconds for the stored documents to be parsed. The headers `Ingest-Run` and
    /// `Ingest-State` give the run's id and state. With `Prefer: respond-async`, each of the three ingests responds immediately
    /// with 202 and the run.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest", operation_id = "rental_ingest", tags = ["rental"] }]
    async fn rental_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError>;

    /// Fetch this month's rental invoice
    ///
    /// Handles the current month in the service's time zone. If it is already processed, the response is 200 without a search.
    /// Otherwise the mailbox is searched: 201 if a notice was found and stored, 200 if a known invoice is due this month, 204
    /// if none was sent yet. A 204 has no body; its message is in the header `Invoice-Message`. If a notice was found but the
    /// account is full, the response is 200 with a message that says so. No body is required; a JSON object is ignored. A run
    /// that takes longer than five minutes is answered with 200 and continues.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest/latest", operation_id = "rental_ingest_latest", tags = ["rental"] }]
    async fn rental_ingest_latest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<LatestIngestResponse>, ApiError>;

    /// Fetch retail invoices
    ///
    /// Searches the mailbox for messages from every active vendor, stores new ones with their PDFs, and parses them. The text
    /// and the PDF of an order become one invoice. Without dates, the first fetch covers the last 30 days, and later ones the
    /// time since the last successful fetch. A vendor whose search failed has an entry in `errors`; if all failed, the response
    /// is 502. A run that takes longer than five minutes is answered with the counts so far and continues; the same call joins
    /// it.
    #[endpoint { method = POST, path = "/v1/invoices/retail/ingest", operation_id = "retail_ingest", tags = ["retail"] }]
    async fn retail_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError>;

    /// List the runs of ingests
    ///
    /// The caller's runs, most recent first: those that wait, run, or ended in the last few days, whether started by a request
    /// or by the schedule.
    #[endpoint { method = GET, path = "/v1/ingest/runs", operation_id = "ingest_run_list", tags = ["ingests"] }]
    async fn ingest_run_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<RunListQuery>>,
    ) -> Answer<IngestRuns>;

    /// Show a run of an ingest
    ///
    /// The state of the run, its counts so far, and its errors. Poll about once a second while it is `queued`, `fetching` or
    /// `parsing`.
    #[endpoint { method = GET, path = "/v1/ingest/runs/{run_id}", operation_id = "ingest_run_view", tags = ["ingests"] }]
    async fn ingest_run_view(rqctx: RequestContext<Self::Context>, caller: Caller<Path<RunPath>>) -> Answer<IngestRun>;
}
