//! The items of a table in a PDF, by the columns below its header row.

mod row;

use super::columns::Column;
use super::heads::Heads;
use super::item_text::{ItemText, MAX_LINES, describe};
use super::list::{Entry, List, MAX_ITEMS};
use super::parts;
use crate::page::{Page, Place};
use crate::phrases::Items;
use crate::total::labels::{Class, classify};
use crate::total::{Labelled, in_cells};
use crate::words::Words;
use row::Row;

/// Reads the tables of a page. `None` if it has no header row. Of a refund, negative amounts are the prices.
pub(super) fn read(page: &Page<'_>, all: &[Labelled], refund: bool) -> Option<List> {
    let mut table = Table {
        page,
        all,
        refund,
        list: List::default(),
        pending: Vec::new(),
        lines_above: None,
    };
    let mut heads: Option<Heads> = None;
    let mut has_heads = false;
    let mut line = 0;
    while line < page.lines.len() {
        if let Some(found) = Heads::at(page, line) {
            line += found.lines;
            table.describe_last();
            table.pending.clear();
            table.lines_above = None;
            heads = Some(found);
            continue;
        }
        has_heads |= heads.is_some();
        heads = heads.filter(|heads| table.add(heads, line) != Added::Total);
        line += 1;
    }
    if !has_heads {
        return None;
    }
    table.describe_last();
    table.list.drop_unnamed();
    Some(table.list)
}

struct Table<'p, 'a> {
    page: &'p Page<'a>,
    /// Every amount of the page.
    all: &'p [Labelled],
    refund: bool,
    list: List,
    /// The lines since the last price.
    pending: Vec<Row>,
    /// How many lines of its name are above the price of the first item.
    lines_above: Option<usize>,
}

#[derive(PartialEq)]
enum Added {
    Line,
    /// The table ends here.
    Total,
}

impl Table<'_, '_> {
    fn add(&mut self, heads: &Heads, line: usize) -> Added {
        let page = self.page;
        let mut row = Row::read(page, heads, line);
        if let Some(part) = self.part(&row) {
            self.describe_last();
            self.pending.clear();
            return part;
        }
        // What the price of the item above contains.
        if Items::BeforeNoPrice.starts_with(&Words::of(&row.name)) {
            row.amounts.clear();
        }
        let has_price = !row.amounts.is_empty()
            || !heads.has(Column::Sum) && row.unit_price.is_some() && !row.quantities.is_empty();
        if !has_price {
            self.pending.push(row);
            return Added::Line;
        }
        if row.name.is_empty() || self.begins_above(&row) {
            self.take_name(&mut row);
        } else {
            self.lines_above = self.lines_above.or(Some(0));
        }
        self.describe_last();
        self.pending.clear();
        self.push(row);
        Added::Line
    }

    /// Whether the line above has the name with the quantity or the price of one, and this one the price and more words.
    fn begins_above(&self, row: &Row) -> bool {
        let above = self.pending.last().filter(|above| above.line + 1 == row.line);
        let has_count = |row: &Row| !row.quantities.is_empty() || row.unit_price.is_some();
        !has_count(row) && above.is_some_and(|above| has_count(above) && !above.name.is_empty())
    }

    /// What a line is that is a part of the sum and not an item. A row that has more than a name and a price is an item, whatever it
    /// is called, unless it is a sum.
    fn part(&self, row: &Row) -> Option<Added> {
        let (page, all) = (self.page, self.all);
        let places: Vec<Place> = (0..page.lines[row.line].len())
            .map(|cell| Place { line: row.line, cell })
            .collect();
        if !parts::is_part(page, &places, all) {
            return None;
        }
        let is = |classes: &[Class]| {
            let mut amounts = in_cells(all, &places).filter(|amount| amount.is_labelled_in_line());
            amounts.any(|amount| amount.class().is_some_and(|class| classes.contains(&class)))
        };
        if is(&[Class::Grand, Class::Total, Class::Due]) {
            return Some(Added::Total);
        }
        // `Tax exempt` in a column is no tax.
        let is_tax = || matches!(classify(&row.name), Some(Class::Vat | Class::Round));
        let is_item = row.has_more && !row.name.is_empty() && !is(&[Class::Net, Class::Paid]) && !is_tax();
        (!is_item).then_some(Added::Line)
    }

    /// Completes a line of a price without a name by the lines above it: from the last with a quantity or a price of one, or as
    /// many as the first item has.
    fn take_name(&mut self, row: &mut Row) {
        let page_of = |line: usize| self.page.document.lines[line].first().map(|cell| cell.page);
        let is_near = |above: &Row| above.line + MAX_LINES >= row.line && page_of(above.line) == page_of(row.line);
        let is_start = |above: &Row| above.has_values && !above.name.is_empty() && is_near(above);
        let start = self.pending.iter().rposition(is_start);
        let count = *self.lines_above.get_or_insert(match start {
            Some(_) => 1,
            None => self.pending.iter().filter(|above| is_near(above)).count(),
        });
        let start = start.unwrap_or(self.pending.len().saturating_sub(count.max(1)));
        let mut name = String::new();
        for above in self.pending.drain(start..) {
            if name.is_empty() {
                name = above.name;
                row.at = above.at.or(row.at);
            } else if !above.name.is_empty() {
                name = format!("{name} {}", above.name);
            }
            row.quantities.extend(above.quantities);
            row.others.extend(above.others);
            row.unit_price = row.unit_price.or(above.unit_price);
            row.article_number = row.article_number.take().or(above.article_number);
        }
        format!("{name} {}", row.name).trim().clone_into(&mut row.name);
    }

    /// Lines directly below an item describe it, or go on with its name.
    fn describe_last(&mut self) {
        let Some(entry) = self.list.entries.last_mut() else {
            return;
        };
        let mut is_name = true;
        for (step, row) in self.pending.iter().enumerate() {
            if row.line != entry.line + step + 1 || step == MAX_LINES || row.has_values {
                break;
            }
            if row.name.is_empty() {
                continue;
            }
            let item = &mut entry.text.item;
            is_name &= goes_on(&item.name, &row.name);
            if is_name {
                let whole = match item.name.strip_suffix('-') {
                    Some(start) if row.name.starts_with(char::is_lowercase) => format!("{start}{}", row.name),
                    _ => format!("{} {}", item.name, row.name),
                };
                item.name = whole;
            } else {
                describe(item, &row.name);
            }
        }
    }

    fn push(&mut self, row: Row) {
        let has_more = row.has_more;
        let (quantity, unit) = row.quantity(self.page.decimals);
        let mut text = ItemText {
            unit_price: row.unit_price,
            amounts: row.amounts,
            ..ItemText::default()
        };
        text.item.name = row.name;
        text.item.at = row.at;
        text.item.article_number = row.article_number;
        text.item.quantity = quantity;
        text.item.unit = unit;
        text.item.price = text.price();
        let price = text.item.price.unwrap_or_default();
        let lowers = !price.is_zero() && price.is_negative() != self.refund;
        if lowers && !has_more {
            self.list.deduct(&self.page.line_words(row.line), Some(price));
        } else if self.list.entries.len() < MAX_ITEMS {
            self.list.entries.push(Entry {
                line: row.line,
                index: row.line,
                text,
                has_price_cell: true,
                has_header: true,
                is_price_alone: false,
                name_stands_above: false,
            });
        }
    }
}

/// Whether a line goes on with the name above it.
fn goes_on(name: &str, more: &str) -> bool {
    (name.ends_with(['-', ',', '–', '/', '&', ':']) || more.starts_with(char::is_lowercase)) && !more.contains(':')
}

#[cfg(test)]
mod tests;
