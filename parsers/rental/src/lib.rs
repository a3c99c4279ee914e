//! Reads rental invoices.
