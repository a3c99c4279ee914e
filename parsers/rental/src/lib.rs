//! Reads rent notices: PDFs from landlords.
//!
//! The general reading finds what every invoice states. This crate adds what only rent notices have: the components of the rent,
//! flats and periods, and several payment slips.

mod breakdown;
mod components;
mod facts;
mod ocr_line;
mod slips;

use parser_document::pdf::{self, Pdf};
use parser_document::steps;
use parser_extract::choice::Choice;
use parser_extract::classification::Classification;
use parser_extract::finish;
use parser_extract::giro;
use parser_extract::page::Page;
use parser_extract::reading;
use parser_extract::receipt::Receipt;
use parser_extract::receipt::field::{DIRECTION, DUE_DATE, OCR, TOTAL_AMOUNT};
use parser_extract::structured::Origin;
use parser_kit::RentalReader;
use parser_model::reading::{
    Candidate, Direction, Evidence, MailContext, Outcome, ParserTag, Payment, Reading, RentalRecord, Stated,
};
use parser_model::{LabelPhrase, Money, Reason, Warning};
use serde_json::{Map, Value, json};

use breakdown::Breakdown;
use slips::Slip;

const NAME: &str = "rental";
/// A number that rises when results change.
const VERSION: u32 = 18;

parser_kit::register!(RentalReader { read, tag });

/// Reads a PDF. Never panics: a file that can't be read is [`Outcome::Failed`].
pub fn read(bytes: &[u8], context: &MailContext) -> Reading {
    let (outcome, evidence, label) = match pdf::read_with(bytes, &context.pdf_passwords) {
        Ok(pdf) => {
            let work = steps::within(reading::STEPS, || outcome(&pdf, context));
            if work.is_exceeded {
                (
                    Outcome::failed(Reason::TOO_MUCH_WORK, Stated::default()),
                    Vec::new(),
                    None,
                )
            } else {
                work.value
            }
        }
        Err(reason) => (Outcome::failed(reason, Stated::default()), Vec::new(), None),
    };
    Reading {
        parser: tag(),
        outcome,
        evidence,
        label,
    }
}

fn tag() -> ParserTag {
    ParserTag {
        name: NAME.into(),
        version: VERSION,
    }
}

fn outcome(pdf: &Pdf, context: &MailContext) -> (Outcome, Vec<Evidence>, Option<LabelPhrase>) {
    let mut general = reading::read(&pdf.document, context);
    let mut receipt = general.receipts.drain(..).next().unwrap_or_default();
    let page = &general.page;
    let breakdown = Breakdown::read(page, receipt.get(TOTAL_AMOUNT));
    let slips = receipt.fill_as(NAME, |receipt| complete(page, &breakdown, receipt));
    finish::apply_answer(&mut receipt, context);
    let classification = &mut general.classification;
    if classification.reason == Some(Reason::NoTotal) && receipt.has(TOTAL_AMOUNT) {
        *classification = Classification::known(NAME);
    }
    if pdf.is_recognised {
        receipt.warnings.push(Warning::RecognisedText);
    }
    let payments = slips.iter().skip(1).map(Slip::payment).collect();
    let labelled = labelled_values(page, &breakdown);
    let (reason, stated) = (classification.reason, receipt.stated());
    general.receipts.push(receipt);
    let outcome = decide(reason, stated, general.candidates(context), payments, labelled);
    (outcome, general.evidence(), general.label)
}

/// Fills what only notices state: sums in columns, payment slips and their OCR line. Returns the slips.
fn complete(page: &Page<'_>, breakdown: &Breakdown, receipt: &mut Receipt) -> Vec<Slip> {
    let is_refund = receipt.get(DIRECTION) == Some(Direction::Refund);
    let has_e_invoice = page.structured.iter().any(|data| data.origin == Origin::EInvoice);
    let total = receipt.get(TOTAL_AMOUNT);
    if !has_e_invoice && total.is_some_and(|total| breakdown.is_line(page, total)) {
        receipt.leave_out(TOTAL_AMOUNT, "it is one of several lines of the breakdown", NAME);
    }
    let sum = breakdown.total.map(|total| with_sign(total, is_refund));
    receipt.set(
        TOTAL_AMOUNT,
        Choice::of(sum, "the sum of the amounts in a column apart from their labels"),
    );
    let slips = if has_e_invoice {
        Vec::new()
    } else {
        slips::read(page, is_refund, receipt.get(TOTAL_AMOUNT))
    };
    if let Some(earliest) = slips.first() {
        use_earliest(earliest, receipt, is_refund);
    }
    ocr_line::apply(page, receipt);
    slips
}

/// A record, or why there is none.
fn decide(
    reason: Option<Reason>,
    stated: Stated,
    candidates: Vec<Candidate>,
    payments: Vec<Payment>,
    labelled: Map<String, Value>,
) -> Outcome {
    match reason {
        Some(reason @ (Reason::Empty | Reason::OverLimit { .. })) => Outcome::failed(reason, stated),
        // A document that asks for a payment is a notice, even without a number; a letter isn't.
        Some(reason @ Reason::NoTotal) if stated.due_date.is_some() || stated.ocr.is_some() => {
            Outcome::failed(reason, stated)
        }
        Some(reason) => Outcome::NotAnInvoice {
            reason,
            stated: Box::new(stated),
        },
        None if !candidates.is_empty() => Outcome::asked(candidates, stated),
        None if stated.total_amount.is_none() => Outcome::failed(Reason::NoTotal, stated),
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
fn use_earliest(slip: &Slip, receipt: &mut Receipt, is_refund: bool) {
    const BECAUSE: &str = "the earliest of several payment slips";
    receipt.replace(DUE_DATE, Choice::taken(slip.due_date, BECAUSE));
    let total = with_sign(slip.total_amount, is_refund);
    receipt.replace(TOTAL_AMOUNT, Choice::taken(total, BECAUSE));
    if let Some(ocr) = &slip.ocr {
        receipt.warnings.retain(|known| *known != Warning::OcrCheckDigit);
        if !giro::check_digit_holds(ocr) {
            receipt.warnings.push(Warning::OcrCheckDigit);
        }
        receipt.replace(OCR, Choice::taken(ocr.clone(), BECAUSE));
    }
}

/// A total with the sign of the document's direction: negative for a refund.
fn with_sign(total: Money, is_refund: bool) -> Money {
    if is_refund { -total.abs() } else { total }
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
