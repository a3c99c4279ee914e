//! Rental invoices.

mod ingest;
mod latest;
mod names;
mod reminders;
