//! The rules for which lines with a price are items: those that add up to a sum of the page.

use std::collections::{BTreeMap, BTreeSet};

use parser_document::steps;
use parser_model::Money;

use super::item_text::ItemText;
use super::list::{Entry, List};
use super::sums::Sums;
use crate::receipt::Item;
use crate::receipt::item::ONE;
use crate::rule::{self, Example, Rule};
use crate::total::Labelled;
use crate::total::labels::Class;

/// Of more lines no consecutive ones are tried.
const MAX_LINES: usize = 60;
/// The lines above more sums are not tried.
const MAX_SUMS: usize = 30;

/// Lines with a name and a price.
pub(super) struct Candidates<'a> {
    pub entries: Vec<&'a Entry>,
    /// What negative lines among them take off, positive.
    reduction: Money,
    /// What gift cards pay, positive.
    gift_cards: Money,
    /// The number of lines above the first sum.
    pub above: usize,
    /// The number of lines above each sum, from the last to the first, if fewer than all.
    above_sums: Vec<usize>,
    /// The last amount of each line below the first of them.
    pub amounts: Vec<(usize, Money)>,
    pub sums: &'a Sums,
}

/// The items and the ids of the rules that read them.
pub(super) struct Selection {
    pub items: Vec<Item>,
    pub rules: BTreeSet<&'static str>,
}

pub(super) type SelectionRule = Rule<fn(&Candidates<'_>) -> Option<Selection>>;

pub(super) const RULES: &[SelectionRule] = &[
    Rule {
        id: "items/lines-above-subtotal",
        doc: "Takes the lines above the page's only net sum if they add up to it: what follows are fees.",
        example: Example::Mail(
            "Receipt\nMug   8.00 EUR\nHat   7.00 EUR\nSubtotal   15.00 EUR\nGreen points   1.00 EUR\nTotal   16.00 EUR",
        ),
        apply: |of| {
            let subtotal = of.sums.subtotal?;
            of.adding_up(&of.entries[..of.above], &BTreeSet::from([subtotal]))
        },
    },
    Rule {
        id: "items/all-lines",
        doc: "Takes all lines if they add up to a net sum or the total, with or without some parts of the sum.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nHat   7.00 EUR\nTotal   15.00 EUR"),
        apply: |of| of.adding_up(&of.entries, &of.sums.possible),
    },
    Rule {
        id: "items/lines-above-sum",
        doc: "Takes the lines above a sum, the last one first, if these add up.",
        example: Example::Mail(
            "Receipt\nMug   8.00 EUR\nHat   7.00 EUR\nTotal   15.00 EUR\nScarf in our shop   9.00 EUR",
        ),
        apply: |of| {
            // What follows a subtotal without a quantity is a fee, not an item of the next parcel or seller.
            let is_item = |entry: &&Entry| entry.text.item.quantity.is_some();
            let certain = of.entries[of.above..].iter().take_while(|entry| is_item(entry)).count() + of.above;
            let is_possible = |count: &&usize| **count <= certain && **count < of.entries.len();
            let mut counts = of.above_sums.iter().filter(is_possible);
            counts.find_map(|count| of.adding_up(&of.entries[..*count], &of.sums.possible))
        },
    },
    Rule {
        id: "items/consecutive-lines",
        doc: "Takes the most lines in a row, of at most 60, that add up to a net sum, or to the total with or without all other parts.",
        example: Example::Mail("Receipt\nVisa card   3.00 EUR\nMug   8.00 EUR\nHat   7.00 EUR\nTotal   15.00 EUR"),
        apply: |of| {
            let count = of.entries.len();
            if !(3..=MAX_LINES).contains(&count) {
                return None;
            }
            let mut rows = (2..count).rev().flat_map(|length| of.entries.windows(length));
            rows.find_map(|row| of.adding_up(row, &of.sums.named))
        },
    },
    Rule {
        id: "items/lines-with-price-cell",
        doc: "Takes the lines whose price is alone in its cell, if they add up to such a sum.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Mug</td><td>8.00 EUR</td></tr>\
             <tr><td>Normally 9.00 EUR here</td><td></td></tr>\
             <tr><td>Hat</td><td>7.00 EUR</td></tr>\
             <tr><td>Total</td><td>15.00 EUR</td></tr></table>",
        ),
        apply: |of| of.some_lines(|entry| entry.has_price_cell),
    },
    Rule {
        id: "items/lines-with-quantity",
        doc: "Takes the lines that state a quantity, if there are two or more and they add up to such a sum.",
        example: Example::Mail(
            "Receipt\n1 x Mug   8.00 EUR\nGroceries in all   15.00 EUR\n1 x Hat   7.00 EUR\nTotal   15.00 EUR",
        ),
        apply: |of| {
            of.some_lines(|entry| entry.text.item.quantity.is_some())
                .or_else(|| of.some_lines(|entry| entry.has_price_cell && entry.text.item.quantity.is_some()))
        },
    },
    Rule {
        id: "items/line-with-quantity",
        doc: "Takes one of several lines that has a quantity and comes to such a sum.",
        example: Example::Mail("Receipt\nVisa card   3.00 EUR\n2 x Mug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |of| {
            let counted = |row: &&[&Entry]| row.iter().all(|entry| entry.text.item.quantity.is_some());
            let mut rows = of.entries.chunks(1).filter(counted);
            rows.find_map(|row| of.adding_up(row, &of.sums.named))
        },
    },
];

type PriceRule = Rule<fn(&ItemText) -> Option<Money>>;

/// In order. The first that lets the prices add up counts for all lines.
pub(super) const PRICE_RULES: &[PriceRule] = &[
    Rule {
        id: "items/price-of-line",
        doc: "Takes the price of a line for all of its quantity.",
        example: Example::Mail("Receipt\n2 x Mug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |text| text.item.price,
    },
    Rule {
        id: "items/first-price-of-line",
        doc: "Takes the first of several prices of a line, such as the one without tax.",
        example: Example::Pdf(
            "Invoice 1001\nItem   Qty   Unit price   Net    Gross\nMug    2     4.00         8.00   10.00\nSubtotal   8.00 EUR\nVAT   2.05 EUR\nTotal   10.05 EUR",
        ),
        apply: |text| text.amounts.first().copied().filter(|_| text.amounts.len() > 1),
    },
    Rule {
        id: "items/price-times-quantity",
        doc: "Takes the price of a line times its quantity.",
        example: Example::Mail("Receipt\n2 x Mug   4.00 EUR\nTotal   8.00 EUR"),
        apply: |text| {
            let item = &text.item;
            // Beside the price of one, another amount is that of the line.
            let has_both = text.unit_price.is_some() && !text.amounts.is_empty();
            let count = item
                .quantity
                .filter(|quantity| !has_both && quantity.units() % ONE == 0);
            item.price?
                .checked_mul(count.map_or(1, |quantity| quantity.units() / ONE))
        },
    },
    Rule {
        id: "items/price-with-additions",
        doc: "Takes the price of a line and the amounts in brackets below it.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nGift box (2.00 EUR)\nTotal   10.00 EUR"),
        apply: |text| Some(text.item.price? + text.additions),
    },
];

/// Applies the tables. `None` if nothing adds up.
pub(super) fn select(rules: &[SelectionRule], list: &List, all: &[Labelled], sums: &Sums) -> Option<Selection> {
    let entries = &list.entries;
    let first = entries.first().map_or(0, |entry| entry.line);
    let is_entry = |line: usize| entries.iter().any(|entry| entry.line == line);
    let sums_below = all
        .iter()
        .filter(|l| is_sum(l) && l.at.line > first && !is_entry(l.at.line));
    let mut above_sums: Vec<usize> = sums_below
        .map(|sum| entries.iter().take_while(|entry| entry.line < sum.at.line).count())
        .collect();
    above_sums.dedup();
    let above = above_sums.first().copied().unwrap_or(entries.len());
    above_sums.reverse();
    above_sums.truncate(MAX_SUMS);
    let below = all.iter().filter(|amount| amount.strong && amount.at.line > first);
    let amounts: BTreeMap<usize, Money> = below.map(|amount| (amount.at.line, amount.value)).collect();
    let candidates = Candidates {
        entries: entries.iter().collect(),
        reduction: list.reduction,
        gift_cards: list.gift_cards,
        above,
        above_sums,
        amounts: amounts.into_iter().collect(),
        sums,
    };
    let (id, mut selection) = rule::first(rules, |apply| apply(&candidates))?;
    selection.rules.insert(id);
    Some(selection)
}

fn is_sum(amount: &Labelled) -> bool {
    matches!(
        amount.class(),
        Some(Class::Net | Class::Grand | Class::Total | Class::Due | Class::Paid)
    )
}

impl Candidates<'_> {
    /// The items of some lines, if their prices add up with or without the reduction.
    fn adding_up(&self, entries: &[&Entry], sums: &BTreeSet<Money>) -> Option<Selection> {
        if let [only] = entries
            && !only.stands_alone()
        {
            return None;
        }
        let less = [
            Money::ZERO,
            self.reduction,
            self.gift_cards,
            self.reduction + self.gift_cards,
        ];
        priced(entries, |sum| less.iter().any(|less| sums.contains(&(sum - *less))))
    }

    /// The lines of a kind, two or more, if they add up to a named sum.
    fn some_lines(&self, is_of_kind: fn(&Entry) -> bool) -> Option<Selection> {
        [self.entries.len(), self.above].into_iter().find_map(|count| {
            let entries = self.entries[..count].iter().copied();
            let rows: Vec<&Entry> = entries.filter(|entry| is_of_kind(entry)).collect();
            (rows.len() > 1).then(|| self.adding_up(&rows, &self.sums.named))?
        })
    }
}

/// The items of some lines, with the first prices whose sum is right.
pub(super) fn priced(entries: &[&Entry], is_right: impl Fn(Money) -> bool) -> Option<Selection> {
    steps::spend(entries.len());
    let (id, prices) = rule::first(PRICE_RULES, |price| {
        let prices: Option<Vec<Money>> = entries.iter().map(|entry| price(&entry.text)).collect();
        prices.filter(|prices| !prices.is_empty() && is_right(prices.iter().copied().sum()))
    })?;
    let items = entries.iter().zip(prices).map(|(entry, price)| Item {
        price: Some(price),
        ..entry.text.item.clone()
    });
    let rules = entries.iter().flat_map(|entry| entry.text.rules.iter().copied());
    Some(Selection {
        items: items.collect(),
        rules: rules.chain([id]).collect(),
    })
}
