//! How a child fails an assignment. It is gone then.

use std::io;

use invoices_domain::Reason;

/// What a child did in place of its assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildFailure {
    /// It took longer than `reader.timeout_seconds`, which is this.
    TimeLimit(u64),
    /// It ended without an answer.
    Ended,
    /// It answered what can't be read. The cause may quote the answer, and so the document.
    Unreadable,
    /// It answered something else than asked.
    Mistaken,
    /// The task that waited for it was cancelled.
    Interrupted,
}

impl ChildFailure {
    pub const ALL: [ChildFailure; 5] = [
        ChildFailure::TimeLimit(0),
        ChildFailure::Ended,
        ChildFailure::Unreadable,
        ChildFailure::Mistaken,
        ChildFailure::Interrupted,
    ];

    /// What an error of the pipes says of the child.
    pub fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe => ChildFailure::Ended,
            _ => ChildFailure::Unreadable,
        }
    }

    /// It as the reason of a document or message that is not read.
    pub const fn reason(self) -> Reason {
        match self {
            ChildFailure::TimeLimit(seconds) => Reason::ReaderTooSlow { seconds },
            ChildFailure::Ended => Reason::ReaderEnded,
            ChildFailure::Unreadable => Reason::ReaderUnreadable,
            ChildFailure::Mistaken => Reason::ReaderMistaken,
            ChildFailure::Interrupted => Reason::ReaderInterrupted,
        }
    }

    /// Its name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            ChildFailure::TimeLimit(_) => "time-limit",
            ChildFailure::Ended => "ended",
            ChildFailure::Unreadable => "unreadable",
            ChildFailure::Mistaken => "mistaken",
            ChildFailure::Interrupted => "interrupted",
        }
    }
}
