//! The rules for what a line is, on a page that may list items.

use std::cell::OnceCell;

use parser_model::Money;

use super::attributes;
use super::cells::LineTexts;
use super::columns::Header;
use super::item_text::ItemText;
use super::masked::{Masked, is_placeholder, masked};
use super::parts;
use crate::choice::only;
use crate::page::{Page, Place};
use crate::pattern::{Pattern, pattern};
use crate::phrases::Items;
use crate::rule::{self, Example, Rule};
use crate::total::labels::Class;
use crate::total::{Labelled, in_cells};
use crate::words::Words;

/// Minimum number of words before and after an amount in a sentence.
const MIN_SENTENCE_WORDS: usize = 3;

/// `Gift box (+ ¤)`
static ADDITION: Pattern = masked!(r"^[^¤]*\p{L}{2}[^¤]*\(\+? ?¤\)$");
/// `+ Gift box ¤`
static ADDITION_WITH_PLUS: Pattern = masked!(r"^\+ ?[^¤]*\p{L}{2}[^¤]*¤$");
static BRACKETS: Pattern = pattern!(r"\([^()]*\)");
/// `2 for ¤`
static OFFER: Pattern = masked!(r"\b[2-9] (?:för|for|für|pour|per|por|voor|za|dla|yhteensä) ?¤");

/// A line, given as the places of its cells.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Line<'p, 'a> {
    pub page: &'p Page<'a>,
    pub texts: &'p LineTexts<'p, 'a>,
    pub places: &'p [Place],
    /// Every amount of the page.
    pub all: &'p [Labelled],
    /// The header row above it.
    pub header: Option<&'p Header<'a>>,
    /// Whether an item with a price is at most two lines above it.
    pub is_below_item: bool,
    /// Whether only lines without prices are between it and an item with a price cell of its own.
    pub describes_item: bool,
    /// Whether lines without a price are directly above it.
    pub has_lines_above: bool,
    /// Whether the document is about a refund.
    pub refund: bool,
    pub text: OnceCell<ItemText>,
}

pub(super) enum LineKind<'a> {
    /// A table's header row.
    Header(Header<'a>),
    Part,
    /// More about an item that another line prices.
    WithoutPrice,
    /// A negative amount.
    Deduction,
    /// The price of one of the item above.
    UnitPrice,
    /// A price without a name.
    PriceAlone,
    Remark,
    Item,
}

type LineRule = Rule<for<'p, 'a> fn(&Line<'p, 'a>) -> Option<LineKind<'a>>>;

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
        apply: |line| Header::of(line.page, line.places).map(LineKind::Header),
    },
    Rule {
        id: "items/part-of-sum",
        doc: "Leaves out a line whose words name a part of the sum, such as delivery or tax, or the sum itself.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nDelivery   2.00 EUR\nTotal   10.00 EUR"),
        apply: |line| {
            let is_part = parts::is_part(line.page, line.places, line.all)
                && !names_discount_only(line)
                && !begins_with_quantity(line)
                && !sums_up_unit_price(line);
            is_part.then_some(LineKind::Part)
        },
    },
    Rule {
        id: "items/note",
        doc: "Leaves out a line that begins with the label of a note: the buyer wrote it.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nComment: keep the change, 2.00 EUR\nTotal   8.00 EUR"),
        apply: |line| {
            let [only] = line.places else { return None };
            let (label, _) = line.page.cell(*only).text.split_once(':')?;
            Items::NoteLabel
                .matches_all(&Words::of(label))
                .then_some(LineKind::Remark)
        },
    },
    Rule {
        id: "items/no-price",
        doc: "Leaves out a line of one cell whose amount another one contains or that is only about right, by the words before it.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nof which 1.00 EUR deposit\nTotal   8.00 EUR"),
        apply: |line| {
            let text = only_cell(line)?.text;
            let before = Words::of(&text[..text.find(is_placeholder)?]);
            let is_remark = Items::BeforeNoPrice.ends_with(&before)
                || line.is_below_item && Items::BeforeNoPrice.starts_with(&before);
            is_remark.then_some(LineKind::Remark)
        },
    },
    Rule {
        id: "items/offer",
        doc: "Leaves out a line of one cell below an item that says what several of it cost together.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nOffer 2 for 15.00 EUR\nTotal   8.00 EUR"),
        apply: |line| {
            let text = only_cell(line).filter(|_| line.is_below_item)?.text;
            OFFER.is_match(&text).then_some(LineKind::Remark)
        },
    },
    Rule {
        id: "items/sentence",
        doc: "Leaves out a line of one cell whose amount has three words or more on each side.",
        example: Example::Mail(
            "Receipt\nMug   8.00 EUR\nTotal   8.00 EUR\nMembers would have saved 2.00 EUR on this order.",
        ),
        apply: |line| {
            let text = only_cell(line)?.text;
            let text = if text.contains('(') {
                BRACKETS.replace(&text, " ")
            } else {
                text.as_str().into()
            };
            let (before, after) = text.split_once(is_placeholder)?;
            let has_words = |part: &str| {
                let words = part.split(' ').filter(|word| word.contains(char::is_alphabetic));
                words.count() >= MIN_SENTENCE_WORDS
            };
            (has_words(before) && has_words(after)).then_some(LineKind::Remark)
        },
    },
    Rule {
        id: "items/addition",
        doc: "Keeps a line of one cell with an amount in brackets for the item above, whose price has a cell of its own.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nGift box (2.00 EUR)\nTotal   8.00 EUR"),
        apply: |line| {
            let text = only_cell(line).filter(|_| line.describes_item)?.text;
            ADDITION.is_match(&text).then_some(LineKind::WithoutPrice)
        },
    },
    Rule {
        id: "items/addition-before-price",
        doc: "Keeps a line of one cell with a plus sign, words and an amount for the item whose name is above it and whose \
            price is below.",
        example: Example::Mail("Receipt\n1 x Soup\n+ bread 2.00 EUR\n8.00 EUR\n1 x Tea\n3.00 EUR\nTotal   11.00 EUR"),
        apply: |line| {
            let text = only_cell(line).filter(|_| line.has_lines_above)?.text;
            ADDITION_WITH_PLUS.is_match(&text).then_some(LineKind::WithoutPrice)
        },
    },
    Rule {
        id: "items/without-price",
        doc: "Keeps a line without a price for the item above or below it.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nSize: Large\nTotal   8.00 EUR"),
        apply: |line| line.text().price().is_none().then_some(LineKind::WithoutPrice),
    },
    Rule {
        id: "items/deduction",
        doc: "Takes an amount whose sign is not that of the total as a reduction of the items' prices, unless it is a gift card.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nVoucher   -2.00 EUR\nTotal   6.00 EUR"),
        apply: |line| {
            let price = line.text().price().filter(|price| !price.is_zero())?;
            (price.is_negative() != line.refund).then_some(LineKind::Deduction)
        },
    },
    Rule {
        id: "items/unit-price-below",
        doc: "Takes the price of one, alone in one of the two lines below an item, as that item's.",
        example: Example::Mail("Receipt\n2 x Mug   8.00 EUR\n@ 4.00 EUR\nTotal   8.00 EUR"),
        apply: |line| {
            let is_unit_price = !line.has_name() && line.text().amounts.is_empty() && line.is_below_item;
            is_unit_price.then_some(LineKind::UnitPrice)
        },
    },
    Rule {
        id: "items/price-alone",
        doc: "Takes a price in a line without a name as that of the item that the lines around it name.",
        example: Example::Mail("Receipt\nMug\nQty: 2\n8.00 EUR\nTotal   8.00 EUR"),
        apply: |line| (!line.has_name()).then_some(LineKind::PriceAlone),
    },
    Rule {
        id: "items/remark",
        doc: "Leaves out a line whose label says that the amount isn't part of the sum, such as a saving.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nMember offer   You save   3.00 EUR\nTotal   8.00 EUR"),
        apply: remark,
    },
    Rule {
        id: "items/zero-price",
        doc: "Leaves out a line whose price is zero and that states no quantity: it may not have been delivered.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nHat, sold out   0.00 EUR\nTotal   8.00 EUR"),
        apply: |line| {
            let is_free = line.text().price().is_some_and(Money::is_zero);
            (is_free && line.text().item.quantity.is_none()).then_some(LineKind::Remark)
        },
    },
    Rule {
        id: "items/name-and-price",
        doc: "Takes any other line as an item with its price.",
        example: Example::Mail("Receipt\nMug   8.00 EUR\nTotal   8.00 EUR"),
        apply: |_| Some(LineKind::Item),
    },
];

impl<'a> Line<'_, 'a> {
    /// What the line is, and the id of the rule that says so.
    pub fn kind(&self) -> Option<(&'static str, LineKind<'a>)> {
        rule::first(RULES, |apply| apply(self))
    }

    fn text(&self) -> &ItemText {
        self.text.get_or_init(|| self.texts.read(self.places, self.header))
    }

    fn has_name(&self) -> bool {
        !self.text().item.name.is_empty()
    }
}

/// Whether a row of a table has a quantity, a price and a word for a discount, such as `Headphones with noise reduction`: it takes
/// nothing off.
fn names_discount_only(line: &Line<'_, '_>) -> bool {
    let classes = in_cells(line.all, line.places).filter_map(Labelled::class);
    let is_discount = line.header.is_some() && only(classes) == Some(Class::Discount);
    let is_price = |price: Money| !price.is_negative() && !price.is_zero();
    let text = || line.text();
    is_discount && text().item.quantity.is_some() && text().unit_price.is_some() && text().price().is_some_and(is_price)
}

/// Whether the only labels of a line are those of quantities, as in `Cantidad: 1 · 19,00 €`. The label can be a word for an amount.
fn begins_with_quantity(line: &Line<'_, '_>) -> bool {
    let labelled = || in_cells(line.all, line.places).filter(|amount| amount.label.is_some());
    let is_of_quantity = |amount: &Labelled| {
        amount.class() == Some(Class::Amount) && attributes::begins_with_quantity(&line.page.cell(amount.at).text)
    };
    labelled().next().is_some() && labelled().all(is_of_quantity)
}

/// Whether a line of one cell states the price of one and what several cost: `4.00 EUR each, together 8.00 EUR`.
fn sums_up_unit_price(line: &Line<'_, '_>) -> bool {
    let [_] = line.places else { return false };
    let amounts = || in_cells(line.all, line.places);
    amounts().filter_map(Labelled::class).all(|class| class == Class::Total)
        && line.text().unit_price.is_some()
        && line.text().amounts.len() == 1
        && amounts().next().is_some_and(|first| first.label.is_none())
}

fn only_cell(line: &Line<'_, '_>) -> Option<Masked> {
    let [only] = line.places else { return None };
    Some(Masked::of(line.page, *only))
}

fn remark<'a>(line: &Line<'_, 'a>) -> Option<LineKind<'a>> {
    let says_so = |amount: &Labelled| amount.class() == Some(Class::NotATotal) && amount.is_labelled_in_line();
    // The line's price is next to a price per kilogram.
    if line.places.len() > 2 && line.has_name() && line.text().item.quantity.is_some() {
        return None;
    }
    let own = || in_cells(line.all, line.places);
    let has_price = own().any(|amount| amount.strong && amount.label.is_none());
    (!has_price && own().any(says_so)).then_some(LineKind::Remark)
}
