//! What the machine-read line at the foot of a slip says of what the page says.

use parser_extract::finish::NO_CURRENCY;
use parser_extract::giro::slip::{self, SlipLine};
use parser_extract::page::Page;
use parser_model::reading::{Evidence, Stated};
use parser_model::{Currency, Money};

use crate::evidence::note;

const BECAUSE: &str = "the line at the foot of the payment slip, whose check digits hold";

/// Fills in what the page leaves open, and warns where the line says something else. Lines of several slips are told apart
/// by their references.
pub fn check(page: &Page<'_>, stated: &mut Stated, evidence: &mut Vec<Evidence>) {
    let lines: Vec<SlipLine> = slip::lines(page).into_iter().map(|(_, line)| line).collect();
    let own = |line: &&SlipLine| stated.ocr.as_ref().is_none_or(|ocr| *ocr == line.ocr);
    let mut of_this = lines.iter().filter(own);
    let (Some(line), rest) = (of_this.next(), of_this) else {
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
        Some(total) if total != line.amount && !total.is_negative() => stated.warnings.push(different(total, line)),
        Some(_) => {}
    }
    if stated.currency.is_none() {
        // To a giro nothing but kronor is paid.
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

fn different(total: Money, line: &SlipLine) -> String {
    format!("the total is {total}, the payment slip's line says {}", line.amount)
}
