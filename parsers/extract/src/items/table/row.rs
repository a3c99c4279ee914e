//! A line of a table, by the columns of the heads above it.

use parser_model::Money;

use crate::amounts::{self, DecimalSign};
use crate::items::columns::Column;
use crate::items::heads::{Heads, position};
use crate::items::item_text::{is_code, times};
use crate::page::{Page, Place};
use crate::receipt::Quantity;
use crate::receipt::item::ONE;

/// A price differs from a product by rounding: by two hundredths, in ten-thousandths, or this part of it.
const ROUNDING: i64 = 200;
const MIN_PARTS: i64 = 200;
/// A name with fewer letters is a code.
const MIN_LETTERS: usize = 3;
/// A longer text isn't a unit.
const MAX_UNIT: usize = 12;

/// A line below the heads.
#[derive(Debug, Default)]
pub struct Row {
    pub line: usize,
    pub name: String,
    pub at: Option<Place>,
    pub article_number: Option<String>,
    /// The texts that may be its quantity, those in their own column first.
    pub quantities: Vec<String>,
    pub unit_price: Option<Money>,
    /// The amounts in the columns of the prices of lines.
    pub amounts: Vec<Money>,
    /// The texts in other columns.
    pub others: Vec<String>,
    /// Whether it has anything in other columns than those of names and article numbers.
    pub has_values: bool,
    /// Whether it has more than a name and prices of the line.
    pub has_more: bool,
}

impl Row {
    pub fn read(page: &Page<'_>, heads: &Heads, line: usize) -> Self {
        let mut row = Row { line, ..Row::default() };
        let mut left = None;
        for cell in 0..page.lines[line].len() {
            let at = Place { line, cell };
            for (column, text) in pieces(page, heads, at) {
                if column.is_none() && left.is_none() && heads.may_be_name(page.cell(at)) {
                    left = Some((at, text.clone()));
                }
                row.read_piece(page, at, column, &text);
            }
        }
        if let Some((at, text)) = left.filter(|_| row.name.is_empty()) {
            row.read_piece(page, at, Some(Column::Name), &text);
        }
        row
    }

    fn read_piece(&mut self, page: &Page<'_>, at: Place, column: Option<Column>, text: &str) {
        let last_amount = || Some(amounts::find(text, page.decimals).pop()?.value);
        self.has_values |= matches!(column, Some(Column::Quantity | Column::UnitPrice | Column::Sum));
        self.has_more |= !matches!(column, None | Some(Column::Name | Column::Sum));
        match column {
            Some(Column::Name) => {
                let letters = text.chars().filter(|c| c.is_alphabetic()).count();
                if counted(text).is_some() {
                    self.others.push(text.to_owned());
                } else if is_code(text) || letters < MIN_LETTERS {
                    self.article_number.get_or_insert_with(|| text.to_owned());
                } else if self.name.is_empty() {
                    text.clone_into(&mut self.name);
                    self.at = Some(at);
                }
            }
            Some(Column::ArticleNumber) => {
                self.article_number.get_or_insert_with(|| text.to_owned());
            }
            Some(Column::Quantity) => match self.quantities.first_mut() {
                // `Qty | Unit`
                Some(quantity) if !text.contains(|c: char| c.is_ascii_digit()) => {
                    quantity.push(' ');
                    quantity.push_str(text);
                }
                _ => self.quantities.push(text.to_owned()),
            },
            Some(Column::UnitPrice) => self.unit_price = self.unit_price.or(last_amount()),
            Some(Column::Sum) => self.amounts.extend(last_amount()),
            Some(Column::Size | Column::Other) | None => {
                self.has_values |= text.contains(|c: char| c.is_ascii_digit());
                self.others.push(text.to_owned());
            }
        }
    }

    /// The quantity and its unit: the one with which the price of one makes that of the line. Where the page does not state both
    /// prices, it is the one in its column.
    pub fn quantity(&self, decimals: DecimalSign) -> (Option<Quantity>, Option<String>) {
        let stated = self.quantities.iter().filter_map(|text| counted(text));
        let others = self.others.iter().filter_map(|text| counted(text));
        let is_checked = self.unit_price.is_some_and(|price| !price.is_zero()) && !self.amounts.is_empty();
        for (number, unit) in stated.clone().chain(others.filter(|_| is_checked)) {
            let readings = readings(number, decimals);
            let found = readings
                .iter()
                .find(|quantity| !is_checked || self.makes_price(**quantity));
            if let Some(quantity) = found.filter(|_| is_checked || readings.len() == 1) {
                return (Some(*quantity), unit.map(str::to_lowercase));
            }
        }
        (None, None)
    }

    /// Whether a quantity makes a price of the line, with or without the discount or the tax in another column.
    fn makes_price(&self, quantity: Quantity) -> bool {
        let Some(product) = self.unit_price.and_then(|price| times(price, quantity)) else {
            return false;
        };
        let rates = self.others.iter().filter_map(|text| {
            let number = text.trim_end_matches(['%', ' ']).trim_start_matches('-');
            number.replace(',', ".").parse::<Quantity>().ok()
        });
        let hundred = Quantity::from_units(100 * ONE).unwrap_or_default();
        let factors = rates.flat_map(|rate| [hundred - rate, hundred + rate]).chain([hundred]);
        let products = factors.filter_map(|factor| Some(times(product, factor)?.units() / 100));
        products.into_iter().any(|product| {
            let is_price = |amount: &Money| {
                let difference = (amount.units() - product).abs();
                difference <= ROUNDING.max(product.abs() / MIN_PARTS)
            };
            self.amounts.iter().any(is_price)
        })
    }
}

/// A number, and the unit behind it if there is one: `2`, `9,5 h`, `1,000 pcs`.
fn counted(text: &str) -> Option<(&str, Option<&str>)> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '\'' | '’');
    let (number, unit) = text.split_at(text.find(|c| !is_number(c)).unwrap_or(text.len()));
    let unit = unit.trim().trim_matches(['(', ')', '.']);
    let is_unit = !unit.contains(|c: char| c.is_ascii_digit() || c == ' ') && unit.chars().count() <= MAX_UNIT;
    (number.contains(|c: char| c.is_ascii_digit()) && is_unit)
        .then_some((number, Some(unit).filter(|unit| !unit.is_empty())))
}

/// What a number may be. `1,000` is one or a thousand, unless the page shows its decimal sign.
fn readings(number: &str, decimals: DecimalSign) -> Vec<Quantity> {
    let pointed = number.replace(',', ".");
    let grouped = number.replace(['.', ',', '\'', '’'], "");
    let is_grouped = pointed.rsplit_once('.').is_some_and(|(_, last)| last.len() == 3);
    let is_decimal = match decimals {
        DecimalSign::Comma => number.contains(',') && !number.contains('.'),
        DecimalSign::Point => number.contains('.') && !number.contains(','),
        DecimalSign::Unknown => false,
    };
    let texts = match (is_grouped, is_decimal) {
        (false, _) => vec![pointed],
        (true, true) => vec![pointed, grouped],
        (true, false) => vec![grouped, pointed],
    };
    let numbers = texts.iter().filter_map(|text| text.parse::<Quantity>().ok());
    numbers.filter(|quantity| !quantity.is_zero()).collect()
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
