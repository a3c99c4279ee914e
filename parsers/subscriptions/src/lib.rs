//! Reads subscriptions invoices.
