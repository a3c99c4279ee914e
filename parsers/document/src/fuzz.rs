//! Fuzz targets. Each takes any bytes, and panics if the result breaks a guarantee that callers rely on.

use parser_model::MailAddress;
use parser_model::reading::Authentication;

use crate::mail::{AuthenticationResults, authenticate};
use crate::{Line, einvoice, pdf};

/// Reads bytes as a PDF: every line has cells, and every cell has text and is on its page.
pub fn pdf(bytes: &[u8]) {
    let Ok(read) = pdf::read(bytes) else { return };
    assert!(read.pages <= pdf::budget::PAGES);
    check_lines(&read.document.lines);
    for cell in read.document.lines.iter().flatten() {
        assert!(
            cell.height.is_finite() && usize::from(cell.page) < read.pages,
            "{cell:?}"
        );
    }
}

/// Every line has cells, and every cell has text and is on the page or mail.
pub fn check_lines(lines: &[Line]) {
    for line in lines {
        assert!(!line.is_empty(), "an empty line");
        for cell in line {
            assert!(!cell.text.trim().is_empty(), "an empty cell");
            assert!(cell.x0 >= 0.0 && cell.x0 <= cell.x1 && cell.x1 <= 1000.0, "{cell:?}");
        }
    }
}

/// Reads bytes as the XML of an e-invoice: it states a total or a number.
pub fn einvoice(bytes: &[u8]) {
    if let Some(read) = einvoice::read(bytes) {
        assert!(read.stated.total_amount.is_some() || read.stated.invoice_number.is_some());
    }
}

/// Reads bytes as an `Authentication-Results` header: its results are limited. A sender is trusted only if the header has one DMARC
/// result at most.
pub fn authentication_results(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let read = text.parse::<AuthenticationResults>().ok();
    if let Some(read) = &read {
        assert!(text.len() <= AuthenticationResults::MAX_LENGTH);
        assert!(read.results.len() <= AuthenticationResults::MAX_RESULTS);
    }
    let Ok(sender) = "info@example.com".parse::<MailAddress>() else {
        return;
    };
    if let Authentication::Trusted(_) = authenticate(&[text], "mx.example.com", &sender) {
        let results = read.map(|read| read.results).unwrap_or_default();
        assert!(results.iter().any(|result| result.result == "pass"), "nothing passed");
        assert!(results.iter().filter(|result| result.method == "dmarc").count() <= 1);
    }
}
