//! What a parser author sees: documents, readers, registration.
//!
//! A parser is pure: a [`document::Document`] in, values with their evidence or a named
//! refusal out. No clock, no network, no configuration, and nothing of another document.

pub mod amounts;
pub mod category;
pub mod choice;
pub mod currency;
pub mod dates;
pub mod detail;
pub mod document;
pub mod einvoice;
pub mod fields;
pub mod finish;
pub mod fuzz;
pub mod gate;
pub mod giro;
pub mod html;
pub mod items;
pub mod journey;
pub mod language;
pub mod luhn;
pub mod mime;
pub mod money;
pub mod numbers;
pub mod page;
pub mod payment;
pub mod pdf;
pub mod period;
pub mod phrases;
pub mod reading;
pub mod receipt;
pub mod register;
pub mod retail;
pub mod scanner;
pub mod sellers;
pub mod structured;
pub mod testing;
pub mod text;
pub mod total;
pub mod vendor;
pub mod when;

/// What [`register!`] names in the crates that use it.
#[doc(hidden)]
pub use inventory;
