//! Payment references (OCR and those of other countries), Bankgiro, Plusgiro.
//!
//! A labelled number is taken even if its check digit is wrong (with a warning), an unlabelled one never.

mod form;
mod labelled;
mod rules;
pub mod slip;

use crate::page::Page;

pub use form::check_digit_holds;
pub use rules::{bankgiro, ocr, plusgiro, tables};

/// Every payment reference, labelled or on a payment slip, with its line. A page may have several slips.
pub fn ocr_lines(page: &Page<'_>) -> Vec<(usize, String)> {
    let labelled = labelled::ocr(page).into_iter().map(|(at, digits)| (at.line, digits));
    slip::references(page).chain(labelled).collect()
}
