//! One payment slip.

use chrono::NaiveDate;
use parser_model::Money;
use parser_model::reading::Payment;

/// A payment slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The last day to pay.
    pub due_date: NaiveDate,
    /// The amount to pay.
    pub total_amount: Money,
    /// The payment reference.
    pub ocr: Option<String>,
}

impl Slip {
    /// The slip as an element of the record's `payments`.
    pub fn payment(&self) -> Payment {
        Payment {
            due_date: Some(self.due_date),
            total_amount: self.total_amount,
            ocr: self.ocr.clone(),
        }
    }
}

/// Maximum number of slips of a notice, one for each month of a year.
pub(super) const MAX_SLIPS: usize = 12;
