//! The last step of every reading: normalise, validate, and say what disagrees.

use invoices_domain::Money;
use invoices_domain::reading::{Direction, MailContext};

use crate::giro;
use crate::page::Page;
use crate::reading::date_of_mail;
use crate::receipt::Receipt;
use crate::total::Labelled;
use crate::total::labels::Class;

/// An invoice is not dated further ahead of the mail that brings it.
const MAX_DAYS_AHEAD: i64 = 60;
/// Nor paid later after its date.
const MAX_DAYS_TO_PAY: i64 = 400;

/// Checks a receipt, drops what can't be, and warns of what disagrees.
pub fn finish(receipt: &mut Receipt, context: &MailContext, page: &Page<'_>, amounts: &[Labelled]) {
    let _ = page;
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
    if let (Some(date), Some(due)) = (stated.invoice_date, stated.due_date)
        && !(0..=MAX_DAYS_TO_PAY).contains(&(due - date).num_days())
    {
        stated.due_date = None;
        stated
            .warnings
            .push("the due date does not fit the document's date and was left out".into());
    }
    if stated.ocr.as_deref().is_some_and(|ocr| !giro::check_digit_holds(ocr)) {
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
        let tax = amounts
            .iter()
            .filter(|l| l.label.as_ref().is_some_and(|x| x.class == Class::Vat))
            .map(|l| l.value.abs())
            .min();
        if tax.is_some_and(|tax| tax >= total.abs() && !tax.is_zero()) {
            receipt.tax = None;
            stated.warnings.push("the tax is not less than the total".into());
        }
    }
    date_of_mail(stated, context);
    receipt.discount = receipt.discount.map(Money::abs);
    receipt.stated.warnings.dedup();
}
