//! The breakdown of a rent: its components with their amounts.

use parser_extract::amounts::Amount;
use parser_extract::page::{Page, Place};
use parser_extract::total::labels::{Class, classify_cell};
use parser_extract::total::{self, Labelled};
use parser_extract::words::Words;
use parser_model::Money;

use crate::components;

/// Components and their amounts, in the order of the page.
#[derive(Debug, Default)]
pub struct Breakdown {
    /// Keys and amounts.
    pub parts: Vec<(&'static str, Money)>,
    /// The total, if labels and amounts are in separate columns and were matched by their order and this sum.
    pub total: Option<Money>,
    /// The amounts of the lines that are added up: none of tax, which they include, and none of zero.
    lines: Vec<Money>,
}

impl Breakdown {
    pub fn read(page: &Page<'_>, total: Option<Money>) -> Self {
        let mut breakdown = Breakdown::default();
        let mut rows = rows(page);
        if rows.is_empty() {
            rows = rows_of_sentence(page);
        }
        if rows.is_empty()
            && let Some((parts, sum)) = rows_of_columns(page, total)
        {
            rows = parts;
            breakdown.total = Some(sum);
        }
        let is_added = |row: &&Row| row.key != components::TAX && row.value != Money::ZERO;
        breakdown.lines = rows.iter().filter(is_added).map(|row| row.value).collect();
        let end = rows.first().map_or(0, |first| end_of_table(page, first.line));
        for row in rows {
            match breakdown.parts.iter_mut().find(|(key, _)| *key == row.key) {
                // Two lines with one key are added up in the table. After the table, a line repeats a component.
                Some((_, sum)) if row.line < end => *sum = *sum + row.value,
                Some(_) => {}
                None => breakdown.parts.push((row.key, row.value)),
            }
        }
        breakdown
    }

    /// Whether a total is only one of several lines: no label calls its amount more than an amount.
    pub fn is_line(&self, page: &Page<'_>, total: Money) -> bool {
        let names_total = |amount: &Labelled| {
            let label = amount.label.as_ref().filter(|_| amount.value == total);
            label.is_some_and(|label| total::is_total(label) && label.class != Class::Amount)
        };
        self.lines.len() > 1 && self.lines.contains(&total) && !total::labelled(page, false).iter().any(names_total)
    }
}

/// A component with its amount, and the line that states it.
#[derive(Clone, Copy, Debug)]
struct Row {
    line: usize,
    key: &'static str,
    value: Money,
}

/// Maximum number of words of a label. Longer texts are sentences.
const MAX_LABEL_WORDS: usize = 9;
/// Maximum number of words after an amount in its cell. More make it a sentence that doesn't charge it.
const MAX_WORDS_AFTER: usize = 3;

/// Rows with a component on the left and an amount on the right.
fn rows(page: &Page<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (line, cells) in page.lines.iter().enumerate() {
        for cell in 0..cells.len() {
            let at = Place { line, cell };
            if let Some(key) = component_at(page, at)
                && let Some(value) = amount_of(page, at)
            {
                rows.push(Row { line, key, value });
            }
        }
    }
    rows
}

/// The component that the label in a cell begins with. `None` for the label of a sum.
fn component_at(page: &Page<'_>, at: Place) -> Option<&'static str> {
    let content = page.content(at);
    let text = page.cell(at).text.as_str();
    let before_amount;
    let (label, words) = match content.amounts.iter().find(|amount| amount.strong) {
        Some(amount) => {
            let label = &text[..amount.start];
            before_amount = Words::of(label);
            (label, &before_amount)
        }
        None => (text, &content.words),
    };
    if words.len() > MAX_LABEL_WORDS {
        return None;
    }
    let component = components::at_start(words)?;
    let is_sum = matches!(
        classify_cell(label, words),
        Some(Class::Grand | Class::Due | Class::Total | Class::Net)
    );
    (!is_sum).then_some(component)
}

/// The last amount in the cell or right of it, up to the next component.
fn amount_of(page: &Page<'_>, at: Place) -> Option<Money> {
    let cells = page.lines[at.line].len();
    // `Påminnelseavgift 60 kr tas ut vid sen betalning. Från den 1 januari är hyran 8 405,00 kr.`
    let text = &page.cell(at).text;
    let sentence = sentence_end(text);
    let ends_it = |amount: &&Amount| {
        let after = text.get(amount.end..sentence);
        amount.strong && after.is_some_and(|after| Words::of(after).len() <= MAX_WORDS_AFTER)
    };
    let own = page
        .content(at)
        .amounts
        .iter()
        .rfind(ends_it)
        .map(|amount| amount.value);
    let mut found = own;
    for cell in at.cell + 1..cells {
        let right = Place { cell, ..at };
        if component_at(page, right).is_some() {
            break;
        }
        let is_amount = |amount: &&Amount| {
            amount.strong || amount.start == 0 && amount.end == page.cell(right).text.len() && !is_year(amount.value)
        };
        if let Some(amount) = page.content(right).amounts.iter().rfind(is_amount) {
            // A bare number after a certain amount is a quantity.
            if amount.strong || found.is_none() {
                found = Some(amount.value);
            }
        }
    }
    found
}

/// Where the first sentence of a text ends, before the capital letter of the next.
fn sentence_end(text: &str) -> usize {
    let mut ends = text.match_indices(". ").map(|(at, _)| at);
    let begins = |at: &usize| text[at + 2..].starts_with(char::is_uppercase);
    ends.find(begins).unwrap_or(text.len())
}

fn is_year(value: Money) -> bool {
    (2000..=2045).any(|year| Money::from_units(year * 10_000) == Ok(value))
}

/// The first line with a sum at or below the first line of the table. The number of lines if there is none.
fn end_of_table(page: &Page<'_>, first: usize) -> usize {
    let is_sum = |line: &usize| {
        let cells = page.document.lines[*line].iter().zip(&page.lines[*line]);
        cells.into_iter().any(|(cell, content)| {
            let class = classify_cell(&cell.text, &content.words);
            content.words.len() <= MAX_LABEL_WORDS && matches!(class, Some(Class::Grand | Class::Due | Class::Total))
        })
    };
    (first..page.lines.len()).find(is_sum).unwrap_or(page.lines.len())
}

/// Components in a sentence: `I beloppet ingår hyra 6 210,00, varmvatten 188,00 och förråd 90,00`.
fn rows_of_sentence(page: &Page<'_>) -> Vec<Row> {
    for at in page.places() {
        let content = page.content(at);
        let text = page.cell(at).text.as_str();
        let mut rows = Vec::new();
        let mut from = 0;
        for amount in content.amounts.iter().filter(|amount| amount.strong) {
            if let Some(key) = components::near_end(&Words::of(&text[from..amount.start])) {
                let value = amount.value;
                rows.push(Row {
                    line: at.line,
                    key,
                    value,
                });
            }
            from = amount.end;
        }
        if rows.len() > 1 {
            return rows;
        }
    }
    Vec::new()
}

/// The most by which the edges of one column differ, in thousandths of the page's width.
const EDGE_TOLERANCE: f32 = 8.0;

/// Labels in one column and amounts in another, on different lines, with the sum of the amounts.
///
/// They are matched by their order, but only if the amounts add up to the labelled or known total. A missing or additional amount,
/// which would shift the others, is detected by that.
fn rows_of_columns(page: &Page<'_>, total: Option<Money>) -> Option<(Vec<Row>, Money)> {
    let mut labels = Vec::new();
    let mut amounts: Vec<(Place, Money)> = Vec::new();
    for at in page.places() {
        let content = page.content(at);
        let text = page.cell(at).text.as_str();
        match content.amounts.as_slice() {
            [] => match component_at(page, at) {
                Some(key) => labels.push((at.line, Some(key))),
                None if !labels.is_empty() && classify_cell(text, &content.words) == Some(Class::Grand) => {
                    labels.push((at.line, None));
                }
                None => {}
            },
            [only] if only.strong && only.start == 0 && only.end == text.len() => amounts.push((at, only.value)),
            _ => {}
        }
    }
    let parts = labels.iter().take_while(|(_, key)| key.is_some()).count();
    let with_sum = parts + usize::from(labels.get(parts).is_some());
    if parts < 2 {
        return None;
    }
    for start in 0..amounts.len() {
        let first = page.cell(amounts[start].0);
        // Amounts of one column have the same left or right edge.
        let in_column = |at: Place| {
            let cell = page.cell(at);
            (cell.x0 - first.x0).abs() < EDGE_TOLERANCE || (cell.x1 - first.x1).abs() < EDGE_TOLERANCE
        };
        let column: Vec<Money> = amounts[start..]
            .iter()
            .filter(|(at, _)| in_column(*at))
            .map(|(_, value)| *value)
            .take(with_sum)
            .collect();
        let sum: Option<Money> = column.get(..parts).map(|values| values.iter().copied().sum());
        let stated = if with_sum > parts {
            column.get(parts).copied()
        } else {
            total
        };
        if let (Some(sum), Some(stated)) = (sum, stated)
            && sum == stated
        {
            let rows = labels[..parts].iter().zip(&column);
            let row =
                |(&(line, key), &value): (&(usize, Option<&'static str>), &Money)| Some(Row { line, key: key?, value });
            return Some((rows.filter_map(row).collect(), sum));
        }
    }
    None
}
