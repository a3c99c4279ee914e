//! Invoices: rental and retail, the originals that they were read from, and their corrections.

pub mod correction;
pub mod identity;
pub mod original;
pub mod rental;
pub mod retail;
