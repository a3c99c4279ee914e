//! What speaks for and against an invoice.

use super::facts::{
    Facts, WORDS, all_words, is_headed_as_receipt, is_other_paper, is_titled_other_paper, mentions_shipping,
};
use crate::page::Page;
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

/// The document as an invoice, with what is known of it.
pub(super) fn candidates(page: &Page<'_>, facts: &Facts<'_>, names_payment: bool) -> Candidates<&'static str> {
    let mut candidates = Candidates::new();
    let features = candidates.of(INVOICE);
    add_words(features, page);
    add_labels(features, facts);
    add_facts(features, facts);
    features.add(if names_payment {
        "a payment method"
    } else {
        "no payment method"
    });
    features.add(if page.is_mail() { "a mail" } else { "a PDF" });
    features.add_if(is_headed_as_receipt(page), "headed as a receipt");
    features.add_if(is_other_paper(page), "headed as another document");
    features.add_if(is_titled_other_paper(page), "titled as another document");
    features.add_if(mentions_shipping(page, 2), "a parcel in the first lines");
    features.add(format!("{} amounts", facts.amounts.len().min(6)));
    features.add(match page.lines.len() {
        0..=8 => "few lines",
        9..=20 => "some lines",
        21..=60 => "many lines",
        _ => "very many lines",
    });
    candidates
}

/// What the subject, the first lines and the whole text speak of.
fn add_words(features: &mut Features, page: &Page<'_>) {
    let words = &*WORDS;
    let sets = [
        ("a receipt", &words.receipt),
        ("something later in a heading", &words.upcoming_head),
        ("something later", &words.upcoming_body),
        ("a parcel", &words.shipping),
        ("an offer", &words.promotion),
        ("the future", &words.future),
        ("a payment document", &words.paper),
        ("a confirmed order", &words.confirmed),
        ("a refund", &words.refund),
        ("a credit note", &words.credit_note),
        ("another document", &words.other_paper),
        ("a subject line", &words.subject_line),
        ("a meeting", &words.summons),
        ("not being a receipt", &words.disclaimer),
        ("a return", &words.returned),
    ];
    let subject = format!(" {} {} ", page.subject.folded(), page.title.folded());
    for (place, text) in [("subject", subject), ("head", page.head(5)), ("text", all_words(page))] {
        for (name, _) in sets.iter().filter(|(_, phrases)| phrases.contains_folded(&text)) {
            features.add(format!("the {place} speaks of {name}"));
        }
    }
}

/// What the amounts are called.
fn add_labels(features: &mut Features, facts: &Facts<'_>) {
    let labels = || facts.amounts.iter().filter_map(|amount| amount.label.as_ref());
    for class in CLASSES {
        if labels().any(|label| label.class == class) {
            features.add(format!("an amount is labelled as {class:?}"));
        }
    }
    let label = facts.total.amount.as_ref().and_then(|amount| amount.label.as_ref());
    if let Some(label) = label {
        let position = label.position.as_str();
        features.add(format!("the total is labelled as {:?} {position}", label.class));
    }
}

fn add_facts(features: &mut Features, facts: &Facts<'_>) {
    for (holds, yes, no) in [
        (facts.total.choice.value.is_some(), "a total", "no total"),
        (facts.total.labelled, "a labelled total", "no labelled total"),
        (facts.number, "a number", "no number"),
        (facts.invoice_number, "an invoice number", "no invoice number"),
        (facts.date, "a date", "no date"),
        (facts.due_date, "a due date", "no due date"),
        (facts.payable, "a giro to pay to", "no giro to pay to"),
        (
            facts.structured,
            "machine-readable values",
            "no machine-readable values",
        ),
        (facts.items, "items", "no items"),
    ] {
        features.add(if holds { yes } else { no });
    }
}
