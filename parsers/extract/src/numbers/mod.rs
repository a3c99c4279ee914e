//! Numbers of orders, invoices, receipts and bookings, by their labels.

mod candidates;
mod form;
mod identity;
mod labels;
mod rules;
mod series;
#[cfg(test)]
mod tests;
mod title;

pub use candidates::find;
pub(crate) use candidates::find_earlier_invoices;
pub use identity::set_sorts;
pub use labels::{Number, NumberKind, is_explicit_label, is_whole_label, whole_label};
pub use rules::{invoice_number, order_id, receipt_number};

use crate::rule::Table;

pub fn tables() -> Vec<Table> {
    let mut tables = rules::tables();
    tables.extend(identity::tables());
    tables
}
