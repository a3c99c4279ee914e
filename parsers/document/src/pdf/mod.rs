//! Reads PDFs: the text of the pages with its positions, and embedded e-invoices.
//!
//! The modules build on each other in this order:
//!
//! 1. syntax: `lexer`, `object`, `xref`, `reconstruct` (ISO 32000-1, 7.2 to 7.5);
//! 2. the file: `resolve` follows references, `stream` undoes filters, `encryption` decrypts, `file` puts
//!    them together;
//! 3. content: `pages`, `font`, `font_program`, `content`, which records on a `canvas` what is drawn;
//! 4. text: `layout` makes lines of it, `page_text` does so for all pages, `split_amounts` corrects columns.
//!
//! Reading any bytes ends within the limits of [`budget`] and never panics.

mod attachments;
pub mod budget;
mod canvas;
mod cmap;
mod content;
mod encoding;
mod encryption;
mod file;
mod font;
mod font_program;
mod geometry;
mod inflate;
mod layout;
mod lexer;
mod object;
mod page_text;
mod pages;
mod path;
mod predefined;
mod range_map;
mod reconstruct;
mod resolve;
#[cfg(feature = "testing")]
pub mod sample;
mod split_amounts;
mod standard_widths;
mod state;
mod stream;
mod xref;

use std::panic::{AssertUnwindSafe, catch_unwind};

use parser_model::{Limit, PdfPassword, Reason};

use crate::{Document, Kind, einvoice, steps};
use budget::Budget;
use file::File;

#[derive(Clone, Debug, PartialEq)]
pub struct Pdf {
    pub document: Document,
    pub pages: usize,
    /// Whether the text was recognised in an image by OCR, so that it may contain errors.
    pub is_recognised: bool,
}

/// Reads a PDF. It never panics and stays within the limits of [`budget`].
pub fn read(bytes: &[u8]) -> Result<Pdf, Reason> {
    read_with(bytes, &[])
}

/// The same of a PDF that may need one of these passwords.
pub fn read_with(bytes: &[u8], passwords: &[PdfPassword]) -> Result<Pdf, Reason> {
    bounded(|budget| read_bounded(bytes, budget, passwords))
}

/// The number of pages of a PDF. Their content is not read.
pub fn page_count(bytes: &[u8]) -> Result<usize, Reason> {
    bounded(|budget| Ok(pages::pages(&File::open(bytes, budget, &[])?).len()))
}

/// A panic in the filters and ciphers of `lopdf` means that the file is damaged. Only the budget outlives it, and is dropped.
fn bounded<T>(read: impl FnOnce(&Budget) -> Result<T, Reason>) -> Result<T, Reason> {
    let budget = Budget::default();
    let work = || catch_unwind(AssertUnwindSafe(|| read(&budget)));
    let work = steps::within(budget::STEPS, work);
    if work.is_exceeded {
        budget.exceed(Limit::Work);
    }
    budget.check()?;
    work.value.unwrap_or(Err(Reason::DamagedPdf))
}

fn read_bounded(bytes: &[u8], budget: &Budget, passwords: &[PdfPassword]) -> Result<Pdf, Reason> {
    let file = File::open(bytes, budget, passwords)?;
    let pages = pages::pages(&file);
    budget.check()?;
    let attached = attachments::xml(&file, &pages);
    let text = page_text::read(&file, &pages);
    budget.check()?;
    let mut document = Document {
        kind: Kind::Pdf,
        lines: text.lines,
        links: text.links,
        ..Document::default()
    };
    split_amounts::join(&mut document.lines);
    document.limit();
    document.e_invoices = attached.iter().filter_map(|xml| einvoice::read(xml)).collect();
    if document.e_invoices.is_empty()
        && let Some(refusal) = without_text(&document, text.has_scan)
    {
        return Err(refusal);
    }
    Ok(Pdf {
        document,
        pages: pages.len(),
        is_recognised: text.is_recognised,
    })
}

/// Why a document has no text that can be read, if so.
fn without_text(document: &Document, has_scan: bool) -> Option<Reason> {
    if document.is_blank() {
        return Some(if has_scan { Reason::ScannedPdf } else { Reason::BlankPdf });
    }
    let cells = || document.lines.iter().flatten().map(|cell| cell.text.as_str());
    let count = |is: fn(char) -> bool| cells().flat_map(str::chars).filter(|c| is(*c)).count();
    let unknown = count(|c| c == char::REPLACEMENT_CHARACTER);
    (unknown > count(char::is_alphanumeric)).then_some(Reason::UnknownCharacters)
}
