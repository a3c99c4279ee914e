//! Text into one line: blanks as a browser shows them, columns where blanks set them apart.

use crate::text::{cut, is_blank, is_invisible};
use crate::{Cell, Line};

/// Longer cells are cut.
const MAX_CELL: usize = 4_000;
/// Preformatted text is taken to be this many characters wide.
const COLUMNS: f32 = 100.0;
/// Blanks in a row that set columns apart.
const GAP: usize = 3;

/// The line that is being written.
#[derive(Debug, Default)]
pub struct Inline {
    text: String,
    preformatted: bool,
    /// An element began or ended here: what follows stands apart for the eye.
    edge: bool,
}

impl Inline {
    /// Adds text whose blanks collapse; no-break spaces stay, since people set columns with them.
    pub fn push(&mut self, text: &str) {
        let first = text.chars().next().is_some_and(|c| c.is_ascii_digit());
        if std::mem::take(&mut self.edge) && first && self.text.ends_with(char::is_alphabetic) {
            self.text.push(' ');
        }
        for c in text.chars() {
            if c == '\u{a0}' {
                self.text.push(c);
            } else if is_blank(c) {
                if !self.text.is_empty() && !self.text.ends_with(' ') {
                    self.text.push(' ');
                }
            } else if !is_invisible(c) {
                self.text.push(c);
            }
        }
    }

    /// An element begins or ends: `Total<b>38,10</b>` is a label and its amount, whatever sets them apart on the screen.
    pub fn edge(&mut self) {
        self.edge = true;
    }

    /// Raised digits after a number are its cents: `349<sup>00</sup>` gets the sign that the eye puts there.
    pub fn begin_cents(&mut self, raised: &str) {
        let raised = raised.trim();
        let cents = raised.len() == 2 && raised.bytes().all(|b| b.is_ascii_digit());
        if cents && self.text.ends_with(|c: char| c.is_ascii_digit()) {
            self.text.push(',');
        }
    }

    /// Adds text whose blanks stand.
    pub fn push_preformatted(&mut self, text: &str) {
        self.preformatted = true;
        for c in text.chars() {
            match c {
                '\t' => {
                    let column = self.text.chars().count();
                    self.text.extend(std::iter::repeat_n(' ', (8 - column % 8).max(GAP)));
                }
                c if is_blank(c) => self.text.push(' '),
                c if !is_invisible(c) => self.text.push(c),
                _ => {}
            }
        }
    }

    /// Whether nothing is written yet.
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(is_blank)
    }

    /// The line, if there is one; the next begins.
    pub fn finish_line(&mut self) -> Option<Line> {
        let text = std::mem::take(&mut self.text);
        let preformatted = std::mem::take(&mut self.preformatted);
        // A mail quoted in an answer is not this mail's word.
        if preformatted && text.trim_start().starts_with('>') {
            return None;
        }
        let text = text.trim_end();
        let width = if preformatted { COLUMNS } else { count(text) };
        let mut line = Line::new();
        let (mut column, mut start, mut cell, mut gap) = (0_usize, 0_usize, String::new(), 0_usize);
        let mut no_break = 0_usize;
        for c in text.chars() {
            if is_blank(c) {
                gap += 1;
                no_break += usize::from(c == '\u{a0}');
            } else {
                let columns = gap >= GAP && (preformatted || no_break > 1);
                if columns {
                    finish_cell(&mut line, &mut cell, start, column - gap, width);
                }
                if cell.is_empty() {
                    start = column;
                } else if gap > 0 {
                    cell.push(' ');
                }
                cell.push(c);
                (gap, no_break) = (0, 0);
            }
            column += 1;
        }
        finish_cell(&mut line, &mut cell, start, column, width);
        if !preformatted && line.len() == 1 {
            (line[0].x0, line[0].x1) = (0.0, 1.0);
        }
        (!line.is_empty()).then_some(line)
    }
}

fn count(text: &str) -> f32 {
    small(text.chars().count()).max(1.0)
}

fn small(n: usize) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX))
}

fn finish_cell(line: &mut Line, cell: &mut String, start: usize, end: usize, width: f32) {
    let text = std::mem::take(cell);
    if text.is_empty() {
        return;
    }
    line.push(Cell {
        text: cut(&text, MAX_CELL).trim_end().to_owned(),
        x0: (small(start) / width).min(0.99),
        x1: (small(end) / width).min(1.0),
        ..Cell::default()
    });
}
