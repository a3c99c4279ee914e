//! The runs of ingests: the run in the response to an ingest, and the operations that show runs.

mod operations;
mod prefer;

use chrono::{DateTime, Utc};
use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse, HttpResponseAccepted};
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::envelope::Envelope;
use crate::error::code::ErrorCode;
use crate::page::Limit;

pub(crate) use self::operations::{accepted, headers, operations};
pub use self::prefer::{PREFERENCE_APPLIED, Preferring, RESPOND_ASYNC};
pub use crate::error::INGEST_RUN;

/// The header that says how far the run has come.
pub const INGEST_STATE: &str = "Ingest-State";
/// The values of [`INGEST_STATE`], in the order of a run.
const INGEST_STATES: [&str; 3] = ["fetching", "parsing", "done"];

/// An answer with the headers of its run.
pub struct WithRun<R> {
    /// The run's id; `None` if there was nothing to run.
    pub run: Option<String>,
    /// The state of the run.
    pub state: IngestRunState,
    /// The answer.
    pub answer: R,
}

/// The answer to an ingest.
pub enum IngestResponse<R> {
    /// What it did, when the wait for it ended.
    Waited(WithRun<R>),
    /// 202: the caller prefers to look at the run later.
    Accepted(Box<IngestRun>),
}

impl<R: HttpResponse> HttpResponse for IngestResponse<R> {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let (run, state, mut response) = match self {
            IngestResponse::Waited(WithRun { run, state, answer }) => (run, state, answer.to_result()?),
            IngestResponse::Accepted(run) => {
                let location = HeaderValue::from_str(&format!("/v1/ingest/runs/{}", run.run_id));
                let (id, state) = (run.run_id.clone(), run.state);
                let envelope = Envelope::with_code(202, "The ingest has started.", *run);
                let mut response = HttpResponseAccepted(envelope).to_result()?;
                let headers = response.headers_mut();
                headers.insert(header::LOCATION, location.map_err(http::Error::from)?);
                headers.insert(PREFERENCE_APPLIED, HeaderValue::from_static(RESPOND_ASYNC));
                (Some(id), state, response)
            }
        };
        let headers = response.headers_mut();
        if let Some(run) = run {
            headers.insert(INGEST_RUN, HeaderValue::from_str(&run).map_err(http::Error::from)?);
        }
        headers.insert(INGEST_STATE, HeaderValue::from_static(state.in_header()));
        Ok(response)
    }

    fn response_metadata() -> ApiEndpointResponse {
        R::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        match self {
            IngestResponse::Waited(waited) => waited.answer.status_code(),
            IngestResponse::Accepted(_) => StatusCode::ACCEPTED,
        }
    }
}

/// Which run.
#[derive(Deserialize, JsonSchema)]
pub struct RunPath {
    /// The `run_id`, as in the header `Ingest-Run`.
    #[schemars(with = "crate::id::Uuid")]
    pub run_id: String,
}

/// Which runs to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct RunListQuery {
    /// Maximum number of runs per page. Default: 20.
    pub limit: Option<Limit<100>>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// The kind of an ingest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IngestKind {
    /// Fetches the notices of months that are not processed.
    Rental,
    /// Fetches the notice of this month.
    RentalLatest,
    /// Fetches vendors' messages.
    Retail,
    /// Looks for shops and landlords.
    Discover,
    /// Fetches messages that earlier runs found but did not fetch.
    Pending,
    /// Fetches messages that the caller submitted.
    Import,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IngestRunState {
    /// It waits for its turn: ingests of one user run one after the other.
    Queued,
    /// Mails are searched for and fetched.
    Fetching,
    /// All messages are fetched, but some stored documents are not parsed yet.
    Parsing,
    /// It has ended, and every stored document is parsed.
    Done,
    /// It ended early; `error` says why. Stored documents stay, and the next run continues from there.
    Failed,
}

impl IngestRunState {
    /// What the header of an ingest's answer says of it: one of [`INGEST_STATES`].
    const fn in_header(self) -> &'static str {
        let [fetching, parsing, done] = INGEST_STATES;
        match self {
            IngestRunState::Queued | IngestRunState::Fetching => fetching,
            IngestRunState::Parsing => parsing,
            IngestRunState::Done | IngestRunState::Failed => done,
        }
    }
}

/// The run of an ingest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IngestRun {
    /// Its id, a UUID.
    #[schemars(with = "crate::id::Uuid")]
    pub run_id: String,
    /// The kind of ingest.
    pub ingest: IngestKind,
    /// Whether the schedule started the run.
    pub scheduled: bool,
    /// The state of the run.
    pub state: IngestRunState,
    /// When the run was requested.
    pub created_at: DateTime<Utc>,
    /// When the run ended. Absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
    /// Its counts so far.
    pub counts: IngestCounts,
    /// Why the run ended early. Absent if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<IngestRunError>,
    /// Errors during the run, at most twenty.
    #[schemars(length(max = 20))]
    pub problems: Vec<IngestProblem>,
}

/// The counts of a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IngestCounts {
    /// Number of messages found by the searches.
    pub searched: u64,
    /// Number of fetched messages that were new.
    pub found: u64,
    /// Number of messages fetched.
    pub fetched: u64,
    /// Number of documents newly stored: message texts and PDFs.
    pub stored: u64,
    /// Number of stored documents that are not parsed yet.
    pub unread: u64,
}

/// Why a run ended early, as in the response to its request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IngestRunError {
    /// The code.
    pub code: ErrorCode,
    /// The sentence.
    pub message: String,
}

/// The failure of one vendor, message or mail account in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IngestProblem {
    /// The vendor whose search or message failed, if known. Several vendors can share a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor_id: Option<String>,
    /// The message, if a single message failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// The mail account that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    /// What failed. Safe to show.
    pub error: String,
    /// Its code: `gone`, `no-room`, `fetch-failed`, `search-failed` or `reconnect`. New codes may be added. Absent if it failed for
    /// another reason, and in the response of an ingest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
}

/// Runs, most recent first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IngestRuns {
    /// The runs.
    pub runs: Vec<IngestRun>,
    /// The `cursor` of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
