//! Rental invoices.

mod ingest;
mod latest;
