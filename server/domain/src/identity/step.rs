//! The names of the steps.

use std::fmt;
use std::str::FromStr;

use crate::ids::IdError;

/// Why documents are one invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// One mail that came more than once.
    SameMail,
    /// One file that came more than once.
    SameFile,
    /// The same number of an invoice or receipt.
    Number,
    /// The text of a mail and its PDF.
    Mail,
    /// Invoices or receipts of one order.
    Order,
    /// Announcements of one order, and what follows them.
    Announced,
    /// An announcement and what it announced.
    Covered,
    /// A document whose total is uncertain, and an invoice with a total that answers the question.
    Answered,
    /// The user joined them.
    User,
    /// A cancellation and what it cancels.
    Cancelled,
}

impl Step {
    /// Every step.
    pub const ALL: [Step; 10] = [
        Step::SameMail,
        Step::SameFile,
        Step::Number,
        Step::Mail,
        Step::Order,
        Step::Announced,
        Step::Covered,
        Step::Answered,
        Step::User,
        Step::Cancelled,
    ];

    /// The name in the database, in the ledger and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Step::SameMail => "same-mail",
            Step::SameFile => "same-file",
            Step::Number => "number",
            Step::Mail => "mail",
            Step::Order => "order",
            Step::Announced => "announced",
            Step::Covered => "covered",
            Step::Answered => "answered",
            Step::User => "user",
            Step::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Step {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let step = Step::ALL.into_iter().find(|step| step.as_str() == text);
        step.ok_or_else(|| IdError::new("step"))
    }
}
