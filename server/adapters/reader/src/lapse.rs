//! Why a child that was asked is gone.

use std::io;

/// Why a child that was asked is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lapse {
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

impl Lapse {
    pub const ALL: [Lapse; 5] = [
        Lapse::TimeLimit(0),
        Lapse::Ended,
        Lapse::Unreadable,
        Lapse::Mistaken,
        Lapse::Interrupted,
    ];

    /// What an error of the pipes says of the child.
    pub fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe => Lapse::Ended,
            _ => Lapse::Unreadable,
        }
    }

    /// Its name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Lapse::TimeLimit(_) => "time-limit",
            Lapse::Ended => "ended",
            Lapse::Unreadable => "unreadable",
            Lapse::Mistaken => "mistaken",
            Lapse::Interrupted => "interrupted",
        }
    }
}
