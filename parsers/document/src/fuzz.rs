//! Targets for fuzzing: functions over any bytes that must neither panic nor break what readers rely on.

use crate::{einvoice, pdf};

/// Any bytes as a PDF. What is read has cells on the page, in order, with text in them.
pub fn pdf(bytes: &[u8]) {
    let Ok(read) = pdf::read(bytes) else { return };
    assert!(read.pages <= pdf::budget::PAGES);
    for line in &read.document.lines {
        assert!(!line.is_empty(), "an empty line");
        for cell in line {
            assert!(!cell.text.trim().is_empty(), "an empty cell");
            assert!(cell.x0 >= 0.0 && cell.x0 <= cell.x1 && cell.x1 <= 1000.0, "{cell:?}");
            assert!(
                cell.height.is_finite() && usize::from(cell.page) < read.pages,
                "{cell:?}"
            );
        }
    }
}

/// Any bytes as the XML of an e-invoice.
pub fn einvoice(bytes: &[u8]) {
    if let Some(read) = einvoice::read(bytes) {
        assert!(read.stated.total_amount.is_some() || read.stated.invoice_number.is_some());
    }
}
