//! Values that are stored as JSON.

use invoices_domain::identity::GroupWarning;
use serde::{Deserialize, Serialize};

/// What is remarkable about an invoice that several documents state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct GroupWarnings(pub Vec<GroupWarning>);

/// One side of what the user said of two statements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Word {
    /// Both sides have the same name.
    pub name: String,
    /// Whether the sides are one invoice.
    pub is_same: bool,
    /// Which of the two sides.
    pub is_first: bool,
}

/// What the user said of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Words(pub Vec<Word>);
