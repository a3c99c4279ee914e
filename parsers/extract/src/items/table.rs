//! The items of a table in a PDF, by the columns below its header row.

use parser_model::Money;

use super::columns::Column;
use super::heads::{Heads, position};
use super::item_text::{ItemText, describe, is_code, times};
use super::list::{Entry, List};
use super::parts::{self, is_in_line};
use crate::amounts::{self, DecimalSign};
use crate::page::{Page, Place};
use crate::phrases::Items;
use crate::receipt::Quantity;
use crate::total::labels::{Class, classify};
use crate::total::{Labelled, in_cells};
use crate::words::Words;

/// Maximum number of lines that describe an item, or that name it above its price.
const MAX_LINES: usize = 8;
/// A name with fewer letters is a code.
const MIN_LETTERS: usize = 3;
/// A longer text isn't a unit.
const MAX_UNIT: usize = 12;
/// More items than any invoice has.
const MAX_ITEMS: usize = 300;

/// A line below the heads.
#[derive(Debug, Default)]
struct Row {
    line: usize,
    name: String,
    at: Option<Place>,
    article_number: Option<String>,
    quantity: Option<String>,
    unit_price: Option<Money>,
    /// The amounts in the columns of the prices of lines.
    amounts: Vec<Money>,
    /// Whether it has anything in other columns than those of names and article numbers.
    has_values: bool,
    /// Whether it has more than a name and prices of the line.
    has_more: bool,
}

/// Reads the tables of a page. `None` if it has no header row.
/// Of a refund, negative amounts are the prices.
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
        if heads
            .as_ref()
            .is_some_and(|heads| table.add(heads, line) == Added::Total)
        {
            heads = None;
        }
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
        let has_price =
            !row.amounts.is_empty() || !heads.has(Column::Sum) && row.unit_price.is_some() && row.quantity.is_some();
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
        let has_count = |row: &Row| row.quantity.is_some() || row.unit_price.is_some();
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
            in_cells(all, &places)
                .filter_map(|amount| amount.label.as_ref())
                .any(|label| is_in_line(label.position) && classes.contains(&label.class))
        };
        if is(&[Class::Grand, Class::Total, Class::Due, Class::Paid]) {
            return Some(Added::Total);
        }
        // `Tax exempt` in a column is no tax.
        let is_tax = || matches!(classify(&row.name), Some(Class::Vat | Class::Round));
        let is_item = row.has_more && !row.name.is_empty() && !is(&[Class::Net]) && !is_tax();
        (!is_item).then_some(Added::Line)
    }

    /// Completes a line of a price without a name by the lines above it: from the last with a quantity or a price of one, or as
    /// many as the first item has.
    fn take_name(&mut self, row: &mut Row) {
        let page_of = |line: usize| self.page.document.lines[line].first().map(|cell| cell.page);
        let is_near = |above: &Row| above.line + MAX_LINES >= row.line && page_of(above.line) == page_of(row.line);
        let start = self
            .pending
            .iter()
            .rposition(|above| above.has_values && !above.name.is_empty() && is_near(above));
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
            row.quantity = row.quantity.take().or(above.quantity);
            row.unit_price = row.unit_price.or(above.unit_price);
            row.article_number = row.article_number.take().or(above.article_number);
        }
        row.name = match (name.is_empty(), row.name.is_empty()) {
            (false, false) => format!("{name} {}", row.name),
            (true, _) => std::mem::take(&mut row.name),
            (false, true) => name,
        };
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
        if !price.is_zero() && price.is_negative() != self.refund {
            let words = self.page.line_words(row.line);
            self.list.deduct(&words, text.item.price);
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

impl Row {
    fn read(page: &Page<'_>, heads: &Heads, line: usize) -> Self {
        let mut row = Row { line, ..Row::default() };
        for cell in 0..page.lines[line].len() {
            let at = Place { line, cell };
            for (column, text) in pieces(page, heads, at) {
                row.read_piece(page, at, column, &text);
            }
        }
        row
    }

    fn read_piece(&mut self, page: &Page<'_>, at: Place, column: Option<Column>, text: &str) {
        let amounts = || {
            amounts::find(text, page.decimals)
                .into_iter()
                .map(|amount| amount.value)
        };
        self.has_more |= !matches!(column, None | Some(Column::Name | Column::Sum));
        match column {
            Some(Column::Name) => {
                let letters = text.chars().filter(|c| c.is_alphabetic()).count();
                if is_code(text) || letters < MIN_LETTERS {
                    self.article_number.get_or_insert_with(|| text.to_owned());
                } else if self.name.is_empty() {
                    text.clone_into(&mut self.name);
                    self.at = Some(at);
                }
            }
            Some(Column::ArticleNumber) => {
                self.article_number.get_or_insert_with(|| text.to_owned());
            }
            Some(Column::Quantity) => {
                self.has_values = true;
                match &mut self.quantity {
                    // `Qty | Unit`
                    Some(quantity) if !text.contains(|c: char| c.is_ascii_digit()) => {
                        quantity.push(' ');
                        quantity.push_str(text);
                    }
                    Some(_) => {}
                    quantity => *quantity = Some(text.to_owned()),
                }
            }
            Some(Column::UnitPrice) => {
                self.has_values = true;
                self.unit_price = self.unit_price.or(amounts().last());
            }
            Some(Column::Sum) => {
                self.has_values = true;
                self.amounts.extend(amounts().last());
            }
            Some(Column::Size | Column::Other) | None => self.has_values |= text.contains(|c: char| c.is_ascii_digit()),
        }
    }

    /// The quantity and its unit. Of `1,000` the reading is taken with which the price of one makes the price of the line.
    fn quantity(&self, decimals: DecimalSign) -> (Option<Quantity>, Option<String>) {
        let Some(text) = self.quantity.as_deref() else {
            return (None, None);
        };
        let end = text
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '\'' | '’')))
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = unit.trim().trim_matches(['(', ')']);
        if unit.contains(|c: char| c.is_ascii_digit()) {
            return (None, None);
        }
        let unit = (!unit.is_empty() && unit.chars().count() <= MAX_UNIT).then(|| unit.to_lowercase());
        let pointed = number.replace(',', ".");
        let grouped = number.replace(['.', ',', '\'', '’'], "");
        let is_grouped = pointed.rsplit_once('.').is_some_and(|(_, last)| last.len() == 3);
        let parse = |text: &str| text.parse::<Quantity>().ok().filter(|quantity| !quantity.is_zero());
        let makes_price = |quantity: &Quantity| {
            let product = self.unit_price.and_then(|price| times(price, *quantity));
            product.is_some_and(|product| self.amounts.contains(&product))
        };
        let quantity = if is_grouped {
            let mut readings = [&pointed, &grouped].into_iter().filter_map(|text| parse(text));
            let is_decimal = match decimals {
                DecimalSign::Comma => number.contains(',') && !number.contains('.'),
                DecimalSign::Point => number.contains('.') && !number.contains(','),
                DecimalSign::Unknown => false,
            };
            readings
                .find(makes_price)
                .or_else(|| parse(&pointed).filter(|_| is_decimal))
        } else {
            parse(&pointed)
        };
        (quantity, quantity.and(unit))
    }
}

/// The parts of a cell with their columns: close columns can share a cell.
fn pieces(page: &Page<'_>, heads: &Heads, at: Place) -> Vec<(Option<Column>, String)> {
    let cell = page.cell(at);
    let column = |index: Option<usize>| index.and_then(|index| heads.column(index));
    if !cell.text.contains(' ') || !heads.are_several_over(cell) {
        return vec![(column(heads.nearest(cell.x0, cell.x1)), cell.text.clone())];
    }
    let mut pieces: Vec<(Option<usize>, String)> = Vec::new();
    let mut byte = 0;
    for word in cell.text.split(' ') {
        let end = byte + word.len();
        let nearest = heads.nearest(position(cell, byte), position(cell, end));
        byte = end + 1;
        match pieces.last_mut() {
            Some((head, text)) if *head == nearest || !begins_column(column(*head), column(nearest), word) => {
                text.push(' ');
                text.push_str(word);
            }
            _ => pieces.push((nearest, word.to_owned())),
        }
    }
    pieces.into_iter().map(|(head, text)| (column(head), text)).collect()
}

/// Whether a word within a cell begins the next column: a number in one of numbers, or words in that of names.
fn begins_column(before: Option<Column>, column: Option<Column>, word: &str) -> bool {
    let is_number = word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic);
    if column == Some(Column::Name) {
        return !is_number
            && matches!(
                before,
                None | Some(Column::Other | Column::ArticleNumber | Column::Quantity)
            );
    }
    is_number || word.contains(['€', '$', '£'])
}

#[cfg(test)]
mod tests;
