//! What was bought: lines with a name and a price, kept only where they add up.

mod columns;
mod list;
mod parts;
mod said;

use std::collections::BTreeSet;

use parser_model::Money;

use crate::page::{Page, Place};
use crate::receipt::Item;
use crate::total::Labelled;
use crate::total::labels::Class;
use list::{Entry, List, Order};
pub use parts::{Part, parts, speaks_of, stated};

/// Ten-thousandths.
const ONE: i64 = 10_000;

/// More ways to make up a sum are not looked at.
const MAX_SUMS: usize = 500;
/// Among more things no part is looked for that adds up.
const MAX_PARTS: usize = 60;

/// The goods, and what lowers their price in lines among them.
#[derive(Debug, Default)]
pub struct Goods {
    /// The bought things.
    pub items: Vec<Item>,
    /// What coupons and such take off, positive.
    pub reduction: Option<Money>,
}

/// The bought things, if they add up to a sum that the page states; else none.
pub fn find(page: &Page<'_>, all: &[Labelled], parts: &[Part], total: Option<Money>) -> Goods {
    let Some(total) = total else {
        return Goods::default();
    };
    let sums = stated_sums(parts, total);
    let across = lines(page);
    let cards = cards(page);
    let mut reduction = None;
    let ways = [
        (&across, Order::PriceFirst),
        (&across, Order::NameFirst),
        (&cards, Order::NameFirst),
    ];
    for (lines, order) in ways {
        let list = List::read(page, lines, all, order, total.is_negative());
        if order == Order::PriceFirst && !list.is_told_from_its_price() {
            continue;
        }
        reduction = reduction.or(Some(list.reduction).filter(|r| !r.is_zero()));
        let items = adding_up(&list, all, &sums);
        if !items.is_empty() {
            return Goods { items, reduction };
        }
    }
    Goods {
        items: Vec::new(),
        reduction,
    }
}

/// All things, those above the first sum, or the longest row of them: the first of these that adds up.
///
/// A row that leaves others out must come to a sum that the page names, or to the total without all that is no goods.
fn adding_up(list: &List, all: &[Labelled], sums: &Sums) -> Vec<Item> {
    let entries = &list.entries;
    let first = entries.first().map_or(0, |entry| entry.line);
    let sum = all
        .iter()
        .find(|l| is_sum(l) && l.at.line > first)
        .map_or(usize::MAX, |l| l.at.line);
    let above = entries.iter().take_while(|entry| entry.line < sum).count();
    let mut rows = Vec::new();
    if (3..=MAX_PARTS).contains(&entries.len()) {
        for length in (2..entries.len()).rev() {
            rows.extend((0..=entries.len() - length).map(|from| from..from + length));
        }
    }
    // One of several is told from a sum's line by its quantity.
    let counted = |at: &usize| entries[*at].said.item.quantity.is_some();
    rows.extend((0..entries.len()).filter(counted).map(|at| at..at + 1));
    let whole = [0..entries.len(), 0..above].into_iter().map(|row| (row, &sums.any));
    whole
        .chain(rows.into_iter().map(|row| (row, &sums.sure)))
        .find_map(|(row, sums)| priced(&entries[row], list.reduction, sums))
        .unwrap_or_default()
}

/// The things, if their prices add up with or without what lowers them, or if they do times their quantities.
fn priced(entries: &[Entry], reduction: Money, sums: &BTreeSet<Money>) -> Option<Vec<Item>> {
    let whole = |item: &Item| {
        let count = item.quantity.filter(|q| q.units() % ONE == 0);
        item.price?.checked_mul(count.map_or(1, |q| q.units() / ONE))
    };
    if let [only] = entries
        && !only.stands_alone()
    {
        return None;
    }
    let plain: Option<Vec<Money>> = entries.iter().map(|entry| entry.said.item.price).collect();
    let times: Option<Vec<Money>> = entries.iter().map(|entry| whole(&entry.said.item)).collect();
    let mut ways = [plain, times].into_iter().flatten();
    let prices = ways.find(|prices| {
        let sum: Money = prices.iter().copied().sum();
        !prices.is_empty() && (sums.contains(&sum) || sums.contains(&(sum - reduction)))
    })?;
    let items = entries.iter().zip(prices).map(|(entry, price)| Item {
        price: Some(price),
        ..entry.said.item.clone()
    });
    Some(items.collect())
}

/// Every line as it stands.
fn lines(page: &Page<'_>) -> Vec<Vec<Place>> {
    let places = |line: usize| (0..page.lines[line].len()).map(|cell| Place { line, cell }).collect();
    (0..page.lines.len()).map(places).collect()
}

/// Things told side by side: where several lines have the same columns, each column for itself. Empty where there are none.
fn cards(page: &Page<'_>) -> Vec<Vec<Place>> {
    let all = &page.document.lines;
    let same = |a: usize, b: usize| {
        let edges = |line: usize| all[line].iter().map(|cell| (cell.x0.to_bits(), cell.x1.to_bits()));
        all[a].len() == all[b].len() && edges(a).eq(edges(b))
    };
    let mut cards = Vec::new();
    let mut line = 0;
    while line < all.len() {
        let end = (line + 1..all.len())
            .find(|next| !same(line, *next))
            .unwrap_or(all.len());
        if (2..=4).contains(&all[line].len()) && end - line >= 3 {
            for cell in 0..all[line].len() {
                cards.extend((line..end).map(|line| vec![Place { line, cell }]));
            }
        }
        line = end;
    }
    cards
}

fn is_sum(amount: &Labelled) -> bool {
    amount.label.as_ref().is_some_and(|l| {
        matches!(
            l.class,
            Class::Net | Class::Grand | Class::Total | Class::Due | Class::Paid
        )
    })
}

/// Sums that goods may add up to.
struct Sums {
    /// Net sums and the total, and what is left of it without all delivery, fees and discounts, with its tax or without.
    sure: BTreeSet<Money>,
    /// The same without any of them.
    any: BTreeSet<Money>,
}

fn stated_sums(parts: &[Part], total: Money) -> Sums {
    let of = |class: Class| -> BTreeSet<Money> {
        let own = parts.iter().filter(|part| part.class == class);
        own.map(|part| part.value).collect()
    };
    let joint = |class: Class| -> Money { of(class).into_iter().sum() };
    let discount: Money = of(Class::Discount).into_iter().map(Money::abs).sum();
    let goods = total - joint(Class::Delivery) - joint(Class::Fee) - joint(Class::Round) + discount;
    let mut sure = BTreeSet::from([total, goods, goods - joint(Class::Vat)]);
    sure.extend(of(Class::Net));
    let mut any = sure.clone();
    for (class, minus) in [
        (Class::Delivery, true),
        (Class::Fee, true),
        (Class::Vat, true),
        (Class::Discount, false),
        (Class::Round, true),
    ] {
        let values = of(class);
        let joint: Money = values.iter().copied().sum();
        let before: Vec<Money> = any.iter().copied().collect();
        for sum in before {
            for value in values.iter().chain([&joint]) {
                any.insert(if minus { sum - *value } else { sum + value.abs() });
            }
        }
        if any.len() > MAX_SUMS {
            break;
        }
    }
    for sums in [&mut sure, &mut any] {
        sums.retain(|sum| !sum.is_zero());
    }
    Sums { sure, any }
}

#[cfg(test)]
mod tests;
