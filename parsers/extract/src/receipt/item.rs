//! The articles of a purchase.

use parser_model::Money;

use crate::page::Place;

/// A quantity such as `2` or `0.385`, with at most four decimals.
pub type Quantity = Money;
/// A quantity of one, in ten-thousandths.
pub(crate) const ONE: i64 = 10_000;

/// An article of the purchase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The text below the name.
    pub description: Option<String>,
    /// How many, or how much.
    pub quantity: Option<Quantity>,
    /// The quantity's unit, such as `kg`.
    pub unit: Option<String>,
    /// The price of the line.
    pub price: Option<Money>,
    /// The shop's article number.
    pub article_number: Option<String>,
    /// The size.
    pub size: Option<String>,
    /// The brand.
    pub brand: Option<String>,
    /// The position of its name on the page.
    pub at: Option<Place>,
}

/// A property of an [`Item`] that a layout may fill, see [`super::Receipt::set_each`].
#[derive(Clone, Copy, Debug)]
pub struct ItemField {
    pub(super) name: &'static str,
    pub(super) of: fn(&mut Item) -> &mut Option<String>,
}

/// The text below the name.
pub const DESCRIPTION: ItemField = ItemField {
    name: "items.description",
    of: |item| &mut item.description,
};
/// The shop's article number.
pub const ARTICLE_NUMBER: ItemField = ItemField {
    name: "items.article_number",
    of: |item| &mut item.article_number,
};
/// The size.
pub const SIZE: ItemField = ItemField {
    name: "items.size",
    of: |item| &mut item.size,
};
