//! The items of a page, each with the lines that describe it.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use parser_model::Money;

use super::cells::read_line;
use super::columns::Header;
use super::item_text::ItemText;
use super::lines::{Line, LineKind};
use super::parts;
use crate::page::{Page, Place};
use crate::receipt::Item;
use crate::total::Labelled;
use crate::words::Words;

/// More lines of items than any receipt has.
const MAX_ITEMS: usize = 300;
/// At most so many lines describe an item.
const MAX_LINES: usize = 6;
/// A longer text is no description.
const MAX_DESCRIPTION: usize = 120;
/// A longer text is no brand.
const MAX_BRAND: usize = 30;

/// Which line of an item stands first, where its price has a line of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Its name.
    NameFirst,
    /// Its price.
    PriceFirst,
}

/// Lines, each given as the places of its cells.
pub type Lines = Vec<Vec<Place>>;

/// An item with a price.
pub struct Entry {
    /// The line of the price on the page.
    pub line: usize,
    /// The index of that line in the lines of the list.
    index: usize,
    /// What is stated of the item.
    pub text: ItemText,
    /// Whether the price has a cell of its own beside the name.
    pub has_price_cell: bool,
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
    /// The items.
    pub entries: Vec<Entry>,
    /// What negative lines among them take off, positive.
    pub reduction: Money,
    /// What gift cards among them pay, positive.
    pub gift_cards: Money,
    /// The ids of the rules that read the lines.
    pub rules: BTreeSet<&'static str>,
    /// Whether a price had no name.
    has_unnamed: bool,
}

impl List {
    /// Reads lines in an order. `refund`: whether negative amounts are the prices of items.
    pub fn read(page: &Page<'_>, lines: &Lines, all: &[Labelled], order: Order, refund: bool) -> Self {
        let mut list = List::default();
        let mut header: Option<Header<'_>> = None;
        // Lines since the last price. They describe the item above them, or the next one.
        let mut pending: Vec<usize> = Vec::new();
        for (index, places) in lines.iter().enumerate() {
            let Some(first) = places.first() else { continue };
            let line = Line {
                page,
                places,
                all,
                header: header.as_ref(),
                is_below_item: list.entries.last().is_some_and(|entry| index <= entry.index + 2),
                refund,
                text: OnceCell::new(),
            };
            let Some((id, kind)) = line.kind() else { continue };
            list.rules.insert(id);
            let mut text = line.text.into_inner().unwrap_or_default();
            let price = text.price();
            let has_price_cell = places.len() > 1 && !text.item.name.is_empty();
            match kind {
                LineKind::Remark => continue,
                LineKind::WithoutPrice => {
                    pending.push(index);
                    continue;
                }
                LineKind::UnitPrice => {
                    list.complete_last(&text);
                    continue;
                }
                LineKind::PriceAlone if order == Order::NameFirst => {
                    list.take_attributes(page, lines, &mut pending);
                    take_name_above(page, lines, &mut text, &pending);
                    pending.clear();
                }
                LineKind::Deduction => list.deduct(&page.line_words(first.line), price),
                _ => {}
            }
            list.describe_last(page, lines, &mut pending);
            match kind {
                LineKind::Header(found) => header = Some(found),
                LineKind::Item | LineKind::PriceAlone if list.entries.len() < MAX_ITEMS => {
                    text.item.price = price;
                    list.entries.push(Entry {
                        line: first.line,
                        index,
                        text,
                        has_price_cell,
                    });
                }
                _ => {}
            }
        }
        list.describe_last(page, lines, &mut pending);
        list.drop_unnamed();
        list
    }

    /// Adds a negative amount to those that lower the prices or, by its words, to those of gift cards.
    fn deduct(&mut self, words: &str, price: Option<Money>) {
        let price = price.map_or(Money::ZERO, Money::abs);
        if parts::lowers_the_price(words) {
            self.reduction = self.reduction + price;
        } else {
            self.gift_cards = self.gift_cards + price;
        }
    }

    fn drop_unnamed(&mut self) {
        let count = self.entries.len();
        self.entries.retain(|entry| !entry.text.item.name.is_empty());
        self.has_unnamed = self.entries.len() < count;
        // What is free and has no quantity may not have been delivered.
        let is_free = |item: &Item| item.price.is_some_and(Money::is_zero) && item.quantity.is_none();
        self.entries.retain(|entry| !is_free(&entry.text.item));
    }

    /// Lines straight below an item describe it. Another line between ends the description, and so does one of many cells.
    fn describe_last(&mut self, page: &Page<'_>, lines: &Lines, pending: &mut Vec<usize>) {
        let pending = std::mem::take(pending);
        let Some(entry) = self.entries.last_mut() else { return };
        for (step, index) in pending.into_iter().enumerate() {
            if index != entry.index + step + 1 || step == MAX_LINES || lines[index].len() > 2 {
                break;
            }
            let more = read_line(page, &lines[index], None);
            entry.text.complete(&more);
            let item = &mut entry.text.item;
            if more.item.name.is_empty() {
                continue;
            }
            if item.name.is_empty() {
                item.name = more.item.name;
            } else if item.description.is_none() {
                let text = lines[index].first().map_or("", |at| page.cell(*at).text.as_str());
                let text = text.trim_start_matches(['+', '-', '–', '•', ' ']);
                item.description = Some(text.to_owned()).filter(|text| text.chars().count() <= MAX_DESCRIPTION);
            }
        }
    }

    /// Lines straight below an item with only a size or an article number are that item's, even if another item follows.
    fn take_attributes(&mut self, page: &Page<'_>, lines: &Lines, pending: &mut Vec<usize>) {
        let Some(entry) = self.entries.last_mut() else { return };
        let mut taken = 0;
        for (step, index) in pending.iter().enumerate() {
            let more = read_line(page, &lines[*index], None);
            let attribute = more.item.size.is_some() || more.item.article_number.is_some();
            if *index != entry.index + step + 1 || !more.item.name.is_empty() || !attribute {
                break;
            }
            entry.text.complete(&more);
            taken = step + 1;
        }
        pending.drain(..taken);
    }

    /// Whether every item has got a name from the lines below its price, and one of them more than a name.
    pub fn has_names_below_prices(&self) -> bool {
        let described = |entry: &Entry| entry.text.item.quantity.is_some() || entry.text.item.size.is_some();
        !self.has_unnamed && self.entries.iter().any(described)
    }

    /// Adds the price of one and the attributes of a line to the last item.
    fn complete_last(&mut self, text: &ItemText) {
        if let Some(entry) = self.entries.last_mut() {
            entry.text.unit_price = entry.text.unit_price.or(text.unit_price);
            entry.text.complete(text);
        }
    }
}

/// Whether a text is a remark under a label of one word: `Note: without onions`.
fn is_note(text: &str) -> bool {
    let label = text.split_once(": ").map(|(label, _)| label);
    label.is_some_and(|label| !label.contains(' ') && label.chars().all(char::is_alphabetic))
}

/// Names the item of a price by the lines above it. Of two names in lines that follow each other the first is the brand's.
fn take_name_above(page: &Page<'_>, lines: &Lines, text: &mut ItemText, pending: &[usize]) {
    let mut names = pending.iter().rev().take(MAX_LINES).filter_map(|index| {
        let more = read_line(page, &lines[*index], None);
        text.complete(&more);
        Some((*index, more.item.name)).filter(|(_, name)| !name.is_empty())
    });
    let Some((mut below, mut name)) = names.next() else {
        return;
    };
    if is_note(&name)
        && let Some(above) = names.next()
    {
        (below, name) = above;
    }
    let is_brand = |name: &String| {
        let digits = Words::of(name).folded().contains(|c: char| c.is_ascii_digit());
        name.chars().count() <= MAX_BRAND && !name.ends_with(['.', '!', '?', ':']) && !digits
    };
    let brand = names
        .next()
        .filter(|(index, brand)| index + 1 == below && is_brand(brand));
    drop(names);
    text.item.name = name;
    text.item.brand = brand.map(|(_, brand)| brand);
}
