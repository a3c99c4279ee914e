//! Reads rent notices: PDFs from landlords.
//!
//! The general reading finds what every invoice states. This crate adds what only rent notices have: the components of the rent,
//! flats and periods, and several payment slips.

mod breakdown;
mod components;
mod evidence;
mod facts;
mod ocr_line;
mod slips;

use parser_document::pdf::{self, Pdf};
use parser_document::steps;
use parser_extract::classification::{self, Reason};
use parser_extract::giro;
use parser_extract::page::Page;
use parser_extract::reading;
use parser_kit::RentalReader;
use parser_model::Money;
use parser_model::reading::{
    Direction, Evidence, MailContext, Outcome, ParserTag, Payment, Reading, RentalRecord, Stated,
};
use serde_json::{Map, Value, json};

use breakdown::Breakdown;
use evidence::{leave_out, note};
use slips::Slip;

/// A number that rises when results change.
const VERSION: u32 = 5;

parser_kit::register!(RentalReader { read, tag });

/// Reads a PDF. Never panics: a file that can't be read is [`Outcome::Failed`].
pub fn read(bytes: &[u8], context: &MailContext) -> Reading {
    let (outcome, evidence) = match pdf::read(bytes) {
        Ok(pdf) => {
            let work = steps::within(reading::STEPS, || outcome(&pdf, context));
            if work.is_exceeded {
                (failed(steps::OVER_LIMIT, Stated::default()), Vec::new())
            } else {
                work.value
            }
        }
        Err(refusal) => (failed(&refusal.to_string(), Stated::default()), Vec::new()),
    };
    Reading {
        parser: tag(),
        outcome,
        evidence,
    }
}

fn tag() -> ParserTag {
    ParserTag {
        name: "rental".into(),
        version: VERSION,
    }
}

fn outcome(pdf: &Pdf, context: &MailContext) -> (Outcome, Vec<Evidence>) {
    let general = reading::read(&pdf.document, context);
    let page = &general.page;
    let mut evidence = general.evidence;
    let mut stated = general
        .receipts
        .into_iter()
        .next()
        .map(|receipt| receipt.stated)
        .unwrap_or_default();
    let mut reason = general.classification.reason;
    let breakdown = Breakdown::read(page, stated.total_amount);
    if pdf.document.e_invoices.is_empty() && stated.total_amount.is_some_and(|total| breakdown.is_line(page, total)) {
        stated.total_amount = None;
        leave_out(
            &mut evidence,
            "total_amount",
            "it is one of several lines of the breakdown",
        );
    }
    if stated.total_amount.is_none()
        && let Some(total) = breakdown.total
    {
        let total = with_sign(total, stated.direction);
        stated.total_amount = Some(total);
        note(
            &mut evidence,
            "total_amount",
            &total,
            "the sum of the amounts in a column apart from their labels",
        );
    }
    let slips = if pdf.document.e_invoices.is_empty() {
        slips::read(page, stated.direction == Direction::Refund, stated.total_amount)
    } else {
        Vec::new()
    };
    if let Some(earliest) = slips.first() {
        use_earliest(earliest, &mut stated, &mut evidence);
    }
    ocr_line::apply(page, &mut stated, &mut evidence);
    if reason == Some(Reason::NoTotal) && stated.total_amount.is_some() {
        reason = None;
        evidence.retain(|known| known.field != classification::FIELD);
    }
    if pdf.is_recognised {
        let warning = "the text was recognised in a picture and may be misread";
        stated.warnings.push(warning.into());
    }
    let payments = slips.iter().skip(1).map(Slip::payment).collect();
    let labelled = labelled_values(page, &breakdown);
    (decide(reason, stated, payments, labelled), evidence)
}

/// A record, or why there is none.
fn decide(reason: Option<Reason>, stated: Stated, payments: Vec<Payment>, labelled: Map<String, Value>) -> Outcome {
    match reason {
        Some(reason @ (Reason::Empty | Reason::OverLimit(_))) => failed(reason.as_str(), stated),
        // What asks for a payment is a notice, also without a number; a letter is none.
        Some(reason @ Reason::NoTotal) if stated.due_date.is_some() || stated.ocr.is_some() => {
            failed(reason.as_str(), stated)
        }
        Some(reason) => Outcome::NotAnInvoice {
            reason: reason.as_str().into(),
            stated: Box::new(stated),
        },
        None if stated.total_amount.is_none() => failed("it states no total", stated),
        None => Outcome::Rental {
            record: Box::new(RentalRecord {
                stated,
                payments,
                labelled,
            }),
        },
    }
}

/// The record has the due date, total and reference of the earliest of several slips.
fn use_earliest(slip: &Slip, stated: &mut Stated, evidence: &mut Vec<Evidence>) {
    const BECAUSE: &str = "the earliest of several payment slips";
    stated.due_date = Some(slip.due_date);
    note(evidence, "due_date", &slip.due_date, BECAUSE);
    let total = with_sign(slip.total_amount, stated.direction);
    stated.total_amount = Some(total);
    note(evidence, "total_amount", &total, BECAUSE);
    if let Some(ocr) = &slip.ocr {
        let warning = giro::OCR_WARNING;
        stated.warnings.retain(|known| known != warning);
        if !giro::check_digit_holds(ocr) {
            stated.warnings.push(warning.into());
        }
        stated.ocr = Some(ocr.clone());
        note(evidence, "ocr", ocr, BECAUSE);
    }
}

/// A total with the sign of the document's direction: negative for a refund.
fn with_sign(total: Money, direction: Direction) -> Money {
    match direction {
        Direction::Refund => -total.abs(),
        Direction::Charge => total,
    }
}

/// The components of the rent and the facts of the page, by label.
fn labelled_values(page: &Page<'_>, breakdown: &Breakdown) -> Map<String, Value> {
    let amounts = breakdown
        .parts
        .iter()
        .map(|(key, value)| ((*key).to_owned(), json!(value)));
    let facts = facts::read(page)
        .into_iter()
        .map(|(key, value)| (key.to_owned(), json!(value)));
    amounts.chain(facts).collect()
}

fn failed(reason: &str, stated: Stated) -> Outcome {
    Outcome::Failed {
        reason: reason.to_owned(),
        stated: Box::new(stated),
    }
}
