//! The heads of a table of goods.

use std::sync::LazyLock;

use crate::page::{Page, Place};
use crate::phrases::{Items, Phrases};
use parser_document::Cell;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// What things are called.
    Name,
    /// How many.
    Quantity,
    /// What one costs.
    Each,
    /// What the line costs.
    Sum,
    /// The size.
    Size,
    /// The shop's number.
    Article,
    /// Nothing of interest.
    Other,
}

static HEADS: LazyLock<[(Column, Phrases); 7]> = LazyLock::new(|| {
    [
        (Column::Each, Items::UnitPriceColumn.phrases()),
        (Column::Size, Items::SizeColumn.phrases()),
        (Column::Article, Items::ArticleNumberColumn.phrases()),
        (Column::Name, Items::NameColumn.phrases()),
        (Column::Quantity, Items::QuantityColumn.phrases()),
        (Column::Sum, Items::SumColumn.phrases()),
        (Column::Other, Items::OtherColumn.phrases()),
    ]
});

/// A table's heads with their places.
#[derive(Debug, Default)]
pub struct Head<'a>(Vec<(&'a Cell, Column)>);

impl<'a> Head<'a> {
    /// The heads that a line is: two or more, a name's or a quantity's among them, and nothing else.
    pub fn of(page: &Page<'a>, places: &[Place]) -> Option<Self> {
        if places.len() < 2 || places.iter().any(|at| !page.reads(*at).amounts.is_empty()) {
            return None;
        }
        let mut head = Head(Vec::with_capacity(places.len()));
        for at in places.iter().copied() {
            let (column, _) = HEADS
                .iter()
                .find(|(_, phrases)| phrases.matches_all(&page.reads(at).words))?;
            head.0.push((page.cell(at), *column));
        }
        let has = |column| head.0.iter().any(|(_, c)| *c == column);
        let goods = has(Column::Name) && (has(Column::Quantity) || has(Column::Sum) || has(Column::Each));
        // `Pris` beside a sum is the price of one.
        let sums: Vec<usize> = (0..head.0.len()).filter(|at| head.0[*at].1 == Column::Sum).collect();
        if let [first, _] = sums[..] {
            head.0[first].1 = Column::Each;
        }
        goods.then_some(head)
    }

    /// The column that a cell stands in; `None` where it spans several.
    pub fn column(&self, cell: &Cell) -> Option<Column> {
        let mut own = self.0.iter().filter(|(head, _)| head.overlaps(cell));
        match (own.next(), own.next()) {
            (Some((_, column)), None) => Some(*column),
            _ => None,
        }
    }

    /// Whether no column holds what a line costs.
    pub fn prices_one(&self) -> bool {
        let has = |column| self.0.iter().any(|(_, c)| *c == column);
        has(Column::Each) && !has(Column::Sum)
    }
}
