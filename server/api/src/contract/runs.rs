//! The runs of ingests.

use dropshot::{HttpResponseOk, Path, Query, RequestContext};

use crate::caller::Caller;
use crate::envelope::Envelope;
use crate::error::ApiError;
use crate::run::{IngestRun, IngestRuns, RunListQuery, RunPath};

/// The runs of ingests.
#[dropshot::api_description]
pub trait RunsApi {
    /// The server's state.
    type Context;

    /// List the runs of ingests
    ///
    /// The caller's runs, most recent first: those that wait, run, or ended in the last few days, whether started by a request
    /// or by the schedule.
    #[endpoint { method = GET, path = "/v1/ingest/runs", operation_id = "ingest_run_list", tags = ["ingests"] }]
    async fn ingest_run_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Query<RunListQuery>>,
    ) -> Result<HttpResponseOk<Envelope<IngestRuns>>, ApiError>;

    /// Show a run of an ingest
    ///
    /// The state of the run, its counts so far, and its errors. Poll about once a second while it is `queued`, `fetching` or
    /// `parsing`.
    #[endpoint { method = GET, path = "/v1/ingest/runs/{run_id}", operation_id = "ingest_run_view", tags = ["ingests"] }]
    async fn ingest_run_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<RunPath>>,
    ) -> Result<HttpResponseOk<Envelope<IngestRun>>, ApiError>;
}
