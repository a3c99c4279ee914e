//! The OCR line at the foot of a payment slip, which machines read.

use parser_extract::choice::Choice;
use parser_extract::giro::slip::{self, SlipLine};
use parser_extract::page::Page;
use parser_extract::receipt::Receipt;
use parser_extract::receipt::field::{BANKGIRO, CURRENCY, OCR, PLUSGIRO, TOTAL_AMOUNT};
use parser_model::{Currency, Warning};

const BECAUSE: &str = "the line at the foot of the payment slip, whose check digits hold";

/// Fills in values that the page does not state elsewhere, and adds a warning if the total differs.
///
/// Only a line with the stated reference counts. If several different lines do, none is used.
pub fn apply(page: &Page<'_>, receipt: &mut Receipt) {
    let lines: Vec<SlipLine> = slip::lines(page).collect();
    let stated = receipt.get(OCR);
    let has_reference = |line: &&SlipLine| stated.as_ref().is_none_or(|ocr| *ocr == line.ocr);
    let mut matching = lines.iter().filter(has_reference);
    let (Some(line), rest) = (matching.next(), matching) else {
        return;
    };
    if rest.into_iter().any(|other| other != line) {
        return;
    }
    match receipt.get(TOTAL_AMOUNT) {
        Some(total) if total != line.amount && !total.is_negative() => {
            receipt.warnings.push(Warning::SlipTotal {
                total,
                slip: line.amount,
            });
        }
        Some(_) => {}
        None => receipt.set(TOTAL_AMOUNT, Choice::taken(line.amount, BECAUSE)),
    }
    if !receipt.has(CURRENCY) {
        // Payments to a Bankgiro or Plusgiro are in kronor.
        receipt.set(CURRENCY, Choice::taken(Currency::SEK, BECAUSE));
        receipt.warnings.retain(|known| *known != Warning::NoCurrency);
    }
    receipt.set(OCR, Choice::taken(line.ocr.clone(), BECAUSE));
    let giro = if line.is_bankgiro { BANKGIRO } else { PLUSGIRO };
    receipt.set(giro, Choice::taken(line.number(), BECAUSE));
}
