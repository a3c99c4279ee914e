//! The predefined encodings and the names of glyphs (ISO 32000-1, annex D; Adobe Glyph List).

use std::borrow::Cow;
use std::sync::LazyLock;

use lopdf::{Dictionary, Encoding, Object};

use crate::steps;

/// The text of each of the 256 codes; empty for a code without a character.
pub type Table = Vec<String>;

/// The text of a glyph that is drawn, but has no known character.
pub const UNKNOWN: &str = "\u{fffd}";

/// What it takes to find a name in the glyph list.
const STEPS_OF_NAME: usize = 128;

static WIN_ANSI: LazyLock<Table> = LazyLock::new(|| table(b"WinAnsiEncoding"));

/// A predefined encoding. The two that nearly all fonts use are built once.
pub fn predefined(name: &[u8]) -> Cow<'static, Table> {
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
    let decode_all = |encoding: &Encoding<'_>| (0..=255).map(|code| decode(encoding, code)).collect();
    let texts = with_encoding(Object::Name(name.to_vec()), decode_all);
    let mut texts = texts.unwrap_or_else(|| vec![String::new(); 256]);
    // The tables of `lopdf` have no text for these spaces and hyphens.
    if name == b"WinAnsiEncoding" {
        texts[0xa0] = "\u{a0}".into();
        texts[0xad] = "-".into();
    } else if name == b"MacRomanEncoding" {
        texts[0xca] = "\u{a0}".into();
    }
    texts
}

/// Reads from an encoding as `lopdf` understands it. `None` if it doesn't.
fn with_encoding<T>(encoding: Object, read: impl FnOnce(&Encoding<'_>) -> T) -> Option<T> {
    let mut font = Dictionary::new();
    font.set("Type", "Font");
    font.set("Encoding", encoding);
    let document = lopdf::Document::new();
    let encoding = font.get_font_encoding_with_limit(&document, 0).ok()?;
    Some(read(&encoding))
}

fn decode(encoding: &Encoding<'_>, code: u8) -> String {
    lopdf::Document::decode_text(encoding, &[code]).unwrap_or_default()
}

/// The text of a glyph with this name: empty for one that draws nothing, [`UNKNOWN`] for an unknown name.
pub fn text_of_name(name: &[u8]) -> String {
    let text = glyph_text(name);
    if text.is_empty() && !matches!(name, b"" | b".notdef" | b".null" | b"nonmarkingreturn") {
        return UNKNOWN.to_owned();
    }
    text
}

/// The text of a glyph name: `aring`, `f_i`, `uni00E5`, `u1F600`, `a.alt`. Empty if the name is unknown.
fn glyph_text(name: &[u8]) -> String {
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
        b"ff" | b"ffi" | b"ffl" | b"fi" | b"fl" => return String::from_utf8_lossy(name).into_owned(),
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
    steps::spend(STEPS_OF_NAME);
    let mut differences = Dictionary::new();
    differences.set("Differences", vec![0.into(), Object::Name(name.to_vec())]);
    let text = with_encoding(Object::Dictionary(differences), |encoding| match encoding {
        Encoding::Differences(_) => decode(encoding, 0),
        _ => String::new(),
    });
    text.unwrap_or_default()
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
