//! Fuzz targets. Each takes any bytes, and panics if the result breaks a guarantee that callers rely on.

use crate::{einvoice, pdf};

/// Reads bytes as a PDF: every line has cells, and every cell has text and is on its page.
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

/// Reads bytes as the XML of an e-invoice: it states a total or a number.
pub fn einvoice(bytes: &[u8]) {
    if let Some(read) = einvoice::read(bytes) {
        assert!(read.stated.total_amount.is_some() || read.stated.invoice_number.is_some());
    }
}
