//! Retail invoices.

mod charsets;
mod ingest;
mod new_category;
mod orders;
mod vendors;
mod window;
