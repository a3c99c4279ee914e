//! The visible content of a mail or a PDF, in one form for both.
//!
//! A document is a list of lines. A line is the text at one height, split into cells at each gap between
//! columns. Extraction mostly looks at the cell to the *left*, which is the one before in the line, and at the cells
//! *above*, which are in earlier lines and overlap horizontally.

use parser_model::Limit;
use parser_model::reading::Stated;
use serde_json::{Map, Value};

use crate::steps;

/// The source of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// HTML or plain text.
    #[default]
    Html,
    /// A PDF, or an e-invoice.
    Pdf,
}

/// A part of a line, such as one cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its text. Never empty; single spaces only, no control characters and no zero-width characters.
    pub text: String,
    /// Its left edge, in thousandths of the width of the page or mail.
    pub x0: f32,
    /// Its right edge, in the same unit.
    pub x1: f32,
    /// The font size in points in a PDF, 0 in HTML.
    pub height: f32,
    /// The index of its page, from 0. Always 0 in HTML.
    pub page: u16,
}

impl Cell {
    /// Whether the horizontal ranges overlap, so that both cells can be in one column.
    pub fn overlaps(&self, other: &Cell) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1
    }
}

/// The cells at one height, from left to right. Never empty.
pub type Line = Vec<Cell>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    pub alt: String,
}

/// An e-invoice, alone or attached to a PDF.
#[derive(Clone, Debug, PartialEq)]
pub struct EInvoice {
    /// The name of the format, such as `Factur-X` or `UBL invoice`.
    pub format: String,
    pub stated: Stated,
}

/// A document after layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub kind: Kind,
    /// The visible lines, from top to bottom.
    pub lines: Vec<Line>,
    /// The content of the HTML `<title>`.
    pub title: String,
    pub subject: String,
    /// The sender's display name.
    pub from_name: String,
    pub from_address: String,
    /// The visible images, in order.
    pub images: Vec<Image>,
    /// The host of each link, in lower case. A host is repeated if several links lead to it.
    pub links: Vec<String>,
    /// Invisible text, such as a preheader.
    pub hidden: String,
    /// The e-invoice that it is, or those attached to a PDF.
    pub e_invoices: Vec<EInvoice>,
    /// The objects that JSON-LD and microdata in the HTML describe, as JSON-LD.
    pub linked_data: Vec<Map<String, Value>>,
    /// The limit that it exceeds. What came after it is missing.
    pub over_limit: Option<Limit>,
}

/// Maximum number of lines. No receipt or invoice that we know has 500.
const MAX_LINES: usize = 3_000;
/// Maximum number of cells per line.
const MAX_CELLS_OF_LINE: usize = 100;
const MAX_CELLS: usize = 6_000;
/// Maximum number of bytes of text in one cell.
pub(crate) const MAX_CELL_TEXT: usize = 4_000;
/// Maximum number of bytes of text.
pub(crate) const MAX_TEXT: usize = 300_000;

impl Document {
    /// Leaves out what is more than in any receipt, so that what compares two cells or two lines stays bounded.
    pub(crate) fn limit(&mut self) {
        let (mut bytes, mut cells) = (0, 0);
        for (number, line) in self.lines.iter().enumerate() {
            bytes += line.iter().map(|cell| cell.text.len()).sum::<usize>();
            cells += line.len();
            let limit = if number >= MAX_LINES {
                Limit::Lines
            } else if line.len() > MAX_CELLS_OF_LINE {
                Limit::Columns
            } else if cells > MAX_CELLS {
                Limit::Cells
            } else if bytes > MAX_TEXT {
                Limit::Text
            } else if line.iter().any(|cell| cell.text.len() > MAX_CELL_TEXT) {
                Limit::CellText
            } else {
                continue;
            };
            self.over_limit = self.over_limit.or(Some(limit));
            self.lines.truncate(number);
            break;
        }
    }

    /// The text of a line, with a space between two cells.
    pub fn line_text(line: &Line) -> String {
        let mut text = String::new();
        for cell in line {
            if !text.is_empty() {
                text.push(' ');
            }
            steps::spend(cell.text.len());
            text.push_str(&cell.text);
        }
        text
    }

    /// All visible text, with a line break between two lines.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Self::line_text).collect();
        lines.join("\n")
    }

    /// Whether the sender's address is at `host`, given in lower case, or at a sub-domain of it.
    pub fn is_sent_from(&self, host: &str) -> bool {
        let sender = self.from_address.rsplit_once('@').map_or("", |(_, sender)| sender);
        !host.is_empty() && (sender == host || sender.strip_suffix(host).is_some_and(|head| head.ends_with('.')))
    }

    /// Whether an image has the alternative text `logo`, given in lower case; with or without ` logo` after it.
    pub fn has_logo(&self, logo: &str) -> bool {
        let is_logo = |alt: &str| alt.to_lowercase().trim_end_matches(" logo") == logo;
        self.images.iter().any(|image| is_logo(&image.alt))
    }

    /// Whether it has no visible text.
    pub fn is_blank(&self) -> bool {
        self.lines.is_empty()
    }
}
