//! The text of the one-byte codes of simple fonts (ISO 32000-1, 9.6.6).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use lopdf::{Dictionary, Encoding, Object};

use super::file::File;
use super::font_program::{FontProgram, text_of_name};
use super::resolve::{Resolve, Resolved, dict_of};

/// The text of each of the 256 codes; empty for a code without a character.
type Table = Vec<String>;

/// The encoding of a simple font: a base encoding and its differences.
pub struct SimpleEncoding {
    base: Cow<'static, Table>,
    differences: BTreeMap<u8, String>,
}

impl SimpleEncoding {
    /// The text of a code; empty if it has no character.
    pub fn text(&self, code: u8) -> &str {
        let difference = self.differences.get(&code);
        difference
            .or_else(|| self.base.get(usize::from(code)))
            .map_or("", String::as_str)
    }
}

/// Reads the `Encoding` of a simple font. If it is the font's own, it is that of the embedded font program.
pub fn read(file: &File<'_>, font: &Dictionary) -> SimpleEncoding {
    let encoding = file.get(font, b"Encoding");
    let dict = encoding.as_deref().and_then(dict_of);
    let base = match encoding.as_deref() {
        Some(Object::Name(name)) => Some(name.clone()),
        _ => dict.and_then(|d| Some(file.get(d, b"BaseEncoding")?.name()?.to_vec())),
    };
    let differences = dict.and_then(|d| file.get(d, b"Differences"));
    SimpleEncoding {
        base: match base {
            Some(name) => predefined(&name),
            None => own_encoding(file, font).map_or_else(|| predefined(default_encoding(file, font)), Cow::Owned),
        },
        differences: differences.map_or_else(BTreeMap::new, |list| read_differences(file, &list)),
    }
}

/// The encoding of the embedded font program. Fonts of pictures are empty: their codes are no letters.
fn own_encoding(file: &File<'_>, font: &Dictionary) -> Option<Table> {
    if let Some(name) = file.get(font, b"BaseFont")
        && matches!(name.name(), Some(b"Symbol" | b"ZapfDingbats"))
    {
        return Some(vec![String::new(); 256]);
    }
    // The codes of a TrueType font are its own only if it is symbolic; those of a Type 3 font are its `Differences`.
    let subtype = file.get(font, b"Subtype");
    match subtype.as_ref().and_then(Resolved::name) {
        Some(b"Type3") => return None,
        Some(b"TrueType") if !is_symbolic(file, font) => return None,
        _ => {}
    }
    FontProgram::embedded(file, font)?.encoding(file)
}

fn is_symbolic(file: &File<'_>, font: &Dictionary) -> bool {
    const SYMBOLIC: i64 = 4;
    let flags = || {
        let descriptor = file.get(font, b"FontDescriptor")?;
        file.get(descriptor.dict()?, b"Flags")?.as_i64().ok()
    };
    flags().is_some_and(|flags| flags & SYMBOLIC != 0)
}

/// The most likely encoding of a font that names none.
fn default_encoding(file: &File<'_>, font: &Dictionary) -> &'static [u8] {
    if file.has_name(font, b"Subtype", b"TrueType") {
        b"WinAnsiEncoding"
    } else {
        b"StandardEncoding"
    }
}

fn read_differences(file: &File<'_>, list: &Object) -> BTreeMap<u8, String> {
    let mut differences = BTreeMap::new();
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    let mut code = 0_usize;
    for item in items.iter().take(1024) {
        match file.resolve(item).as_deref() {
            Some(Object::Integer(next)) => code = usize::try_from(*next).unwrap_or(usize::MAX),
            Some(Object::Name(name)) => {
                if let Ok(code) = u8::try_from(code) {
                    differences.insert(code, text_of_name(name));
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    differences
}

static WIN_ANSI: LazyLock<Table> = LazyLock::new(|| table(b"WinAnsiEncoding"));

/// A predefined encoding. The two that nearly all fonts use are built once.
fn predefined(name: &[u8]) -> Cow<'static, Table> {
    static STANDARD: LazyLock<Table> = LazyLock::new(|| table(b"StandardEncoding"));
    match name {
        b"WinAnsiEncoding" => Cow::Borrowed(&*WIN_ANSI),
        b"StandardEncoding" => Cow::Borrowed(&*STANDARD),
        _ => Cow::Owned(table(name)),
    }
}

/// The text of a code in `WinAnsiEncoding`.
pub fn win_ansi(code: u8) -> &'static str {
    WIN_ANSI[usize::from(code)].as_str()
}

fn table(name: &[u8]) -> Table {
    let mut texts = decode_all(Object::Name(name.to_vec()));
    // The tables of `lopdf` have no text for these spaces and hyphens.
    if name == b"WinAnsiEncoding" {
        texts[0xa0] = "\u{a0}".into();
        texts[0xad] = "-".into();
    } else if name == b"MacRomanEncoding" {
        texts[0xca] = "\u{a0}".into();
    }
    texts
}

fn decode_all(encoding: Object) -> Table {
    let mut font = Dictionary::new();
    font.set("Type", "Font");
    font.set("Encoding", encoding);
    let document = lopdf::Document::new();
    let Ok(encoding) = font.get_font_encoding_with_limit(&document, 0) else {
        return vec![String::new(); 256];
    };
    (0..=255).map(|code| decode(&encoding, code)).collect()
}

fn decode(encoding: &Encoding<'_>, code: u8) -> String {
    lopdf::Document::decode_text(encoding, &[code]).unwrap_or_default()
}

/// The text of a glyph name: `aring`, `f_i`, `uni00E5`, `u1F600`, `a.alt`. Empty if the name is unknown.
pub fn glyph_text(name: &[u8]) -> String {
    let base = name.split(|&c| c == b'.').next().unwrap_or_default();
    if base.is_empty() || base.len() > 64 {
        return String::new();
    }
    let mut text = String::new();
    for part in base.split(|&c| c == b'_') {
        text.push_str(&part_text(part));
    }
    // Subsets name their glyphs `uniF001` and so on.
    text.retain(|c| !('\u{e000}'..='\u{f8ff}').contains(&c));
    // A soft hyphen that is drawn is a hyphen.
    text.replace('\u{ad}', "-")
}

fn part_text(name: &[u8]) -> String {
    let hex = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok()?;
        let is_hex = digits.bytes().all(|c| c.is_ascii_hexdigit());
        if is_hex {
            u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
        } else {
            None
        }
    };
    match name {
        [letter] if letter.is_ascii_alphabetic() => return char::from(*letter).into(),
        b"ff" => return "ff".into(),
        b"ffi" => return "ffi".into(),
        b"ffl" => return "ffl".into(),
        b"fi" => return "fi".into(),
        b"fl" => return "fl".into(),
        b"nbspace" | b"nonbreakingspace" => return "\u{a0}".into(),
        b"sfthyphen" | b"softhyphen" => return "-".into(),
        b"Euro" | b"euro" => return "€".into(),
        _ => {}
    }
    if let Some(digits) = name.strip_prefix(b"uni").filter(|digits| digits.len() >= 4) {
        return digits.chunks_exact(4).filter_map(hex).collect();
    }
    if let Some(letter) = name
        .strip_prefix(b"u")
        .filter(|d| (4..=6).contains(&d.len()))
        .and_then(hex)
    {
        return letter.into();
    }
    let mut differences = Dictionary::new();
    differences.set("Differences", vec![0.into(), Object::Name(name.to_vec())]);
    let mut font = Dictionary::new();
    font.set("Type", "Font");
    font.set("Encoding", differences);
    let document = lopdf::Document::new();
    match font.get_font_encoding_with_limit(&document, 0) {
        Ok(encoding @ Encoding::Differences(_)) => decode(&encoding, 0),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyph_names_have_text() {
        for (name, text) in [
            ("aring", "å"),
            ("Odieresis", "Ö"),
            ("uni00E5", "å"),
            ("u00E5", "å"),
            ("f_i", "fi"),
            ("ffi", "ffi"),
            ("one.tnum", "1"),
            ("Euro", "€"),
            ("g123", ""),
            ("uniF001", ""),
            (".notdef", ""),
        ] {
            assert_eq!(glyph_text(name.as_bytes()), text, "{name}");
        }
    }

    #[test]
    fn predefined_encodings_have_accented_letters() {
        assert_eq!(table(b"WinAnsiEncoding")[0xe5], "å");
        assert_eq!(table(b"WinAnsiEncoding")[0x80], "€");
        assert_eq!(table(b"MacRomanEncoding")[0x8c], "å");
        assert_eq!(table(b"StandardEncoding")[usize::from(b'A')], "A");
        assert_eq!(table(b"NoSuchEncoding").len(), 256);
    }
}
