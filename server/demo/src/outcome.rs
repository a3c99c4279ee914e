//! What became of every message, from the ledger.

use invoices_app::LedgerRow;
use invoices_domain::{DocumentState, MessageState};

/// One line a document, or a message without one.
pub struct Line {
    pub subject: String,
    pub sender: String,
    pub state: String,
    pub reason: String,
    /// Whether work is still owed on it.
    pub open: bool,
}

/// The ledger as lines, in the order of receipt.
pub fn lines(mut rows: Vec<LedgerRow>) -> Vec<Line> {
    rows.sort_by_key(|row| row.facts.received_at);
    rows.iter().flat_map(lines_of).collect()
}

fn lines_of(row: &LedgerRow) -> Vec<Line> {
    let line = |what: Option<&str>, state: String, reason: Option<&String>, open| Line {
        subject: match what {
            Some(what) => format!("{} · {what}", row.facts.subject.as_deref().unwrap_or("")),
            None => row.facts.subject.clone().unwrap_or_default(),
        },
        sender: row.facts.sender.as_ref().map(ToString::to_string).unwrap_or_default(),
        state,
        reason: reason.cloned().unwrap_or_default(),
        open,
    };
    if row.documents.is_empty() {
        let open = matches!(row.state, MessageState::Found);
        return vec![line(None, row.state.to_string(), row.reason.as_ref(), open)];
    }
    let of = |document: &invoices_app::LedgerDocument| {
        let open = matches!(document.state, DocumentState::Found | DocumentState::Stored);
        line(
            document.file_name.as_deref(),
            document.state.to_string(),
            document.reason.as_ref(),
            open,
        )
    };
    row.documents.iter().map(of).collect()
}
