//! Numbers of orders, invoices, receipts and bookings, by their labels.

mod candidates;
#[cfg(any(test, feature = "training"))]
mod features;
mod form;
mod labels;
mod rules;
#[cfg(test)]
mod tests;

pub use candidates::{Number, find};
pub use labels::{NumberKind, is_whole_label};
pub use rules::{invoice_number, order_id, receipt_number, tables};
