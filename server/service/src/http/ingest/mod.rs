//! The operations on ingests and their runs.

pub mod run;

use dropshot::{HttpResponseOk, Path, Query};
use invoices_api::caller::OrNotFound;
use invoices_api::envelope::Answer;
use invoices_api::ingest::{IngestResponse, IngestRun, IngestRuns, Preferring, RunListQuery, RunPath};
use invoices_api::invoice::rental::{LatestIngestResponse, RentalIngest};
use invoices_api::invoice::retail::{RetailIngest, RetailIngestBody};
use invoices_api::{ApiError, Caller, Envelope, IgnoredBody, IngestsApi, OptionalJsonBody, sentence};

use self::run::{view, wire_run};
use super::error::api_error;
use super::invoice::{rental, retail};
use super::{Api, Context, Request, app};

impl IngestsApi for Api {
    type Context = Context;

    async fn rental_ingest(
        request: Request,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError> {
        rental::ingest(app(&request), &caller).await
    }

    async fn rental_ingest_latest(
        request: Request,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<LatestIngestResponse>, ApiError> {
        rental::ingest_latest(app(&request), &caller).await
    }

    async fn retail_ingest(
        request: Request,
        caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError> {
        retail::ingest(app(&request), caller).await
    }

    async fn ingest_run_list(request: Request, caller: Caller<Query<RunListQuery>>) -> Answer<IngestRuns> {
        let query = caller.input.into_inner();
        let limit = query.limit.map(usize::from);
        let page = app(&request)
            .ingest_runs(caller.user, limit, query.cursor.as_deref())
            .await;
        let page = page.map_err(api_error)?;
        let runs = IngestRuns {
            runs: page.items.into_iter().map(wire_run).collect(),
            next_cursor: page.next,
        };
        Ok(Envelope::ok(sentence::INGEST_RUNS_RETRIEVED, runs))
    }

    async fn ingest_run_view(request: Request, caller: Caller<Path<RunPath>>) -> Answer<IngestRun> {
        let run = view(app(&request), caller.user, &caller.input.into_inner().run_id).await?;
        Ok(Envelope::ok(sentence::INGEST_RUN_RETRIEVED, run))
    }
}
