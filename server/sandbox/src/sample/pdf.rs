//! A PDF of one page with positioned text.

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

/// A4 in points.
const WIDTH: i64 = 595;
const HEIGHT: i64 = 842;

/// The font of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Font {
    Regular,
    Bold,
}

/// A page. Positions are in points from the lower left corner.
#[derive(Default)]
pub(super) struct Page {
    operations: Vec<Operation>,
}

impl Page {
    /// Text that starts at `x`.
    pub(super) fn text(&mut self, font: Font, size: u16, x: f32, y: f32, text: &str) {
        let name = if font == Font::Bold { "F2" } else { "F1" };
        self.operations.extend([
            Operation::new("BT", vec![]),
            Operation::new("Tf", vec![name.into(), i64::from(size).into()]),
            Operation::new("Td", vec![x.into(), y.into()]),
            Operation::new("Tj", vec![Object::string_literal(win_ansi(text))]),
            Operation::new("ET", vec![]),
        ]);
    }

    /// An amount that ends at `right`.
    pub(super) fn amount(&mut self, font: Font, size: u16, right: f32, y: f32, text: &str) {
        let thousandths: u16 = text.chars().map(width).sum();
        let width = f32::from(thousandths) * f32::from(size) / 1000.0;
        self.text(font, size, right - width, y, text);
    }

    /// A thin line across the page.
    pub(super) fn rule(&mut self, y: f32) {
        self.operations.extend([
            Operation::new("w", vec![0.5.into()]),
            Operation::new("m", vec![50.into(), y.into()]),
            Operation::new("l", vec![545.into(), y.into()]),
            Operation::new("S", vec![]),
        ]);
    }

    /// The page as a PDF document.
    pub(super) fn into_pdf(self) -> Vec<u8> {
        let mut pdf = Document::with_version("1.5");
        let pages = pdf.new_object_id();
        let fonts = dictionary! {
            "F1" => pdf.add_object(font("Helvetica")),
            "F2" => pdf.add_object(font("Helvetica-Bold")),
        };
        let content = Content {
            operations: self.operations,
        };
        let content = content.encode().expect("texts and numbers can be encoded");
        let content = pdf.add_object(Stream::new(Dictionary::new(), content));
        let page = pdf.add_object(dictionary! {
            "Type" => "Page",
            "Parent" => pages,
            "MediaBox" => vec![0.into(), 0.into(), WIDTH.into(), HEIGHT.into()],
            "Resources" => dictionary! { "Font" => fonts },
            "Contents" => content,
        });
        let tree = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
        pdf.objects.insert(pages, tree.into());
        let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        pdf.trailer.set("Root", catalog);
        pdf.compress();
        let mut bytes = Vec::new();
        pdf.save_to(&mut bytes).expect("writing to memory does not fail");
        bytes
    }
}

fn font(name: &str) -> Dictionary {
    dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => name,
        "Encoding" => "WinAnsiEncoding",
    }
}

/// Encodes as Windows-1252. Other characters become a question mark.
fn win_ansi(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match c {
            '–' => 0x96,
            '€' => 0x80,
            c => u8::try_from(u32::from(c)).unwrap_or(b'?'),
        })
        .collect()
}

/// The width of a character of an amount in Helvetica, in thousandths of its size.
fn width(c: char) -> u16 {
    match c {
        ' ' | ',' | '.' => 278,
        '-' | 'r' => 333,
        'k' => 500,
        _ => 556,
    }
}
