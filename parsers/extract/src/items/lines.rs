//! The rules for what a line is, on a page that may list items.

use parser_model::Money;
use std::cell::OnceCell;

use super::cells::read_line;
use super::columns::Header;
use super::item_text::ItemText;
use super::parts;
use crate::page::{Page, Place};
use crate::rule::{self, Example, Rule};
use crate::total::labels::{Class, Position};
use crate::total::{Labelled, in_cells};

/// A line, given as the places of its cells.
pub(super) struct Line<'p, 'a> {
    pub page: &'p Page<'a>,
    pub places: &'p [Place],
    /// Every amount of the page.
    pub all: &'p [Labelled],
    /// The header row above it.
    pub header: Option<&'p Header<'a>>,
    /// Whether an item with a price is at most two lines above it.
    pub is_below_item: bool,
    /// Whether the document is about a refund.
    pub refund: bool,
    /// What it states of an item.
    pub text: OnceCell<ItemText>,
}

/// What a line is.
pub(super) enum LineKind<'a> {
    /// A table's header row.
    Header(Header<'a>),
    /// A part of the sum.
    Part,
    /// More about an item that another line prices.
    WithoutPrice,
    /// A negative amount.
    Deduction,
    /// The price of one of the item above.
    UnitPrice,
    /// A price without a name.
    PriceAlone,
    /// A remark on an amount.
    Remark,
    /// An item with its price.
    Item,
}

type LineRule = Rule<for<'p, 'a> fn(&Line<'p, 'a>) -> Option<LineKind<'a>>>;

/// In order.
pub(super) const RULES: &[LineRule] = &[
    Rule {
        id: "items/table-header",
        doc: "Takes a line of nothing but heads, that of the names among them, as the header row of the lines below.",
        example: Example::Html(
            "<p>Receipt</p><table>\
             <tr><td>Item</td><td>Quantity</td><td>Amount</td></tr>\
             <tr><td>Mug</td><td>2</td><td>8.00 EUR</td></tr>\
             <tr><td>Total</td><td></td><td>8.00 EUR</td></tr></table>",
        ),
        apply: header,
    },
    Rule {
        id: "items/part-of-sum",
        doc: "Leaves out a line whose words name a part of the sum, such as delivery or tax, or the sum itself.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nDelivery   2.00 EUR\nTotal   10.00 EUR"),
        apply: part,
    },
    Rule {
        id: "items/without-price",
        doc: "Keeps a line without a price for the item above or below it.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nSize: Large\nTotal   8.00 EUR"),
        apply: without_price,
    },
    Rule {
        id: "items/deduction",
        doc: "Takes a negative amount as a reduction of the items' prices, unless it is a gift card or the document is about a refund.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nVoucher   -2.00 EUR\nTotal   6.00 EUR"),
        apply: deduction,
    },
    Rule {
        id: "items/unit-price-below",
        doc: "Takes the price of one, alone in one of the two lines below an item, as that item's.",
        example: Example::Mail("Receipt\n2 x Mug   8.00 EUR\n@ 4.00 EUR\nTotal   8.00 EUR"),
        apply: unit_price,
    },
    Rule {
        id: "items/price-alone",
        doc: "Takes a price in a line without a name as that of the item that the lines around it name.",
        example: Example::Mail("Receipt\nMug\nQty: 2\n8.00 EUR\nTotal   8.00 EUR"),
        apply: price_alone,
    },
    Rule {
        id: "items/remark",
        doc: "Leaves out a line whose label says that the amount is no part of the sum, such as what was saved.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nMember offer   You save   3.00 EUR\nTotal   8.00 EUR"),
        apply: remark,
    },
    Rule {
        id: "items/zero-price",
        doc: "Leaves out a line whose price is zero and that states no quantity: it may not have been delivered.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nHat, sold out   0.00 EUR\nTotal   8.00 EUR"),
        apply: zero_price,
    },
    Rule {
        id: "items/name-and-price",
        doc: "Takes any other line as an item with its price.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nTotal   8.00 EUR"),
        apply: item,
    },
];

impl<'a> Line<'_, 'a> {
    /// What the line is, and the id of the rule that says so.
    pub fn kind(&self) -> Option<(&'static str, LineKind<'a>)> {
        rule::first(RULES, |apply| apply(self))
    }

    fn text(&self) -> &ItemText {
        self.text.get_or_init(|| read_line(self.page, self.places, self.header))
    }

    fn has_name(&self) -> bool {
        !self.text().item.name.is_empty()
    }
}

fn header<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    Header::of(line.page, line.places).map(LineKind::Header)
}

fn part<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    parts::is_part(line.page, line.places, line.all).then_some(LineKind::Part)
}

fn without_price<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    line.text().price().is_none().then_some(LineKind::WithoutPrice)
}

fn deduction<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    let is_negative = line.text().price().is_some_and(Money::is_negative);
    (is_negative && !line.refund).then_some(LineKind::Deduction)
}

fn unit_price<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    let is_unit_price = !line.has_name() && line.text().amounts.is_empty() && line.is_below_item;
    is_unit_price.then_some(LineKind::UnitPrice)
}

fn price_alone<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    (!line.has_name()).then_some(LineKind::PriceAlone)
}

fn remark<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    let says_so = |amount: &Labelled| {
        amount.label.as_ref().is_some_and(|label| {
            label.class == Class::NotATotal && matches!(label.position, Position::Left | Position::Before)
        })
    };
    // Beside a price per kilogram stands that of the line.
    if line.places.len() > 2 && line.has_name() && line.text().item.quantity.is_some() {
        return None;
    }
    let own = || in_cells(line.all, line.places);
    let has_price = own().any(|amount| amount.strong && amount.label.is_none());
    (!has_price && own().any(says_so)).then_some(LineKind::Remark)
}

fn zero_price<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    let is_free = line.text().price().is_some_and(Money::is_zero);
    (is_free && line.text().item.quantity.is_none()).then_some(LineKind::Remark)
}

#[allow(clippy::unnecessary_wraps, reason = "rules of a table have one signature")]
fn item<'a>(_: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    Some(LineKind::Item)
}
