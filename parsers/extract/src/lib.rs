//! A document in, fields out: labels, amounts, dates, numbers and the decision for each field.
//!
//! Pure functions of a [`parser_document::Document`]: no clock, no network, no settings.
#![allow(missing_docs, reason = "a doc comment is for what a name does not say")]

pub mod amounts;
pub mod cell;
pub mod choice;
pub mod classification;
pub mod currency;
mod date_range;
pub mod dates;
pub mod direction;
pub mod document_dates;
pub mod finish;
pub mod giro;
pub mod identity;
pub mod items;
pub mod labelled;
pub mod language;
pub mod numbers;
pub mod page;
pub mod pattern;
pub mod payment;
pub mod period;
pub mod phrases;
pub mod reading;
pub mod receipt;
pub mod reservation;
pub mod rule;
pub mod rules;
mod statements;
pub mod structured;
pub mod taught;
pub mod total;
pub mod vendor;
pub mod words;

pub use parser_model::{luhn, mod97};
