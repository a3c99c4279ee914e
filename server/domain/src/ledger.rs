//! The states of the ledger's messages and documents.

use parser_model::reading::{Answer, Candidate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text_enum;

/// The text isn't a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown ledger word {0}")]
pub struct UnknownState(String);

fn unknown(text: &str) -> UnknownState {
    UnknownState(text.to_owned())
}

// Which ingest a message belongs to. The doc comments are those of the OpenAPI document.
text_enum! {
    /// A type of invoice.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[schemars(rename = "InvoiceType")]
    Source: UnknownState = unknown; {
        /// A landlord's.
        Rental = "rental",
        /// A shop's.
        Retail = "retail",
    }
}

text_enum! {
    /// The state of a message.
    MessageState: UnknownState = unknown; {
        /// Found in the mailbox, and pending: the next run or the sweeper fetches it.
        Found = "found",
        /// Each of its documents has a row, and their bytes are stored.
        Fetched = "fetched",
        /// Its sender is not authenticated: it is neither stored nor parsed until it is released.
        Quarantined = "quarantined",
        /// It contains no document that is read.
        Rejected = "rejected",
        /// It could not be fetched or stored; the next run tries again.
        Failed = "failed",
        /// Its month is processed, or its sender, subject or date does not match.
        Skipped = "skipped",
    }
}

text_enum! {
    /// The state of a document (the HTML, or one PDF) of a message.
    DocumentState: UnknownState = unknown; {
        /// Its row and key are written; its bytes are not stored yet.
        Found = "found",
        /// Its bytes are in object storage; it is to be parsed.
        Stored = "stored",
        /// An invoice was made of it.
        Parsed = "parsed",
        /// It isn't an invoice.
        Rejected = "rejected",
        /// It is an invoice whose total is not certain: the user is asked which amount it is.
        Asked = "asked",
        /// It could not be read.
        Failed = "failed",
        /// Another document has the same bytes or states the same invoice.
        Duplicate = "duplicate",
        /// Its invoice was deleted by the user.
        Deleted = "deleted",
    }
}

impl DocumentState {
    /// Whether a mail with such a PDF makes its month processed.
    pub const fn processes_month(self) -> bool {
        matches!(
            self,
            DocumentState::Stored | DocumentState::Parsed | DocumentState::Asked
        )
    }
}

/// The question about a document: which amount is its total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The amounts that may be it, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// What a user says of a document that is asked about. It counts whatever a later version reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UserAnswer {
    /// It is an invoice with this total.
    Invoice(Answer),
    /// It isn't an invoice.
    NotAnInvoice,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_reads_back() {
        assert!(Source::ALL.iter().all(|s| s.as_str().parse() == Ok(*s)));
        assert!(MessageState::ALL.iter().all(|s| s.as_str().parse() == Ok(*s)));
        assert!(DocumentState::ALL.iter().all(|s| s.as_str().parse() == Ok(*s)));
    }
}
