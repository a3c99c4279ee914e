//! Searching a user's invoices for words.

use invoices_db::{RentalRow, RetailSearch, SearchedTotal};
use invoices_domain::Money;
use invoices_domain::sources::fold;
use serde_json::Value;

/// The search in invoices: the text, ignoring case and accents, and an amount if the text is one.
pub(crate) struct Search {
    words: String,
    amount: Option<Amount>,
}

/// An amount that someone typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Amount {
    value: Money,
    /// Without decimals it stands for all amounts with this integer part.
    has_decimals: bool,
}

impl Search {
    /// `None` if there is nothing to look for.
    pub fn new(text: &str) -> Option<Self> {
        let folded = fold(text);
        let words = folded.trim();
        (!words.is_empty()).then(|| Search {
            words: words.to_owned(),
            amount: Amount::read(words),
        })
    }

    /// In retail invoices: the vendor, the total, a number, or an item.
    pub fn in_retail(self) -> RetailSearch {
        let total = self.amount.map(|amount| {
            if amount.has_decimals {
                SearchedTotal::Exactly(amount.value)
            } else {
                SearchedTotal::Whole(amount.value)
            }
        });
        RetailSearch {
            words: self.words,
            total,
        }
    }

    /// Whether a rental invoice has it: the landlord, the total, a number, the name of the PDF, or a line of the breakdown.
    pub fn finds_rental(&self, row: &RentalRow) -> bool {
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
        let mut texts = texts
            .into_iter()
            .flatten()
            .chain(lines.map(|(label, _)| label.as_str()));
        self.is_total(record.total_amount) || texts.any(|text| self.is_in(text))
    }

    fn is_in(&self, text: &str) -> bool {
        fold(text).contains(&self.words)
    }

    fn is_total(&self, total: Money) -> bool {
        self.amount.is_some_and(|amount| amount.is(total))
    }
}

impl Amount {
    /// Reads `1890`, `1 890,00`, `1.890,5` and the like. A comma or point before one or two last digits begins the decimals;
    /// others group digits.
    fn read(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (integer, decimals) = match text.rsplit_once([',', '.']) {
            Some((integer, decimals)) if (1..=2).contains(&decimals.len()) => (integer, Some(decimals)),
            _ => (text.as_str(), None),
        };
        let integer = integer.replace([',', '.'], "");
        let value: Money = format!("{integer}.{}", decimals.unwrap_or("0")).parse().ok()?;
        Some(Amount {
            value: value.abs(),
            has_decimals: decimals.is_some(),
        })
    }

    /// Whether it is a total, or that of a refund.
    fn is(self, total: Money) -> bool {
        let (value, total) = (self.value.to_string(), total.abs().to_string());
        let total = if self.has_decimals {
            total.as_str()
        } else {
            total.split('.').next().unwrap_or_default()
        };
        value == total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(text: &str, total: &str) -> bool {
        Amount::read(text).is_some_and(|amount| amount.is(total.parse().unwrap()))
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
            assert_eq!(Amount::read(text), None, "{text}");
        }
    }
}
