//! Reads retail documents: the general reading, then the vendor's layout, then the category's record.

use std::collections::HashMap;
use std::sync::LazyLock;

use parser_model::Reason;
use parser_model::reading::{MailContext, Outcome, ParserTag, Reading, RetailRecord, Stated};

use crate::category::{self, Chosen};
use crate::layout::Layout;
use crate::register::{self, Category};
use parser_document::{Document, steps};
use parser_extract::classification::Classification;
use parser_extract::page::Page;
use parser_extract::phrases::Phrases;
use parser_extract::reading::{self, General};
use parser_extract::receipt::Receipt;
use parser_extract::receipt::field::TOTAL_AMOUNT;

/// The compiled labels of each layout, by category and vendor.
static LABELS: LazyLock<HashMap<(&'static str, &'static str), Vec<Phrases>>> = LazyLock::new(|| {
    let of_category = |category: &'static Category| {
        let layouts = category.layouts.iter();
        layouts.map(|layout| ((category.sub_type, layout.vendor), layout.compile_labels()))
    };
    register::categories().into_iter().flat_map(of_category).collect()
});

/// The document with the subject and sender of the context, as far as these are known.
#[must_use]
pub fn in_context(mut document: Document, context: &MailContext) -> Document {
    let set = |own: &mut String, known: &Option<String>| {
        if let Some(known) = known {
            own.clone_from(known);
        }
    };
    set(&mut document.subject, &context.subject);
    set(&mut document.from_name, &context.sender_name);
    set(&mut document.from_address, &context.sender_address);
    document
}

/// Reads a document with the linked categories. `document` already has the context, see [`in_context`].
pub fn read(document: &Document, context: &MailContext) -> Reading {
    let work = steps::within(reading::STEPS, || read_within_budget(document, context));
    if work.is_exceeded {
        return failed(Reason::TOO_MUCH_WORK, Stated::default());
    }
    work.value
}

fn read_within_budget(document: &Document, context: &MailContext) -> Reading {
    let page = Page::new(document, context.received_on);
    let chosen = category::choose(&register::categories(), &page, context);
    let category = chosen.category;
    let layout = category.and_then(|c| c.layouts.iter().find(|layout| layout.recognises(document)));
    let confirmed = layout.and_then(|layout| layout.confirms?(&page));
    let mut general = reading::read_page(page, context, confirmed);
    general.read_items();
    if let (Some(category), Some(layout)) = (category, layout) {
        complete(category, layout, &mut general);
    }
    general.finish(context);
    let first = general.receipts.first().map(Receipt::stated).unwrap_or_default();
    let candidates = general.candidates(context);
    let chosen = with_vendor(chosen, layout, &first);
    let category = chosen.category;
    let outcome = match (general.classification.reason, category) {
        (Some(reason @ Reason::OverLimit { .. }), _) => Outcome::failed(reason, Stated::default()),
        (Some(reason), _) => Outcome::NotAnInvoice {
            reason,
            stated: Box::new(without_total(first, reason)),
        },
        (None, None) => Outcome::failed(Reason::NoRetailReader, first),
        (None, Some(_)) if !candidates.is_empty() => Outcome::asked(candidates, first),
        (None, Some(category)) => {
            let records = records(category, &mut general);
            if records.is_empty() {
                Outcome::failed(Reason::NoTotal, first)
            } else {
                Outcome::Retail { records }
            }
        }
    };
    let mut evidence = general.evidence();
    evidence.extend(chosen.evidence.filter(|_| matches!(outcome, Outcome::Retail { .. })));
    Reading {
        parser: tag(category, layout),
        outcome,
        evidence,
        label: general.label,
    }
}

/// The category, to which the seller's name is one more sign if words decide it. A layout belongs to the category before.
fn with_vendor<'a>(chosen: Chosen<'a>, layout: Option<&Layout>, stated: &Stated) -> Chosen<'a> {
    match (chosen.words, &stated.vendor_name) {
        (Some(words), Some(vendor)) if layout.is_none() => {
            category::by_words(&register::categories(), words.with_vendor(vendor))
        }
        (words, _) => Chosen { words, ..chosen },
    }
}

/// Adds to each receipt what the layout finds. A document that was refused only for want of a total is an invoice if that is the total.
fn complete(category: &Category, layout: &Layout, general: &mut General<'_>) {
    let labels = LABELS.get(&(category.sub_type, layout.vendor));
    for receipt in &mut general.receipts {
        let labels = labels.map_or(&[][..], Vec::as_slice);
        receipt.fill_as(tag(Some(category), Some(layout)).name, |receipt| {
            layout.add(labels, &general.page, receipt);
        });
    }
    let has_totals = general.receipts.iter().all(|receipt| receipt.has(TOTAL_AMOUNT));
    if general.classification.reason == Some(Reason::NoTotal) && has_totals {
        general.classification = Classification::known("layout");
    }
}

/// The records of the purchases with a total.
fn records(category: &Category, general: &mut General<'_>) -> Vec<RetailRecord> {
    let General { page, receipts, .. } = general;
    let stated = receipts.iter_mut().filter(|receipt| receipt.has(TOTAL_AMOUNT));
    stated.map(|receipt| record(category, page, receipt)).collect()
}

/// The record of a purchase.
fn record(category: &Category, page: &Page<'_>, receipt: &mut Receipt) -> RetailRecord {
    let detail = receipt.fill_as(category.sub_type, |receipt| (category.detail)(page, receipt));
    RetailRecord {
        sub_type: category.sub_type(),
        stated: receipt.stated(),
        detail,
    }
}

/// Without any words of a receipt, the amounts of a document are not a total.
fn without_total(stated: Stated, reason: Reason) -> Stated {
    match reason {
        Reason::NoReceiptWords | Reason::UnlabelledTotal | Reason::TotalAlone => Stated {
            total_amount: None,
            currency: None,
            ..stated
        },
        _ => stated,
    }
}

/// The name and version of each parser that [`read`] uses: every category alone and with each of its layouts, and the tag of
/// [`failed`].
#[must_use]
pub fn parsers() -> Vec<ParserTag> {
    let mut parsers = vec![tag(None, None)];
    for category in register::categories() {
        parsers.push(tag(Some(category), None));
        parsers.extend(category.layouts.iter().map(|layout| tag(Some(category), Some(layout))));
    }
    parsers
}

fn tag(category: Option<&Category>, layout: Option<&Layout>) -> ParserTag {
    match (category, layout) {
        (Some(category), Some(layout)) => ParserTag {
            name: format!("{}/{}", category.sub_type, layout.vendor),
            version: category.version + layout.version,
        },
        (Some(category), None) => ParserTag {
            name: category.sub_type.to_owned(),
            version: category.version,
        },
        (None, _) => ParserTag {
            name: "retail".into(),
            version: 1,
        },
    }
}

/// A reading of a document that could not be read.
pub fn failed(reason: Reason, stated: Stated) -> Reading {
    Reading {
        parser: tag(None, None),
        outcome: Outcome::failed(reason, stated),
        evidence: Vec::new(),
        label: None,
    }
}
