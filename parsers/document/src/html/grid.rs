//! Boxes beside one another into lines that run across them.

use crate::{Cell, Line};

/// Lines of one box, their horizontal ranges counted from 0 to 1 of the box.
pub type Lines = Vec<Line>;

/// A cell of a table before its table is known.
#[derive(Debug, Default)]
pub struct GridCell {
    /// Its lines.
    pub lines: Lines,
    /// How many columns it covers.
    pub columns: usize,
    /// How many rows it covers.
    pub rows: usize,
}

/// A table's cells into lines.
pub fn table(rows: Vec<Vec<GridCell>>) -> Lines {
    let placed = place(rows);
    let width = placed
        .iter()
        .flatten()
        .map(|(at, cell)| at + cell.columns)
        .max()
        .unwrap_or(1);
    let filled = |row: &Vec<(usize, GridCell)>| row.iter().filter(|(_, cell)| !cell.lines.is_empty()).count();
    let is_data = placed.iter().any(|row| filled(row) > 1);
    let mut lines = Lines::new();
    for row in placed {
        let cells: Vec<(f32, f32, Lines)> = row
            .into_iter()
            .filter(|(_, cell)| !cell.lines.is_empty())
            .map(|(at, cell)| (share(at, width), share(at + cell.columns, width), cell.lines))
            .collect();
        lines.extend(beside(cells, is_data));
    }
    lines
}

/// Finds each cell's first column, minding cells of earlier rows that reach down.
fn place(rows: Vec<Vec<GridCell>>) -> Vec<Vec<(usize, GridCell)>> {
    let mut taken: Vec<usize> = Vec::new();
    let mut placed = Vec::with_capacity(rows.len());
    for row in rows {
        let mut free: Vec<bool> = taken.iter().map(|left| *left == 0).collect();
        for left in &mut taken {
            *left = left.saturating_sub(1);
        }
        let mut at = 0;
        let mut cells = Vec::with_capacity(row.len());
        for cell in row {
            while free.get(at) == Some(&false) {
                at += 1;
            }
            let end = at + cell.columns;
            if taken.len() < end {
                taken.resize(end, 0);
                free.resize(end, true);
            }
            if cell.rows > 1 {
                taken[at..end].fill(cell.rows - 1);
            }
            cells.push((at, cell));
            at = end;
        }
        placed.push(cells);
    }
    placed
}

/// Boxes of equal width beside one another.
pub fn row(boxes: Vec<Lines>) -> Lines {
    let width = boxes.len().max(1);
    let cells = boxes
        .into_iter()
        .enumerate()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(at, lines)| (share(at, width), share(at + 1, width), lines))
        .collect();
    beside(cells, true)
}

fn share(part: usize, whole: usize) -> f32 {
    let small = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    (small(part) / small(whole)).min(1.0)
}

/// Merges boxes side by side where they read across; else one after the other: then they only lay out the page.
fn beside(cells: Vec<(f32, f32, Lines)>, is_data: bool) -> Lines {
    let heights: Vec<usize> = cells.iter().map(|(_, _, lines)| lines.len()).collect();
    let tallest = heights.iter().copied().max().unwrap_or(0);
    let tall = heights.iter().filter(|h| **h > 1).count();
    let equal = heights.iter().all(|h| *h == tallest) && tallest <= 30;
    let across = (tall <= 1 && tallest <= 8) || equal || tallest <= 4;
    let alone = cells.len() == 1;
    let mut scaled = cells.into_iter().map(
        |(x0, x1, lines)| {
            if alone && !is_data { lines } else { scale(lines, x0, x1) }
        },
    );
    if alone || !across {
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

fn scale(mut lines: Lines, x0: f32, x1: f32) -> Lines {
    for cell in lines.iter_mut().flatten() {
        let Cell {
            x0: left, x1: right, ..
        } = cell;
        *left = x0 + *left * (x1 - x0);
        *right = x0 + *right * (x1 - x0);
    }
    lines
}
