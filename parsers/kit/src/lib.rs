//! What a parser is written with: the [`Page`] to read, the [`Receipt`] to fill, registration, and tests.
//!
//! A parser is a pure function of a document and its mail's context. It uses no clock, network, files or settings, and keeps
//! nothing from other documents.

mod category;
pub mod detail;
mod layout;
mod register;
pub mod retail;
pub mod sellers;
#[cfg(feature = "testing")]
pub mod testing;

pub use layout::{Labelled, Layout};
pub use parser_document::{Cell, Document, Image, Line};
pub use parser_extract::amounts::DecimalSign;
pub use parser_extract::choice::{Because, Choice, only};
pub use parser_extract::page::{Page, Place};
pub use parser_extract::pattern::{Captures, Pattern, pattern};
pub use parser_extract::phrases::{Index, Phrases, month, phrases};
pub use parser_extract::receipt::{Field, Item, ItemField, Quantity, Receipt, field, item};
pub use parser_extract::words::{Words, is_wordy};
pub use parser_extract::{dates, document_dates, reservation};
pub use parser_model::reading::Direction;
pub use parser_model::{Currency, Money};
pub use register::{Category, CategoryWords, RentalReader, VendorEntry, categories, rental_reader};

/// Used by the expansion of [`register!`].
#[doc(hidden)]
pub use inventory;
