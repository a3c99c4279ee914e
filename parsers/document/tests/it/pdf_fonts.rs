//! The text of fonts without a `ToUnicode` map: what their embedded font programs say of their codes.

use parser_document::pdf;
use parser_document::pdf::sample::Sheet;
use parser_model::Reason;

const CFF: &[u8] = include_bytes!("../fonts/names.cff");
const NAMES: &[u8] = include_bytes!("../fonts/names.ttf");
const CHARACTERS: &[u8] = include_bytes!("../fonts/characters.ttf");
const CODES: &[u8] = include_bytes!("../fonts/codes.ttf");
const NUMBERS: &[u8] = include_bytes!("../fonts/numbers.ttf");
const TYPE_1: &[u8] = b"%!PS-AdobeFont-1.0: F\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n\
    dup 1 /T put dup 2 /adieresis put dup 3 /f_i put readonly def\ncurrentfile eexec \x80\x81";

/// A descriptor of the flags whose font program is under the key.
fn descriptor(sheet: &mut Sheet, key: &str, program: &[u8]) -> usize {
    let program = sheet.stream("", program);
    sheet.object(format!("<< /Type /FontDescriptor /Flags 4 /{key} {program} 0 R >>"))
}

/// Shows the hexadecimal string with the font.
fn read(sheet: &mut Sheet, font: usize, string: &str) -> Result<String, Reason> {
    sheet.page_entries(&format!("/Resources << /Font << /F2 {font} 0 R >> >>"));
    sheet.draw(&format!("BT /F2 10 Tf 50 700 Td <{string}> Tj ET"));
    pdf::read(&sheet.finish()).map(|pdf| pdf.document.text())
}

/// Reads a string in a font with one-byte codes.
fn simple(subtype: &str, key: &str, program: &[u8], string: &str) -> Result<String, Reason> {
    let mut sheet = Sheet::new();
    let descriptor = descriptor(&mut sheet, key, program);
    let font = sheet.object(format!(
        "<< /Type /Font /Subtype /{subtype} /BaseFont /AAAAAA+F /FirstChar 0 /Widths [500 500 500 500] \
         /FontDescriptor {descriptor} 0 R >>"
    ));
    read(&mut sheet, font, string)
}

/// Reads a string in a font with two-byte codes.
fn composite(encoding: &str, key: &str, program: &[u8], map: Option<&[u8]>, string: &str) -> Result<String, Reason> {
    let mut sheet = Sheet::new();
    let descriptor = descriptor(&mut sheet, key, program);
    let map = map.map_or(String::new(), |map| {
        format!("/CIDToGIDMap {} 0 R", sheet.stream("", map))
    });
    let descendant = sheet.object(format!(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+F /DW 500 {map} /FontDescriptor {descriptor} 0 R >>"
    ));
    let font = sheet.object(format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+F /Encoding /{encoding} /DescendantFonts [{descendant} 0 R] >>"
    ));
    read(&mut sheet, font, string)
}

#[test]
fn a_type_1_font_has_an_encoding_of_names() {
    assert_eq!(simple("Type1", "FontFile", TYPE_1, "010203").unwrap(), "Täfi");
}

#[test]
fn a_compact_font_has_an_encoding_of_names() {
    assert_eq!(simple("Type1", "FontFile3", CFF, "010203").unwrap(), "Täfi");
    let damaged = &CFF[..CFF.len() / 2];
    assert!(simple("Type1", "FontFile3", damaged, "010203").is_err());
}

#[test]
fn the_codes_of_a_symbolic_true_type_font_are_its_own() {
    assert_eq!(simple("TrueType", "FontFile2", CODES, "4161").unwrap(), "Aa");
}

#[test]
fn codes_that_number_the_glyphs_are_no_characters() {
    assert_eq!(
        simple("TrueType", "FontFile2", NUMBERS, "010203"),
        Err(Reason::UnknownCharacters)
    );
}

#[test]
fn the_glyphs_of_a_composite_font_have_names_or_characters() {
    let read = |program| composite("Identity-H", "FontFile2", program, None, "000100020004").unwrap();
    assert_eq!(read(NAMES), "Tä-");
    assert_eq!(read(CHARACTERS), "Tä-");
    let compact = composite("Identity-H", "FontFile3", CFF, None, "00010002");
    assert_eq!(compact.unwrap(), "Tä");
}

#[test]
fn cids_are_mapped_to_glyphs_first() {
    let map = [0, 0, 0, 2, 0, 1];
    let read = composite("Identity-H", "FontFile2", CHARACTERS, Some(&map), "00020001");
    assert_eq!(read.unwrap(), "Tä");
}

#[test]
fn the_cids_of_a_character_collection_are_no_glyphs() {
    let read = composite("90ms-RKSJ-H", "FontFile2", CHARACTERS, None, "00010002");
    assert_eq!(read, Err(Reason::UnknownCharacters));
}

#[test]
fn an_unknown_character_leaves_a_mark() {
    assert_eq!(simple("Type1", "FontFile3", CFF, "01020104").unwrap(), "TäT\u{fffd}");
}

#[test]
fn a_type_3_font_defines_its_own_size() {
    let mut sheet = Sheet::new();
    let glyph = sheet.stream("", b"60 0 0 0 50 70 d1 0 0 50 70 re f");
    let font = sheet.object(format!(
        "<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 60 80] /FirstChar 1 /LastChar 2 \
         /Widths [60 60] /CharProcs << /T {glyph} 0 R /adieresis {glyph} 0 R >> \
         /Encoding << /Differences [1 /T /adieresis] >> >>"
    ));
    sheet.page_entries(&format!("/Resources << /Font << /F2 {font} 0 R >> >>"));
    sheet.draw("BT /F2 0.12 Tf 50 700 Td <01020102> Tj ET");
    assert_eq!(pdf::read(&sheet.finish()).unwrap().document.text(), "TäTä");
}

#[test]
fn a_glyph_that_is_named_by_its_code_is_read() {
    let shown = |code: &str| {
        let mut sheet = Sheet::new();
        let glyph = sheet.stream("", b"60 0 0 0 50 70 d1 0 0 50 70 re f");
        let font = sheet.object(format!(
            "<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 60 80] /FirstChar 163 /LastChar 164 \
             /Widths [60 60] /CharProcs << /a163 {glyph} 0 R >> /Encoding << /Differences [163 /a163 /a163] >> >>"
        ));
        sheet.page_entries(&format!("/Resources << /Font << /F2 {font} 0 R >> >>"));
        sheet.draw(&format!("BT /F2 0.12 Tf 50 700 Td <{code}> Tj ET"));
        pdf::read(&sheet.finish()).map(|pdf| pdf.document.text())
    };
    assert_eq!(shown("A3").unwrap(), "£");
    assert_eq!(shown("A4").unwrap_err(), Reason::UnknownCharacters);
}

/// Browsers give the hyphen between capitals no character of its own, and say so beside it.
#[test]
fn glyphs_without_a_text_stand_for_the_actual_text() {
    let actual = |content: &str| {
        let mut sheet = Sheet::new();
        let map = sheet.stream(
            "",
            b"1 begincodespacerange <0000> <FFFF> endcodespacerange \
              3 beginbfchar <0001> <0041> <0002> <0000> <0003> <0042> endbfchar",
        );
        let descendant = sheet.object("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /DW 500 >>");
        let font = sheet.object(format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /ToUnicode {map} 0 R \
             /DescendantFonts [{descendant} 0 R] >>"
        ));
        let form = sheet.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >>",
            b"BT /F1 10 Tf 58 700 Td (F) Tj ET",
        );
        sheet.page_entries(&format!(
            "/Resources << /Font << /F2 {font} 0 R >> /Properties << /P << /ActualText (-) >> >> \
             /XObject << /Fm {form} 0 R >> >>"
        ));
        sheet.draw(&format!("BT /F2 10 Tf 50 700 Td <0001> Tj {content} <0003> Tj ET"));
        pdf::read(&sheet.finish()).unwrap().document.text()
    };
    assert_eq!(actual("/Span << /ActualText <FEFF002D> >> BDC <0002> Tj EMC"), "A-B");
    assert_eq!(actual("/Span /P BDC <0002> Tj EMC"), "A-B");
    assert_eq!(actual("/Span << /ActualText (12) >> BDC <00020002> Tj EMC"), "A12 B");
    // What a page shows counts.
    assert_eq!(actual("/Span << /ActualText (9) >> BDC <0003> Tj EMC"), "ABB");
    assert_eq!(
        actual("/Span << /ActualText (9) >> BDC <00030002> Tj EMC <0003> Tj"),
        "AB BB"
    );
    assert_eq!(actual("/Span << /ActualText (9) >> BDC <00020003> Tj EMC"), "A BB");
    // A form is drawn, whatever stands beside it.
    assert_eq!(actual("/Span << /ActualText (9) >> BDC /Fm Do <0003> Tj EMC"), "ABB F");
}
