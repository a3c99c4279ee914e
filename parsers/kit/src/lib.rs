//! What a parser author sees: a page to read, the receipt to fill, and how a category registers itself.
//!
//! A parser is pure: a [`Page`] in, values with their evidence or a named refusal out. No clock, no network, no
//! configuration, and nothing of another document.

mod category;
pub mod detail;
mod register;
pub mod retail;
pub mod sellers;
#[cfg(feature = "testing")]
pub mod testing;

pub use parser_document::{Cell, Document, Image, Line};
pub use parser_extract::amounts::DecimalSign;
pub use parser_extract::dates;
pub use parser_extract::document_dates;
pub use parser_extract::fields;
pub use parser_extract::journey::{Journey, Segment, Transport};
pub use parser_extract::page::{Page, Place};
pub use parser_extract::phrases::{Phrases, month};
pub use parser_extract::receipt::{Item, Quantity, Receipt, Source};
pub use parser_extract::words::Words;
pub use parser_model::{Currency, Money};
pub use register::{Category, Layout, RentalReader, VendorEntry, categories, rental_reader};

/// What [`register!`] names in the crates that use it.
#[doc(hidden)]
pub use inventory;
