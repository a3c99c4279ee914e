//! Reads clothing invoices.
