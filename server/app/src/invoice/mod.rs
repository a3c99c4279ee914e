//! Invoices: rental and retail, and the originals that they were read from.

mod correct;
pub mod original;
pub mod rental;
pub mod retail;
pub mod search;
