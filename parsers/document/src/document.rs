//! What a reader sees of a mail or a page, in one form for HTML and PDF.
//!
//! A line is what stands at one height, a cell a piece of it that a column gap sets apart.
//! Two relations carry nearly every reading: *left*, the cell before in the line, and
//! *above*, a cell of an earlier line whose horizontal range overlaps.

use parser_model::reading::Stated;
use serde_json::{Map, Value};

/// What a document was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A mail's or a page's markup, or plain text.
    #[default]
    Html,
    /// Words with boxes.
    Pdf,
}

/// A piece of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its text: never empty, blanks single, no control and no zero-width characters.
    pub text: String,
    /// Its left edge, 0 to 1000 of the page's or mail's width.
    pub x0: f32,
    /// Its right edge, 0 to 1000.
    pub x1: f32,
    /// The height of its letters: points in a PDF, 0 in HTML, where it says nothing.
    pub height: f32,
    /// The page, counted from 0.
    pub page: u16,
}

impl Cell {
    /// Whether the two share a column: their horizontal ranges overlap.
    pub fn overlaps(&self, other: &Cell) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1
    }
}

/// Cells at one height, from left to right. Never empty.
pub type Line = Vec<Cell>;

/// A picture that a reader sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Its alternative text.
    pub alt: String,
    /// Its address.
    pub src: String,
}

/// An e-invoice attached to a PDF.
#[derive(Clone, Debug, PartialEq)]
pub struct EInvoice {
    /// The format's name for people, such as `Factur-X` or `UBL invoice`.
    pub format: String,
    /// What it states.
    pub stated: Stated,
}

/// A document, laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What it was made from.
    pub kind: Kind,
    /// Its visible lines, from top to bottom.
    pub lines: Vec<Line>,
    /// The markup's title.
    pub title: String,
    /// The mail's subject.
    pub subject: String,
    /// The sender's display name.
    pub from_name: String,
    /// The sender's address.
    pub from_address: String,
    /// Visible pictures, in order.
    pub images: Vec<Image>,
    /// Hosts that links lead to, in small letters, once a link.
    pub links: Vec<String>,
    /// Text that no reader sees, such as a pre-header.
    pub hidden: String,
    /// E-invoices attached to a PDF.
    pub e_invoices: Vec<EInvoice>,
    /// The objects that JSON-LD and microdata in the markup describe, as JSON.
    pub linked_data: Vec<Map<String, Value>>,
    /// Whether a bound cut it; what was cut is not in it.
    pub truncated: bool,
}

impl Document {
    /// The text of a line, its cells parted by a blank.
    pub fn line_text(line: &Line) -> String {
        let mut text = String::new();
        for cell in line {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&cell.text);
        }
        text
    }

    /// All visible text, a line a line.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Self::line_text).collect();
        lines.join("\n")
    }

    /// Whether the sender's address is at `host` or below it, or a picture's text is `logo`, given in small letters.
    pub fn is_from(&self, host: &str, logo: &str) -> bool {
        let sender = self.from_address.rsplit_once('@').map_or("", |(_, sender)| sender);
        let at_host = sender == host || sender.strip_suffix(host).is_some_and(|head| head.ends_with('.'));
        let is_logo = |alt: &str| alt.to_lowercase().trim_end_matches(" logo") == logo;
        at_host || self.images.iter().any(|image| is_logo(&image.alt))
    }

    /// Whether nothing is visible.
    pub fn is_blank(&self) -> bool {
        self.lines.is_empty()
    }
}
