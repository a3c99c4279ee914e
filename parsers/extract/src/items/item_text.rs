//! What the text of a line states of an item: its name, quantity, size, article number and prices.

use std::collections::BTreeSet;

use parser_model::Money;

use super::attributes::{self, Attribute};
use super::columns::{self, Column};
use super::masked::{Masked, is_placeholder, masked};
use super::unit_prices;
use crate::page::Place;
use crate::pattern::{Pattern, pattern};
use crate::receipt::{Item, Quantity};
use crate::rule;
use crate::total::labels::{Class, classify};
use crate::words::Words;

/// Whether a text is a code alone, such as `LPT-14`.
pub fn is_code(text: &str) -> bool {
    CODE.is_match(text)
}

static CODE: Pattern = pattern!(r"^(?:[A-Z]{1,4}[0-9]{0,4}-[0-9A-Z-]{1,14}|[A-Z]{0,4}[0-9]{5,13})$");
static BRACKET: Pattern = pattern!(r"\(([^()]*)\)");
/// An amount in brackets behind a plus sign or a word: a part of the price or a condition.
static AMOUNT_IN_BRACKETS: Pattern = masked!(r" ?\((?:[^()]*\p{L}{2}[^()¤]* |\+ ?)¤[^()¤]*\)");
static COLOUR: Pattern = masked!(r"^(?:färg|colou?r|farbe|farge) ?:");

/// A price after the words that head a column of prices: `Price each: 4.00`, `Line total: 8.00`.
fn labelled_price(masked: &Masked) -> Option<(Column, Money)> {
    let (label, value) = masked.text.split_once(':')?;
    let mut value = value.trim().chars();
    let (first, None) = (value.next()?, value.next()) else {
        return None;
    };
    let column = columns::price_label(&Words::of(label))?;
    Some((column, masked.value(first)?))
}

/// The start of the label of a former price before an amount: `Qty: 1 · RRP ¤ · now ¤`.
fn former_price(before: &str) -> Option<usize> {
    let start = before
        .rfind(['·', '|', ','])
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    (start > 0 && classify(&before[start..]) == Some(Class::NotATotal)).then_some(start)
}

/// What a line states of an item.
#[derive(Clone, Debug, Default)]
pub struct ItemText {
    /// The item. Its name may be empty.
    pub item: Item,
    pub unit_price: Option<Money>,
    /// Other amounts of the line, from left to right.
    pub amounts: Vec<Money>,
    /// What the lines below add to the price, in brackets.
    pub additions: Money,
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
        if masked.text.contains('(')
            && let Some(found) = AMOUNT_IN_BRACKETS.captures(&masked.text)
            && !found[0].contains(['@', 'à'])
        {
            let range = found.range();
            masked.text.replace_range(range, " ");
        }
        if let Some((column, value)) = labelled_price(&masked) {
            match column {
                Column::UnitPrice => self.unit_price = self.unit_price.or(Some(value)),
                _ => self.amounts.push(value),
            }
            return String::new();
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
        // What follows an amount within a text is a remark on it, unless it is a former price.
        let mut end = rest.find(is_placeholder).unwrap_or(rest.len());
        let mut price = rest[end..].chars().next();
        if let Some(label) = former_price(&rest[..end])
            && let Some(later) = rest[end..].chars().skip(1).filter(|c| is_placeholder(*c)).last()
        {
            price = Some(later);
            end = label;
        }
        self.amounts.extend(price.and_then(|c| masked.value(c)));
        let rest = rest[..end]
            .trim_end_matches([' ', '=', '–', '—', '-', ':', ',', '(', '|', '·', '•'])
            .to_owned();
        self.read_parts(&rest)
    }

    /// Reads the quantity at the start. Another one further on, such as `2 x Spring rolls, 3 pcs`, belongs to the name.
    fn read_quantity_before(&mut self, text: &str) -> String {
        let counted = attributes::quantity_before_name(text).filter(|_| !self.has_quantity_column);
        let Some(counted) = counted else {
            return text.to_owned();
        };
        self.set_quantity(&counted.quantity, counted.unit.as_deref());
        self.rules.insert(attributes::NAME_RULES[0].id);
        counted.name
    }

    /// Reads the quantity at the end, which would be a part of the last attribute: `Jumper, size M × 1`.
    fn read_count_after(&mut self, text: &mut String) {
        let rule = &attributes::NAME_RULES[1];
        let is_open = !self.has_quantity_column && self.item.quantity.is_none() && text.contains('×');
        if let Some(counted) = (rule.apply)(text).filter(|_| is_open) {
            self.set_quantity(&counted.quantity, None);
            self.rules.insert(rule.id);
            *text = counted.name;
        }
    }

    /// Reads the attributes in brackets and between commas or slashes.
    fn read_parts(&mut self, text: &str) -> String {
        let mut text = self.read_quantity_before(text);
        self.read_count_after(&mut text);
        if let Some(found) = BRACKET.captures(&text) {
            let within = found[1].trim().to_owned();
            let code = CODE.is_match(&within).then(|| within.clone());
            // `Dress (38)`: a number alone in brackets isn't a quantity.
            let is_number = within.chars().all(|c| c.is_ascii_digit());
            if code.is_some() || !is_number && self.read_attribute(&within) {
                self.item.article_number = self.item.article_number.take().or(code);
                let range = found.range();
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
        let is_labelled = attributes::is_labelled(&text);
        let parts = text.split(separator).flat_map(|part| {
            if is_labelled {
                attributes::split_labels(part)
            } else {
                vec![part]
            }
        });
        for (at, part) in parts.enumerate() {
            let part = part.trim();
            let whole = at == 0 && !text.contains(separator);
            if separator == " / " && !whole && self.item.size.is_none() && attributes::is_size_of_variant(part) {
                self.item.size = Some(part.to_owned());
                continue;
            }
            if part.contains(':') && COLOUR.is_match(part) || !self.read_attribute(part) && (whole || !part.is_empty())
            {
                kept.push(part);
            }
        }
        if is_labelled {
            // `Code: LA-16 | in stock`: what is beside a labelled attribute isn't a name.
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
        let has_quantity = self.has_quantity_column || self.item.quantity.is_some();
        if has_quantity && matches!(attribute, Attribute::Quantity(..)) {
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
    pub(super) fn set_quantity(&mut self, number: &str, unit: Option<&str>) {
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
        self.complete_numbers(other);
    }

    /// Fills in the price of one and the attributes.
    pub fn complete_with_price(&mut self, other: &ItemText) {
        self.unit_price = self.unit_price.or(other.unit_price);
        self.complete(other);
    }

    /// Fills in the size and the article number.
    pub fn complete_numbers(&mut self, other: &ItemText) {
        let (item, more) = (&mut self.item, &other.item);
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

/// Maximum number of lines that describe an item.
pub const MAX_LINES: usize = 8;
/// A longer text isn't a description.
const MAX_DESCRIPTION: usize = 120;

/// `(+1,00 €)`
static PRICE_IN_BRACKETS: Pattern = pattern!(r" ?\([^()]*[0-9][.,][0-9]{2}[^()]*\)$");

/// Lines, each given as the places of its cells.
pub type Lines = Vec<Vec<Place>>;

/// Adds a line to the description.
pub fn describe(item: &mut Item, text: &str) {
    let text = PRICE_IN_BRACKETS.replace(text, "");
    let text = text.trim_start_matches(['+', '-', '–', '•', ' ']);
    let text = match &item.description {
        Some(before) => format!("{before}, {text}"),
        None => text.to_owned(),
    };
    if text.chars().count() <= MAX_DESCRIPTION {
        item.description = Some(text);
    }
}
