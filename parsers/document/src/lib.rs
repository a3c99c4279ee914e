//! Turns bytes into a [`Document`]: mails, HTML pages, PDFs and e-invoices.
//!
//! Reading never panics. Its limits are counts, such as bytes and nodes, and no times, so that the same bytes always
//! give the same document.
#![allow(missing_docs, reason = "a doc comment is for what a name does not say")]

mod charset;
mod document;
pub mod einvoice;
#[cfg(feature = "testing")]
pub mod fuzz;
pub mod html;
mod linked_data;
pub mod mail;
pub mod pdf;
pub mod steps;
pub mod text;

pub use charset::decode;
pub use document::{Cell, Document, EInvoice, Image, Kind, Line};
