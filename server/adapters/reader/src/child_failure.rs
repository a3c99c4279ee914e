//! How a child fails an assignment. It is gone then.

use std::io;

/// What a child did in place of its assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChildFailure {
    /// It took longer than `reader.timeout_seconds`, which is this.
    #[error("took more than {0} seconds")]
    TimeLimit(u64),
    /// It ended without an answer.
    #[error("ended without an answer: it needs more memory than the limit, or it crashed")]
    Ended,
    /// It answered what can't be read. The cause may quote the answer, and so the document.
    #[error("gave no answer that can be read")]
    Unreadable,
    /// It answered something else than asked.
    #[error("answered something else than asked")]
    Mistaken,
    /// The task that waited for it was cancelled.
    #[error("was interrupted")]
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
