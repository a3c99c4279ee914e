//! What the text of a line states of an item: its name, quantity, size, article number and prices.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use parser_model::Money;

use super::attributes::{self, Attribute};
use super::masked::{Masked, captures, is_placeholder, pattern};
use super::unit_prices;
use crate::pattern::Pattern;
use crate::phrases::{Items, Phrases};
use crate::receipt::{Item, Quantity};
use crate::rule;
use crate::total::labels::{Class, classify};
use crate::words::Words;

/// A text that begins like this names no item, though an amount stands beside it: who sells it, in which state, what was done, when.
static NOT_AN_ITEM: LazyLock<Phrases> = LazyLock::new(|| Items::NotAnItem.phrases());

/// Whether a text can't be an item's name, by how it begins.
pub fn is_not_an_item(text: &str) -> bool {
    NOT_AN_ITEM.starts_with(&Words::of(text))
}

/// Whether a text is a code alone, such as `LPT-14`.
pub fn is_code(text: &str) -> bool {
    CODE.is_match(text)
}

static CODE: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^(?:[A-Z]{1,4}[0-9]{0,4}-[0-9A-Z-]{1,14}|[A-Z]{0,4}[0-9]{5,13})$"));
static BRACKET: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"\(([^()]*)\)"));
static COLOUR: LazyLock<Pattern> = LazyLock::new(|| pattern(r"^(?:färg|colou?r|farbe|farge) ?:"));

/// What a line states of an item.
#[derive(Clone, Debug, Default)]
pub struct ItemText {
    /// The item. Its name may be empty.
    pub item: Item,
    /// The price of one.
    pub unit_price: Option<Money>,
    /// Other amounts of the line, from left to right.
    pub amounts: Vec<Money>,
    /// Whether a column states the quantity, so that a number in the name is a part of it.
    pub has_quantity_column: bool,
    /// The ids of the rules that read it.
    pub rules: BTreeSet<&'static str>,
}

impl ItemText {
    /// Reads a text. Returns what is left of it: a name or a remark.
    pub fn read(&mut self, mut masked: Masked) -> String {
        for rule in unit_prices::RULES {
            let Some(found) = (rule.apply)(&masked) else { continue };
            if let Some((number, unit)) = found.quantity {
                self.set_quantity(&number, unit.as_deref());
            }
            self.unit_price = self.unit_price.or(found.price);
            self.rules.insert(rule.id);
            masked.text.replace_range(found.range, " ");
        }
        let mut rest = masked.text.trim();
        while let Some((first, value)) = rest.chars().next().and_then(|c| Some((c, masked.value(c)?))) {
            self.amounts.push(value);
            rest = rest[first.len_utf8()..].trim_start();
        }
        // `8.00 EUR, you save 2.00 EUR`
        if !self.amounts.is_empty() && classify(rest) == Some(Class::NotATotal) {
            return String::new();
        }
        // What follows an amount within a text is a remark on it.
        let end = rest.find(is_placeholder).unwrap_or(rest.len());
        self.amounts
            .extend(rest[end..].chars().next().and_then(|c| masked.value(c)));
        let rest = rest[..end]
            .trim_end_matches([' ', '=', '–', '—', '-', ':', ',', '(', '|'])
            .to_owned();
        self.read_parts(&rest)
    }

    /// Reads the attributes in brackets and between commas or slashes.
    fn read_parts(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        if let Some(found) = captures(&BRACKET, &text, |c| c == '(') {
            let within = found[1].trim().to_owned();
            let code = CODE.is_match(&within).then(|| within.clone());
            if code.is_some() || self.read_attribute(&within) {
                self.item.article_number = self.item.article_number.take().or(code);
                let range = found.get(0).map_or(0..0, |whole| whole.range());
                text.replace_range(range, " ");
            }
        }
        let mut kept: Vec<&str> = Vec::new();
        let separator = if text.contains(" | ") {
            " | "
        } else if text.contains(" / ") {
            " / "
        } else if text.contains(" · ") {
            " · "
        } else {
            ", "
        };
        for (at, part) in text.split(separator).enumerate() {
            let part = part.trim();
            let whole = at == 0 && !text.contains(separator);
            if COLOUR.is_match(part) || !self.read_attribute(part) && (whole || !part.is_empty()) {
                kept.push(part);
            }
        }
        if attributes::is_labelled(&text) {
            // `Code: LA-16 | in stock`: what stands beside a labelled attribute is no name.
            return String::new();
        }
        let kept = kept.join(separator);
        let mut name = kept.split_whitespace().collect::<Vec<_>>().join(" ");
        if !self.has_quantity_column
            && let Some((id, counted)) = rule::first(attributes::NAME_RULES, |apply| apply(&name))
        {
            self.set_quantity(&counted.quantity, counted.unit.as_deref());
            self.rules.insert(id);
            name = counted.name;
        }
        name.trim_matches([' ', ',', ';', ':', '–', '—', '-', '|', '•', '→', '+'])
            .to_owned()
    }

    /// Reads a text that is one attribute: `Strl: L`, `Art.nr 41-2`, `Qty 1`.
    fn read_attribute(&mut self, text: &str) -> bool {
        let text = text.trim();
        let Some((id, attribute)) = rule::first(attributes::RULES, |apply| apply(text)) else {
            return false;
        };
        if self.has_quantity_column && matches!(attribute, Attribute::Quantity(..)) {
            return false;
        }
        self.rules.insert(id);
        match attribute {
            Attribute::Quantity(number, unit) => self.set_quantity(&number, unit.as_deref()),
            Attribute::ArticleNumber(number) => _ = self.item.article_number.get_or_insert(number),
            Attribute::Size(size) => _ = self.item.size.get_or_insert(size),
        }
        true
    }

    /// Sets the quantity, such as `2` or `0,385`, if none was stated before.
    fn set_quantity(&mut self, number: &str, unit: Option<&str>) {
        if self.item.quantity.is_some() {
            return;
        }
        let number: Option<Quantity> = number.replace(',', ".").parse().ok();
        self.item.quantity = number.filter(|n| !n.is_zero());
        self.item.unit = unit.map(str::to_lowercase);
    }

    /// Fills in the attributes that another line states and this one does not.
    pub fn complete(&mut self, other: &ItemText) {
        let (item, more) = (&mut self.item, &other.item);
        if item.quantity.is_none() {
            item.quantity = more.quantity;
            item.unit.clone_from(&more.unit);
        }
        item.size = item.size.take().or_else(|| more.size.clone());
        item.article_number = item.article_number.take().or_else(|| more.article_number.clone());
        self.rules.extend(&other.rules);
    }

    /// The price of the line: as stated, else the price of one times the quantity.
    pub fn price(&self) -> Option<Money> {
        let product = || match (self.unit_price, self.item.quantity) {
            (Some(price), Some(quantity)) => times(price, quantity),
            (price, _) => price,
        };
        self.amounts.last().copied().or_else(product)
    }
}

/// A price times a quantity, to the hundredth.
pub fn times(price: Money, quantity: Quantity) -> Option<Money> {
    let units = i128::from(price.units()) * i128::from(quantity.units()) / 10_000;
    let half = if units < 0 { -50 } else { 50 };
    Money::from_units(i64::try_from((units + half) / 100 * 100).ok()?).ok()
}
