//! The last step of every reading: normalise and check.

pub mod steps;

use std::cell::OnceCell;

use parser_model::reading::{DateSource, Direction, MailContext};
use parser_model::{Currency, Money, Warning};

use crate::choice::Choice;
use crate::giro;
use crate::items::{self, Part};
use crate::page::Page;
use crate::receipt::field::identity::OWN_DAY;
use crate::receipt::field::{
    BANKGIRO, CURRENCY, DIRECTION, DISCOUNT, DUE_DATE, INVOICE_DATE, INVOICE_DATE_SOURCE, OCR, PLUSGIRO, TAX,
    TOTAL_AMOUNT,
};
use crate::receipt::{Item, Receipt};
use crate::rule::{Example, Rule, Table};
use crate::total::labels::Class;
use crate::total::{ANSWERED, Labelled};

/// Maximum number of days that an invoice may be dated after its mail.
const MAX_DAYS_AHEAD: i64 = 60;
/// The same if no label says that it is the invoice's: time zones differ by a day.
const MAX_DAYS_AHEAD_WITHOUT_LABEL: i64 = 1;
/// Maximum number of days from the invoice's date to its due date.
const MAX_DAYS_TO_PAY: i64 = 400;
/// Maximum number of days that an invoice may be dated before its mail.
const MAX_DAYS_BEHIND: i64 = 400;
/// The greatest part of the total that is tax, in hundredths: a little above Hungary's 27 of 127.
const MAX_TAX: i64 = 22;

/// The input of the checks besides the receipt.
struct Input<'a> {
    context: &'a MailContext,
    page: &'a Page<'a>,
    amounts: &'a [Labelled],
    parts: OnceCell<Vec<Part>>,
}

/// A check may drop a value. It returns a warning if something is wrong.
type Check = Rule<fn(&mut Receipt, &Input<'_>) -> Option<Warning>>;

const CHECKS: &[Check] = &[
    Rule {
        id: "warnings/future-date",
        doc: "Drops a date that is more than 60 days after the mail's, and one without a label more than a day after it.",
        example: Example::Mail("Received: 2026-03-02\nReceipt\nInvoice date: 2026-06-30\nTotal   125.00 EUR"),
        apply: |receipt, input| {
            let most = if is_without_label(receipt) {
                MAX_DAYS_AHEAD_WITHOUT_LABEL
            } else {
                MAX_DAYS_AHEAD
            };
            input.days_after_mail(receipt).filter(|days| *days > most)?;
            receipt.leave_out(INVOICE_DATE, "it lies after the mail's", "warnings/future-date");
            receipt.leave_out(OWN_DAY, "it lies after the mail's", "warnings/future-date");
            Some(Warning::FutureDate)
        },
    },
    Rule {
        id: "warnings/old-date",
        doc: "Warns of a date that is more than 400 days before the mail's.",
        example: Example::Mail("Received: 2026-03-02\nReceipt\nInvoice date: 2024-06-30\nTotal   125.00 EUR"),
        apply: |receipt, input| {
            let days = input.days_after_mail(receipt)?;
            (-days > MAX_DAYS_BEHIND).then_some(Warning::OldDate)
        },
    },
    Rule {
        id: "warnings/no-currency",
        doc: "Warns of a total without a currency.",
        example: Example::Mail("Receipt\nOrder 1001\nTotal   125.00"),
        apply: |receipt, _| {
            let has_total = receipt.get(TOTAL_AMOUNT).is_some_and(|total| !total.is_zero());
            (has_total && !receipt.has(CURRENCY)).then_some(Warning::NoCurrency)
        },
    },
    Rule {
        id: "warnings/due-date",
        doc: "Drops a due date that is before the document's date or more than 400 days after it.",
        example: Example::Pdf("Invoice 1001\nInvoice date: 2026-03-02\nDue date: 2026-01-31\nTotal   125.00 EUR"),
        apply: |receipt, _| {
            let days = (receipt.get(DUE_DATE)? - receipt.get(INVOICE_DATE)?).num_days();
            if (0..=MAX_DAYS_TO_PAY).contains(&days) {
                return None;
            }
            receipt.leave_out(DUE_DATE, "it does not fit the document's date", "warnings/due-date");
            Some(Warning::DueDate)
        },
    },
    Rule {
        id: "warnings/ocr",
        doc: "Warns of a Swedish payment reference whose check digit is wrong.",
        example: Example::Pdf("Faktura\nOCR: 1234567\nAtt betala: 125,00 SEK"),
        apply: |receipt, _| {
            // Other countries' references have check digits of other kinds.
            let is_swedish = receipt.get(CURRENCY).is_none_or(|currency| currency == Currency::SEK);
            (is_swedish && is_mistyped(receipt.get(OCR))).then_some(Warning::OcrCheckDigit)
        },
    },
    Rule {
        id: "warnings/bankgiro",
        doc: "Warns of a Bankgiro number whose check digit is wrong.",
        example: Example::Pdf("Faktura\nBankgiro: 5050-1056\nAtt betala: 125,00 SEK"),
        apply: |receipt, _| is_mistyped(receipt.get(BANKGIRO)).then_some(Warning::BankgiroCheckDigit),
    },
    Rule {
        id: "warnings/plusgiro",
        doc: "Warns of a Plusgiro number whose check digit is wrong.",
        example: Example::Pdf("Faktura\nPlusgiro: 12 34 56-7\nAtt betala: 125,00 SEK"),
        apply: |receipt, _| is_mistyped(receipt.get(PLUSGIRO)).then_some(Warning::PlusgiroCheckDigit),
    },
    Rule {
        id: "warnings/tax-of-total",
        doc: "Drops a tax that is not less than the total.",
        example: Example::Mail("Receipt\nOrder 1001\nVAT   125.00 EUR\nTotal   125.00 EUR"),
        apply: |receipt, input| {
            let total = receipt.get(TOTAL_AMOUNT)?;
            let is_tax = |l: &&Labelled| l.class() == Some(Class::Vat);
            let tax = input.amounts.iter().filter(is_tax).map(|l| l.value.abs()).min()?;
            if tax < total.abs() || tax.is_zero() {
                return None;
            }
            receipt.leave_out(TAX, "it is not less than the total", "warnings/tax-of-total");
            Some(Warning::TaxOfTotal)
        },
    },
    Rule {
        id: "warnings/tax-rate",
        doc: "Warns of a tax that is a greater part of the total than in any country, unless its label mentions other charges, too.",
        example: Example::Mail("Receipt\nOrder 1001\nVAT   60.00 EUR\nTotal   125.00 EUR"),
        apply: |receipt, input| {
            let total = receipt.get(TOTAL_AMOUNT)?;
            let tax = receipt.get(TAX)?;
            let has_charges = || input.parts().iter().any(|part| names_charges(&part.words));
            (exceeds_rates(tax, total) && !has_charges()).then_some(Warning::TaxRate)
        },
    },
    Rule {
        id: "warnings/parts",
        doc: "Warns if the amounts after the subtotal do not lead from it to the total.",
        example: Example::Mail("Receipt\nSubtotal   100.00 EUR\nDelivery   10.00 EUR\nTotal   125.00 EUR"),
        apply: |receipt, input| {
            let total = receipt.get(TOTAL_AMOUNT)?;
            (!steps::add_up(input.parts(), input.amounts, total)).then_some(Warning::Parts)
        },
    },
];

pub fn table() -> Table {
    Table::new(
        "warnings",
        "At the end of every reading: each check that finds something wrong adds a warning, and the next one is tried.",
        CHECKS,
    )
}

/// Normalises and checks a receipt: drops what can't be, and warns of what disagrees. Returns the ids of the checks that
/// found something wrong.
pub fn finish(
    receipt: &mut Receipt,
    context: &MailContext,
    page: &Page<'_>,
    amounts: &[Labelled],
) -> Vec<&'static str> {
    apply_answer(receipt, context);
    if receipt.get(DIRECTION) == Some(Direction::Refund) {
        give_back(receipt);
    }
    let input = Input {
        context,
        page,
        amounts,
        parts: OnceCell::new(),
    };
    let mut failed = Vec::new();
    for check in CHECKS {
        if let Some(warning) = (check.apply)(receipt, &input) {
            receipt.warnings.push(warning);
            failed.push(check.id);
        }
    }
    set_date_source(receipt, context);
    receipt.change(DISCOUNT, Money::abs);
    receipt.warnings.dedup();
    failed
}

/// Sets the total and the currency that the user gave.
pub fn apply_answer(receipt: &mut Receipt, context: &MailContext) {
    if let Some(answer) = context.answer {
        receipt.replace(TOTAL_AMOUNT, Choice::taken(answer.total_amount, ANSWERED));
        receipt.replace(CURRENCY, Choice::of(answer.currency, ANSWERED));
        if !receipt.warnings.contains(&Warning::Answered) {
            receipt.warnings.push(Warning::Answered);
        }
    }
}

/// What goes back is negative, whichever sign the page writes: the total, the tax, and prices that are all positive.
fn give_back(receipt: &mut Receipt) {
    receipt.change(TOTAL_AMOUNT, |total| -total.abs());
    receipt.change(TAX, |tax| -tax.abs());
    let is_positive = |item: &Item| item.price.is_none_or(|price| !price.is_negative());
    if receipt.items().iter().all(is_positive) {
        receipt.change_items(|item| item.price = item.price.map(|price| -price));
    }
}

impl Input<'_> {
    fn parts(&self) -> &[Part] {
        self.parts.get_or_init(|| items::parts(self.page, self.amounts))
    }

    /// How many days the document's date is after the mail's.
    fn days_after_mail(&self, receipt: &Receipt) -> Option<i64> {
        Some((receipt.get(INVOICE_DATE)? - self.context.received_on?).num_days())
    }
}

/// Whether the document's date was chosen because there is no other.
fn is_without_label(receipt: &Receipt) -> bool {
    let evidence = receipt.evidence_for(INVOICE_DATE);
    let rule = evidence.and_then(|evidence| evidence.rule.as_deref());
    rule.is_some_and(|rule| rule.starts_with("invoice_date/only-"))
}

fn is_mistyped(number: Option<String>) -> bool {
    number.is_some_and(|number| !giro::check_digit_holds(&number))
}

fn exceeds_rates(tax: Money, total: Money) -> bool {
    let part = tax.abs().units().checked_mul(100);
    part.is_some_and(|part| part / MAX_TAX > total.abs().units()) && !total.is_zero()
}

/// Whether a label names other charges than the tax: `Taxes, fees and charges`.
fn names_charges(words: &str) -> bool {
    ["taxes", "fees", "charges", "avgifter"]
        .iter()
        .any(|word| words.contains(word))
}

/// Takes the mail's date if the document states none, and records the source.
fn set_date_source(receipt: &mut Receipt, context: &MailContext) {
    let source = if receipt.has(INVOICE_DATE) {
        Choice::taken(DateSource::Document, "the document states it")
    } else if let Some(day) = context.received_on {
        receipt.set(INVOICE_DATE, Choice::taken(day, "the mail's date"));
        Choice::taken(DateSource::Mail, "the document states no date")
    } else {
        return;
    };
    receipt.replace(INVOICE_DATE_SOURCE, source);
}
