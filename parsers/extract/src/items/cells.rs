//! The rules for what a cell in a line of an item states.

use std::cell::RefCell;
use std::collections::BTreeMap;

use parser_model::Money;

use super::attributes::{are_codes, is_article_number, is_count, is_labelled, is_labelled_code};
use super::columns::{Column, Header};
use super::item_text::{ItemText, is_code, times};
use super::masked::{Masked, is_digit};
use crate::page::{Page, Place};
use crate::phrases::{Amounts, Items};
use crate::rule::{self, Example, Rule};
use crate::total::labels::classify;
use crate::words::Words;

/// A longer text isn't a size or article number of a column.
const MAX_COLUMN_TEXT: usize = 20;
/// A longer text is prose.
const MAX_TEXT: usize = 200;
/// A text of more words isn't a name.
const MAX_NAME_WORDS: usize = 14;
/// A name with a price in another cell may have more words.
const MAX_NAME_WORDS_BESIDE_PRICE: usize = 40;

/// A cell and its position.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Input<'a> {
    text: &'a str,
    masked: &'a Masked,
    /// Its column in a table with a header.
    column: Option<Column>,
    is_last: bool,
    is_only: bool,
    /// Whether a cell before it states a name.
    has_name: bool,
    has_date: bool,
}

pub(super) enum CellKind {
    Nothing,
    Size,
    ArticleNumber,
    /// A number and a unit.
    Quantity(String, String),
    /// The price of one, if any.
    UnitPrice(Option<Money>),
    Amounts(Vec<Money>),
    /// The name or attributes, with amounts or not.
    Text,
}

type CellRule = Rule<fn(&Input<'_>) -> Option<CellKind>>;

pub(super) const RULES: &[CellRule] = &[
    Rule {
        id: "items/other-column",
        doc: "Leaves out a cell of a column, such as the colours, that states nothing of the record.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item</td><td>Colour</td><td>Amount</td></tr>\
             <tr><td>Mug</td><td>Blue</td><td>8.00 EUR</td></tr>\
             <tr><td>Total</td><td></td><td>8.00 EUR</td></tr></table>",
        ),
        apply: |input| (input.column == Some(Column::Other)).then_some(CellKind::Nothing),
    },
    Rule {
        id: "items/size-column",
        doc: "Reads a cell of at most 20 characters in the column of sizes as the size.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item</td><td>Size</td><td>Amount</td></tr>\
             <tr><td>Hat</td><td>Large</td><td>8.00 EUR</td></tr>\
             <tr><td>Total</td><td></td><td>8.00 EUR</td></tr></table>",
        ),
        apply: |input| {
            let is_size = input.column == Some(Column::Size)
                && input.text.chars().count() <= MAX_COLUMN_TEXT
                && input.masked.amounts().is_empty();
            is_size.then_some(CellKind::Size)
        },
    },
    Rule {
        id: "items/code-before-name",
        doc: "Reads a code alone in a cell before the name as the article number, if no header names its column.",
        example: Example::Mail("Receipt\nLA-16   Mug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |input| {
            let is_code = input.column.is_none() && is_code(input.text) && !input.has_name && !input.is_last;
            is_code.then_some(CellKind::ArticleNumber)
        },
    },
    Rule {
        id: "items/article-number-column",
        doc: "Reads a cell of at most 20 bytes in the column of article numbers as the article number.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item no</td><td>Description</td><td>Amount</td></tr>\
             <tr><td>4410</td><td>Mug</td><td>8.00 EUR</td></tr>\
             <tr><td>Total</td><td></td><td>8.00 EUR</td></tr></table>",
        ),
        apply: |input| {
            let is_number = input.column == Some(Column::ArticleNumber) && input.text.len() <= MAX_COLUMN_TEXT;
            is_number.then_some(CellKind::ArticleNumber)
        },
    },
    Rule {
        id: "items/quantity-column",
        doc: "Reads a number and one word in the column of quantities as the quantity and its unit, whatever the unit is.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item</td><td>Quantity</td><td>Amount</td></tr>\
             <tr><td>Meeting room</td><td>2 mornings</td><td>8.00 EUR</td></tr>\
             <tr><td>Total</td><td></td><td>8.00 EUR</td></tr></table>",
        ),
        apply: |input| {
            let (number, unit) = input.text.split_once(' ')?;
            let is_quantity = input.column == Some(Column::Quantity)
                && number.starts_with(is_digit)
                && number.chars().all(|c| is_digit(c) || matches!(c, '.' | ','))
                && unit != "x"
                && unit.chars().all(|c| c.is_alphabetic() || c == '.');
            is_quantity.then(|| CellKind::Quantity(number.to_owned(), unit.to_owned()))
        },
    },
    Rule {
        id: "items/unit-price-column",
        doc: "Reads the last amount of a cell in the column of unit prices as the price of one.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item</td><td>Quantity</td><td>Unit price</td></tr>\
             <tr><td>Mug</td><td>2</td><td>4.00 EUR</td></tr></table>\
             <p>Total: 8.00 EUR</p>",
        ),
        apply: |input| {
            let price = || input.masked.amounts().last().copied();
            (input.column == Some(Column::UnitPrice)).then(|| CellKind::UnitPrice(price()))
        },
    },
    Rule {
        id: "items/amounts",
        doc: "Reads a cell of amounts alone as prices, the last of which is that of the line.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |input| {
            let amounts = || CellKind::Amounts(input.masked.amounts());
            input.masked.is_bare().then(amounts)
        },
    },
    Rule {
        id: "items/free",
        doc: "Reads a cell that says that something is free as a price of zero.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>2 x Mug</td><td>8.00 EUR</td></tr>\
             <tr><td>1 x Coaster</td><td>Free</td></tr>\
             <tr><td>Total</td><td>8.00 EUR</td></tr></table>",
        ),
        apply: |input| {
            let is_price = input.is_last && (input.has_name || input.is_only) && input.masked.amounts().is_empty();
            (is_price && Amounts::Free.matches_all(&Words::of(input.text)))
                .then(|| CellKind::Amounts(vec![Money::ZERO]))
        },
    },
    Rule {
        id: "items/in-brackets",
        doc: "Leaves out a cell of words and an amount in brackets, without a number besides: it says what a price contains.",
        example: Example::Mail("Receipt\nSoup   8.00 EUR\nwith bread   (2.00 EUR incl.)\nTotal   8.00 EUR"),
        apply: |input| {
            let within = input.masked.text.strip_prefix('(')?.strip_suffix(')')?;
            let says_more =
                within.contains(char::is_alphabetic) && !within.contains(['@', 'à']) && !within.contains(is_digit);
            (says_more && !input.masked.amounts().is_empty()).then_some(CellKind::Nothing)
        },
    },
    Rule {
        id: "items/date-or-prose",
        doc: "Leaves out a cell with a date or with more than 200 characters.",
        example: Example::Mail("Receipt\nMug   2026-03-14   8.00 EUR\nTotal   8.00 EUR"),
        apply: |input| (input.text.chars().count() > MAX_TEXT || input.has_date).then_some(CellKind::Nothing),
    },
    Rule {
        id: "items/text",
        doc: "Reads quantity, size, article number and prices out of any other cell, and takes the words that are left for the name.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |_| Some(CellKind::Text),
    },
];

/// The lines of a page. What one of them states is read once, although the layouts read the same lines.
pub struct LineTexts<'p, 'a> {
    pub page: &'p Page<'a>,
    known: RefCell<BTreeMap<LineKey, ItemText>>,
}

/// The first cell of a line, the number of its cells, and the first cell of its header.
type LineKey = (Place, usize, Option<Place>);

impl<'p, 'a> LineTexts<'p, 'a> {
    pub fn new(page: &'p Page<'a>) -> Self {
        LineTexts {
            page,
            known: RefCell::default(),
        }
    }

    /// What one line states of one item.
    pub fn read(&self, places: &[Place], header: Option<&Header<'_>>) -> ItemText {
        let Some(first) = places.first() else {
            return ItemText::default();
        };
        let mut known = self.known.borrow_mut();
        let read = || read_line(self.page, places, header);
        let line = (*first, places.len(), header.map(Header::first));
        known.entry(line).or_insert_with(read).clone()
    }
}

fn read_line(page: &Page<'_>, places: &[Place], header: Option<&Header<'_>>) -> ItemText {
    let mut line = ItemText::default();
    let has_price_cell = places.len() > 1 && places.iter().any(|at| Masked::of(page, *at).is_bare());
    let max_words = if has_price_cell {
        MAX_NAME_WORDS_BESIDE_PRICE
    } else {
        MAX_NAME_WORDS
    };
    for at in places.iter().copied() {
        let cell = page.cell(at);
        let masked = Masked::of(page, at);
        let column = header.and_then(|header| header.column(cell));
        let input = Input {
            text: &cell.text,
            masked: &masked,
            column,
            is_last: places.last() == Some(&at),
            is_only: places.len() == 1,
            has_name: !line.item.name.is_empty(),
            has_date: !page.content(at).dates.is_empty(),
        };
        let Some((id, stated)) = rule::first(RULES, |apply| apply(&input)) else {
            continue;
        };
        line.rules.insert(id);
        match stated {
            CellKind::Nothing => {}
            CellKind::Size => line.item.size = Some(cell.text.clone()),
            CellKind::ArticleNumber => line.item.article_number = Some(cell.text.clone()),
            CellKind::Quantity(number, unit) => line.set_quantity(&number, Some(unit.trim_end_matches('.'))),
            CellKind::UnitPrice(price) => line.unit_price = price.or(line.unit_price),
            CellKind::Amounts(amounts) => line.amounts.extend(amounts),
            CellKind::Text => {
                line.has_quantity_column =
                    column == Some(Column::Name) && header.is_some_and(|header| header.has(Column::Quantity));
                let rest = line.read(masked);
                line.has_quantity_column = false;
                if line.item.name.is_empty() && is_name(&rest, max_words, column) {
                    line.item.name = rest;
                    line.item.at = Some(at);
                }
            }
        }
    }
    if header.is_some_and(Header::has_unit_prices_only) && line.amounts.is_empty() {
        // The price of the line follows from the quantity.
        let price_and_quantity = line.unit_price.zip(line.item.quantity);
        line.amounts
            .extend(price_and_quantity.and_then(|(price, quantity)| times(price, quantity)));
    }
    line
}

/// Whether a text may be a name. In the column of names, a word for an amount says nothing: the line would be a part of the sum.
fn is_name(text: &str, max_words: usize, column: Option<Column>) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && (column == Some(Column::Name) || classify(text).is_none())
        && text.split(' ').count() <= max_words
        && !Items::BeforeNoPrice.matches_all(&Words::of(text))
        && !Items::NotAnItem.starts_with(&Words::of(text))
        && !is_labelled(text)
        && !is_labelled_code(text)
        && !is_article_number(text)
        && !is_count(text)
        && !are_codes(text)
        && !is_code(text)
        && crate::currency::at_start(text).is_none_or(|(_, length)| length < text.len())
}
