//! PDFs and the e-invoices in them.

use parser_document::pdf::sample::Sheet;

use super::Family;

fn pdf(name: &'static str, build: impl Fn(usize) -> Vec<u8> + 'static) -> Family {
    Family {
        name,
        file: "a.pdf",
        build: Box::new(build),
        largest: 2 << 20,
    }
}

/// A page with the same operators again and again.
fn operators(name: &'static str, piece: impl Fn(usize) -> String + 'static) -> Family {
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
