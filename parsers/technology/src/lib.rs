//! Reads technology invoices.
