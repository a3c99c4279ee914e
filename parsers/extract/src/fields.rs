//! Texts by their labels: the words after a label, in the cell to its right, or below it.

use std::sync::LazyLock;

use crate::page::{Page, Place};
use crate::phrases::{Dates, Parties, Phrases};
use crate::total::labels::{Class, classify};
use crate::words::Words;

/// Labels: what fills a cell of these is no value, but the head of the next column.
static KNOWN: LazyLock<Phrases> = LazyLock::new(|| {
    let dates = [
        Dates::DueDate,
        Dates::InvoiceDate,
        Dates::OrderDate,
        Dates::PlainDate,
        Dates::OtherDate,
    ];
    let parties = [Parties::Seller, Parties::Buyer, Parties::Merchant];
    Phrases::new(&[dates.map(Dates::list).concat(), parties.map(Parties::list).concat()].concat())
});

/// The text that a label names, 2 to 80 characters; the first on the page.
///
/// The label begins its cell: `Restaurang: X`, `Restaurang | X`, or `X` in the line below.
pub fn value_of(page: &Page<'_>, labels: &Phrases) -> Option<String> {
    page.places().find_map(|at| value_at(page, at, labels))
}

/// The text that the label in a cell names.
pub fn value_at(page: &Page<'_>, at: Place, labels: &Phrases) -> Option<String> {
    let words = &page.content(at).words;
    let hit = labels.find(words).filter(|hit| hit.start <= 1)?;
    let text = page.cell(at).text.as_str();
    let rest = text[words.span(hit.end - 1).1..].trim_start();
    let value = if rest.trim_matches([':', ' ']).is_empty() {
        // `Payment method: | Card payment` is no row of heads, though `Card payment` may be the label of a sum.
        let has_colon = rest.contains(':');
        let head =
            |at: &Place| KNOWN.matches_all(&page.content(*at).words) || !has_colon && is_sum(&page.cell(*at).text);
        let right = page.right(at).filter(|right| !head(right));
        let beside = right.or_else(|| page.below(at, 1).next())?;
        page.cell(beside).text.as_str()
    } else {
        // Without a sign between them, words that follow belong to the label's sentence.
        rest.strip_prefix([':', '–', '-'])?.trim()
    };
    let short = (2..=80).contains(&value.chars().count()) && !value.ends_with(':');
    (short && Words::of(value).has_letters()).then(|| value.to_owned())
}

/// `Summa`, `Att betala`: the head of a column of amounts.
fn is_sum(text: &str) -> bool {
    matches!(classify(text), Some(class) if class != Class::NotATotal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parser_document::Document;

    #[test]
    fn a_text_stands_after_beside_or_below_its_label() {
        let labels = Phrases::new(&["restaurang"]);
        for text in [
            "Restaurang: Thai Orkidén",
            "Restaurang     Thai Orkidén",
            "Restaurang\nThai Orkidén",
        ] {
            let document = Document::from_plain(text);
            let page = Page::new(&document, None);
            assert_eq!(value_of(&page, &labels).as_deref(), Some("Thai Orkidén"), "{text}");
        }
        let document = Document::from_plain("Restaurang med utsikt");
        assert_eq!(value_of(&Page::new(&document, None), &labels), None);
    }
}
