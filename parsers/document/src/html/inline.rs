//! Collects the text of one line. Whitespace collapses as in a browser, and wide gaps separate cells.

use crate::document::MAX_CELL_TEXT;
use crate::text::{cut, is_blank, is_invisible};
use crate::{Cell, Line};

/// The assumed width of preformatted text, in characters.
const PREFORMATTED_WIDTH: f32 = 100.0;
/// Number of consecutive spaces that separate columns.
const COLUMN_GAP: usize = 3;

#[derive(Debug, Default)]
pub struct Inline {
    text: String,
    /// The characters of the text.
    column: usize,
    /// Whether the text has a character that is seen.
    is_visible: bool,
    preformatted: bool,
    /// Whether an inline element began or ended at the end of the text.
    at_element_edge: bool,
}

impl Inline {
    /// Adds text with collapsing whitespace. No-break spaces are kept, because mails separate columns with them.
    pub fn push(&mut self, text: &str) {
        let starts_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
        if std::mem::take(&mut self.at_element_edge) && starts_with_digit && self.text.ends_with(char::is_alphabetic) {
            self.push_char(' ');
        }
        for c in text.chars() {
            if c == '\u{a0}' {
                self.push_char(c);
            } else if is_blank(c) {
                if !self.text.is_empty() && !self.text.ends_with(' ') {
                    self.push_char(' ');
                }
            } else if !is_invisible(c) {
                self.push_char(c);
            }
        }
    }

    /// Marks the beginning or end of an element. `Total<b>38,10</b>` is a label and an amount, which margins separate on the
    /// screen, so a digit after a letter gets a space here.
    pub fn mark_element_edge(&mut self) {
        self.at_element_edge = true;
    }

    /// Adds a decimal comma if superscript text is the cents of the number before it: `349<sup>00</sup>`.
    pub fn add_decimal_comma(&mut self, superscript: &str) {
        let superscript = superscript.trim();
        let is_cents = superscript.len() == 2 && superscript.bytes().all(|b| b.is_ascii_digit());
        if is_cents && self.text.ends_with(|c: char| c.is_ascii_digit()) {
            self.push_char(',');
        }
    }

    /// Adds text whose whitespace is kept. A tab stop is every 8 characters.
    pub fn push_preformatted(&mut self, text: &str) {
        self.preformatted = true;
        for c in text.chars() {
            match c {
                '\t' => {
                    let blanks = (8 - self.column % 8).max(COLUMN_GAP);
                    self.text.extend(std::iter::repeat_n(' ', blanks));
                    self.column += blanks;
                }
                c if is_blank(c) => self.push_char(' '),
                c if !is_invisible(c) => self.push_char(c),
                _ => {}
            }
        }
    }

    fn push_char(&mut self, c: char) {
        self.text.push(c);
        self.column += 1;
        self.is_visible |= !is_blank(c);
    }

    pub fn is_blank(&self) -> bool {
        !self.is_visible
    }

    /// Ends the line and returns its cells. `None` if it is empty or a quoted line of plain text.
    pub fn finish_line(&mut self) -> Option<Line> {
        let text = std::mem::take(&mut self.text);
        (self.column, self.is_visible) = (0, false);
        let preformatted = std::mem::take(&mut self.preformatted);
        // Lines that begin with `>` quote another mail.
        if preformatted && text.trim_start().starts_with('>') {
            return None;
        }
        let text = text.trim_end();
        let width = if preformatted {
            PREFORMATTED_WIDTH
        } else {
            float(text.chars().count()).max(1.0)
        };
        let mut line = Line::new();
        let (mut column, mut start, mut cell, mut gap) = (0_usize, 0_usize, String::new(), 0_usize);
        let mut no_break = 0_usize;
        for c in text.chars() {
            if is_blank(c) {
                gap += 1;
                no_break += usize::from(c == '\u{a0}');
            } else {
                let is_column_gap = gap >= COLUMN_GAP && (preformatted || no_break > 1);
                if is_column_gap {
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

pub(super) fn float(n: usize) -> f32 {
    f32::from(u16::try_from(n).unwrap_or(u16::MAX))
}

fn finish_cell(line: &mut Line, cell: &mut String, start: usize, end: usize, width: f32) {
    let text = std::mem::take(cell);
    if text.is_empty() {
        return;
    }
    line.push(Cell {
        text: cut(&text, MAX_CELL_TEXT).trim_end().to_owned(),
        x0: (float(start) / width).min(0.99),
        x1: (float(end) / width).min(1.0),
        ..Cell::default()
    });
}
