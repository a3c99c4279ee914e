//! The last step of every reading: normalise, validate, and say what disagrees.

use std::collections::BTreeSet;

use parser_model::reading::{DateSource, Direction, MailContext, Stated};
use parser_model::{Currency, Money};

use crate::giro;
use crate::items::{self, Part};
use crate::page::Page;
use crate::receipt::Receipt;
use crate::total::Labelled;
use crate::total::labels::Class;

/// An invoice is not dated further ahead of the mail that brings it.
const MAX_DAYS_AHEAD: i64 = 60;
/// Nor paid later after its date.
const MAX_DAYS_TO_PAY: i64 = 400;
/// Nor brought so long after it.
const MAX_DAYS_BEHIND: i64 = 400;
/// No country's tax is a greater part of what is paid; in hundredths, a little above Hungary's 27 of 127.
const MAX_TAX: i64 = 22;
/// Of what has more parts or ways to add up nothing is said.
const MAX_STEPS: usize = 8;
const MAX_SUMS: usize = 2_048;

/// What is said of a total whose currency nothing tells.
pub const NO_CURRENCY: &str = "the total is stated without a currency";

/// Checks a receipt, drops what can't be, and warns of what disagrees.
pub fn finish(receipt: &mut Receipt, context: &MailContext, page: &Page<'_>, amounts: &[Labelled]) {
    let stated = &mut receipt.stated;
    if stated.direction == Direction::Refund {
        stated.total_amount = stated.total_amount.map(|total| -total.abs());
    }
    if let (Some(date), Some(received)) = (stated.invoice_date, context.received_on)
        && (date - received).num_days() > MAX_DAYS_AHEAD
    {
        stated.invoice_date = None;
        stated
            .warnings
            .push("the document's date lies long after the mail's and was left out".into());
    }
    if let (Some(date), Some(received)) = (stated.invoice_date, context.received_on)
        && (received - date).num_days() > MAX_DAYS_BEHIND
    {
        let warning = "the document's date lies more than a year before the mail's";
        stated.warnings.push(warning.into());
    }
    if stated.total_amount.is_some_and(|total| !total.is_zero()) && stated.currency.is_none() {
        stated.warnings.push(NO_CURRENCY.into());
    }
    if let (Some(date), Some(due)) = (stated.invoice_date, stated.due_date)
        && !(0..=MAX_DAYS_TO_PAY).contains(&(due - date).num_days())
    {
        stated.due_date = None;
        stated
            .warnings
            .push("the due date does not fit the document's date and was left out".into());
    }
    // Other countries' references have check digits of other kinds.
    let swedish = stated.currency.is_none_or(|currency| currency == Currency::SEK);
    if swedish && stated.ocr.as_deref().is_some_and(|ocr| !giro::check_digit_holds(ocr)) {
        stated.warnings.push(giro::OCR_WARNING.into());
    }
    for (name, number) in [("Bankgiro", &stated.bankgiro), ("Plusgiro", &stated.plusgiro)] {
        if number.as_deref().is_some_and(|number| !giro::check_digit_holds(number)) {
            stated
                .warnings
                .push(format!("the check digit of the {name} number does not hold"));
        }
    }
    if let Some(total) = stated.total_amount {
        let parts = items::parts(page, amounts);
        let tax = amounts
            .iter()
            .filter(|l| l.label.as_ref().is_some_and(|x| x.class == Class::Vat))
            .map(|l| l.value.abs())
            .min();
        if tax.is_some_and(|tax| tax >= total.abs() && !tax.is_zero()) {
            receipt.tax = None;
            stated.warnings.push("the tax is not less than the total".into());
        } else if !parts.iter().any(|part| is_of_more(&part.words))
            && receipt.tax.is_some_and(|tax| is_too_much(tax, total))
        {
            stated
                .warnings
                .push("the tax is more than any rate makes of the total".into());
        }
        if !adds_up(&parts, amounts, total) {
            stated.warnings.push("the parts do not add up to the total".into());
        }
    }
    date_of_mail(stated, context);
    receipt.discount = receipt.discount.map(Money::abs);
    receipt.stated.warnings.dedup();
}

fn is_too_much(tax: Money, total: Money) -> bool {
    let part = tax.abs().units().checked_mul(100);
    part.is_some_and(|part| part / MAX_TAX > total.abs().units()) && !total.is_zero()
}

/// Whether what the page names below its subtotal can lead from there to the total. A page without one subtotal adds up.
fn adds_up(parts: &[Part], amounts: &[Labelled], total: Money) -> bool {
    let nets = || parts.iter().filter(|part| part.class == Class::Net && !part.prose);
    let subtotals: BTreeSet<Money> = nets().map(|part| part.value).collect();
    let (&[subtotal], Some(first)) = (
        &subtotals.into_iter().collect::<Vec<_>>()[..],
        nets().map(|part| part.line).min(),
    ) else {
        return true;
    };
    // A table of rates below the total has net sums of its own.
    if !amounts
        .iter()
        .any(|l| l.at.line > first && l.value.abs() == total.abs())
    {
        return true;
    }
    let steps: BTreeSet<Money> = amounts
        .iter()
        .filter(|l| l.at.line >= first && l.value.abs() != total.abs() && l.value != subtotal)
        .map(|l| l.value)
        .collect();
    if steps.len() > MAX_STEPS {
        return true;
    }
    let mut sums = BTreeSet::from([subtotal]);
    for step in steps {
        let more: Vec<Money> = sums.iter().flat_map(|sum| [*sum + step, *sum - step]).collect();
        sums.extend(more);
        if sums.len() > MAX_SUMS {
            return true;
        }
    }
    sums.contains(&total) || sums.contains(&-total)
}

/// Whether a label speaks of other charges than the tax, too: `Taxes, fees and charges`.
fn is_of_more(words: &str) -> bool {
    ["taxes", "fees", "charges", "avgifter"]
        .iter()
        .any(|word| words.contains(word))
}

/// Takes the mail's date where the document states none, and says which of the two it is.
fn date_of_mail(stated: &mut Stated, context: &MailContext) {
    if stated.invoice_date.is_none()
        && let Some(day) = context.received_on
    {
        stated.invoice_date = Some(day);
        stated.invoice_date_source = Some(DateSource::Mail);
    } else if stated.invoice_date.is_some() {
        stated.invoice_date_source = Some(DateSource::Document);
    }
}
