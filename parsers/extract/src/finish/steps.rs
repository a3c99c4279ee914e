//! The steps from the subtotal to the total: whether the amounts of a page contradict its total.

use std::collections::BTreeSet;

use parser_document::steps;
use parser_model::Money;

use crate::choice::only;
use crate::items::{self, Part};
use crate::page::Page;
use crate::phrases::Amounts;
use crate::total::labels::{Class, Position};
use crate::total::{Labelled, in_lines};

/// With more amounts after the subtotal, or more sums of them, nothing is checked.
const MAX_STEPS: usize = 8;
const MAX_SUMS: usize = 2_048;
/// Differences up to this one are from rounding, in units of [`Money`].
const ROUNDING: i64 = 500;
/// The same if the total is a whole number: less than one.
const ROUNDING_TO_WHOLE: i64 = 10_000;
/// Tax and delivery that aren't stated are less than this part of the subtotal, in hundredths.
const MAX_UNSTATED: i64 = 40;

/// Whether what the page names below its subtotal leads from there to the total. A page without one subtotal adds up.
pub(super) fn add_up(parts: &[Part], amounts: &[Labelled], total: Money) -> bool {
    Sums::new(parts, amounts, total).is_none_or(|found| found.lead_to(total))
}

/// Whether the page's own amounts say that `total` isn't the total: they don't lead to it but to another amount, or it is less than
/// the subtotal without a discount, or exceeds it by more than any tax.
pub fn contradict(page: &Page<'_>, amounts: &[Labelled], total: Money) -> bool {
    let parts = items::parts(page, amounts);
    let Some(found) = Sums::new(&parts, amounts, total).filter(|found| !found.lead_to(total)) else {
        return false;
    };
    // What the bank charges in another currency is none of the sums.
    let marks: Vec<_> = amounts.iter().filter_map(|amount| amount.mark).collect();
    if marks.iter().any(|mark| *mark != marks[0]) {
        return false;
    }
    let (size, subtotal) = (total.abs(), found.subtotal.abs());
    if size < subtotal {
        return !names_discount(page, amounts);
    }
    let mut larger = amounts.iter().filter(|amount| amount.strong && amount.value > size);
    let leads_elsewhere = larger.any(|amount| found.sums.contains(&amount.value));
    // A balance from before is on top of the sum of this document.
    let is_balance = |amount: &Labelled| amount.strong && found.sums.contains(&(size - amount.value.abs()));
    if amounts.iter().any(is_balance) {
        return leads_elsewhere;
    }
    let unstated = (size - subtotal).units().saturating_mul(100);
    leads_elsewhere || unstated > subtotal.units().saturating_mul(MAX_UNSTATED)
}

/// Whether the page has one subtotal and amounts that lead from it to the total.
pub fn confirm(page: &Page<'_>, amounts: &[Labelled], total: Money) -> bool {
    let parts = items::parts(page, amounts);
    Sums::new(&parts, amounts, total).is_some_and(|found| found.lead_to(total))
}

/// Whether every labelled tax exceeds the total, and no other sums lead to it. Goods can have the name of a tax, and the price of
/// the total.
pub fn is_less_than_tax(page: &Page<'_>, amounts: &[Labelled], total: Money) -> bool {
    let is_tax = |amount: &&Labelled| amount.class() == Some(Class::Vat);
    let least = amounts.iter().filter(is_tax).map(|amount| amount.value.abs()).min();
    // What was paid before lowers the total, but not its tax.
    let is_lowered = amounts.iter().any(|amount| amount.value.is_negative());
    least.is_some_and(|tax| tax > total.abs()) && !is_lowered && !confirm(page, amounts, total)
}

/// What can be made of the subtotal and the amounts below it.
struct Sums {
    subtotal: Money,
    /// The subtotal with and without each of the amounts below it, added or taken off.
    sums: BTreeSet<Money>,
}

impl Sums {
    /// `None` if the page has no single subtotal, the total isn't below it, or the amounts are too many.
    fn new(parts: &[Part], amounts: &[Labelled], total: Money) -> Option<Sums> {
        let is_money = amounts
            .iter()
            .any(|amount| amount.strong && amount.value.abs() == total.abs());
        let nets = || parts.iter().filter(|part| is_subtotal(part, amounts, is_money));
        let subtotal = only(nets().map(|part| part.value))?;
        let first = nets().map(|part| part.line).min()?;
        steps::spend(amounts.len());
        // A table of rates below the total has net sums of its own.
        let mut below = amounts.iter().filter(|amount| amount.at.line > first);
        let last = below.rfind(|amount| amount.value.abs() == total.abs())?.at.line;
        let is_step = |amount: &&Labelled| {
            amount.at.line >= first && amount.value.abs() != total.abs() && amount.value != subtotal
        };
        let all = || amounts.iter().filter(is_step);
        let mut steps: BTreeSet<Money> = all().map(|amount| amount.value).collect();
        if steps.len() > MAX_STEPS {
            let until_total = all().filter(|step| step.at.line <= last);
            steps = until_total.map(|step| step.value).collect();
        }
        if steps.len() > MAX_STEPS {
            return None;
        }
        let mut sums = BTreeSet::from([subtotal]);
        for step in steps {
            steps::spend(sums.len());
            let more: Vec<Money> = sums.iter().flat_map(|sum| [*sum + step, *sum - step]).collect();
            sums.extend(more);
            if sums.len() > MAX_SUMS {
                return None;
            }
        }
        Some(Sums { subtotal, sums })
    }

    fn lead_to(&self, total: Money) -> bool {
        self.sums.iter().any(|sum| is_rounded(*sum, total.abs()))
    }
}

/// Whether a part is a subtotal: the head of a column such as `Net` is over the prices of lines, and beside a total that is certainly
/// money a bare number is a count, `Total of items: 3`.
fn is_subtotal(part: &Part, amounts: &[Labelled], is_money: bool) -> bool {
    let is_other = |amount: &Labelled| {
        let is_head = amount.class() == Some(Class::Net) && amount.position() == Some(Position::ColumnHead);
        is_head || is_money && !amount.strong && amount.value == part.value
    };
    let mut line = in_lines(amounts, part.line, part.line).iter();
    part.class == Class::Net && !part.prose && !line.any(is_other)
}

/// Whether the sum is the total but for rounding.
fn is_rounded(sum: Money, total: Money) -> bool {
    let difference = (sum.abs() - total).abs().units();
    let is_whole = total.units() % ROUNDING_TO_WHOLE == 0;
    difference <= ROUNDING || is_whole && difference < ROUNDING_TO_WHOLE
}

/// Whether an amount lowers the sum, or the page names a discount, perhaps in percent.
fn names_discount(page: &Page<'_>, amounts: &[Labelled]) -> bool {
    let lowers = |amount: &Labelled| amount.value.is_negative() || amount.class() == Some(Class::Discount);
    let mut cells = page.lines.iter().flatten();
    steps::spend(amounts.len() + page.lines.len());
    amounts.iter().any(lowers) || cells.any(|content| Amounts::Discount.matches_all(&content.words))
}

#[cfg(test)]
mod tests {
    use parser_document::Document;
    use parser_model::reading::MailContext;

    use crate::reading;

    fn is_doubted(text: &str) -> bool {
        let document = Document::from_plain(text);
        let context = MailContext::default();
        !reading::read(&document, &context).candidates(&context).is_empty()
    }

    #[test]
    fn a_total_is_doubted_if_the_steps_lead_elsewhere() {
        for text in [
            "Receipt\nOrder 1001\nSubtotal   100.00 EUR\nVAT   25.00 EUR\nTotal   110.00 EUR\nTo the account   125.00 EUR",
            "Receipt\nOrder 1001\nSubtotal   100.00 EUR\nDelivery   10.00 EUR\nTotal   480.00 EUR",
        ] {
            assert!(is_doubted(text), "{text}");
        }
    }

    #[test]
    fn steps_that_are_not_stated_leave_a_total_certain() {
        for text in [
            "Receipt\nOrder 1001\nSubtotal   100.00 EUR\nTotal   125.00 EUR",
            "Receipt\nOrder 1001\nSubtotal   100.00 EUR\nVAT   25.40 EUR\nTotal   125.00 EUR",
            "Invoice 1001\nTea   100.00 EUR\nDiscount\n10 %\nSubtotal   100.00 EUR\nTotal   90.00 EUR",
            "Receipt\nOrder items\nTea   30.00 EUR\nCoffee   20.00 EUR\nDelivery   10.00 EUR\nTotal   60.00 EUR",
        ] {
            assert!(!is_doubted(text), "{text}");
        }
    }
}
