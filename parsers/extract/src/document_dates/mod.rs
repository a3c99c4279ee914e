//! The dates of a document: each date with its label, and the rules that decide the invoice date and the due date.

mod label;
mod labelled_date;
mod role;
mod rules;

pub use labelled_date::{LabelledDate, find};
pub use role::Role;
pub use rules::{due_date, invoice_date, tables};
