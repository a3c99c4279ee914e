//! Rental invoices.

mod calendar;
mod ingest;
mod late;
mod latest;
mod names;
mod payment_codes;
mod reminders;
