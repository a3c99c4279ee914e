//! What the answers of ingests and of their runs have in common.

use invoices_api::ingest::{
    IngestCounts, IngestKind, IngestProblem, IngestResponse, IngestRun, IngestRunError, IngestRunState, Preferring,
    WithRun,
};
use invoices_api::{ApiError, Caller};
use invoices_app::job::Ingest;
use invoices_app::{App, Ingested, Progress};
use invoices_domain::UserId;
use tokio_util::sync::CancellationToken;

use crate::http::error::{api_error, contract_error};

/// The message about an ingest that continues.
pub const CONTINUES: &str =
    "The ingest takes longer than a request can wait. It continues; repeat the request to join it.";
/// The message about an ingest that found more than the account may store.
pub const ACCOUNT_FULL: &str =
    "The account is full: some mails were found but not stored. They will be stored when there is space.";

/// A run of a user.
pub async fn view(app: &App, user: UserId, run: &str) -> Result<IngestRun, ApiError> {
    app.ingest_run(user, run).await.map(wire_run).map_err(api_error)
}

/// A failure as the contract shows it.
pub fn problem(problem: invoices_app::job::IngestProblem) -> IngestProblem {
    IngestProblem {
        vendor_id: problem.vendor_id.map(|vendor| vendor.as_configured().to_owned()),
        message_id: problem.message_id,
        account_id: problem.account_id,
        error: problem.error,
        error_code: problem.cause.code().map(str::to_owned),
    }
}

/// A run as the contract shows it.
pub fn wire_run(run: invoices_app::IngestRun) -> IngestRun {
    let (state, error) = match run.state {
        invoices_app::RunState::Queued => (IngestRunState::Queued, None),
        invoices_app::RunState::Fetching => (IngestRunState::Fetching, None),
        invoices_app::RunState::Parsing => (IngestRunState::Parsing, None),
        invoices_app::RunState::Done => (IngestRunState::Done, None),
        invoices_app::RunState::Failed(error) => (IngestRunState::Failed, Some(contract_error(&error))),
    };
    let problems = run.report.errors.into_iter().map(problem);
    IngestRun {
        run_id: run.id.to_string(),
        ingest: match run.order.ingest {
            Ingest::Rental => IngestKind::Rental,
            Ingest::RentalLatest => IngestKind::RentalLatest,
            Ingest::Retail { .. } => IngestKind::Retail,
            Ingest::Discover { .. } => IngestKind::Discover,
            Ingest::Pending => IngestKind::Pending,
            Ingest::Import => IngestKind::Import,
        },
        scheduled: run.order.scheduled,
        state,
        created_at: run.created_at,
        finished_at: run.finished_at,
        counts: IngestCounts {
            searched: run.report.searched,
            found: run.report.found,
            fetched: run.report.fetched,
            stored: run.report.stored,
            unread: run.unread,
        },
        error: error.map(|error| IngestRunError {
            code: error.code(),
            message: error.message().to_owned(),
        }),
        problems: problems.collect(),
    }
}

/// Until when a request waits for its ingest: until its caller hangs up, or not at all if it prefers an immediate response.
pub fn wait_of<I, A>(caller: &Caller<Preferring<I>, A>) -> CancellationToken {
    let wait = caller.hung_up.child_token();
    if caller.input.respond_async {
        wait.cancel();
    }
    wait
}

/// The answer about an ingest: `answer`, or 202 with the run if the caller prefers that and there is one.
pub async fn respond<R>(
    app: &App,
    user: UserId,
    respond_async: bool,
    ingested: &Ingested,
    answer: R,
) -> Result<IngestResponse<R>, ApiError> {
    let run = ingested.run.map(|run| run.to_string());
    if let (true, Some(run)) = (respond_async, &run) {
        return Ok(IngestResponse::Accepted(Box::new(view(app, user, run).await?)));
    }
    let state = match ingested.progress {
        Progress::Fetching => IngestRunState::Fetching,
        Progress::Parsing => IngestRunState::Parsing,
        Progress::Done => IngestRunState::Done,
    };
    Ok(IngestResponse::Waited(WithRun { run, state, answer }))
}
