//! The things of a page, each with the lines that tell of it.

use parser_model::Money;

use crate::page::{Page, Place};
use crate::receipt::Item;
use crate::total::Labelled;
use crate::total::labels::{Class, Position, classify};
use crate::words::Words;

use super::columns::{Column, Head};
use super::parts;
use super::said::{Masked, Said, is_code, is_no_thing, times};

/// More lines of goods than any receipt has.
const MAX_ITEMS: usize = 300;

/// A thing is told in so many lines at most.
const MAX_LINES: usize = 6;
/// What tells of a thing in small letters is no longer.
const MAX_DESCRIPTION: usize = 120;

/// Which of a thing's lines stands first, where its price has a line of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Its name.
    NameFirst,
    /// Its price.
    PriceFirst,
}

/// A thing with a price, and the line of the price.
pub struct Entry {
    /// The line on the page.
    pub line: usize,
    /// Which of the lines read it is.
    index: usize,
    /// What is said of it.
    pub said: Said,
    /// Whether the price has a cell of its own beside the name.
    beside: bool,
}

impl Entry {
    /// Whether it is a thing without others beside it: its price stands in a cell of its own beside its name, or more is said of it.
    pub fn stands_alone(&self) -> bool {
        let item = &self.said.item;
        self.beside || item.quantity.is_some() || item.size.is_some() || item.article_number.is_some()
    }
}

/// The things from top to bottom.
#[derive(Default)]
pub struct List {
    /// The things.
    pub entries: Vec<Entry>,
    /// What negative lines among them take off, positive.
    pub reduction: Money,
    /// Whether a price had no name.
    nameless: bool,
}

impl List {
    /// Reads lines, each given as the places of its cells.
    pub fn read(page: &Page<'_>, lines: &[Vec<Place>], all: &[Labelled], order: Order, refund: bool) -> Self {
        let mut list = List::default();
        let mut head: Option<Head<'_>> = None;
        // Lines since the last price: about the thing before them, or the one to come.
        let mut pending: Vec<usize> = Vec::new();
        for (index, places) in lines.iter().enumerate() {
            let Some(line) = places.first().map(|at| at.line) else {
                continue;
            };
            if let Some(found) = Head::of(page, places) {
                head = Some(found);
                list.belong_to_last(page, lines, &mut pending);
                continue;
            }
            if parts::is_part(page, places, all) {
                list.belong_to_last(page, lines, &mut pending);
                continue;
            }
            let mut said = read_line(page, places, head.as_ref());
            let Some(price) = said.price() else {
                pending.push(index);
                continue;
            };
            if price.is_negative() && !refund {
                if parts::lowers_the_price(&page.line_words(line)) {
                    list.reduction = list.reduction + price.abs();
                }
                list.belong_to_last(page, lines, &mut pending);
                continue;
            }
            let beside = places.len() > 1 && !said.item.name.is_empty();
            if said.item.name.is_empty() {
                if said.amounts.is_empty() && list.prices_last(index, &said) {
                    continue;
                }
                if order == Order::NameFirst {
                    list.take_attributes(page, lines, &mut pending);
                    downward(page, lines, &mut said, &pending);
                    pending.clear();
                }
            } else if is_remark(places, all) {
                continue;
            }
            list.belong_to_last(page, lines, &mut pending);
            if list.entries.len() < MAX_ITEMS {
                said.item.price = Some(price);
                list.entries.push(Entry {
                    line,
                    index,
                    said,
                    beside,
                });
            }
        }
        list.belong_to_last(page, lines, &mut pending);
        list.nameless = list.entries.iter().any(|entry| entry.said.item.name.is_empty());
        list.entries.retain(|entry| !entry.said.item.name.is_empty());
        list
    }

    /// Lines below a thing tell more of it. One gap ends it, and so does a line of many cells.
    fn belong_to_last(&mut self, page: &Page<'_>, lines: &[Vec<Place>], pending: &mut Vec<usize>) {
        let pending = std::mem::take(pending);
        let Some(entry) = self.entries.last_mut() else { return };
        for (step, index) in pending.into_iter().enumerate() {
            if index != entry.index + step + 1 || step == MAX_LINES || lines[index].len() > 2 {
                break;
            }
            let more = read_line(page, &lines[index], None);
            let item = &mut entry.said.item;
            fill_in(item, &more.item);
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

    /// Lines straight below a thing that are nothing but its size or number are the thing's, though another's lines follow.
    fn take_attributes(&mut self, page: &Page<'_>, lines: &[Vec<Place>], pending: &mut Vec<usize>) {
        let Some(entry) = self.entries.last_mut() else { return };
        let mut taken = 0;
        for (step, index) in pending.iter().enumerate() {
            let more = read_line(page, &lines[*index], None);
            let attribute = more.item.size.is_some() || more.item.article_number.is_some();
            if *index != entry.index + step + 1 || !more.item.name.is_empty() || !attribute {
                break;
            }
            fill_in(&mut entry.said.item, &more.item);
            taken = step + 1;
        }
        pending.drain(..taken);
    }

    /// Whether every thing has got a name from the lines below its price, and one of them more than a name.
    pub fn is_told_from_its_price(&self) -> bool {
        let told = |entry: &Entry| entry.said.item.quantity.is_some() || entry.said.item.size.is_some();
        !self.nameless && self.entries.iter().any(told)
    }

    /// `à 59 kr` below a thing is the price of one of it.
    fn prices_last(&mut self, index: usize, said: &Said) -> bool {
        match self.entries.last_mut() {
            Some(entry) if index <= entry.index + 2 => {
                entry.said.each = entry.said.each.or(said.each);
                fill_in(&mut entry.said.item, &said.item);
                true
            }
            _ => false,
        }
    }
}

/// `Du sparar 20 kr` is named, but no thing.
fn is_remark(places: &[Place], all: &[Labelled]) -> bool {
    all.iter().filter(|l| places.contains(&l.at)).any(|l| {
        let beside = |position| matches!(position, Position::Left | Position::Before);
        l.label
            .as_ref()
            .is_some_and(|x| x.class == Class::NotATotal && beside(x.position))
    })
}

/// What one line says of one thing.
fn read_line(page: &Page<'_>, places: &[Place], head: Option<&Head<'_>>) -> Said {
    let mut said = Said::default();
    for at in places.iter().copied() {
        let masked = Masked::of(page, at);
        let text = page.cell(at).text.as_str();
        match head.and_then(|head| head.column(page.cell(at))) {
            Some(Column::Other) => {}
            Some(Column::Size) if text.chars().count() <= 20 && masked.amounts().is_empty() => {
                said.item.size = Some(text.to_owned());
            }
            None if is_code(text) && said.item.name.is_empty() && places.last() != Some(&at) => {
                said.item.article_number = Some(text.to_owned());
            }
            Some(Column::Article) if text.len() <= 20 => said.item.article_number = Some(text.to_owned()),
            Some(Column::Each) => said.each = masked.amounts().last().copied().or(said.each),
            _ => read_cell(page, at, masked, &mut said),
        }
    }
    if head.is_some_and(Head::prices_one) && said.amounts.is_empty() {
        // The price of the line follows from the quantity.
        let price = said
            .each
            .zip(said.item.quantity)
            .and_then(|(each, quantity)| times(each, quantity));
        said.amounts.extend(price);
    }
    said
}

fn read_cell(page: &Page<'_>, at: Place, masked: Masked, said: &mut Said) {
    if masked.is_bare() {
        said.amounts.extend(masked.amounts());
        return;
    }
    let text = page.cell(at).text.as_str();
    if text.chars().count() > 200 || !page.reads(at).dates.is_empty() {
        return;
    }
    let rest = said.take(masked);
    let letters = rest.chars().filter(|c| c.is_alphabetic()).count();
    let named = letters >= 2
        && said.item.name.is_empty()
        && rest.split(' ').count() <= 14
        && classify(&rest).is_none()
        && !is_no_thing(&rest)
        && crate::currency::at_start(&rest).is_none_or(|(_, length)| length < rest.len());
    if named {
        said.item.name = rest;
    }
}

/// Goods told downwards: lines about a thing, its price in the last of them. Of two names in lines that follow each other the first is the brand's.
fn downward(page: &Page<'_>, lines: &[Vec<Place>], said: &mut Said, pending: &[usize]) {
    let mut names = pending.iter().rev().take(MAX_LINES).filter_map(|index| {
        let more = read_line(page, &lines[*index], None);
        fill_in(&mut said.item, &more.item);
        Some((*index, more.item.name)).filter(|(_, name)| !name.is_empty())
    });
    let Some((below, name)) = names.next() else { return };
    let is_brand = |name: &String| {
        let digits = Words::of(name).folded().contains(|c: char| c.is_ascii_digit());
        name.chars().count() <= 30 && !name.ends_with(['.', '!', '?', ':']) && !digits
    };
    let brand = names
        .next()
        .filter(|(index, brand)| index + 1 == below && is_brand(brand));
    drop(names);
    said.item.name = name;
    said.item.brand = brand.map(|(_, brand)| brand);
}

fn fill_in(item: &mut Item, more: &Item) {
    if item.quantity.is_none() {
        item.quantity = more.quantity;
        item.unit.clone_from(&more.unit);
    }
    item.size = item.size.take().or_else(|| more.size.clone());
    item.article_number = item.article_number.take().or_else(|| more.article_number.clone());
}
