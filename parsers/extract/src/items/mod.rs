//! The bought items: lines with a name and a price, kept only if they add up to a sum of the page.

mod attributes;
mod cells;
mod columns;
mod heads;
mod item_text;
mod layouts;
mod lines;
mod list;
mod masked;
mod name_above;
mod names;
mod other_sums;
mod parts;
mod selection;
mod sums;
mod table;
mod unit_prices;

use std::cell::Cell;
use std::collections::BTreeSet;

use parser_model::Money;

use crate::choice::Choice;
use crate::page::Page;
use crate::receipt::Item;
use crate::rule::{self, Table};
use crate::total::Labelled;
use layouts::Input;
use list::List;
pub use parts::{Part, deposit, free_delivery, joint_delivery, parts, speaks_of, stated};
use selection::SelectionRule;
use sums::Sums;

const FIELD: &str = "items";

const ADDS_UP: &str = "lines whose prices add up to a sum of the page";
const COMES_CLOSE: &str = "lines with prices above an amount that they add up to or come close to";

/// The items, and what lowers their prices in lines among them.
#[derive(Debug, Default)]
pub struct Found {
    /// The items. Refused if there is a total, and no lines that add up to it.
    pub items: Choice<Vec<Item>>,
    /// What coupons and such take off, positive.
    pub reduction: Option<Money>,
    /// Whether a table with a header row lists some, in a PDF.
    pub are_listed: bool,
    /// The ids of the rules that read the items.
    pub rules: BTreeSet<&'static str>,
}

pub fn tables() -> Vec<Table> {
    vec![
        Table::new(
            FIELD,
            "For a mail with a total, until the items add up: the layout of an item's lines.",
            layouts::RULES,
        ),
        Table::new(FIELD, "For each line: what it is.", lines::RULES),
        Table::new(
            FIELD,
            "For each cell of a line that may be about an item: what it states.",
            cells::RULES,
        ),
        Table::new(
            FIELD,
            "For the text of a cell, each rule in turn: what one item costs.",
            unit_prices::RULES,
        ),
        Table::new(
            FIELD,
            "For each part of the text that is left, between commas or slashes or in brackets: quantity, size and article number.",
            attributes::RULES,
        ),
        Table::new(
            FIELD,
            "For the name that is left: a quantity next to it.",
            attributes::NAME_RULES,
        ),
        Table::new(
            FIELD,
            "For the lines with a name and a price: which of them are items.",
            selection::RULES,
        ),
        Table::new(
            FIELD,
            "For these lines, if they add up in no layout: which of them are items.",
            other_sums::RULES,
        ),
        Table::new(
            FIELD,
            "For those lines: what their prices are, until they add up.",
            selection::PRICE_RULES,
        ),
    ]
}

/// Finds the items, if they add up to a sum that the page states. If they do not, there may still be a reduction.
pub fn find(page: &Page<'_>, all: &[Labelled], parts: &[Part], total: Option<Money>) -> Found {
    let Some(total) = total else {
        return Found::default();
    };
    let found = find_for(page, all, parts, total);
    // If a refund's total is stated without its sign, the items may have theirs.
    if found.items.value.is_none() && !total.is_negative() && all.iter().any(|amount| amount.value.is_negative()) {
        let negative = find_for(page, all, parts, -total);
        let is_refund = |item: &Item| item.price.is_some_and(Money::is_negative);
        let items = negative.items.value.as_ref();
        if items.is_some_and(|items| items.iter().all(is_refund)) {
            return negative;
        }
    }
    found
}

fn find_for(page: &Page<'_>, all: &[Labelled], parts: &[Part], total: Money) -> Found {
    let sums = Sums::new(parts, total);
    let input = Input::new(page, all, total);
    let reduction = Cell::new(None);
    let are_listed = Cell::new(false);
    let read_by = |rules: &[SelectionRule]| {
        rule::first(layouts::RULES, |read| {
            let mut list = read(&input)?;
            if !page.is_mail() {
                list.drop_unconfirmed_quantities();
            }
            let own = Some(list.reduction).filter(|reduction| !reduction.is_zero() && !reduction.is_negative());
            reduction.set(reduction.get().or(own));
            are_listed.set(are_listed.get() || !page.is_mail() && list.entries.iter().any(|entry| entry.has_header));
            let below = (!page.is_mail()).then(|| Sums::new(&without_lines_of(&list, parts), total));
            let sums = below.as_ref().unwrap_or(&sums);
            let mut selection = selection::select(rules, &list, all, sums)?;
            selection.rules.extend(&list.rules);
            Some(selection)
        })
    };
    let strict = read_by(selection::RULES).map(|found| (found, ADDS_UP));
    let others = if page.is_mail() {
        other_sums::RULES
    } else {
        &other_sums::RULES[..other_sums::PRINTED]
    };
    let found = strict.or_else(|| Some((read_by(others)?, COMES_CLOSE)));
    let (items, rules) = match found {
        Some(((id, mut selection), because)) => {
            selection.rules.insert(id);
            (Choice::taken(selection.items, because).by(id), selection.rules)
        }
        None => (
            Choice::refused("no lines with prices that add up to a sum of the page"),
            BTreeSet::new(),
        ),
    };
    Found {
        items,
        reduction: reduction.get(),
        are_listed: are_listed.get(),
        rules,
    }
}

/// The parts that no item's line states. The head of a printed table can be that of a sum: `Net`.
fn without_lines_of(list: &List, parts: &[Part]) -> Vec<Part> {
    let is_item = |part: &&Part| list.entries.iter().any(|entry| entry.line == part.line);
    parts.iter().filter(|part| !is_item(part)).cloned().collect()
}

/// The ids of the rules that read the items of a page.
#[cfg(test)]
pub fn rules_of(page: &Page<'_>) -> BTreeSet<&'static str> {
    let refund = crate::classification::is_refund(page);
    let all = crate::total::labelled(page, refund);
    let total = crate::total::choose(page, &all, refund).choice.value;
    find(page, &all, &parts(page, &all), total).rules
}

#[cfg(test)]
mod tests;
