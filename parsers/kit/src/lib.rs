//! What a parser author sees: documents, readers, registration.
//!
//! A parser is pure: a [`document::Document`] in, values with their evidence or a named
//! refusal out. No clock, no network, no configuration, and nothing of another document.

pub mod amounts;
pub mod choice;
pub mod currency;
pub mod dates;
pub mod detail;
pub mod document;
pub mod giro;
pub mod html;
pub mod language;
pub mod luhn;
pub mod money;
pub mod numbers;
pub mod page;
pub mod phrases;
pub mod receipt;
pub mod register;
pub mod structured;
pub mod text;
pub mod total;

/// What [`register!`] names in the crates that use it.
#[doc(hidden)]
pub use inventory;
