//! A document's bytes in, a [`Document`] out: mails, HTML, PDF and e-invoices.
//!
//! Whatever the bytes are, reading ends within bounds that are counted and not timed, and never panics.

mod charset;
mod document;
pub mod einvoice;
#[cfg(feature = "testing")]
pub mod fuzz;
pub mod html;
mod linked_data;
pub mod mail;
pub mod pdf;
pub mod text;

pub use charset::decode;
pub use document::{Cell, Document, EInvoice, Image, Kind, Line};
