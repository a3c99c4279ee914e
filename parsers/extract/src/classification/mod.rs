//! Whether a document is an invoice, receipt or order at all. Separate from its fields: a shipping notice states a total, too.

mod credit_note;
mod facts;
mod not_spending;
mod rules;

pub use credit_note::is_credit_note;
pub use facts::{Classification, FIELD, Facts, is_forwarded, is_own_receipt, is_paid_receipt, is_refund, is_return};
pub use rules::{classify, tables};
