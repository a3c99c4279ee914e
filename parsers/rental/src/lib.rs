//! Reads rental invoices: landlords' PDFs.

use invoices_domain::reading::{MailContext, Outcome, ParserTag, Reading, RentalRecord, Stated};
use parser_kit::gate::Refusal;
use parser_kit::pdf;
use parser_kit::reading;
use parser_kit::register::RentalReader;

/// Rises when results change.
const VERSION: u32 = 1;

parser_kit::register!(RentalReader { read });

/// Reads a PDF. Never panics; what it can't read it refuses.
pub fn read(bytes: &[u8], context: &MailContext) -> Reading {
    let (outcome, evidence) = match pdf::read(bytes) {
        Ok(pdf) => outcome(&pdf, context),
        Err(refusal) => (failed(&refusal.to_string(), Stated::default()), Vec::new()),
    };
    Reading {
        parser: ParserTag {
            name: "rental".into(),
            version: VERSION,
        },
        outcome,
        evidence,
    }
}

fn outcome(pdf: &pdf::Pdf, context: &MailContext) -> (Outcome, Vec<invoices_domain::reading::Evidence>) {
    let general = reading::read(&pdf.document, context);
    let stated = general.receipts.into_iter().next().map(|r| r.stated).unwrap_or_default();
    let outcome = match general.refusal {
        Some(refusal @ (Refusal::Empty | Refusal::TooLong)) => failed(refusal.reason(), stated),
        Some(refusal) => Outcome::NotAnInvoice {
            reason: refusal.reason().into(),
            stated: Box::new(stated),
        },
        None if stated.total_amount.is_none() => failed("it states no total", stated),
        None => Outcome::Rental {
            record: Box::new(RentalRecord {
                stated,
                payments: Vec::new(),
                labelled: serde_json::Map::new(),
            }),
        },
    };
    (outcome, general.evidence)
}

fn failed(reason: &str, stated: Stated) -> Outcome {
    Outcome::Failed {
        reason: reason.to_owned(),
        stated: Box::new(stated),
    }
}
