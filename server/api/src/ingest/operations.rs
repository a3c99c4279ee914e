//! The operations on runs, for the document.

use invoices_domain::TokenScope;
use serde_json::{Value, json};

use super::{INGEST_RUN, INGEST_STATE, INGEST_STATES, PREFERENCE_APPLIED, RESPOND_ASYNC};
use crate::error::ApiError;
use crate::operation::{Operation, Success};
use crate::sentence;

const RUN_ID: &str = "8a4d4c52-0a0e-5f0c-9a5b-2f3f8a0f6f3e";

pub(crate) fn operations() -> [Operation; 2] {
    [
        Operation::new("ingest_run_list")
            .opened_by(&[TokenScope::Read, TokenScope::Ingest, TokenScope::All])
            .success(
                Success::new(200, "The runs.")
                    .envelope(sentence::INGEST_RUNS_RETRIEVED)
                    .link("run", "ingest_run_view")
                    .passing("run_id", "$response.body#/data/runs/0/run_id")
                    .because("The last one."),
            )
            .failures([ApiError::invalid_request("limit must be 1 to 100").when("A parameter has the wrong form.")]),
        Operation::new("ingest_run_view")
            .opened_by(&[TokenScope::Read, TokenScope::Ingest, TokenScope::All])
            .ok("The run.", sentence::INGEST_RUN_RETRIEVED)
            .failures([ApiError::not_found("No such run.")
                .when("The caller has no run with this id, or it ended too long ago.")]),
    ]
}

/// The answer of an ingest to a caller who prefers to look at its run later.
pub(crate) fn accepted() -> Success {
    Success::new(202, "The ingest has started, as requested by `Prefer: respond-async`.")
        .envelope("The ingest has started.")
        .of_schema("IngestRunEnvelope")
        .header("Location")
        .header(PREFERENCE_APPLIED)
        .link("run", "ingest_run_view")
        .passing("run_id", "$response.body#/data/run_id")
        .because("The state of the run.")
        .of_run()
}

/// The headers of an ingest's answers, for the document.
pub(crate) fn headers() -> Value {
    json!({
        INGEST_RUN: {
            "description": "The run's id. Absent if there is no run.",
            "schema": {"type": "string", "format": "uuid"},
            "example": RUN_ID,
        },
        INGEST_STATE: {
            "description": "`fetching`: the run searches for and fetches messages; the same call joins it. `parsing`: all \
             messages are fetched, and some documents are not parsed yet. `done`: every stored document is parsed.",
            "schema": {"type": "string", "enum": INGEST_STATES},
            "example": "done",
        },
        "Location": {
            "description": "The URL of the run.",
            "schema": {"type": "string"},
            "example": format!("/v1/ingest/runs/{RUN_ID}"),
        },
        PREFERENCE_APPLIED: {
            "description": "The preference that was applied (RFC 7240).",
            "schema": {"type": "string", "enum": [RESPOND_ASYNC]},
            "example": RESPOND_ASYNC,
        },
    })
}
