//! The rules for one vendor's pages.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use parser_document::Document;
use parser_extract::choice::Choice;
use parser_extract::page::Page;
use parser_extract::phrases::Phrases;
use parser_extract::receipt::field::{INVOICE_DATE, INVOICE_NUMBER, ORDER_ID, identity};
use parser_extract::receipt::{Field, FieldValue, Receipt};
use parser_model::Money;
use parser_model::reading::Direction;

/// The rules for one vendor's pages. They add what the general reading does not find.
///
/// ```
/// use parser_kit::field::ORDER_ID;
/// use parser_kit::{Labelled, Layout};
///
/// pub const LAYOUT: Layout = Layout {
///     host: "ullkompaniet.example.com",
///     logos: &["ullkompaniet"],
///     labels: &[Labelled::Text(ORDER_ID, &["stickkod"])],
///     ..Layout::of("ullkompaniet", 1)
/// };
/// ```
pub struct Layout {
    /// The vendor's id.
    pub vendor: &'static str,
    /// A number that rises when its results change. It is added to the category's version.
    pub version: u32,
    /// The host of the sender's address, in lower case. Its sub-domains count, too.
    pub host: &'static str,
    /// Alternative texts of the vendor's logo, in lower case: a forwarded or saved mail has another sender or none.
    pub logos: &'static [&'static str],
    /// Fields whose values are beside words of this vendor.
    pub labels: &'static [Labelled],
    /// Confirms that a mail of this vendor is an invoice, and returns its direction. It is called before the general reading may
    /// refuse the mail, for each mail of the vendor, news included, so it looks for what only a receipt has.
    pub confirms: Option<fn(&Page<'_>) -> Option<Direction>>,
    /// Reads what labels can't say.
    pub read: Option<fn(&Page<'_>, &mut Receipt)>,
}

/// A field and the phrases of the labels beside its value, in the notation of [`Phrases`].
#[derive(Clone, Debug)]
pub enum Labelled {
    /// A text, see [`Page::text`].
    Text(Field<String>, &'static [&'static str]),
    /// A number with a length in this range, see [`Page::number`].
    Number(Field<String>, RangeInclusive<usize>, &'static [&'static str]),
    /// An amount, see [`Page::money`].
    Money(Field<Money>, &'static [&'static str]),
    /// A day, see [`Page::date`].
    Date(Field<NaiveDate>, &'static [&'static str]),
}

impl Layout {
    /// A layout that reads nothing yet.
    pub const fn of(vendor: &'static str, version: u32) -> Self {
        Layout {
            vendor,
            version,
            host: "",
            logos: &[],
            labels: &[],
            confirms: None,
            read: None,
        }
    }

    /// Whether a document is from the vendor: by its sender or its logo.
    pub fn recognises(&self, document: &Document) -> bool {
        document.is_sent_from(self.host) || self.logos.iter().any(|logo| document.has_logo(logo))
    }

    /// The phrases of its labels, compiled.
    pub(crate) fn compile_labels(&self) -> Vec<Phrases> {
        self.labels
            .iter()
            .map(|labelled| Phrases::of(labelled.labels()))
            .collect()
    }

    /// Adds to a receipt what the layout finds on the page. `labels` are its compiled labels.
    pub(crate) fn add(&self, labels: &[Phrases], page: &Page<'_>, receipt: &mut Receipt) {
        for (labelled, labels) in self.labels.iter().zip(labels) {
            labelled.add(labels, page, receipt);
        }
        if let Some(read) = self.read {
            read(page, receipt);
        }
    }
}

impl Labelled {
    const fn labels(&self) -> &'static [&'static str] {
        match self {
            Labelled::Text(_, labels)
            | Labelled::Number(_, _, labels)
            | Labelled::Money(_, labels)
            | Labelled::Date(_, labels) => labels,
        }
    }

    fn add(&self, labels: &Phrases, page: &Page<'_>, receipt: &mut Receipt) {
        match self {
            Labelled::Text(field, _) => self.set_number(*field, page.text(labels), receipt),
            Labelled::Number(field, length, _) => self.set_number(*field, page.number(labels, length.clone()), receipt),
            Labelled::Money(field, _) => self.set(*field, page.money(labels), receipt),
            Labelled::Date(field, _) => {
                let date = page.date(labels);
                if field.name() == INVOICE_DATE.name() {
                    receipt.set(identity::OWN_DAY, date.clone());
                }
                self.set(*field, date, receipt);
            }
        }
    }

    /// Sets a text. A number of the order or the invoice is that of its sort, too.
    fn set_number(&self, field: Field<String>, text: Choice<String>, receipt: &mut Receipt) {
        let sorts = [
            (ORDER_ID, identity::ORDER_NUMBER),
            (INVOICE_NUMBER, identity::INVOICE_NUMBER),
        ];
        for (_, sort) in sorts.iter().filter(|(known, _)| known.name() == field.name()) {
            receipt.set(*sort, text.clone());
        }
        self.set(field, text, receipt);
    }

    /// Sets a field. If there is no value, the reason says that its labels were not found.
    fn set<T: FieldValue>(&self, field: Field<T>, choice: Choice<T>, receipt: &mut Receipt) {
        let is_known = receipt.evidence().any(|evidence| evidence.field == field.name());
        if choice.value.is_some() || choice.is_refusal() || is_known {
            receipt.set(field, choice);
        } else {
            let labels = self.labels().join("”, “");
            receipt.set(
                field,
                Choice::refused(format!("nothing on the page is labelled “{labels}”")),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use parser_extract::receipt::field::ORDER_ID;

    use super::*;

    const LAYOUT: Layout = Layout {
        labels: &[Labelled::Text(ORDER_ID, &["stickkod", "stick id"])],
        ..Layout::of("ullkompaniet", 1)
    };

    fn order_id(text: &str) -> (Option<String>, String) {
        let (document, mut receipt) = (Document::from_plain(text), Receipt::default());
        LAYOUT.add(&LAYOUT.compile_labels(), &Page::new(&document, None), &mut receipt);
        let because = receipt.evidence_for(ORDER_ID).map(|evidence| evidence.because.clone());
        (receipt.get(ORDER_ID), because.unwrap_or_default())
    }

    #[test]
    fn a_label_that_the_page_does_not_have_is_told() {
        let found = order_id("Stickkod: UK-2041");
        assert_eq!(found, (Some("UK-2041".into()), "its label “Stickkod”".into()));
        let missing = order_id("Ordernummer: UK-2041");
        assert_eq!(
            missing,
            (None, "nothing on the page is labelled “stickkod”, “stick id”".into())
        );
    }
}
