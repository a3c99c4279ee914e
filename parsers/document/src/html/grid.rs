//! Merges the lines of boxes that are side by side, such as the cells of a table row.

use super::inline::float;
use crate::steps::{self, Counted};
use crate::{Cell, Line};

/// Maximum number of columns of a table. Cells after them share the last one.
const MAX_COLUMNS: usize = 1_000;

/// The lines of one box. Their horizontal positions are relative to the box, from 0 to 1.
pub type Lines = Vec<Line>;

#[derive(Debug, Default)]
pub struct GridCell {
    pub lines: Lines,
    pub columns: usize,
    pub rows: usize,
}

pub fn table(rows: Vec<Vec<GridCell>>) -> Lines {
    let placed = assign_columns(rows);
    let columns = placed
        .iter()
        .flatten()
        .map(|(column, cell)| column + cell.columns)
        .max()
        .unwrap_or(1);
    let non_empty = |row: &Vec<(usize, GridCell)>| row.iter().filter(|(_, cell)| !cell.lines.is_empty()).count();
    // A table with one cell in each row only lays out the page, and its cells keep the full width.
    let has_columns = placed.iter().any(|row| non_empty(row) > 1);
    let mut lines = Lines::new();
    for row in placed {
        let cells: Vec<(f32, f32, Lines)> = row
            .into_iter()
            .filter(|(_, cell)| !cell.lines.is_empty())
            .map(|(column, cell)| {
                (
                    ratio(column, columns),
                    ratio(column + cell.columns, columns),
                    cell.lines,
                )
            })
            .collect();
        lines.extend(merge(cells, has_columns));
    }
    lines
}

/// The first column of each cell. A cell of an earlier row that spans several rows occupies its columns.
fn assign_columns(rows: Vec<Vec<GridCell>>) -> Vec<Vec<(usize, GridCell)>> {
    // For each column, how many of the next rows are occupied.
    let mut occupied: Vec<usize> = Vec::new();
    let mut placed = Vec::with_capacity(rows.len());
    for row in rows {
        if !steps::spend(occupied.len() + row.len()) {
            break;
        }
        let mut free: Vec<bool> = occupied.iter().map(|rows| *rows == 0).collect();
        for rows in &mut occupied {
            *rows = rows.saturating_sub(1);
        }
        let mut column = 0;
        let mut cells = Vec::with_capacity(row.len());
        for cell in row {
            while free.get(column) == Some(&false) {
                column += 1;
            }
            let end = (column + cell.columns).min(MAX_COLUMNS);
            column = column.min(end);
            if occupied.len() < end {
                occupied.resize(end, 0);
                free.resize(end, true);
            }
            if cell.rows > 1 {
                occupied[column..end].fill(cell.rows - 1);
            }
            cells.push((column, cell));
            column = end;
        }
        placed.push(cells);
    }
    placed
}

/// The lines of boxes side by side, all of the same width.
pub fn row(boxes: Vec<Lines>) -> Lines {
    let count = boxes.len().max(1);
    let cells = boxes
        .into_iter()
        .enumerate()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(index, lines)| (ratio(index, count), ratio(index + 1, count), lines))
        .collect();
    merge(cells, true)
}

fn ratio(part: usize, whole: usize) -> f32 {
    (float(part) / float(whole)).min(1.0)
}

/// Merges the lines of cells, each given with its left and right edge.
///
/// The first lines of all cells become one line, then the second lines, and so on. Tall cells of different heights are not
/// rows of data but columns of a page, so their lines follow one another.
fn merge(cells: Vec<(f32, f32, Lines)>, has_columns: bool) -> Lines {
    let heights: Vec<usize> = cells.iter().map(|(_, _, lines)| lines.len()).collect();
    let tallest = heights.iter().copied().max().unwrap_or(0);
    let tall = heights.iter().filter(|h| **h > 1).count();
    let equally_tall = heights.iter().all(|h| *h == tallest) && tallest <= 30;
    let is_data = (tall <= 1 && tallest <= 8) || equally_tall || tallest <= 4;
    let is_single = cells.len() == 1;
    let mut scaled = cells.into_iter().map(|(x0, x1, lines)| {
        if is_single && !has_columns {
            lines
        } else {
            scale(lines, x0, x1)
        }
    });
    if is_single || !is_data {
        return scaled.flatten().collect();
    }
    let mut merged = scaled.next().unwrap_or_default();
    merged.resize_with(tallest, Line::new);
    for lines in scaled {
        for (line, more) in merged.iter_mut().zip(lines) {
            line.extend(more);
        }
    }
    merged.retain(|line| !line.is_empty());
    merged
}

/// Moves positions relative to a cell to the range from `x0` to `x1` of the box around it.
fn scale(mut lines: Lines, x0: f32, x1: f32) -> Lines {
    for cell in lines.iter_mut().flatten().counted() {
        let Cell {
            x0: left, x1: right, ..
        } = cell;
        *left = x0 + *left * (x1 - x0);
        *right = x0 + *right * (x1 - x0);
    }
    lines
}
