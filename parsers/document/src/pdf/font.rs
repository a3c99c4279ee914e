//! Fonts: the text and the width of each character code in a shown string.

use std::borrow::Cow;

use lopdf::{Dictionary, Object};

use super::budget::DECODED_BYTES;
use super::cmap::CMap;
use super::encoding::{self, SimpleEncoding};
use super::file::File;
use super::font_program::{FontProgram, Texts};
use super::predefined::UNKNOWN;
use super::range_map::RangeMap;
use super::resolve::{Resolve, Resolved};
use super::standard_widths;

pub struct Font {
    codes: Codes,
    /// Glyph widths at font size 1, by code (simple fonts) or CID (composite fonts).
    widths: RangeMap<f32>,
    default_width: f32,
    /// The height of a line of text at font size 1. It is 1 except in Type 3 fonts, which define their own size.
    pub height: f32,
    to_unicode: Option<CMap>,
}

enum Codes {
    Simple(SimpleEncoding),
    /// Of the length given by a `CMap`, else two bytes each.
    Composite {
        cmap: Option<CMap>,
        /// Whether the codes are UTF-16.
        is_unicode: bool,
        /// Text by CID, from the embedded font program.
        texts: Texts,
    },
}

/// One character code of a string.
pub struct Code<'f> {
    /// Its text: empty if it draws nothing, [`UNKNOWN`] if it draws an unknown character.
    pub text: Cow<'f, str>,
    /// Its width at font size 1.
    pub width: f32,
    /// Whether it is the one-byte code 32, to which word spacing is added.
    pub is_space: bool,
}

impl Code<'_> {
    /// Whether its font says what it draws.
    pub fn is_known(&self) -> bool {
        !matches!(&*self.text, "" | UNKNOWN)
    }
}

impl Font {
    pub fn read(file: &File<'_>, font: &Dictionary) -> Self {
        let subtype = file.get(font, b"Subtype");
        let to_unicode = file
            .get(font, b"ToUnicode")
            .and_then(|map| file.decoded(&map, DECODED_BYTES))
            .map(|bytes| CMap::parse(&bytes, file.budget));
        match subtype.as_ref().and_then(Resolved::name) {
            Some(b"Type0") => Font::composite(file, font, to_unicode),
            subtype => Font::simple(file, font, to_unicode, subtype == Some(b"Type3")),
        }
    }

    fn simple(file: &File<'_>, font: &Dictionary, to_unicode: Option<CMap>, is_type3: bool) -> Self {
        let encoding = encoding::read(file, font);
        // Type 3 fonts define their own glyph space.
        let unit = match file.numbers::<6>(font, b"FontMatrix").filter(|_| is_type3) {
            Some(matrix) => matrix[0].abs(),
            None => 0.001,
        };
        let mut widths = RangeMap::default();
        let first = file.number(font, b"FirstChar").unwrap_or(0.0);
        if let Some(array) = file.get(font, b"Widths") {
            for (code, item) in (as_code(first)..).zip(array.items().iter().take(256)) {
                if let Some(width) = file.resolve(item).and_then(|w| w.as_float().ok()) {
                    widths.insert(code, width * unit);
                }
            }
        }
        let mut default_width = 0.0;
        if widths.is_empty() && !is_type3 {
            let name = file.get(font, b"BaseFont");
            let name = name.as_ref().and_then(Resolved::name).map(String::from_utf8_lossy);
            let standard = standard_widths::similar_to(name.as_deref().unwrap_or_default());
            for code in 0..=u8::MAX {
                let character = encoding.text(code).chars().next().unwrap_or(' ');
                widths.insert(
                    code.into(),
                    f32::from(standard_widths::width(standard, character)) / 1000.0,
                );
            }
        } else if let Some(descriptor) = file.get(font, b"FontDescriptor")
            && let Some(descriptor) = descriptor.dict()
        {
            default_width = file.number(descriptor, b"MissingWidth").unwrap_or(0.0) * unit;
        }
        widths.sort();
        Font {
            codes: Codes::Simple(encoding),
            widths,
            default_width,
            height: if is_type3 { type3_height(file, font) } else { 1.0 },
            to_unicode,
        }
    }

    fn composite(file: &File<'_>, font: &Dictionary, to_unicode: Option<CMap>) -> Self {
        let encoding = file.get(font, b"Encoding");
        let name = encoding.as_ref().and_then(Resolved::name).unwrap_or_default();
        let is_unicode = name.windows(4).any(|w| w == b"UCS2") || name.windows(5).any(|w| w == b"UTF16");
        let cmap = encoding
            .as_ref()
            .and_then(|e| file.decoded(e, DECODED_BYTES))
            .map(|bytes| CMap::parse(&bytes, file.budget));
        let cmap_is_embedded = cmap.is_some();
        let mut composite = Font {
            codes: Codes::Composite {
                cmap,
                is_unicode,
                texts: Texts::new(),
            },
            widths: RangeMap::default(),
            default_width: 1.0,
            height: 1.0,
            to_unicode,
        };
        let descendants = file.get(font, b"DescendantFonts");
        let descendant = descendants.as_deref().and_then(|d| match d {
            Object::Array(fonts) => file.resolve(fonts.first()?),
            _ => file.get(font, b"DescendantFonts"),
        });
        if let Some(descendant) = descendant
            && let Some(descendant) = descendant.dict()
        {
            composite.default_width = file.number(descendant, b"DW").unwrap_or(1000.0) / 1000.0;
            composite.read_cid_widths(file, descendant);
            composite.widths.sort();
            // The CIDs of other predefined encodings are those of a character collection, which is not known here.
            let is_known = cmap_is_embedded || name.starts_with(b"Identity");
            if composite.to_unicode.is_none()
                && is_known
                && let Codes::Composite { texts, .. } = &mut composite.codes
                && let Some(program) = FontProgram::embedded(file, descendant)
            {
                *texts = program.texts_by_cid(file, descendant);
            }
        }
        composite
    }

    /// Reads the `W` array: any number of `first [w w w]` and `first last w`.
    fn read_cid_widths(&mut self, file: &File<'_>, descendant: &Dictionary) {
        let Some(array) = file.get(descendant, b"W") else {
            return;
        };
        let items = array.items();
        let number = |index: usize| file.resolve(items.get(index)?)?.as_float().ok();
        let mut at = 0;
        while let Some(first) = number(at).map(as_code) {
            let Some(second) = items.get(at + 1).and_then(|item| file.resolve(item)) else {
                return;
            };
            if let Object::Array(widths) = &*second {
                for (cid, width) in (first..).zip(widths).take_while(|_| file.budget.spend(64)) {
                    if let Some(width) = file.resolve(width).and_then(|w| w.as_float().ok()) {
                        self.widths.insert(cid, width / 1000.0);
                    }
                }
                at += 2;
            } else {
                let last = second.as_float().map_or(first, as_code);
                let width = number(at + 2).unwrap_or(0.0) / 1000.0;
                if !file.budget.count_mapped_code() {
                    break;
                }
                self.widths.insert_range(first, last, width);
                at += 3;
            }
        }
    }

    /// Takes the first code off a string.
    pub fn next_code<'f>(&'f self, bytes: &mut &[u8]) -> Option<Code<'f>> {
        let (&first, rest) = bytes.split_first()?;
        let to_unicode = |code: u32| self.to_unicode.as_ref().and_then(|map| map.text(code));
        match &self.codes {
            Codes::Simple(encoding) => {
                *bytes = rest;
                let code = u32::from(first);
                Some(Code {
                    text: to_unicode(code).unwrap_or_else(|| Cow::Borrowed(encoding.text(first))),
                    width: self.width(code),
                    is_space: first == b' ',
                })
            }
            Codes::Composite {
                cmap,
                is_unicode,
                texts,
            } => {
                let (code, length) = match cmap.as_ref().filter(|cmap| cmap.has_codespaces()) {
                    Some(cmap) => cmap.next_code(bytes),
                    None => (bytes.iter().take(2).fold(0, |code, &b| code << 8 | u32::from(b)), 2),
                };
                *bytes = &bytes[length.min(bytes.len())..];
                let cid = cmap.as_ref().and_then(|cmap| cmap.cid(code)).unwrap_or(code);
                let owned = |c: char| Cow::Owned(c.to_string());
                let text = match to_unicode(code) {
                    Some(text) => text,
                    None if *is_unicode => char::from_u32(code).map(owned).unwrap_or_default(),
                    None if self.to_unicode.is_some() || cid == 0 => Cow::default(),
                    None => texts.get(&cid).map_or(UNKNOWN, String::as_str).into(),
                };
                Some(Code {
                    text,
                    width: self.width(cid),
                    is_space: length == 1 && first == b' ',
                })
            }
        }
    }

    fn width(&self, code: u32) -> f32 {
        let width = self.widths.get(code).map_or(self.default_width, |(width, _)| *width);
        let limit = 4.0 * self.height;
        if width.is_finite() {
            width.clamp(-limit, limit)
        } else {
            0.0
        }
    }
}

/// The height of the box around all glyphs of a Type 3 font, at font size 1. Fonts without a box have the usual size.
fn type3_height(file: &File<'_>, font: &Dictionary) -> f32 {
    let matrix = file.numbers::<6>(font, b"FontMatrix").unwrap_or_default();
    let [_, bottom, _, top] = file.numbers::<4>(font, b"FontBBox").unwrap_or_default();
    let height = ((top - bottom) * matrix[3]).abs();
    if (1e-3..1e5).contains(&height) { height } else { 1.0 }
}

/// A number as a code. Numbers that are not codes become 0.
fn as_code(number: f32) -> u32 {
    if (0.0..=65_535.0).contains(&number) {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the range is checked"
        )]
        return number as u32;
    }
    0
}
