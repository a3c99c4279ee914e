//! What was bought: lines with a name and a price, kept only where they add up.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use invoices_domain::Money;
use regex::Regex;

use crate::page::{Page, Place};
use crate::receipt::{Item, Quantity};
use crate::text::Words;
use crate::total::Labelled;
use crate::total::labels::{Class, Position, classify};

/// Ten-thousandths.
const ONE: i64 = 10_000;
/// More lines of goods than any receipt has.
const MAX_ITEMS: usize = 300;

static QUANTITY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:antal|qty|quantity|menge|st)?\s*:?\s*([0-9]{1,4}(?:[.,][0-9]{1,3})?)\s*(st|stk|pcs|pc|x|×|kg|g|l|hg|m|kwh|förp|paket)?\.?$").expect("a constant pattern")
});
/// `2st*49,90`, `0,865kg*22,90kr/kg`: how a till writes a quantity and its unit price.
static TIMES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(st|kg|g|hg|l|m|pcs)? ?[*x×à] ?[0-9]{1,6}(?:[.,][0-9]{1,2})(?: ?kr)?(?:/[a-z]+)?$").expect("a constant pattern")
});
static LEADING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^([0-9]{1,3})\s*(?:x|×|st\.?)\s+(\S.*)$").expect("a constant pattern"));
static TRAILING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^(.*\S)\s+(?:x|×)\s*([0-9]{1,3})$").expect("a constant pattern"));

/// The bought things, if they add up to a sum that the page states; else none.
pub fn find(page: &Page<'_>, all: &[Labelled], total: Option<Money>) -> Vec<Item> {
    let Some(total) = total else { return Vec::new() };
    let sums = stated_sums(all, total);
    let lines = candidate_lines(page, all);
    // Goods stand above the first sum; if those don't add up, it was the sum of a part.
    let first_sum = all
        .iter()
        .find(|l| is_sum(l) && lines.first().is_some_and(|first| l.at.line > *first))
        .map(|l| l.at.line);
    let above: Vec<usize> = lines
        .iter()
        .copied()
        .filter(|line| first_sum.is_none_or(|sum| *line < sum))
        .collect();
    let across = |lines: &[usize]| {
        lines
            .iter()
            .take(MAX_ITEMS)
            .map(|line| item(page, *line, all))
            .collect()
    };
    let downward = || page_items(page, all, first_sum);
    adding_up(across(&above), &sums)
        .or_else(|| adding_up(across(&lines), &sums))
        .or_else(|| adding_up(downward(), &sums))
        .unwrap_or_default()
}

/// The items, if their prices add up, or if they do times their quantities.
fn adding_up(items: Vec<Item>, sums: &BTreeSet<Money>) -> Option<Vec<Item>> {
    let sum = |items: &[Item]| -> Money { items.iter().filter_map(|i| i.price).sum() };
    if sums.contains(&sum(&items)) {
        return Some(items);
    }
    let whole = |item: &Item| {
        let times = item
            .quantity
            .filter(|q| q.units() % ONE == 0)
            .map_or(1, |q| q.units() / ONE);
        Some(Item {
            price: Some(item.price?.checked_mul(times)?),
            ..item.clone()
        })
    };
    let whole: Vec<Item> = items.iter().map(whole).collect::<Option<_>>()?;
    sums.contains(&sum(&whole)).then_some(whole)
}

fn is_sum(amount: &Labelled) -> bool {
    amount.label.as_ref().is_some_and(|l| {
        matches!(
            l.class,
            Class::Net | Class::Grand | Class::Total | Class::Due | Class::Paid
        )
    })
}

/// Sums that goods may add up to: the total, a net sum, and the total without delivery, fees, tax and discount.
fn stated_sums(all: &[Labelled], total: Money) -> BTreeSet<Money> {
    let mut sums = BTreeSet::from([total]);
    let of = |class: Class| {
        all.iter()
            .filter(move |l| l.label.as_ref().is_some_and(|x| x.class == class))
            .map(|l| l.value)
    };
    sums.extend(of(Class::Net));
    for (class, minus) in [
        (Class::Delivery, true),
        (Class::Fee, true),
        (Class::Vat, true),
        (Class::Discount, false),
        (Class::Round, true),
    ] {
        let values: BTreeSet<Money> = of(class).collect();
        let joint: Money = values.iter().copied().sum();
        let before: Vec<Money> = sums.iter().copied().collect();
        for sum in before {
            for value in values.iter().chain([&joint]) {
                sums.insert(if minus { sum - *value } else { sum + value.abs() });
            }
        }
        if sums.len() > 500 {
            break;
        }
    }
    sums.retain(|s| !s.is_zero());
    sums
}

/// Lines with a name and an amount that nothing calls a sum, above the first total.
fn candidate_lines(page: &Page<'_>, all: &[Labelled]) -> Vec<usize> {
    let mut lines = Vec::new();
    for amount in all.iter().filter(|l| l.strong) {
        let is_sum = amount.label.as_ref().is_some_and(|l| {
            !matches!(l.class, Class::Not) && l.position != Position::ColumnHead && l.position != Position::Above
        });
        if !is_sum && lines.last() != Some(&amount.at.line) && name_cell(page, amount.at.line).is_some() {
            lines.push(amount.at.line);
        }
    }
    let labelled = |line: &usize| {
        all.iter().any(|l| {
            l.at.line == *line
                && l.label
                    .as_ref()
                    .is_some_and(|x| x.class != Class::Not && matches!(x.position, Position::Left | Position::Before))
        })
    };
    lines.retain(|line| !labelled(line));
    lines
}

/// The first cell of a line that has letters and is no label.
fn name_cell(page: &Page<'_>, line: usize) -> Option<Place> {
    let named = |cell: &usize| {
        let at = Place { line, cell: *cell };
        let reads = page.reads(at);
        let text = page.cell(at).text.as_str();
        let before = reads
            .amounts
            .iter()
            .find(|a| a.strong)
            .map_or(text, |a| &text[..a.start]);
        let letters = before.chars().filter(|c| c.is_alphabetic()).count();
        letters >= 2
            && classify(before).is_none()
            && !QUANTITY.is_match(before.trim())
            && !TIMES.is_match(text)
            && reads.dates.is_empty()
            && before.split(' ').count() <= 14
            && text.chars().count() <= 200
    };
    let own = (0..page.lines[line].len()).find(named).map(|cell| Place { line, cell });
    // A till writes quantity and price under the name.
    let times = || page.document.lines[line].iter().any(|cell| TIMES.is_match(&cell.text));
    let above = || {
        let at = Place {
            line: line.checked_sub(1)?,
            cell: 0,
        };
        (page.lines[at.line].len() == 1 && page.reads(at).amounts.is_empty()).then_some(at)
    };
    own.or_else(|| times().then(above)?)
}

fn item(page: &Page<'_>, line: usize, all: &[Labelled]) -> Item {
    let mut item = Item::default();
    let amounts: Vec<&Labelled> = all.iter().filter(|l| l.at.line == line && l.strong).collect();
    item.price = amounts.last().map(|l| l.value);
    if let Some(at) = name_cell(page, line) {
        let reads = page.reads(at);
        let text = page.cell(at).text.as_str();
        let name = reads
            .amounts
            .iter()
            .find(|a| a.strong)
            .map_or(text, |a| &text[..a.start])
            .trim()
            .trim_end_matches([':', '-', ',', '('])
            .trim();
        set_name(&mut item, name);
        for (cell, reads) in page.lines[line]
            .iter()
            .enumerate()
            .filter(|(cell, _)| *cell != at.cell || at.line != line)
        {
            let text = page.cell(Place { line, cell }).text.as_str();
            if let Some(hit) = TIMES.captures(text) {
                item.quantity = hit[1].replace(',', ".").parse().ok();
                item.unit = hit.get(2).map(|unit| unit.as_str().to_lowercase());
            } else if !reads.amounts.iter().any(|a| a.strong) {
                quantity(&mut item, text);
            }
        }
    }
    item
}

fn set_name(item: &mut Item, text: &str) {
    if let Some(hit) = LEADING.captures(text) {
        item.quantity = hit[1].parse().ok();
        hit[2].clone_into(&mut item.name);
    } else if let Some(hit) = TRAILING.captures(text) {
        item.quantity = hit[2].parse().ok();
        hit[1].clone_into(&mut item.name);
    } else {
        text.clone_into(&mut item.name);
    }
}

/// `2`, `2 st`, `Antal: 2`, `0,385 kg`.
fn quantity(item: &mut Item, text: &str) {
    if item.quantity.is_some() || text.len() > 20 {
        return;
    }
    let Some(hit) = QUANTITY.captures(text.trim()) else {
        return;
    };
    let number: Option<Quantity> = hit[1].replace(',', ".").parse().ok();
    item.quantity = number.filter(|n| !n.is_zero());
    item.unit = hit
        .get(2)
        .map(|unit| unit.as_str().to_lowercase())
        .filter(|unit| unit != "x" && unit != "×");
}

static SIZE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^(?:storlek|size|größe|stl)\.?:? ?(.{1,20})$").expect("a constant pattern"));

/// Goods written downwards: lines about a thing, its price alone in the last of them.
fn page_items(page: &Page<'_>, all: &[Labelled], end: Option<usize>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut from = 0;
    for amount in all.iter().filter(|l| l.strong && end.is_none_or(|end| l.at.line < end)) {
        let line = amount.at.line;
        let reads = page.reads(amount.at);
        let alone = page.lines[line].len() == 1 && reads.amounts.len() == 1 && reads.words.len() <= 4;
        if alone && !is_sum(amount) {
            let about = (from.max(line.saturating_sub(6))..line).filter(|l| page.lines[*l].len() == 1);
            let mut item = Item {
                price: Some(amount.value),
                ..Item::default()
            };
            for text in about.map(|l| page.document.lines[l][0].text.as_str()) {
                describe(&mut item, text);
            }
            items.extend(Some(item).filter(|item| !item.name.is_empty()));
        }
        from = line + 1;
    }
    items
}

/// A line about a thing: its size, its quantity, else its name. A first name before another is the brand's.
fn describe(item: &mut Item, text: &str) {
    if let Some(hit) = SIZE.captures(text) {
        item.size = Some(hit[1].to_owned());
        return;
    }
    quantity(item, text);
    let about_it =
        QUANTITY.is_match(text.trim()) || text.contains(':') || item.size.is_some() || item.quantity.is_some();
    if about_it || !crate::text::Words::of(text).has_letters() || text.chars().count() > 120 {
        return;
    }
    if !item.name.is_empty() {
        item.brand = Some(std::mem::take(&mut item.name));
    }
    text.clone_into(&mut item.name);
}

/// A part of the sum by its class, where the page names one value of it.
pub fn part(all: &[Labelled], class: Class, wanted: impl Fn(&str) -> bool) -> Option<Money> {
    let values: BTreeSet<Money> = all
        .iter()
        .filter(|l| l.label.as_ref().is_some_and(|x| x.class == class && wanted(&x.words)))
        .map(|l| l.value)
        .collect();
    let mut values = values.into_iter();
    match (values.next(), values.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

/// Whether a label's words hold one of a vocabulary's phrases.
pub fn speaks_of(phrases: &crate::phrases::Phrases, words: &str) -> bool {
    phrases.stand_in(&Words::of(words))
}
