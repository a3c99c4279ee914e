//! The rules for the layout of the lines of an item.

use parser_model::Money;

use super::cells::LineTexts;
use super::item_text::Lines;
use super::list::{List, ListInput, Order};
use super::table;
use crate::page::{Page, Place};
use crate::rule::{Example, Rule};
use crate::total::Labelled;

/// Maximum number of items side by side. The minimum is two.
const MAX_SIDE_BY_SIDE: usize = 4;
/// Fewer lines with the same columns aren't items side by side.
const MIN_ALIGNED_LINES: usize = 3;

/// A page and its lines.
pub(super) struct Input<'p, 'a> {
    page: &'p Page<'a>,
    texts: LineTexts<'p, 'a>,
    /// Every amount of the page.
    all: &'p [Labelled],
    lines: Lines,
    refund: bool,
}

type LayoutRule = Rule<fn(&Input<'_, '_>) -> Option<List>>;

pub(super) const RULES: &[LayoutRule] = &[
    Rule {
        id: "items/table-columns",
        doc: "Reads the lines below a header row of a PDF by the columns of its heads, with the lines that go on with a name.",
        example: Example::Pdf("Invoice 1001\nItem   Qty   Price   Amount\nMug    2     4.00    8.00\nTotal   8.00 EUR"),
        apply: |input| {
            let is_printed = !input.page.is_mail();
            is_printed.then(|| table::read(input.page, input.all, input.refund))?
        },
    },
    Rule {
        id: "items/price-first",
        doc: "Reads from top to bottom if the name of every item follows below its price, with a quantity or a size.",
        example: Example::Mail("Receipt\n8.00 EUR\nMug\nQty: 2\nTotal   8.00 EUR"),
        apply: |input| Some(input.read(&input.lines, Order::PriceFirst)).filter(List::has_names_below_prices),
    },
    Rule {
        id: "items/name-above",
        doc: "Reads from top to bottom if every name is above a price, which is alone in its line for some items and behind \
            more words for others.",
        example: Example::Mail("Receipt\nMug\nRef. 44102 8.00 EUR\nHat\nOf wool 7.00 EUR\nTotal   15.00 EUR"),
        apply: |input| Some(input.read(&input.lines, Order::NameAbove)).filter(List::has_names_above_prices),
    },
    Rule {
        id: "items/name-first",
        doc: "Reads from top to bottom if the name of an item is next to or above its price.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |input| Some(input.read(&input.lines, Order::NameFirst)),
    },
    Rule {
        id: "items/side-by-side",
        doc: "Reads column by column if three lines or more have the same two to four columns.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Mug</td><td>Hat</td></tr>\
             <tr><td>Qty 2</td><td>Qty 1</td></tr>\
             <tr><td>4.00 EUR</td><td>7.00 EUR</td></tr></table>\
             <p>Total: 15.00 EUR</p>",
        ),
        apply: |input| Some(input.read(&columns(input.page), Order::NameFirst)),
    },
];

impl<'p, 'a> Input<'p, 'a> {
    pub(super) fn new(page: &'p Page<'a>, all: &'p [Labelled], total: Money) -> Self {
        let places = |line: usize| (0..page.lines[line].len()).map(move |cell| Place { line, cell });
        Input {
            page,
            texts: LineTexts::new(page),
            all,
            lines: (0..page.lines.len()).map(|line| places(line).collect()).collect(),
            refund: total.is_negative(),
        }
    }

    fn read(&self, lines: &Lines, order: Order) -> List {
        List::read(&ListInput {
            texts: &self.texts,
            lines,
            all: self.all,
            order,
            refund: self.refund,
        })
    }
}

/// The cells of each column of the lines that share their columns.
fn columns(page: &Page<'_>) -> Lines {
    let all = &page.document.lines;
    let same = |a: usize, b: usize| {
        let edges = |line: usize| all[line].iter().map(|cell| (cell.x0.to_bits(), cell.x1.to_bits()));
        all[a].len() == all[b].len() && edges(a).eq(edges(b))
    };
    let mut columns = Lines::new();
    let mut line = 0;
    while line < all.len() {
        let end = (line + 1..all.len())
            .find(|next| !same(line, *next))
            .unwrap_or(all.len());
        if (2..=MAX_SIDE_BY_SIDE).contains(&all[line].len()) && end - line >= MIN_ALIGNED_LINES {
            for cell in 0..all[line].len() {
                columns.extend((line..end).map(|line| vec![Place { line, cell }]));
            }
        }
        line = end;
    }
    columns
}
