//! The text of the one-byte codes of simple fonts (ISO 32000-1, 9.6.6).

use std::borrow::Cow;
use std::collections::BTreeMap;

use lopdf::{Dictionary, Object};

use super::file::File;
use super::font_program::FontProgram;
use super::predefined::{Table, predefined, text_of_name};
use super::resolve::{Resolve, Resolved, dict_of};

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
        differences: differences.map_or_else(BTreeMap::new, |list| {
            let is_bitmap = file.has_name(font, b"Subtype", b"Type3");
            read_differences(file, &list, is_bitmap)
        }),
    }
}

/// The encoding of the embedded font program. Fonts of pictures are empty: their codes aren't letters.
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

fn read_differences(file: &File<'_>, list: &Resolved<'_>, is_bitmap: bool) -> BTreeMap<u8, String> {
    let mut differences = BTreeMap::new();
    let mut code = 0_usize;
    for item in list.items().iter().take(1024) {
        match file.resolve(item).as_deref() {
            Some(Object::Integer(next)) => code = usize::try_from(*next).unwrap_or(usize::MAX),
            Some(Object::Name(name)) => {
                if let Ok(code) = u8::try_from(code) {
                    // TeX calls the glyphs of bitmap fonts by their codes, which are those of most encodings: `a65`.
                    let is_code = is_bitmap && name == format!("a{code}").as_bytes();
                    let text = if is_code {
                        predefined(b"WinAnsiEncoding")[usize::from(code)].clone()
                    } else {
                        text_of_name(name)
                    };
                    differences.insert(code, text);
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    differences
}
