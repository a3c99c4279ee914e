//! Fonts: which text the codes of a string stand for, and how wide each is.

use std::borrow::Cow;
use std::collections::HashMap;

use lopdf::{Dictionary, Object};

use super::budget::DECODED_BYTES;
use super::cmap::CMap;
use super::encoding::{self, Texts};
use super::file::{File, Held};
use super::ranges::Ranges;
use super::standard_widths::Standard;
use super::truetype;

/// A font.
pub struct Font {
    codes: Codes,
    /// Widths as a part of the letter height, by code or glyph.
    widths: Ranges<f32>,
    default_width: f32,
    to_unicode: Option<CMap>,
}

enum Codes {
    /// One byte each.
    Simple(Texts),
    /// As a map says, or two bytes each.
    Composite {
        encoding: Option<CMap>,
        /// The codes are UTF-16.
        unicode: bool,
        /// What the glyphs of an embedded font stand for.
        letters: HashMap<u32, char>,
    },
}

/// One code of a string.
pub struct Shown<'f> {
    /// Its text; empty where nobody knows.
    pub text: Cow<'f, str>,
    /// Its width as a part of the letter height.
    pub width: f32,
    /// Whether it is the one-byte code 32, which word spacing widens.
    pub is_blank_code: bool,
}

impl Font {
    /// Reads a font.
    pub fn read(file: &File<'_>, font: &Dictionary) -> Self {
        let kind = file.get(font, b"Subtype");
        let to_unicode = file
            .get(font, b"ToUnicode")
            .and_then(|map| file.decoded(&map, DECODED_BYTES))
            .map(|bytes| CMap::parse(&bytes, file.budget));
        match kind.as_ref().and_then(Held::name) {
            Some(b"Type0") => Font::composite(file, font, to_unicode),
            kind => Font::simple(file, font, to_unicode, kind == Some(b"Type3")),
        }
    }

    fn simple(file: &File<'_>, font: &Dictionary, to_unicode: Option<CMap>, drawn: bool) -> Self {
        let texts = encoding::texts(file, font);
        // A font of drawings has a measure of its own.
        let unit = match file.numbers::<6>(font, b"FontMatrix").filter(|_| drawn) {
            Some(matrix) => matrix[0].abs(),
            None => 0.001,
        };
        let mut widths = Ranges::default();
        let first = file.number(font, b"FirstChar").unwrap_or(0.0);
        if let Some(list) = file.get(font, b"Widths") {
            let items = list.as_array().map_or(&[][..], Vec::as_slice);
            for (code, item) in (as_code(first)..).zip(items.iter().take(256)) {
                if let Some(width) = file.follow(item).and_then(|w| w.as_float().ok()) {
                    widths.insert(code, width * unit);
                }
            }
        }
        let mut default_width = 0.0;
        if widths.is_empty() && !drawn {
            let name = file.get(font, b"BaseFont");
            let name = name.as_ref().and_then(Held::name).map(String::from_utf8_lossy);
            let standard = Standard::named(name.as_deref().unwrap_or_default());
            for code in 0..=u8::MAX {
                let letter = texts.of(code).chars().next().unwrap_or(' ');
                widths.insert(code.into(), f32::from(standard.width(letter)) / 1000.0);
            }
        } else if let Some(descriptor) = file.get(font, b"FontDescriptor")
            && let Some(descriptor) = descriptor.entries()
        {
            default_width = file.number(descriptor, b"MissingWidth").unwrap_or(0.0) * unit;
        }
        widths.sort();
        Font {
            codes: Codes::Simple(texts),
            widths,
            default_width,
            to_unicode,
        }
    }

    fn composite(file: &File<'_>, font: &Dictionary, to_unicode: Option<CMap>) -> Self {
        let encoding = file.get(font, b"Encoding");
        let name = encoding.as_ref().and_then(Held::name).unwrap_or_default();
        let unicode = name.windows(4).any(|w| w == b"UCS2") || name.windows(5).any(|w| w == b"UTF16");
        let map = encoding
            .as_ref()
            .and_then(|e| file.decoded(e, DECODED_BYTES))
            .map(|bytes| CMap::parse(&bytes, file.budget));
        let mut read = Font {
            codes: Codes::Composite {
                encoding: map,
                unicode,
                letters: HashMap::new(),
            },
            widths: Ranges::default(),
            default_width: 1.0,
            to_unicode,
        };
        let descendants = file.get(font, b"DescendantFonts");
        let descendant = descendants.as_deref().and_then(|d| match d {
            Object::Array(fonts) => file.follow(fonts.first()?),
            _ => file.get(font, b"DescendantFonts"),
        });
        if let Some(descendant) = descendant
            && let Some(descendant) = descendant.entries()
        {
            read.default_width = file.number(descendant, b"DW").unwrap_or(1000.0) / 1000.0;
            read.read_glyph_widths(file, descendant);
            read.widths.sort();
            if read.to_unicode.is_none()
                && let Codes::Composite { letters, .. } = &mut read.codes
            {
                *letters = truetype::letters(file, descendant);
            }
        }
        read
    }

    /// `W`: `first [w w w]` or `first last w`, any number of times.
    fn read_glyph_widths(&mut self, file: &File<'_>, descendant: &Dictionary) {
        let Some(list) = file.get(descendant, b"W") else { return };
        let items = list.as_array().map_or(&[][..], Vec::as_slice);
        let number = |index: usize| file.follow(items.get(index)?)?.as_float().ok();
        let mut at = 0;
        while let Some(first) = number(at).map(as_code) {
            let Some(second) = items.get(at + 1).and_then(|item| file.follow(item)) else {
                return;
            };
            if let Object::Array(widths) = &*second {
                for (glyph, width) in (first..).zip(widths) {
                    if let Some(width) = file.follow(width).and_then(|w| w.as_float().ok()) {
                        self.widths.insert(glyph, width / 1000.0);
                    }
                }
                at += 2;
            } else {
                let last = second.as_float().map_or(first, as_code);
                let width = number(at + 2).unwrap_or(0.0) / 1000.0;
                if !file.budget.mapped_code() {
                    break;
                }
                self.widths.insert_range(first, last, width);
                at += 3;
            }
        }
    }

    /// Takes the first code off a string.
    pub fn next<'f>(&'f self, bytes: &mut &[u8]) -> Option<Shown<'f>> {
        let (&first, rest) = bytes.split_first()?;
        let known = |code: u32| self.to_unicode.as_ref().and_then(|map| map.text(code));
        match &self.codes {
            Codes::Simple(texts) => {
                *bytes = rest;
                let code = u32::from(first);
                Some(Shown {
                    text: known(code).unwrap_or_else(|| Cow::Borrowed(texts.of(first))),
                    width: self.width(code),
                    is_blank_code: first == b' ',
                })
            }
            Codes::Composite {
                encoding,
                unicode,
                letters,
            } => {
                let spaces = encoding.as_ref().filter(|map| map.has_code_spaces());
                let (code, length) = match spaces {
                    Some(map) => map.next_code(bytes),
                    None => (bytes.iter().take(2).fold(0, |code, &b| code << 8 | u32::from(b)), 2),
                };
                *bytes = &bytes[length.min(bytes.len())..];
                let glyph = encoding.as_ref().and_then(|map| map.glyph(code)).unwrap_or(code);
                let letter = |c: char| Cow::Owned(c.to_string());
                let text = match known(code) {
                    Some(text) => text,
                    None if *unicode => char::from_u32(code).map(letter).unwrap_or_default(),
                    None => letters.get(&glyph).copied().map(letter).unwrap_or_default(),
                };
                Some(Shown {
                    text,
                    width: self.width(glyph),
                    is_blank_code: length == 1 && first == b' ',
                })
            }
        }
    }

    fn width(&self, code: u32) -> f32 {
        let width = self.widths.get(code).map_or(self.default_width, |(width, _)| *width);
        if width.is_finite() { width.clamp(-4.0, 4.0) } else { 0.0 }
    }
}

/// A number that is a code; anything else is code 0.
fn as_code(number: f32) -> u32 {
    if (0.0..=65_535.0).contains(&number) {
        // In range and whole, or cut to whole: nothing is lost that a code could have.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        return number as u32;
    }
    0
}
