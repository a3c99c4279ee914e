//! One payment slip.

use chrono::NaiveDate;
use parser_model::Money;
use parser_model::reading::Payment;

/// A slip: what to pay, by when, with which reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The last day to pay.
    pub due_date: NaiveDate,
    /// What to pay.
    pub total_amount: Money,
    /// The payment reference.
    pub ocr: Option<String>,
}

impl Slip {
    /// The slip as a record lists it.
    pub fn payment(&self) -> Payment {
        Payment {
            due_date: Some(self.due_date),
            total_amount: self.total_amount,
            ocr: self.ocr.clone(),
        }
    }
}

/// More payments than a year has months are none of a notice.
pub(super) const MOST: usize = 12;
