//! The items of a page, each with the lines that describe it.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use parser_model::Money;

use super::cells::LineTexts;
use super::columns::{self, Header};
use super::item_text::{ItemText, Lines, MAX_LINES, describe, times};
use super::lines::{Line, LineKind};
use super::{name_above, names};
use crate::payment;
use crate::phrases::Amounts;
use crate::receipt::{Item, Quantity};
use crate::total::Labelled;

/// More lines of items than any receipt has.
pub(super) const MAX_ITEMS: usize = 300;

/// Which line of an item is first, if its price has a separate line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    NameFirst,
    PriceFirst,
    /// Its name, above a line with more words and the price.
    NameAbove,
}

/// The input for a list of items.
pub struct ListInput<'p, 'a> {
    pub texts: &'p LineTexts<'p, 'a>,
    pub lines: &'p Lines,
    pub all: &'p [Labelled],
    /// The layout of the lines of an item.
    pub order: Order,
    /// Whether negative amounts are the prices of items.
    pub refund: bool,
}

/// An item with a price.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Entry {
    /// The line of the price on the page.
    pub line: usize,
    /// The index of that line in the lines of the list.
    pub(super) index: usize,
    pub text: ItemText,
    /// Whether the price has a cell of its own beside the name.
    pub has_price_cell: bool,
    /// Whether a header row is above it.
    pub has_header: bool,
    /// Whether nothing but its price is in its line.
    pub is_price_alone: bool,
    /// Whether its name is above a line with more words and the price.
    pub name_stands_above: bool,
}

impl Entry {
    /// Whether it is an item even if it is the only one: its price has a cell of its own, or more than a name is stated.
    pub fn stands_alone(&self) -> bool {
        let item = &self.text.item;
        self.has_price_cell || item.quantity.is_some() || item.size.is_some() || item.article_number.is_some()
    }
}

/// The items from top to bottom.
#[derive(Default)]
pub struct List {
    pub entries: Vec<Entry>,
    /// What negative lines among them take off, positive. Of a refund, what positive lines take off, negative.
    pub reduction: Money,
    /// The amount that gift cards and other payments among them pay, with such a sign.
    pub gift_cards: Money,
    /// The ids of the rules that read the lines.
    pub rules: BTreeSet<&'static str>,
    /// Whether a price had no name.
    has_unnamed: bool,
    /// Whether a name with a quantity is directly above a price, although names are searched for below.
    is_named_above: bool,
}

impl List {
    /// Reads the lines in their order.
    pub fn read(input: &ListInput<'_, '_>) -> Self {
        let (texts, lines) = (input.texts, input.lines);
        let page = texts.page;
        let mut list = List::default();
        let mut header: Option<Header<'_>> = None;
        // Lines since the last price. They describe the item above them, or the next one.
        let mut pending: Vec<usize> = Vec::new();
        for (index, places) in lines.iter().enumerate() {
            let Some(first) = places.first() else { continue };
            let line = Line {
                page,
                texts,
                places,
                all: input.all,
                header: header.as_ref(),
                is_below_item: list.is_below_item(index),
                describes_item: list.is_described_by(index, pending.len()),
                has_lines_above: ends_above(&pending, index),
                refund: input.refund,
                text: OnceCell::new(),
            };
            let Some((id, kind)) = line.kind() else { continue };
            list.rules.insert(id);
            let mut text = line.text.into_inner().unwrap_or_default();
            let price = text.price();
            let has_price_cell = places.len() > 1 && !text.item.name.is_empty();
            if list.complete_item(&kind, index, &text, &mut pending) {
                continue;
            }
            let name_stands_above = list.find_name(input, &kind, index, &mut text, &mut pending);
            if matches!(kind, LineKind::Deduction) {
                list.deduct(&page.line_words(first.line), price);
            }
            list.describe_last(texts, lines, &mut pending);
            match kind {
                LineKind::Header(found) => header = Some(found),
                LineKind::Item | LineKind::PriceAlone if list.entries.len() < MAX_ITEMS => {
                    text.item.price = price;
                    list.entries.push(Entry {
                        line: first.line,
                        index,
                        text,
                        has_price_cell,
                        has_header: header.is_some(),
                        is_price_alone: matches!(kind, LineKind::PriceAlone),
                        name_stands_above,
                    });
                }
                _ => {}
            }
        }
        list.describe_last(texts, lines, &mut pending);
        list.separate_names();
        list.drop_unnamed();
        list
    }

    /// Finds the name of an item in the lines above its price, if it is there. Returns whether that price has more words beside
    /// it.
    fn find_name(
        &mut self,
        input: &ListInput<'_, '_>,
        kind: &LineKind<'_>,
        index: usize,
        text: &mut ItemText,
        pending: &mut Vec<usize>,
    ) -> bool {
        let (texts, lines) = (input.texts, input.lines);
        let has_lines_above = ends_above(pending, index);
        let cells = lines[index].len();
        match kind {
            LineKind::PriceAlone if input.order == Order::PriceFirst => {
                self.is_named_above |= name_above::is_counted(texts, lines, pending);
            }
            LineKind::Item if input.order == Order::PriceFirst => {
                self.is_named_above |= has_lines_above && cells == 1;
            }
            LineKind::PriceAlone => {
                self.take_attributes(texts, lines, pending);
                name_above::take(texts, lines, text, pending);
                pending.clear();
            }
            LineKind::Item if has_lines_above && names_the_line_above(input.order, cells, text) => {
                self.take_attributes(texts, lines, pending);
                name_above::replace(texts, lines, text, pending);
                pending.clear();
                return true;
            }
            _ => {}
        }
        false
    }

    /// Tells brands and counts from the names.
    fn separate_names(&mut self) {
        let mut items: Vec<&mut Item> = self.entries.iter_mut().map(|entry| &mut entry.text.item).collect();
        names::separate_brands(&mut items);
        names::separate_counts(&mut items);
    }

    /// Adds a negative amount to those that lower the prices or, by its words, to those of gift cards and other payments.
    pub(super) fn deduct(&mut self, words: &str, price: Option<Money>) {
        let price = price.map_or(Money::ZERO, |price| -price);
        // A coupon lowers the price, a gift card is money.
        if !Amounts::GiftCard.contains_folded(words) && !payment::names_method(words) {
            self.reduction = self.reduction + price;
        } else {
            self.gift_cards = self.gift_cards + price;
        }
    }

    /// Leaves out the quantities that no head, unit or price confirms: in print, a number before a name can be its position.
    pub(super) fn drop_unconfirmed_quantities(&mut self) {
        for entry in self.entries.iter_mut().filter(|entry| !entry.has_header) {
            let text = &mut entry.text;
            let Some((price, others)) = text.amounts.split_last() else {
                continue;
            };
            let is_confirmed = |quantity: Quantity| {
                let mut prices = text.unit_price.iter().chain(others);
                prices.any(|one| times(*one, quantity) == Some(*price))
            };
            if text.item.unit.is_none() && !text.item.quantity.is_some_and(is_confirmed) {
                text.item.quantity = None;
            }
        }
    }

    pub(super) fn drop_unnamed(&mut self) {
        let count = self.entries.len();
        self.entries.retain(|entry| !entry.text.item.name.is_empty());
        self.has_unnamed = self.entries.len() < count;
        // What is free and has no quantity may not have been delivered.
        let is_free = |item: &Item| {
            item.price.is_some_and(Money::is_zero) && (item.quantity.is_none() || payment::names_method(&item.name))
        };
        self.entries.retain(|entry| !is_free(&entry.text.item));
    }

    /// Lines directly below an item describe it. Another line between ends the description, and so does one of many cells.
    fn describe_last(&mut self, texts: &LineTexts<'_, '_>, lines: &Lines, pending: &mut Vec<usize>) {
        let pending = std::mem::take(pending);
        let Some(entry) = self.entries.last_mut() else { return };
        for (step, index) in pending.into_iter().enumerate() {
            if index != entry.index + step + 1 || step == MAX_LINES || lines[index].len() > 2 {
                break;
            }
            let more = texts.read(&lines[index], None);
            entry.text.complete(&more);
            entry.text.additions = entry.text.additions + more.amounts.iter().copied().sum();
            let item = &mut entry.text.item;
            if more.item.name.is_empty() {
                continue;
            }
            if item.name.is_empty() {
                item.name = more.item.name;
                item.at = more.item.at;
            } else if item.brand.is_none() && item.description.is_none() && names::is_known_brand(&item.name) {
                item.brand = Some(std::mem::replace(&mut item.name, more.item.name));
                item.at = more.item.at;
            } else {
                item.brand = item.brand.take().or_else(|| names::known_brand_in(&more.item.name));
                let text = lines[index].first().map_or("", |at| texts.page.cell(*at).text.as_str());
                describe(item, text);
            }
        }
    }

    /// Lines directly below an item with only a size or an article number are that item's, even if another item follows. Where
    /// only its brand is known so far, the line below has its name.
    fn take_attributes(&mut self, texts: &LineTexts<'_, '_>, lines: &Lines, pending: &mut Vec<usize>) {
        let Some(entry) = self.entries.last_mut() else { return };
        if let Some(first) = pending.first().copied().filter(|first| *first == entry.index + 1)
            && entry.text.item.brand.is_none()
            && names::is_known_brand(&entry.text.item.name)
        {
            let name = texts.read(&lines[first], None);
            if !name.item.name.is_empty() {
                entry.text.complete(&name);
                entry.text.item.at = name.item.at;
                entry.text.item.brand = Some(std::mem::replace(&mut entry.text.item.name, name.item.name));
                entry.index = first;
                pending.remove(0);
            }
        }
        let mut taken = 0;
        for (step, index) in pending.iter().enumerate() {
            let more = texts.read(&lines[*index], None);
            if *index != entry.index + step + 1 || !more.item.name.is_empty() {
                break;
            }
            let attribute = more.item.size.is_some() || more.item.article_number.is_some();
            if attribute || taken > 0 && more.item.quantity.is_some() {
                entry.text.complete(&more);
                taken = step + 1;
            }
        }
        pending.drain(..taken);
    }

    /// Whether every item has got a name from the lines below its price, and one of them more than a name.
    pub fn has_names_below_prices(&self) -> bool {
        let described = |entry: &Entry| entry.text.item.quantity.is_some() || entry.text.item.size.is_some();
        !self.has_unnamed && !self.is_named_above && self.entries.iter().any(described)
    }

    /// Whether each item before the first sum has its name above its price: some a price alone in its line, others more words beside it.
    pub fn has_names_above_prices(&self) -> bool {
        let items = || self.entries.iter().take_while(|entry| !entry.has_price_cell);
        let is_alone = |entry: &Entry| entry.is_price_alone;
        items().any(|entry| entry.name_stands_above)
            && items().any(is_alone)
            && items().all(|entry| entry.name_stands_above || is_alone(entry))
    }

    /// Takes a line that states more about an item and no price for the next one. Returns whether it is such a line.
    fn complete_item(&mut self, kind: &LineKind<'_>, index: usize, text: &ItemText, pending: &mut Vec<usize>) -> bool {
        match kind {
            LineKind::Remark if self.is_below_item(index) => self.complete_last(text, ItemText::complete_numbers),
            LineKind::Remark => {}
            LineKind::WithoutPrice => pending.push(index),
            LineKind::UnitPrice => self.complete_last(text, ItemText::complete_with_price),
            LineKind::PriceAlone => return pending.is_empty() && self.set_price_of_line(index, text),
            _ => return false,
        }
        true
    }

    /// Whether an item with a price is at most two lines above a line.
    fn is_below_item(&self, index: usize) -> bool {
        self.entries.last().is_some_and(|entry| index <= entry.index + 2)
    }

    /// Whether a line continues the description of the last item, after this many lines.
    fn is_described_by(&self, index: usize, lines: usize) -> bool {
        let is_last = |entry: &Entry| entry.has_price_cell && entry.index + lines + 1 == index && lines < MAX_LINES;
        self.entries.last().is_some_and(is_last)
    }

    /// Takes the price alone in a line for the item in the line above, if that states the price of one only.
    fn set_price_of_line(&mut self, index: usize, text: &ItemText) -> bool {
        let above = self.entries.last_mut().filter(|entry| entry.index + 1 == index);
        let Some(entry) = above.filter(|entry| entry.text.amounts.is_empty() && !text.amounts.is_empty()) else {
            return false;
        };
        entry.text.amounts.clone_from(&text.amounts);
        entry.text.item.price = text.price();
        entry.index = index;
        true
    }

    /// Adds what a line states to the last item.
    fn complete_last(&mut self, text: &ItemText, complete: fn(&mut ItemText, &ItemText)) {
        if let Some(entry) = self.entries.last_mut() {
            complete(&mut entry.text, text);
        }
    }
}

/// Whether the last of some lines is directly above another.
fn ends_above(pending: &[usize], index: usize) -> bool {
    pending.last().is_some_and(|last| last + 1 == index)
}

/// Whether the name of an item is in the line above that of its price: the line has more words of one cell, or a word that
/// heads names.
fn names_the_line_above(order: Order, cells: usize, text: &ItemText) -> bool {
    match order {
        Order::NameAbove => cells == 1 && !text.amounts.is_empty(),
        Order::NameFirst => cells > 1 && columns::heads_names(&text.item.name),
        Order::PriceFirst => false,
    }
}
