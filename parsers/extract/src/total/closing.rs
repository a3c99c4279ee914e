//! Amounts that close a column: the amounts directly above add up to them.

use parser_document::steps;
use parser_model::Money;

use super::labelled::{Labelled, in_lines};
use super::labels::Class;
use crate::page::Page;

/// Number of lines searched in the column above an amount.
const LINES: usize = 80;
/// Maximum difference between the edges of a column's cells, in thousandths of the width.
const EDGE: f32 = 6.0;

/// How many amounts directly above add up to this one; 0 if none do. One amount alone isn't a sum.
pub(super) fn summands(page: &Page<'_>, amount: &Labelled, all: &[Labelled]) -> usize {
    let first = amount.at.line.saturating_sub(LINES);
    let Some(last) = amount.at.line.checked_sub(1) else {
        return 0;
    };
    let mut with_tax = Run::default();
    let mut without_tax = Run::default();
    let above = in_lines(all, first, last).iter().rev();
    for other in above.filter(|other| other.strong && is_below(page, other, amount)) {
        with_tax.add(other);
        // The tax is often part of the amounts already.
        if other.class() != Some(Class::Vat) {
            without_tax.add(other);
        }
        for run in [&with_tax, &without_tax] {
            if run.count > 1 && run.sum == amount.value {
                return run.count;
            }
        }
    }
    0
}

/// The amounts directly below in the column that add up to the amount: two to four, else none.
pub(super) fn parts_below<'l>(page: &Page<'_>, whole: &Labelled, all: &'l [Labelled]) -> &'l [Labelled] {
    const PARTS: usize = 4;
    let below = in_lines(all, whole.at.line + 1, whole.at.line + PARTS);
    let mut sum = Money::ZERO;
    for (count, part) in (1..).zip(below) {
        sum = sum + part.value;
        if !is_below(page, whole, part) || sum > whole.value {
            break;
        }
        if count > 1 && sum == whole.value && part.value > Money::ZERO {
            return &below[..count];
        }
    }
    &[]
}

/// Whether three or more amounts of consecutive lines in one column add up to the value.
pub(super) fn is_sum_of_lines(page: &Page<'_>, value: Money, all: &[Labelled]) -> bool {
    let mut run = Run::default();
    let mut before: Option<&Labelled> = None;
    for amount in all.iter().filter(|amount| amount.strong && amount.value != value) {
        steps::spend(1);
        let continues =
            before.is_some_and(|before| amount.at.line == before.at.line + 1 && is_below(page, before, amount));
        if !continues {
            run = Run::default();
        }
        run.add(amount);
        if run.count > 2 && run.sum == value {
            return true;
        }
        before = Some(amount);
    }
    false
}

/// The sum of amounts below each other.
#[derive(Default)]
struct Run {
    sum: Money,
    count: usize,
}

impl Run {
    fn add(&mut self, amount: &Labelled) {
        if amount.value.is_zero() {
            return;
        }
        let lessens = amount.class() == Some(Class::Discount);
        self.sum = self.sum + if lessens { -amount.value.abs() } else { amount.value };
        self.count += 1;
    }
}

/// Whether one amount is below another in the same column.
fn is_below(page: &Page<'_>, above: &Labelled, below: &Labelled) -> bool {
    let (one, other) = (page.cell(above.at), page.cell(below.at));
    let is_last = page.content(above.at).amounts.len() == above.index + 1;
    is_last && one.page == other.page && ((one.x1 - other.x1).abs() <= EDGE || (one.x0 - other.x0).abs() <= EDGE)
}
