//! The contents and the fonts of PDFs.

use std::fmt::Write as _;

use parser_document::pdf::sample::Sheet;

use super::Family;
use super::pdfs::{operators, pdf};

/// A name that is made of many, none of which is known.
const NAME: &str = "XQ_XR_XS_XT_XU_XV_XW_XY_XZ_YA_YB_YC_YD_YE_YF_YG_YH_YI_YJ_YK_YL";

/// A page in many fonts that share a part. `font` makes the dictionary of each, given the number of that part.
fn fonts(name: &'static str, shared: impl Fn(usize) -> String + 'static, font: fn(usize) -> String) -> Family {
    pdf(name, move |size| {
        let mut sheet = Sheet::new();
        let shared = sheet.object(shared(size / 2));
        let (mut resources, mut content) = (String::new(), String::new());
        for number in 0..(size / 250).clamp(1, 399) {
            let font = sheet.object(font(shared));
            let _ = write!(resources, "/G{number} {font} 0 R ");
            let _ = write!(content, "/G{number} 9 Tf ");
        }
        sheet.page_entries(&format!("/Resources << /Font << {resources} >> >>"));
        sheet.draw(&content).finish()
    })
}

pub fn families() -> Vec<Family> {
    vec![
        pdf("fills in marked content", |size| {
            let content = "/A BMC ".repeat((size / 14).min(4_096)) + &"f ".repeat(size / 4);
            Sheet::new()
                .text(50.0, 50.0, 10.0, "Total 10 kr")
                .draw(&content)
                .finish()
        }),
        operators("marked content", |_| "/A BMC f ".to_owned()),
        operators("clips of states", |n| format!("q {n} 0 9 9 re W n Q ")),
        pdf("an empty form", |size| {
            let mut sheet = Sheet::new();
            let form = sheet.stream("/Type /XObject /Subtype /Form", b"");
            sheet
                .page_entries(&format!("/Resources << /XObject << /X {form} 0 R >> >>"))
                .draw(&"/X Do ".repeat(size / 6))
                .finish()
        })
        .up_to(1 << 20),
        pdf("names of glyphs of an embedded font", |size| {
            let mut program = String::from("%!PS\n/Encoding 256 array ");
            for number in 0..size / 4 / 68 {
                let _ = write!(program, "{} /{NAME} ", number % 256);
            }
            let mut sheet = Sheet::new();
            let program = sheet.stream("", program.as_bytes());
            let descriptor = sheet.object(format!("<< /FontFile {program} 0 R >>"));
            let font = sheet.object(format!("<< /Subtype /Type1 /FontDescriptor {descriptor} 0 R >>"));
            sheet
                .page_entries(&format!("/Resources << /Font << /F2 {font} 0 R >> >>"))
                .draw("BT /F2 10 Tf (abc) Tj ET")
                .finish()
        }),
        pdf("lines of letters that are set apart", |size| {
            let mut content = String::new();
            for line in 0..(size / 9 / 1_000).max(1) {
                for part in 0..20_u8 {
                    let letters = ["(a) -600 ", "(b) -600 "].concat().repeat(25);
                    let (x, y) = (115.6 * f32::from(part), 3 * line + 3);
                    let _ = write!(content, "BT /F1 2 Tf {x} {y} Td [{letters}] TJ ET ");
                }
            }
            Sheet::new()
                .page_entries("/MediaBox [0 0 2500 2500]")
                .draw(&content)
                .finish()
        }),
    ]
}

/// Files that take more steps than are allowed to [`is_refused`](super::is_refused).
pub fn refused() -> Vec<Family> {
    vec![
        fonts(
            "differences of many fonts",
            |size| format!("[{}]", format!("0 /{NAME} ").repeat((size / 68).min(500))),
            |list| format!("<< /Subtype /Type1 /Encoding << /Differences {list} 0 R >> >>"),
        ),
        fonts(
            "widths of many fonts",
            |size| format!("<< /W [0 [{}]] >>", "1 ".repeat(size / 2)),
            |descendant| format!("<< /Subtype /Type0 /DescendantFonts [{descendant} 0 R] >>"),
        ),
        pdf("forms that draw forms", |size| {
            let mut sheet = Sheet::new();
            let content = "/X Do ".repeat(size / 60);
            let (first, last) = (Sheet::FIRST_OBJECT, Sheet::FIRST_OBJECT + 9);
            for form in first..=last {
                let next = (form + 1).min(last);
                sheet.stream(
                    &format!("/Subtype /Form /Resources << /XObject << /X {next} 0 R >> >>"),
                    content.as_bytes(),
                );
            }
            sheet
                .page_entries(&format!("/Resources << /XObject << /X {first} 0 R >> >>"))
                .draw(&content)
                .finish()
        }),
    ]
}
