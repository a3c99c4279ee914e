//! The OCR line at the foot of a payment slip, which machines read.

use parser_extract::finish::NO_CURRENCY;
use parser_extract::giro::slip::{self, SlipLine};
use parser_extract::page::Page;
use parser_model::reading::{Evidence, Stated};
use parser_model::{Currency, Money};

use crate::evidence::note;

const BECAUSE: &str = "the line at the foot of the payment slip, whose check digits hold";

/// Fills in values that the page does not state elsewhere, and adds a warning if the total differs.
///
/// Only a line with the stated reference counts. If several different lines do, none is used.
pub fn apply(page: &Page<'_>, stated: &mut Stated, evidence: &mut Vec<Evidence>) {
    let lines: Vec<SlipLine> = slip::lines(page).into_iter().map(|(_, line)| line).collect();
    let has_reference = |line: &&SlipLine| stated.ocr.as_ref().is_none_or(|ocr| *ocr == line.ocr);
    let mut matching = lines.iter().filter(has_reference);
    let (Some(line), rest) = (matching.next(), matching) else {
        return;
    };
    if rest.into_iter().any(|other| other != line) {
        return;
    }
    match stated.total_amount {
        None => {
            stated.total_amount = Some(line.amount);
            note(evidence, "total_amount", &line.amount, BECAUSE);
        }
        Some(total) if total != line.amount && !total.is_negative() => stated.warnings.push(total_differs(total, line)),
        Some(_) => {}
    }
    if stated.currency.is_none() {
        // Payments to a Bankgiro or Plusgiro are in kronor.
        stated.currency = Some(Currency::SEK);
        stated.warnings.retain(|known| known != NO_CURRENCY);
        note(evidence, "currency", &Currency::SEK, BECAUSE);
    }
    if stated.ocr.is_none() {
        stated.ocr = Some(line.ocr.clone());
        note(evidence, "ocr", &line.ocr, BECAUSE);
    }
    let (giro, field) = if line.is_bankgiro {
        (&mut stated.bankgiro, "bankgiro")
    } else {
        (&mut stated.plusgiro, "plusgiro")
    };
    if giro.is_none() {
        *giro = Some(line.number());
        note(evidence, field, &line.number(), BECAUSE);
    }
}

fn total_differs(total: Money, line: &SlipLine) -> String {
    format!("the total is {total}, the payment slip's line says {}", line.amount)
}
