//! The header row of a table of items.

use crate::page::{Page, Place};
use crate::phrases::Items;
use crate::words::Words;
use parser_document::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Name,
    Quantity,
    UnitPrice,
    /// The prices of the lines.
    Sum,
    Size,
    /// The shop's numbers.
    ArticleNumber,
    Other,
}

pub(super) const HEADS: [(Column, Items); 7] = [
    (Column::UnitPrice, Items::UnitPriceColumn),
    (Column::Size, Items::SizeColumn),
    (Column::ArticleNumber, Items::ArticleNumberColumn),
    (Column::Name, Items::NameColumn),
    (Column::Quantity, Items::QuantityColumn),
    (Column::Sum, Items::SumColumn),
    (Column::Other, Items::OtherColumn),
];

pub(super) fn is_sum(text: &str) -> bool {
    price_label(&Words::of(text)) == Some(Column::Sum)
}

/// The cells of a header row, each with what its column holds.
#[derive(Debug)]
pub struct Header<'a> {
    first: Place,
    heads: Vec<(&'a Cell, Column)>,
}

/// Whether words that head a column of prices are those of unit prices or of the prices of lines. Words of both, such as `price`,
/// are those of lines.
pub(super) fn price_label(words: &Words) -> Option<Column> {
    let columns = HEADS.iter().filter(|(_, phrases)| phrases.matches_all(words));
    columns
        .map(|(column, _)| *column)
        .rfind(|column| matches!(column, Column::UnitPrice | Column::Sum))
}

/// Whether a text is what heads a column of names, such as `Item`.
pub(super) fn heads_names(text: &str) -> bool {
    Items::NameColumn.matches_all(&Words::of(text))
}

impl<'a> Header<'a> {
    /// A line that is nothing but heads: that of the names, and that of the quantities or prices.
    pub fn of(page: &Page<'a>, places: &[Place]) -> Option<Self> {
        if places.len() < 2 || places.iter().any(|at| !page.content(*at).amounts.is_empty()) {
            return None;
        }
        let mut header = Header {
            first: *places.first()?,
            heads: Vec::with_capacity(places.len()),
        };
        for at in places.iter().copied() {
            let (column, _) = HEADS
                .iter()
                .find(|(_, phrases)| phrases.matches_all(&page.content(at).words))?;
            header.heads.push((page.cell(at), *column));
        }
        // `Price` without a sum beside it may be that of the line.
        if !header.has(Column::Sum) {
            for (head, column) in &mut header.heads {
                if *column == Column::UnitPrice && is_sum(&head.text) {
                    *column = Column::Sum;
                }
            }
        }
        let values = [Column::Quantity, Column::Sum, Column::UnitPrice];
        let has_items = header.has(Column::Name) && values.into_iter().any(|column| header.has(column));
        // `Pris` beside a sum is the price of one.
        let sums: Vec<usize> = (0..header.heads.len())
            .filter(|at| header.heads[*at].1 == Column::Sum)
            .collect();
        if let [first, _] = sums[..] {
            header.heads[first].1 = Column::UnitPrice;
        }
        has_items.then_some(header)
    }

    /// The place of its first cell.
    pub fn first(&self) -> Place {
        self.first
    }

    /// The column that a cell is in; `None` if it spans several.
    pub fn column(&self, cell: &Cell) -> Option<Column> {
        let mut heads = self.heads.iter().filter(|(head, _)| head.overlaps(cell));
        match (heads.next(), heads.next()) {
            (Some((_, column)), None) => Some(*column),
            _ => None,
        }
    }

    pub fn has(&self, column: Column) -> bool {
        self.heads.iter().any(|(_, known)| *known == column)
    }

    /// Whether it has a column of prices of one, and none of prices of lines.
    pub fn has_unit_prices_only(&self) -> bool {
        self.has(Column::UnitPrice) && !self.has(Column::Sum)
    }
}
