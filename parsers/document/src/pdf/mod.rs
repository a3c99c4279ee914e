//! Reads PDFs: what stands where on the pages, and the e-invoice attached to them.
//!
//! The structure is read with the types, filters and ciphers of `lopdf`, the text is laid out
//! by position. Whatever the bytes are, reading ends within bounds that are counted and not
//! timed ([`budget`]), and never panics.

mod attachments;
pub mod budget;
mod canvas;
mod cipher;
mod cmap;
mod container;
mod content;
mod encoding;
mod file;
mod font;
mod geometry;
mod inflate;
mod layout;
mod lexer;
mod object;
mod ore;
mod page_text;
mod pages;
mod path;
mod ranges;
#[cfg(feature = "testing")]
pub mod sample;
mod scan;
mod standard_widths;
mod state;
mod truetype;
mod xref;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Document, Kind};
use budget::Budget;
use file::File;

/// Why a PDF is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It does not begin as PDFs do.
    #[error("not a PDF")]
    NotAPdf,
    /// It is too damaged to be read.
    #[error("damaged PDF: {0}")]
    Damaged(&'static str),
    /// It is encrypted with a password of its own.
    #[error("the PDF needs a password")]
    NeedsPassword,
    /// It is encrypted, and not with a password.
    #[error("the PDF is encrypted in a way that is not supported")]
    UnsupportedEncryption,
    /// Its pages are pictures.
    #[error("the PDF has no text: a scan or a picture")]
    Scan,
    /// It shows nothing at all.
    #[error("the PDF has no text")]
    Blank,
    /// It passes one of the bounds of [`budget`].
    #[error("the PDF passes a limit: {0}")]
    OverLimit(&'static str),
}

/// A PDF, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Pdf {
    /// What a reader sees, and what an attached e-invoice says.
    pub document: Document,
    /// How many pages it has.
    pub pages: usize,
    /// Whether the text was recognised in a picture and lies invisibly over it: it may be misread.
    pub is_recognised: bool,
    /// Attached XML files, as they are.
    pub attachments: Vec<Vec<u8>>,
}

/// Reads a PDF. Never panics, and never takes more than the bounds of [`budget`] allow.
pub fn read(bytes: &[u8]) -> Result<Pdf, Refusal> {
    // The filters and ciphers are a library's: should one of them panic on odd bytes, that is
    // a damaged file and nothing else. Nothing is shared with it that could be left half-done.
    catch_unwind(AssertUnwindSafe(|| read_bounded(bytes))).unwrap_or(Err(Refusal::Damaged("unreadable data")))
}

/// How many pages a PDF has. This opens the file as [`read`] does and looks at nothing that stands on the pages.
pub fn page_count(bytes: &[u8]) -> Result<usize, Refusal> {
    catch_unwind(AssertUnwindSafe(|| {
        let budget = Budget::new();
        let count = pages::pages(&File::open(bytes, &budget)?).len();
        budget.verdict()?;
        Ok(count)
    }))
    .unwrap_or(Err(Refusal::Damaged("unreadable data")))
}

fn read_bounded(bytes: &[u8]) -> Result<Pdf, Refusal> {
    let budget = Budget::new();
    let file = File::open(bytes, &budget)?;
    let pages = pages::pages(&file);
    budget.verdict()?;
    let attachments = attachments::xml(&file, &pages);
    let text = page_text::read(&file, &pages);
    budget.verdict()?;
    let mut document = Document {
        kind: Kind::Pdf,
        lines: text.lines,
        links: text.links,
        ..Document::default()
    };
    ore::join(&mut document.lines);
    cut(&mut document);
    document.e_invoices = attachments
        .iter()
        .filter_map(|xml| crate::einvoice::read(xml))
        .collect();
    if document.is_blank() && document.e_invoices.is_empty() {
        return Err(if text.has_pictures {
            Refusal::Scan
        } else {
            Refusal::Blank
        });
    }
    Ok(Pdf {
        document,
        pages: pages.len(),
        is_recognised: text.is_recognised,
        attachments,
    })
}

/// Readers look at every pair of lines that may belong together: what no invoice has is left out, and said to be.
fn cut(document: &mut Document) {
    let mut letters = 0;
    let fits = |line: &&crate::Line| {
        letters += line.iter().map(|cell| cell.text.len()).sum::<usize>();
        letters <= budget::LETTERS && line.iter().all(|cell| cell.text.len() <= budget::CELL_LETTERS)
    };
    let kept = document.lines.iter().take(budget::LINES).take_while(fits).count();
    document.truncated = kept < document.lines.len();
    document.lines.truncate(kept);
}
