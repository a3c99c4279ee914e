//! The rules that decide the due date and the invoice date.

mod due;
mod invoice;
mod page_dates;

pub use due::due_date;
pub use invoice::invoice_date;

use crate::rule::Table;

pub fn tables() -> Vec<Table> {
    vec![invoice::table(), due::table()]
}
