//! Reads utility invoices.
