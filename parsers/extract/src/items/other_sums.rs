//! The rules for lines whose prices add up to no sum that is known by its words.

use parser_model::Money;

use super::list::Entry;
use super::selection::{SelectionRule, priced};
use crate::receipt::item::ONE;
use crate::rule::{Example, Rule};

/// The most by which the rounded price of a line differs from its own: half a hundredth, in ten-thousandths.
const ROUNDING: i64 = 50;
/// Rows add up to a sum of the page if the relative difference is at most one divided by this.
const MIN_PARTS: i64 = 10;

/// How many rules hold for printed tables, whose rows make the sum but for rounding.
pub(super) const PRINTED: usize = 2;

pub(super) const RULES: &[SelectionRule] = &[
    Rule {
        id: "items/lines-above-their-sum",
        doc: "Takes two lines or more that add up to an amount in a line below them, whatever that is called.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nHat   7.00 EUR\nFrom our shop   15.00 EUR\nTotal   20.00 EUR"),
        apply: |of| {
            let entries = &of.entries;
            of.amounts.iter().rev().find_map(|(line, sum)| {
                let count = entries.iter().take_while(|entry| entry.line < *line).count();
                let is_item = entries
                    .iter()
                    .any(|entry| entry.line == *line && entry.text.item.quantity.is_some());
                if count < 2 || is_item || sum.is_zero() {
                    return None;
                }
                priced(&entries[..count], |found| found == *sum)
            })
        },
    },
    Rule {
        id: "items/rounded-lines",
        doc: "Takes two lines or more above the first sum, each with a quantity and the price of one, that miss a net sum or the total by at most half a hundredth per line.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item</td><td>Quantity</td><td>Unit price</td><td>Amount</td></tr>\
             <tr><td>Mug</td><td>1</td><td>4.1765 EUR</td><td>4.18 EUR</td></tr>\
             <tr><td>Jug</td><td>1</td><td>4.1765 EUR</td><td>4.18 EUR</td></tr>\
             <tr><td>Total</td><td></td><td></td><td>8.35 EUR</td></tr></table>",
        ),
        apply: |of| {
            let rows = &of.entries[..of.above];
            let is_priced = |row: &&Entry| row.text.unit_price.is_some() && is_counted_row(row);
            if rows.len() < 2 || !rows.iter().all(is_priced) {
                return None;
            }
            let most = ROUNDING * i64::try_from(rows.len()).ok()?;
            priced(rows, |found| {
                of.sums.named.iter().any(|sum| (*sum - found).units().abs() <= most)
            })
        },
    },
    Rule {
        id: "items/counted-rows",
        doc: "Takes the lines above the first sum if each has a quantity and a price cell of its own, there is a header row or a second line, and together they come to a net sum or the total within a tenth of it.",
        example: Example::Mail("Receipt\n1 x Mug   8.00 EUR\n1 x Hat   7.00 EUR\nTotal   14.00 EUR"),
        apply: |of| {
            let rows = &of.entries[..of.above];
            let has_header = rows.first().is_some_and(|row| row.has_header);
            if rows.is_empty() || rows.len() < 2 && !has_header || !rows.iter().all(|row| is_counted_row(row)) {
                return None;
            }
            priced(rows, |found| {
                let is_near = |sum: &Money| (*sum - found).units().abs().saturating_mul(MIN_PARTS) <= sum.units().abs();
                of.sums.named.iter().any(is_near)
            })
        },
    },
];

/// Whether a line has a quantity and a price that can't be that of one.
fn is_counted_row(entry: &Entry) -> bool {
    let text = &entry.text;
    let is_price_of_all =
        |quantity: Money| quantity.units() == ONE || text.unit_price.is_some() && !text.amounts.is_empty();
    entry.has_price_cell && text.item.quantity.is_some_and(is_price_of_all)
}
