//! Invoices: the lists, one rental or retail invoice, corrections, and originals.

pub mod correction;
pub mod join;
pub mod list;
pub mod original;
pub mod rental;
pub mod retail;
