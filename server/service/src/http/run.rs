//! The run of an ingest, in the headers of its answer.

use invoices_api::run::RunState;
use invoices_app::{Ingested, Progress};

/// The run's id and how far it has come.
pub fn run_of(ingested: &Ingested) -> (Option<String>, RunState) {
    let state = match ingested.progress {
        Progress::Fetching => RunState::Fetching,
        Progress::Parsing => RunState::Parsing,
        Progress::Done => RunState::Done,
    };
    (ingested.run.map(|run| run.to_string()), state)
}
