//! Searching a user's invoices for words.

use invoices_db::{RentalRow, RetailSearch, SearchedTotal};
use invoices_domain::Money;
use invoices_domain::sources::fold;
use serde_json::Value;

/// The search for a text, ignoring case and accents, and for an amount if the text is one. `None` if there is nothing to look for.
pub(crate) fn search_for(text: &str) -> Option<RetailSearch> {
    let folded = fold(text);
    let words = folded.trim();
    (!words.is_empty()).then(|| RetailSearch {
        words: words.to_owned(),
        total: read_amount(words),
    })
}

/// Whether a rental invoice has it: the landlord, the total, a number, the name of the PDF, or a line of the breakdown.
pub(crate) fn finds_rental(search: &RetailSearch, row: &RentalRow) -> bool {
    let record = &row.record;
    let lines = record.labelled.iter().filter(|(_, value)| value.is_number());
    let number = record.labelled.get("Invoice Number").and_then(Value::as_str);
    let texts = [
        record.landlord(),
        row.landlord.as_deref(),
        record.file_name.as_deref(),
        record.ocr.as_deref(),
        number,
    ];
    let texts = texts.into_iter().flatten();
    let mut texts = texts.chain(lines.map(|(label, _)| label.as_str()));
    search.total.is_some_and(|amount| is_total(amount, record.total_amount))
        || texts.any(|text| fold(text).contains(&search.words))
}

/// Reads `1890`, `1 890,00`, `1.890,5` and the like. A comma or point before one or two last digits begins the decimals; others
/// group digits. Without decimals it stands for all amounts with this integer part.
fn read_amount(text: &str) -> Option<SearchedTotal> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (integer, decimals) = match text.rsplit_once([',', '.']) {
        Some((integer, decimals)) if (1..=2).contains(&decimals.len()) => (integer, Some(decimals)),
        _ => (text.as_str(), None),
    };
    let integer = integer.replace([',', '.'], "");
    let value: Money = format!("{integer}.{}", decimals.unwrap_or("0")).parse().ok()?;
    Some(match decimals {
        Some(_) => SearchedTotal::Exactly(value.abs()),
        None => SearchedTotal::Whole(value.abs()),
    })
}

/// Whether an amount is a total, or that of a refund.
fn is_total(amount: SearchedTotal, total: Money) -> bool {
    let total = total.abs().to_string();
    match amount {
        SearchedTotal::Exactly(value) => value.to_string() == total,
        SearchedTotal::Whole(value) => Some(value.to_string().as_str()) == total.split('.').next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(text: &str, total: &str) -> bool {
        read_amount(text).is_some_and(|amount| is_total(amount, total.parse().unwrap()))
    }

    // Shows: Lists | `q` finds the vendor…
    #[test]
    fn an_amount_is_found_as_people_write_it() {
        for text in [
            "1890", "1 890", "1 890,00", "1.890,00", "1,890.00", "1890.0", "1.890", "-1890",
        ] {
            assert!(finds(text, "1890"), "{text}");
            assert!(finds(text, "-1890"), "{text}");
        }
        assert!(finds("1890", "1890.5"), "without decimals");
        for text in ["1890,50", "1890.5", "1.890,5"] {
            assert!(finds(text, "1890.5"), "{text}");
        }
        for (text, total) in [
            ("1890,00", "1890.5"),
            ("189", "1890"),
            ("18,90", "1890"),
            ("1890", "18.9"),
        ] {
            assert!(!finds(text, total), "{text} {total}");
        }
        for text in ["", "ica", "1890 kr", ",", "-", "1-2", "999999999999999"] {
            assert_eq!(read_amount(text), None, "{text}");
        }
    }
}
