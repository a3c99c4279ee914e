//! Reads miscellaneous invoices.
