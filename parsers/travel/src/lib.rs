//! Reads travel invoices.
