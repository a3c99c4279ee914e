//! The header row of a table in a PDF: heads by their positions, in one to three lines.

use super::columns::{Column, HEADS};
use crate::currency;
use crate::page::{Page, Place};
use crate::phrases::Items;
use crate::words::Words;
use parser_document::{Cell, steps};

/// Maximum number of lines below the first that a header row has.
const MAX_MORE_LINES: usize = 2;
/// A longer text isn't a head.
const MAX_HEAD: usize = 60;
/// A cell belongs to a head beside it, with no head above it, up to this distance in thousandths of the page's width.
const MAX_DISTANCE: f32 = 40.0;

/// A head. The column of words that the vocabulary does not have is unknown.
#[derive(Clone, Debug)]
struct Head {
    x0: f32,
    x1: f32,
    text: String,
    column: Option<Column>,
}

/// A header row.
#[derive(Debug)]
pub(super) struct Heads {
    heads: Vec<Head>,
    /// How many lines it has.
    pub lines: usize,
}

impl Heads {
    /// The header row that begins with a line. If a part of its lines has as many known heads, that is the header row.
    pub fn at(page: &Page<'_>, line: usize) -> Option<Self> {
        let count = |line: usize| page.lines.get(line).map_or(0, Vec::len);
        if count(line).max(count(line + 1)) < 2 || !(line..=line + MAX_MORE_LINES).any(|line| names_values(page, line))
        {
            return None;
        }
        let own = Self::beginning_with(page, line)?;
        let below = || Self::beginning_with(page, line + 1);
        let is_whole = own.lines == 1 || below().is_none_or(|below| known(&below.heads) < known(&own.heads));
        is_whole.then_some(own)
    }

    fn beginning_with(page: &Page<'_>, line: usize) -> Option<Self> {
        let mut heads = Vec::new();
        let mut best: Option<Heads> = None;
        for lines in 1..=1 + MAX_MORE_LINES {
            let Some(more) = heads_of(page, line + lines - 1).filter(|_| is_same_page(page, line, line + lines - 1))
            else {
                break;
            };
            let (stacked, goes_on) = stack(heads, more);
            heads = stacked;
            let Some(found) = columns(&heads) else { continue };
            let is_better = best.as_ref().is_none_or(|best| {
                let (count, before) = (known(&found), known(&best.heads));
                count > before || count == before && goes_on
            });
            if is_better {
                best = Some(Heads { heads: found, lines });
            }
        }
        best
    }

    /// The index of the head over the most of a part of a line, or of the one beside it.
    pub fn nearest(&self, x0: f32, x1: f32) -> Option<usize> {
        steps::spend(self.heads.len());
        let overlap = |head: &Head| head.x1.min(x1) - head.x0.max(x0);
        let all = self.heads.iter().enumerate();
        let (index, head) = all.max_by(|(_, one), (_, other)| overlap(one).total_cmp(&overlap(other)))?;
        (overlap(head) > -MAX_DISTANCE).then_some(index)
    }

    /// Whether a cell is left of all quantities and prices. The head of the names can be in the middle of its column.
    pub fn may_be_name(&self, cell: &Cell) -> bool {
        let is_value = |head: &&Head| matches!(head.column, Some(Column::Quantity | Column::UnitPrice | Column::Sum));
        self.heads.iter().filter(is_value).all(|head| cell.x1 < head.x0)
    }

    /// Whether a cell is below more than one head.
    pub fn are_several_over(&self, cell: &Cell) -> bool {
        let mut over = self.heads.iter().filter(|head| head.x0 < cell.x1 && cell.x0 < head.x1);
        over.nth(1).is_some()
    }

    pub fn column(&self, index: usize) -> Option<Column> {
        self.heads[index].column
    }

    pub fn has(&self, column: Column) -> bool {
        self.heads.iter().any(|head| head.column == Some(column))
    }
}

/// Whether words of a line head a column of quantities or prices. The words were searched before, so this is quick.
fn names_values(page: &Page<'_>, line: usize) -> bool {
    let heads = [&Items::QuantityColumn, &Items::UnitPriceColumn, &Items::SumColumn];
    let names = |words: &Words| heads.iter().any(|phrases| phrases.contains(words));
    let cells = page.lines.get(line).map_or(&[][..], Vec::as_slice);
    cells.iter().any(|cell| names(&cell.words))
}

fn is_same_page(page: &Page<'_>, one: usize, other: usize) -> bool {
    let index = |line: usize| page.document.lines.get(line)?.first().map(|cell| cell.page);
    index(one) == index(other)
}

/// The heads that a line may be. `None` if it has an amount, a date, a long text or a rule of signs.
fn heads_of(page: &Page<'_>, line: usize) -> Option<Vec<Head>> {
    let cells = page.document.lines.get(line)?;
    let mut heads = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let content = page.content(Place { line, cell: index });
        let is_value = content.has_money() || !content.dates.is_empty();
        let is_in_word = |c: char| c.is_alphanumeric() || c == '#' || c == '%';
        let is_rule = !cell.text.contains(is_in_word);
        if is_value || is_rule || cell.text.chars().count() > MAX_HEAD {
            return None;
        }
        heads.extend(split(cell));
    }
    Some(heads)
}

/// The heads in a cell. Close columns can have their heads in one cell: `Qty Unit price Amount`.
fn split(cell: &Cell) -> Vec<Head> {
    let whole = Head {
        x0: cell.x0,
        x1: cell.x1,
        text: cell.text.clone(),
        column: column_of(&cell.text),
    };
    if whole.column.is_some() {
        return vec![whole];
    }
    let words = Words::of(&cell.text);
    let mut starts: Vec<(usize, Column)> = Vec::new();
    let (mut at, mut is_after_other) = (0, false);
    while at < words.len() {
        let phrase = HEADS
            .iter()
            .filter_map(|(column, phrases)| Some((phrases.find_at(&words, at)?.end, *column)))
            .max_by_key(|(end, _)| *end);
        if let Some((end, column)) = phrase {
            let is_same = starts.last().is_some_and(|(_, last)| *last == column);
            // `Amount excl. VAT`
            if !is_same && (!is_after_other || column != Column::Other) {
                starts.push((at, column));
            }
            at = end;
        } else {
            at += 1;
        }
        is_after_other = phrase.is_none() && !starts.is_empty();
    }
    if starts.len() < 2 {
        let column = starts.first().map(|(_, column)| *column);
        return vec![Head { column, ..whole }];
    }
    starts[0].0 = 0;
    let x = |byte: usize| position(cell, byte);
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([words.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|((start, column), end)| {
            let (from, to) = (words.span(*start).0, words.span(end - 1).1);
            Head {
                x0: x(from),
                x1: x(to),
                text: cell.text[from..to].to_owned(),
                column: Some(*column),
            }
        })
        .collect()
}

/// About where a character of a cell is, as if all were of the same width.
#[allow(clippy::cast_precision_loss, reason = "a cell has fewer than 4,000 characters")]
pub(super) fn position(cell: &Cell, byte: usize) -> f32 {
    let share = cell.text[..byte].chars().count() as f32 / cell.text.chars().count().max(1) as f32;
    cell.x0 + (cell.x1 - cell.x0) * share
}

/// The column that a text heads, without what is in brackets: `Unit price (EUR)`. A currency heads the prices of lines.
fn column_of(text: &str) -> Option<Column> {
    let text = match text.split_once('(') {
        Some((before, within)) if !before.trim().is_empty() => match within.split_once(')') {
            Some((_, after)) => format!("{before}{after}"),
            None => before.to_owned(),
        },
        _ => text.to_owned(),
    };
    let words = Words::of(&text);
    let known = HEADS.iter().find(|(_, phrases)| phrases.matches_all(&words));
    let is_currency = || currency::at_start(&text).is_some_and(|(_, length)| length == text.len());
    known
        .map(|(column, _)| *column)
        .or_else(|| is_currency().then_some(Column::Sum))
}

/// Heads with the words of the next line, each below the one that it continues, and whether the vocabulary has each of them whole.
fn stack(heads: Vec<Head>, more: Vec<Head>) -> (Vec<Head>, bool) {
    let mut stacked = heads;
    let mut goes_on = true;
    for head in more {
        steps::spend(stacked.len());
        let above = stacked
            .iter_mut()
            .rfind(|above| above.x0 < head.x1 && head.x0 < above.x1);
        match above {
            Some(above) => {
                let text = format!("{} {}", above.text, head.text);
                let whole = column_of(&text);
                goes_on &= whole.is_some();
                above.column = whole.or(above.column).or(head.column);
                above.text = text;
                above.x0 = above.x0.min(head.x0);
                above.x1 = above.x1.max(head.x1);
            }
            None => {
                goes_on = false;
                stacked.push(head);
            }
        }
    }
    stacked.sort_by(|one, other| one.x0.total_cmp(&other.x0));
    (stacked, goes_on)
}

fn known(heads: &[Head]) -> usize {
    heads.iter().filter(|head| head.column.is_some()).count()
}

/// The heads with their columns, if they are those of items: names, and prices or quantities.
fn columns(heads: &[Head]) -> Option<Vec<Head>> {
    let mut heads = heads.to_vec();
    let has = |heads: &[Head], column: Column| heads.iter().any(|head| head.column == Some(column));
    // `Price` without a sum beside it may be that of the line.
    if !has(&heads, Column::Sum)
        && let Some(price) = heads
            .iter_mut()
            .rfind(|head| head.column == Some(Column::UnitPrice) && super::columns::is_sum(&head.text))
    {
        price.column = Some(Column::Sum);
    }
    // `Price` beside a sum is the price of one.
    if !has(&heads, Column::UnitPrice) {
        let mut sums = heads.iter_mut().filter(|head| head.column == Some(Column::Sum));
        if let (Some(first), Some(_)) = (sums.next(), sums.next()) {
            first.column = Some(Column::UnitPrice);
        }
    }
    let counts = has(&heads, Column::Quantity) && (has(&heads, Column::Sum) || has(&heads, Column::UnitPrice))
        || has(&heads, Column::Sum) && has(&heads, Column::UnitPrice);
    if !has(&heads, Column::Name) && counts {
        // Words that the vocabulary does not have, before any price or quantity, head the names.
        let is_before = |head: &&mut Head| matches!(head.column, None | Some(Column::Other | Column::ArticleNumber));
        let mut first = heads.iter_mut().take_while(is_before);
        if let Some(first) = first.find(|head| head.column.is_none()) {
            first.column = Some(Column::Name);
        }
    }
    let is_table = has(&heads, Column::Name) && (counts || has(&heads, Column::Sum));
    is_table.then_some(heads)
}
