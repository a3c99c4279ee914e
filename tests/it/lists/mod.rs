//! The list of invoices.

mod contents;
