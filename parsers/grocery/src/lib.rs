//! Reads grocery invoices.
