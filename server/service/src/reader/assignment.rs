//! What the parent sends to a child, on one line before the document's bytes.

use invoices_domain::reading::{DocumentKind, MailContext};
use serde::{Deserialize, Serialize};

/// The hidden command that runs [`super::child`].
pub const CHILD: &str = "parse-child";

#[derive(Serialize, Deserialize)]
pub(super) struct Assignment {
    /// The limit on processor time, in seconds.
    pub cpu_seconds: u64,
    /// The limit on memory, in bytes.
    pub memory_bytes: u64,
    pub kind: DocumentKind,
    pub context: MailContext,
}
