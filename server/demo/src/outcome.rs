//! The state of every message and document, from the ledger.

use invoices_db::{LedgerDocument, LedgerRow};
use invoices_service::{DocumentState, MessageState};

/// A document, or a message without documents.
pub struct Line {
    pub subject: String,
    pub sender: String,
    pub state: String,
    pub reason: String,
    /// Whether work on it is pending.
    pub is_pending: bool,
}

/// The lines of the ledger, in the order in which messages were received.
pub fn lines(mut rows: Vec<LedgerRow>) -> Vec<Line> {
    rows.sort_by_key(|row| row.facts.received_at);
    rows.iter().flat_map(lines_of).collect()
}

fn lines_of(row: &LedgerRow) -> Vec<Line> {
    let line = |document: Option<&str>, state: String, reason: Option<&String>, is_pending| Line {
        subject: match document {
            Some(name) => format!("{} · {name}", row.facts.subject.as_deref().unwrap_or("")),
            None => row.facts.subject.clone().unwrap_or_default(),
        },
        sender: row.facts.sender.as_ref().map(ToString::to_string).unwrap_or_default(),
        state,
        reason: reason.cloned().unwrap_or_default(),
        is_pending,
    };
    if row.documents.is_empty() {
        let is_pending = matches!(row.state, MessageState::Found);
        return vec![line(None, row.state.to_string(), row.reason.as_ref(), is_pending)];
    }
    let of = |document: &LedgerDocument| {
        let is_pending = matches!(document.state, DocumentState::Found | DocumentState::Stored);
        let (name, state) = (document.file_name.as_deref(), document.state.to_string());
        line(name, state, document.reason.as_ref(), is_pending)
    };
    row.documents.iter().map(of).collect()
}
