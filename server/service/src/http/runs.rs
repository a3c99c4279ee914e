//! The runs of ingests.

use dropshot::{HttpResponseOk, Path, Query};
use invoices_api::run::{IngestRun, IngestRuns, RunListQuery, RunPath};
use invoices_api::{ApiError, Caller, Envelope, RunsApi};
use invoices_app::App;
use invoices_domain::UserId;

use super::error::api_error;
use super::run::{view, wire_run};
use super::{Api, Context, Request, app};

impl RunsApi for Api {
    type Context = Context;

    async fn ingest_run_list(
        request: Request,
        caller: Caller<Query<RunListQuery>>,
    ) -> Result<HttpResponseOk<Envelope<IngestRuns>>, ApiError> {
        list(app(&request), caller.user, caller.input.into_inner()).await
    }

    async fn ingest_run_view(
        request: Request,
        caller: Caller<Path<RunPath>>,
    ) -> Result<HttpResponseOk<Envelope<IngestRun>>, ApiError> {
        let run = view(app(&request), caller.user, &caller.input.into_inner().run_id).await?;
        Ok(Envelope::ok("Ingest run retrieved successfully!", run))
    }
}

async fn list(app: &App, user: UserId, query: RunListQuery) -> Result<HttpResponseOk<Envelope<IngestRuns>>, ApiError> {
    let limit = query.limit.map(usize::from);
    let page = app.ingest_runs(user, limit, query.cursor.as_deref()).await;
    let page = page.map_err(api_error)?;
    let runs = IngestRuns {
        runs: page.runs.into_iter().map(wire_run).collect(),
        next_cursor: page.next,
    };
    Ok(Envelope::ok("Ingest runs retrieved successfully!", runs))
}
