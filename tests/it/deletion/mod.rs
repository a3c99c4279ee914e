//! Deleting invoices and accounts.

mod account;
mod account_interrupted;
mod invoice;
mod residue;
