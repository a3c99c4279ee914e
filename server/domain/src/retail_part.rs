//! The parts of a vendor's mail that are kept.

use std::fmt;

/// The most PDFs of a mail that are kept.
const MAX_PDFS: u8 = 50;
/// Maximum number of pages, and the most e-invoices, of a mail that are kept.
const MAX_FILES: u8 = 10;

/// A part of a vendor's mail that is kept. The order is that of the mail: the text first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RetailPart {
    /// The text that a person sees, as HTML.
    Html,
    /// An attached page, or the text of an attached mail, by its place among these, from 0.
    Page(u8),
    /// An e-invoice in XML by its place among the mail's e-invoices, from 0.
    EInvoice(u8),
    /// A PDF by its place among the mail's PDFs, from 0.
    Pdf(u8),
}

impl RetailPart {
    /// Every part that a mail can have, in order.
    pub fn all() -> impl Iterator<Item = RetailPart> {
        let files = Self::pages().chain(Self::e_invoices()).chain(Self::pdfs());
        std::iter::once(RetailPart::Html).chain(files)
    }

    /// The pages that a mail can have, in order. More than these are not kept.
    pub fn pages() -> impl Iterator<Item = RetailPart> {
        (0..MAX_FILES).map(RetailPart::Page)
    }

    /// The e-invoices that a mail can have, in order. More than these are not kept.
    pub fn e_invoices() -> impl Iterator<Item = RetailPart> {
        (0..MAX_FILES).map(RetailPart::EInvoice)
    }

    /// The PDFs that a mail can have, in order. More than these are not kept.
    pub fn pdfs() -> impl Iterator<Item = RetailPart> {
        (0..MAX_PDFS).map(RetailPart::Pdf)
    }

    /// How a file name ends that has this part: `.html`, `.pdf`, and `_2.pdf` for the second PDF.
    pub(crate) fn ending(self) -> String {
        let numbered = |nth: u8, extension| match nth {
            0 => format!(".{extension}"),
            nth => format!("_{}.{extension}", u16::from(nth) + 1),
        };
        match self {
            RetailPart::Html => numbered(0, "html"),
            // The plain name is the text's.
            RetailPart::Page(nth) => format!("_{}.html", u16::from(nth) + 1),
            RetailPart::EInvoice(nth) => numbered(nth, "xml"),
            RetailPart::Pdf(nth) => numbered(nth, "pdf"),
        }
    }

    /// The part with this number and extension at the end of its file name. Other spellings of the number are read, too.
    pub(crate) fn of_ending(number: Option<&str>, extension: &str) -> Option<Self> {
        let Some(number) = number else {
            return match extension {
                "html" => Some(RetailPart::Html),
                "xml" => Some(RetailPart::EInvoice(0)),
                "pdf" => Some(RetailPart::Pdf(0)),
                _ => None,
            };
        };
        let nth = number.parse::<u8>().ok()?.checked_sub(1)?;
        match extension {
            "html" => (nth < MAX_FILES).then_some(RetailPart::Page(nth)),
            "xml" => (nth < MAX_FILES).then_some(RetailPart::EInvoice(nth)),
            "pdf" => (nth < MAX_PDFS).then_some(RetailPart::Pdf(nth)),
            _ => None,
        }
    }
}

impl fmt::Display for RetailPart {
    /// The name in the ledger: `html`, `page-0`, `xml-0`, `pdf-0`, …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RetailPart::Html => f.write_str("html"),
            RetailPart::Page(nth) => write!(f, "page-{nth}"),
            RetailPart::EInvoice(nth) => write!(f, "xml-{nth}"),
            RetailPart::Pdf(nth) => write!(f, "pdf-{nth}"),
        }
    }
}
