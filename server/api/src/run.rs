//! What the answer to an ingest says of its run, in headers.

use dropshot::{ApiEndpointResponse, Body, HttpError, HttpResponse};
use http::{HeaderValue, StatusCode};

/// The header that names the run.
pub const INGEST_RUN: &str = "Ingest-Run";
/// The header that says how far the run has come.
pub const INGEST_STATE: &str = "Ingest-State";

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// Mails are searched for and fetched. The same call joins the run.
    Fetching,
    /// All are fetched, and some of their documents are not read yet.
    Parsing,
    /// All that it stored is read.
    Done,
}

impl RunState {
    /// Every state.
    pub const ALL: [RunState; 3] = [RunState::Fetching, RunState::Parsing, RunState::Done];

    /// The text of the header.
    pub const fn as_str(self) -> &'static str {
        match self {
            RunState::Fetching => "fetching",
            RunState::Parsing => "parsing",
            RunState::Done => "done",
        }
    }
}

/// An answer with the headers of its run.
pub struct WithRun<R> {
    /// The run's id; `None` where there was nothing to run.
    pub run: Option<String>,
    /// How far it has come.
    pub state: RunState,
    /// The answer.
    pub answer: R,
}

impl<R: HttpResponse> HttpResponse for WithRun<R> {
    fn to_result(self) -> Result<http::Response<Body>, HttpError> {
        let mut response = self.answer.to_result()?;
        let headers = response.headers_mut();
        if let Some(run) = self.run {
            headers.insert(INGEST_RUN, HeaderValue::from_str(&run).map_err(http::Error::from)?);
        }
        headers.insert(INGEST_STATE, HeaderValue::from_static(self.state.as_str()));
        Ok(response)
    }

    fn response_metadata() -> ApiEndpointResponse {
        R::response_metadata()
    }

    fn status_code(&self) -> StatusCode {
        self.answer.status_code()
    }
}
