//! The outcome of the mails that were taken, by the ledger.

use std::collections::BTreeMap;

use invoices_db::LedgerRow;
use invoices_service::{DocumentState, MessageState};

/// The outcome of a mail. If its documents differ, the first of these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It has an invoice whose total its user is asked for.
    Asked,
    /// It has an invoice.
    Recorded,
    /// It is stored, and is not read yet.
    Pending,
    /// It could not be fetched.
    Unfetched,
    /// It is in quarantine.
    Quarantined,
    /// Its invoice was recorded before, from another mail.
    Duplicate,
    /// It can't be read.
    Failed,
    /// It has no invoice.
    Rejected,
    /// Its invoice was deleted.
    Deleted,
}

impl Outcome {
    /// The outcome by a mail's rows, and the reason if there is one.
    pub fn of(rows: &[LedgerRow]) -> (Outcome, Option<String>) {
        let of_documents = rows.iter().flat_map(|row| {
            row.documents
                .iter()
                .map(|document| (of_document(document.state), document.reason.clone()))
        });
        let without_documents = rows.iter().filter(|row| row.documents.is_empty());
        let of_messages = without_documents.map(|row| (of_message(row.state), row.reason.clone()));
        let first = of_documents.chain(of_messages).min_by_key(|(outcome, _)| *outcome);
        first.unwrap_or((Outcome::Rejected, None))
    }

    /// In words, of several mails.
    pub fn words(self) -> &'static str {
        match self {
            Outcome::Asked => "with an invoice whose total you are asked for",
            Outcome::Recorded => "with an invoice or receipt",
            Outcome::Pending => "not parsed yet; the service will parse them",
            Outcome::Unfetched => "not checked yet; the service or the next run will retry",
            Outcome::Quarantined => "in quarantine",
            Outcome::Duplicate => "with an invoice that was already recorded",
            Outcome::Failed => "failed",
            Outcome::Rejected => "without an invoice",
            Outcome::Deleted => "with an invoice that was deleted",
        }
    }
}

fn of_document(state: DocumentState) -> Outcome {
    match state {
        DocumentState::Asked => Outcome::Asked,
        DocumentState::Parsed => Outcome::Recorded,
        DocumentState::Duplicate => Outcome::Duplicate,
        DocumentState::Rejected => Outcome::Rejected,
        DocumentState::Failed => Outcome::Failed,
        DocumentState::Deleted => Outcome::Deleted,
        _ => Outcome::Pending,
    }
}

/// The outcome of a mail without documents.
fn of_message(state: MessageState) -> Outcome {
    match state {
        MessageState::Found => Outcome::Unfetched,
        MessageState::Quarantined => Outcome::Quarantined,
        // It is the same mail as one of the mailbox, or no source is active for it any more.
        MessageState::Skipped => Outcome::Duplicate,
        MessageState::Failed => Outcome::Failed,
        _ => Outcome::Rejected,
    }
}

/// How many mails have each outcome, and why.
#[derive(Debug, Default)]
pub struct Outcomes(BTreeMap<Outcome, BTreeMap<String, u64>>);

impl Outcomes {
    pub fn add(&mut self, outcome: Outcome, reason: Option<String>) {
        let reasons = self.0.entry(outcome).or_default();
        *reasons.entry(reason.unwrap_or_default()).or_default() += 1;
    }

    pub fn count(&self, outcome: Outcome) -> u64 {
        self.0.get(&outcome).map_or(0, |reasons| reasons.values().sum())
    }

    /// Each outcome with its number of mails, and the reasons with theirs.
    pub fn all(&self) -> impl Iterator<Item = (Outcome, u64, Vec<(&str, u64)>)> {
        self.0.iter().map(|(outcome, reasons)| {
            let mut named: Vec<(&str, u64)> = reasons
                .iter()
                .filter(|(reason, _)| !reason.is_empty())
                .map(|(reason, count)| (reason.as_str(), *count))
                .collect();
            named.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            (*outcome, self.count(*outcome), named)
        })
    }
}
