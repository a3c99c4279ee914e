//! Rental invoices.

mod ingest;
