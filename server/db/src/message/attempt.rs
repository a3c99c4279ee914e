//! Counting attempts at reading what strangers wrote.

use invoices_domain::DocumentState;

/// Whether a document may be parsed, or a message read, now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt<State = DocumentState> {
    /// The attempt is counted; this is the n-th.
    Started(i32),
    /// The attempts are used up; it is now failed.
    AtLimit,
    /// It is not pending: it is in this state.
    NotPending(State),
    /// It does not exist, or its user is not live.
    Gone,
}
