//! Only the visible text of a PDF is read.

use lopdf::{EncryptionState, EncryptionVersion, Permissions};
use parser_document::Document;
use parser_document::pdf;
use parser_document::pdf::sample::Sheet;
use parser_model::{PdfPassword, Reason};

fn lines(sheet: &Sheet) -> Vec<String> {
    let pdf = pdf::read(&sheet.finish()).expect("the PDF is sound");
    let joined = |line: &Vec<parser_document::Cell>| {
        let cells: Vec<&str> = line.iter().map(|cell| cell.text.as_str()).collect();
        cells.join(" | ")
    };
    pdf.document.lines.iter().map(joined).collect()
}

fn drawn(operators: &str) -> Vec<String> {
    lines(Sheet::new().draw(operators))
}

#[test]
fn text_at_one_height_is_a_line_and_gaps_separate_its_cells() {
    let mut sheet = Sheet::new();
    sheet.row(100.0, &[(400.0, "9 412,00 kr"), (50.0, "Att betala")]);
    sheet.row(80.0, &[(50.0, "Hyresavi")]);
    assert_eq!(lines(&sheet), ["Hyresavi", "Att betala | 9 412,00 kr"]);
    let pdf = pdf::read(&sheet.finish()).unwrap();
    let cell = &pdf.document.lines[1][1];
    assert!((cell.x0 - 400.0 / 595.0 * 1000.0).abs() < 1.0 && cell.x1 > cell.x0 && cell.x1 <= 1000.0);
    assert!((cell.height - 10.0).abs() < 0.01 && cell.page == 0);
}

#[test]
fn words_are_separated_by_any_space_and_by_gaps() {
    // A no-break space, kerning as wide as a space, and narrow kerning.
    assert_eq!(drawn("BT /F1 10 Tf 50 700 Td (9\u{a0}412,00) Tj ET"), ["9 412,00"]);
    assert_eq!(
        drawn("BT /F1 10 Tf 50 700 Td [(Att) -300 (be) 40 (tala)] TJ ET"),
        ["Att betala"]
    );
    assert_eq!(drawn("BT /F1 10 Tf 4 Tc 50 700 Td (HYRESAVI) Tj ET"), ["HYRESAVI"]);
}

#[test]
fn numbers_and_signs_that_stand_wide_apart_are_words() {
    let row = "BT /F1 10 Tf 2 Tc 50 700 Td (Invoice number: 20411) Tj 300 0 Td (1 250,00 SEK) Tj ET";
    assert_eq!(drawn(row), ["Invoice number: 20411 | 1 250,00 SEK"]);
    // Digits in boxes can be numbers of their own.
    assert_eq!(drawn("BT /F1 10 Tf 4 Tc 50 700 Td (1234) Tj ET"), ["1 2 3 4"]);
}

#[test]
fn letters_drawn_twice_to_look_bold_are_read_once() {
    let bold = "BT /F1 10 Tf 50 700 Td (Summa) Tj ET BT /F1 10 Tf 50.3 700 Td (Summa) Tj ET";
    assert_eq!(drawn(bold), ["Summa"]);
}

#[test]
fn pages_follow_one_another() {
    let mut sheet = Sheet::new();
    sheet
        .text(50.0, 700.0, 10.0, "first")
        .page()
        .text(50.0, 100.0, 10.0, "second");
    let pdf = pdf::read(&sheet.finish()).unwrap();
    let pages: Vec<u16> = pdf.document.lines.iter().map(|line| line[0].page).collect();
    assert_eq!((pages, pdf.pages), (vec![0, 1], 2));
}

#[test]
fn a_rotated_page_is_read_upright() {
    let mut sheet = Sheet::new();
    sheet.page_entries("/Rotate 90");
    // Text that runs upwards on the page runs to the right when the page is rotated.
    sheet.draw("BT /F1 10 Tf 0 1 -1 0 100 100 Tm (Att betala) Tj ET");
    sheet.draw("BT /F1 10 Tf 0 1 -1 0 100 400 Tm (500,00) Tj ET");
    assert_eq!(lines(&sheet), ["Att betala | 500,00"]);
}

#[test]
fn rotated_text_follows_the_upright_text() {
    let mut sheet = Sheet::new();
    sheet.draw("BT /F1 8 Tf 0 1 -1 0 20 100 Tm (in the margin) Tj ET");
    sheet.text(50.0, 400.0, 10.0, "upright text of the page");
    assert_eq!(lines(&sheet), ["upright text of the page", "in the margin"]);
}

#[test]
fn invisible_text_is_not_read() {
    let shown = "BT /F1 10 Tf 50 600 Td (seen) Tj ET ";
    for hidden in [
        "BT /F1 10 Tf 3 Tr 50 700 Td (1,00) Tj ET",
        "q 1 g BT /F1 10 Tf 50 700 Td (1,00) Tj ET Q",
        "BT /F1 1 Tf 50 700 Td (1,00) Tj ET",
        "BT /F1 10 Tf 50 900 Td (1,00) Tj ET",
        "BT /F1 10 Tf 50 700 Td (1,00) Tj ET 1 g 40 690 200 30 re f 0 g",
        "q 300 300 10 10 re W n BT /F1 10 Tf 50 700 Td (1,00) Tj ET Q",
    ] {
        assert_eq!(drawn(&format!("{hidden} 0 Tr {shown}")), ["seen"], "{hidden}");
    }
}

#[test]
fn white_text_on_a_dark_background_is_read() {
    assert_eq!(
        drawn("0 0 0.5 rg 40 690 200 30 re f 1 g BT /F1 10 Tf 50 700 Td (Faktura) Tj ET"),
        ["Faktura"]
    );
}

#[test]
fn text_in_a_frame_is_read() {
    let frame = "0 g 40 690 200 30 re 41 691 198 28 re f*";
    assert_eq!(
        drawn(&format!("{frame} BT /F1 10 Tf 50 700 Td (Att betala) Tj ET")),
        ["Att betala"]
    );
    assert_eq!(
        drawn(&format!("BT /F1 10 Tf 50 700 Td (Att betala) Tj ET {frame}")),
        ["Att betala"]
    );
}

#[test]
fn forms_are_drawn_where_they_are_placed() {
    let mut sheet = Sheet::new();
    let form = sheet.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 300 50] /Resources << /Font << /F1 3 0 R >> >>",
        b"BT /F1 10 Tf 0 0 Td (500,00) Tj ET",
    );
    let resources = format!("/Resources << /Font << /F1 3 0 R >> /XObject << /X {form} 0 R >> >>");
    sheet.text(50.0, 142.0, 10.0, "Att betala");
    sheet.draw("q 1 0 0 1 400 700 cm /X Do Q");
    sheet.page_entries(&resources);
    assert_eq!(lines(&sheet), ["Att betala | 500,00"]);
}

#[test]
fn a_composite_font_is_read_by_its_cmap() {
    let mut sheet = Sheet::new();
    let map = sheet.stream("", b"beginbfchar <0001> <00C5> <0002> <00660069> endbfchar");
    let descendant = sheet.object("<< /Type /Font /Subtype /CIDFontType2 /DW 500 /W [2 [600]] >>");
    let font = sheet.object(format!(
        "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode {map} 0 R /DescendantFonts [{descendant} 0 R] >>"
    ));
    sheet.page_entries(&format!("/Resources << /Font << /F2 {font} 0 R >> >>"));
    sheet.draw("BT /F2 10 Tf 50 700 Td <00010002> Tj ET");
    assert_eq!(lines(&sheet), ["Åfi"]);
}

#[test]
fn glyph_names_give_the_text_of_codes() {
    let mut sheet = Sheet::new();
    let font = sheet.object(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Own /FirstChar 1 /Widths [500 500 500] \
         /Encoding << /Differences [1 /aring /f_i /Euro /nosuchglyph] >> >>",
    );
    sheet.page_entries(&format!("/Resources << /Font << /F2 {font} 0 R >> >>"));
    sheet.draw("BT /F2 10 Tf 50 700 Td <010203> Tj ET");
    assert_eq!(lines(&sheet), ["åfi€"]);
}

#[test]
fn a_layer_that_is_off_is_not_read() {
    let mut sheet = Sheet::new();
    let layer = sheet.object("<< /Type /OCG /Name (draft) >>");
    sheet.page_entries(&format!(
        "/Resources << /Font << /F1 3 0 R >> /Properties << /L {layer} 0 R >> >>"
    ));
    sheet.draw("/OC /L BDC BT /F1 10 Tf 50 700 Td (draft) Tj ET EMC BT /F1 10 Tf 50 600 Td (seen) Tj ET");
    let mut file = String::from_utf8_lossy(&sheet.finish()).into_owned();
    assert_eq!(lines(&sheet), ["draft", "seen"]);
    file = file.replace(
        "/Type /Catalog",
        &format!("/Type /Catalog /OCProperties << /D << /OFF [{layer} 0 R] >> >>"),
    );
    // The offsets in the cross-reference table are wrong now. The objects are found nevertheless.
    let read = pdf::read(file.as_bytes()).unwrap();
    assert_eq!(read.document.text(), "seen");
}

#[test]
fn a_file_without_a_cross_reference_table_is_searched_for_objects() {
    let file = Sheet::new().text(50.0, 100.0, 10.0, "Hyresavi").finish();
    let cut = file.windows(5).position(|w| w == b"xref\n").unwrap();
    assert_eq!(pdf::read(&file[..cut]).unwrap().document.text(), "Hyresavi");
    let behind_mail_header = [b"X-Mailer: y\r\n\r\n", file.as_slice()].concat();
    assert_eq!(pdf::read(&behind_mail_header).unwrap().document.text(), "Hyresavi");
}

#[test]
fn an_embedded_e_invoice_is_read() {
    let xml = br#"<Invoice xmlns="urn:x"><ID>U-7</ID><IssueDate>2026-06-03</IssueDate>
        <LegalMonetaryTotal><TaxInclusiveAmount>12.50</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>"#;
    let mut sheet = Sheet::new();
    sheet.text(50.0, 100.0, 10.0, "Faktura").attach("factur-x.xml", xml);
    let pdf = pdf::read(&sheet.finish()).unwrap();
    assert_eq!(pdf.document.e_invoices[0].stated.invoice_number.as_deref(), Some("U-7"));
}

fn encrypted(user_password: &str) -> Vec<u8> {
    let file = Sheet::new().text(50.0, 100.0, 10.0, "Hyresavi").finish();
    let mut document = lopdf::Document::load_mem(&file).unwrap();
    let id = lopdf::Object::string_literal(b"0123456789abcdef".to_vec());
    document.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let mut file = Vec::new();
    document.save_to(&mut file).unwrap();
    file
}

#[test]
fn a_file_is_decrypted_only_with_its_password_or_the_empty_one() {
    assert_eq!(pdf::read(&encrypted("")).unwrap().document.text(), "Hyresavi");
    let read = |file: &[u8], passwords: &[&str]| {
        let passwords: Vec<PdfPassword> = passwords
            .iter()
            .map(|text| PdfPassword::try_from((*text).to_owned()).unwrap())
            .collect();
        pdf::read_with(file, &passwords).map(|pdf| pdf.document.text())
    };
    let aes = Sheet::new().text(50.0, 100.0, 10.0, "Hyresavi").locked("nyckel å");
    for file in [encrypted("nyckel å"), aes] {
        assert_eq!(pdf::read(&file), Err(Reason::PdfPassword));
        assert_eq!(read(&file, &["fel", "nyckel"]), Err(Reason::PdfPassword));
        for right in ["nyckel å", "owner"] {
            assert_eq!(read(&file, &["fel", right]).as_deref(), Ok("Hyresavi"), "{right}");
        }
    }
}

#[test]
fn unreadable_files_are_refused_with_a_reason() {
    assert_eq!(pdf::read(b""), Err(Reason::NotAPdf));
    assert_eq!(pdf::read(b"<html>"), Err(Reason::NotAPdf));
    assert_eq!(pdf::read(b"%PDF-1.7\n"), Err(Reason::PdfWithoutPages));
    assert_eq!(pdf::read(&Sheet::new().finish()), Err(Reason::BlankPdf));
    let scan = "q 595 0 0 842 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u{0} EI Q";
    assert_eq!(pdf::read(&Sheet::new().draw(scan).finish()), Err(Reason::ScannedPdf));
}

#[test]
fn ocr_text_of_a_scan_is_read_and_marked() {
    let scan =
        "q 595 0 0 842 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u{0} EI Q BT 3 Tr /F1 10 Tf 50 700 Td (Hyresavi) Tj ET";
    let pdf = pdf::read(&Sheet::new().draw(scan).finish()).unwrap();
    assert!(pdf.is_recognised);
    assert_eq!(Document::line_text(&pdf.document.lines[0]), "Hyresavi");
}
