//! Deleting invoices and accounts.

mod account;
mod account_interrupted;
mod invoice;
mod large;
mod later_mail;
mod residue;
