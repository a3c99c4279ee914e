//! Evidence for and against an invoice.

use super::facts::{Facts, all_words, is_headed_as_receipt, is_other_paper, mentions_shipping};
use crate::page::Page;
use crate::phrases::Documents;
use crate::ranking::{Candidates, Features};
use crate::total::labels::Class;

/// The one candidate: that the document is an invoice.
pub(super) const INVOICE: &str = "an invoice";

const CLASSES: [Class; 11] = [
    Class::Net,
    Class::Vat,
    Class::Delivery,
    Class::Grand,
    Class::Total,
    Class::Due,
    Class::Paid,
    Class::Amount,
    Class::NotATotal,
    Class::Refund,
    Class::Discount,
];

/// The document as an invoice, with its features.
pub(super) fn candidates(page: &Page<'_>, facts: &Facts<'_>, names_payment: bool) -> Candidates<&'static str> {
    let mut candidates = Candidates::new();
    let features = candidates.of(INVOICE);
    add_words(features, page);
    let labels = || facts.amounts.iter().filter_map(|amount| amount.label.as_ref());
    for class in CLASSES {
        if labels().any(|label| label.class == class) {
            features.add(format!("an amount is labelled as {class:?}"));
        }
    }
    for (holds, yes, no) in [
        (facts.date, "a date", "no date"),
        (facts.payable, "a giro to pay to", "no giro to pay to"),
        (
            facts.structured,
            "machine-readable values",
            "no machine-readable values",
        ),
        (names_payment, "a payment method", "no payment method"),
    ] {
        features.add(if holds { yes } else { no });
    }
    features.add_if(is_headed_as_receipt(page), "headed as a receipt");
    features.add_if(is_other_paper(page), "headed as another document");
    features.add_if(mentions_shipping(page, 2), "a parcel in the first lines");
    features.add(format!("{} amounts", facts.amounts.len().min(6)));
    candidates
}

/// What the subject, the first lines and the whole text mention.
fn add_words(features: &mut Features, page: &Page<'_>) {
    let subject = format!(" {} {} ", page.subject.folded(), page.title.folded());
    let (head, text) = (page.head(5), all_words(page));
    for (place, phrases, fact) in [
        (&subject, Documents::Receipt, "the subject speaks of a receipt"),
        (&subject, Documents::Refund, "the subject speaks of a refund"),
        (&head, Documents::ShippingHeading, "the head speaks of a parcel"),
        (&head, Documents::Return, "the head speaks of a return"),
        (
            &text,
            Documents::PaymentDocument,
            "the text speaks of a payment document",
        ),
        (&text, Documents::OtherDocument, "the text speaks of another document"),
        (&text, Documents::Disclaimer, "the text speaks of not being a receipt"),
        (&text, Documents::Future, "the text speaks of the future"),
    ] {
        features.add_if(phrases.contains_folded(place), fact);
    }
}
