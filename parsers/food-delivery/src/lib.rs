//! Reads food-delivery invoices.
