//! PDFs and the e-invoices in them.

use std::fmt::Write as _;

use parser_document::pdf::sample::Sheet;

use super::Family;

pub(super) fn pdf(name: &'static str, build: impl Fn(usize) -> Vec<u8> + 'static) -> Family {
    Family {
        name,
        file: "a.pdf",
        build: Box::new(build),
        largest: 2 << 20,
    }
}

/// A page with the same operators again and again.
pub(super) fn operators(name: &'static str, piece: impl Fn(usize) -> String + 'static) -> Family {
    pdf(name, move |size| {
        let mut content = String::new();
        for number in 0.. {
            if content.len() >= size {
                break;
            }
            content.push_str(&piece(number));
        }
        Sheet::new()
            .text(50.0, 50.0, 10.0, "Total 10 kr")
            .draw(&content)
            .finish()
    })
}

/// A TrueType font with this `cmap` table and no other.
fn true_type(cmap: &[u8]) -> Vec<u8> {
    let mut font = vec![0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    font.extend_from_slice(b"cmap\0\0\0\0\0\0\0\x1c");
    font.extend_from_slice(&u32::try_from(cmap.len()).unwrap_or(u32::MAX).to_be_bytes());
    font.extend_from_slice(cmap);
    font
}

/// A `cmap` table with this many segments, each over all codes.
fn cmap_of_segments(count: usize) -> Vec<u8> {
    let count = u16::try_from(count.min(30_000)).unwrap_or_default();
    let mut table = vec![0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12];
    table.extend_from_slice(&[0, 4, 0, 0, 0, 0]);
    table.extend_from_slice(&(2 * count).to_be_bytes());
    table.extend_from_slice(&[0; 6]);
    for (value, padding) in [(u16::MAX, 2), (0, 0), (1, 0), (0, 0)] {
        table.extend(value.to_be_bytes().repeat(usize::from(count)));
        table.extend(vec![0; padding]);
    }
    table
}

pub fn families() -> Vec<Family> {
    vec![
        operators("texts", |n| format!("BT /F1 10 Tf 50 {} Td (10 kr) Tj ET ", n % 800)),
        operators("texts at one place", |_| {
            "BT /F1 10 Tf 50 50 Td (10 kr) Tj ET ".to_owned()
        }),
        operators("texts on one line", |n| {
            format!("BT /F1 1 Tf {} 50 Td (1 kr) Tj ET ", n % 500)
        }),
        operators("texts of many sizes", |n| {
            format!(
                "BT /F1 {} Tf {} {} Td (Total 1 kr) Tj ET ",
                n % 90 + 1,
                n % 500,
                n % 700
            )
        }),
        operators("glyphs apart", |_| {
            "BT /F1 1 Tf 50 50 Td [(a) -900 (b) -900] TJ ET ".to_owned()
        }),
        operators("saved states", |_| "q ".to_owned()),
        operators("operands", |_| "1 ".to_owned()),
        operators("arrays", |_| "[".to_owned()),
        operators("filled areas", |n| format!("{n} {n} 5 5 re f ")),
        operators("paths", |n| format!("{n} 1 m {n} 2 l S ")),
        operators("lines of a clip", |n| format!("{n} 1 m {n} 2 l W n ")),
        operators("fonts", |n| format!("/F{n} 10 Tf ")),
        operators("inline images", |_| "BI /W 1 /H 1 ID x EI ".to_owned()),
        operators("forms", |_| "/X Do ".to_owned()),
        operators("strings", |_| "(\\)\\( ".to_owned()),
        pdf("codes of an embedded font", |size| {
            let mut program = String::from("%!PS\n/Encoding 256 array ");
            for number in 0.. {
                if program.len() >= size {
                    break;
                }
                let _ = write!(program, "dup {} /uni{:04X} put ", number % 256, number % 0xd000);
            }
            let mut sheet = Sheet::new();
            let program = sheet.stream("", program.as_bytes());
            let descriptor = sheet.object(format!("<< /FontFile {program} 0 R >>"));
            let font = sheet.object(format!(
                "<< /Type /Font /Subtype /Type1 /FontDescriptor {descriptor} 0 R >>"
            ));
            sheet.page_entries(&format!("/Resources << /Font << /F1 3 0 R /F2 {font} 0 R >> >>"));
            sheet
                .text(50.0, 50.0, 10.0, "Total 10 kr")
                .draw("BT /F2 10 Tf 50 700 Td (abc) Tj ET")
                .finish()
        }),
        pdf("glyphs of an embedded font", |size| {
            let program = true_type(&cmap_of_segments(size / 8));
            let mut sheet = Sheet::new();
            let program = sheet.stream("", &program);
            let descriptor = sheet.object(format!("<< /FontFile2 {program} 0 R >>"));
            let descendant = sheet.object(format!(
                "<< /Type /Font /Subtype /CIDFontType2 /FontDescriptor {descriptor} 0 R >>"
            ));
            let font = sheet.object(format!(
                "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [{descendant} 0 R] >>"
            ));
            sheet.page_entries(&format!("/Resources << /Font << /F1 3 0 R /F2 {font} 0 R >> >>"));
            sheet
                .text(50.0, 50.0, 10.0, "Total 10 kr")
                .draw("BT /F2 10 Tf 50 700 Td (abcd) Tj ET")
                .finish()
        }),
        pdf("objects", |size| {
            let mut sheet = Sheet::new();
            sheet.text(50.0, 50.0, 10.0, "Total 10 kr");
            for _ in 0..size / 30 {
                sheet.object("<< /A 1 >>");
            }
            sheet.finish()
        }),
        pdf("pages", |size| {
            let mut sheet = Sheet::new();
            for _ in 0..size / 300 {
                sheet.text(50.0, 50.0, 10.0, "Total 10 kr").page();
            }
            sheet.finish()
        }),
        pdf("without a table of objects", |size| {
            let mut bytes = b"%PDF-1.7\n".to_vec();
            for number in 1..size / 30 {
                bytes.extend_from_slice(format!("{number} 0 obj << /A {number} >> endobj\n").as_bytes());
            }
            bytes
        }),
        pdf("streams without an end", |size| {
            [b"%PDF-1.7\n".to_vec(), b"1 0 obj<<>>stream\n".repeat(size / 18)].concat()
        }),
        pdf("object streams that end in one place", |size| {
            let mut bytes = b"%PDF-1.7\n".to_vec();
            for number in 1..size / 60 {
                let object = format!("{number} 0 obj<</Type/ObjStm/N 1/First 4/Length 9>>stream\n");
                bytes.extend_from_slice(object.as_bytes());
            }
            bytes.extend_from_slice(b"endstream");
            bytes
        }),
        pdf("streams of one page without an end", |size| {
            let count = size / 40;
            let mut bytes =
                b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>\n"
                    .to_vec();
            let mut contents = String::new();
            for number in 0..count {
                let _ = write!(contents, "{} 0 R ", number + 4);
            }
            bytes.extend_from_slice(format!("3 0 obj<</Type/Page/Parent 2 0 R/Contents[{contents}]>>\n").as_bytes());
            for number in 0..count {
                bytes.extend_from_slice(format!("{} 0 obj<</Length 1>>stream\n", number + 4).as_bytes());
            }
            bytes
        }),
        pdf("tables of objects", |size| {
            let mut bytes = b"%PDF-1.7\n".to_vec();
            while bytes.len() < size {
                let at = bytes.len();
                bytes.extend_from_slice(
                    format!("xref\n0 0\ntrailer << /Prev {} >>\n", at.saturating_sub(30)).as_bytes(),
                );
            }
            let at = bytes.len();
            bytes.extend_from_slice(format!("startxref\n{at}\n%%EOF").as_bytes());
            bytes
        }),
        pdf("marks of the end", |size| {
            [b"%PDF-1.7\n".to_vec(), b"startxref %%EOF ".repeat(size / 16)].concat()
        }),
        pdf("an e-invoice of many elements", |size| {
            let xml = format!("<Invoice>{}</Invoice>", "<ID>1</ID>".repeat(size / 10));
            Sheet::new()
                .text(50.0, 50.0, 10.0, "Total 10 kr")
                .attach("a.xml", xml.as_bytes())
                .finish()
        }),
        pdf("an e-invoice of long names", |size| {
            let name = "a".repeat(size / 3);
            let xml = format!("<{name}>{}</{name}>", "<b>1</b>".repeat(size / 24));
            Sheet::new()
                .text(50.0, 50.0, 10.0, "Total 10 kr")
                .attach("a.xml", xml.as_bytes())
                .finish()
        }),
        pdf("lines", |size| {
            let mut sheet = Sheet::new();
            for number in 0..size / 200 {
                let y = 20.0 + f32::from(u16::try_from(number % 70).unwrap_or_default()) * 11.0;
                sheet.row(
                    y,
                    &[(50.0, "Kaffe"), (200.0, "2 st"), (300.0, "49,00"), (400.0, "98,00")],
                );
                if number % 70 == 69 {
                    sheet.page();
                }
            }
            sheet.finish()
        }),
    ]
}
