//! The objects of PDFs, and what refers to them.

use std::fmt::Write as _;

use parser_document::pdf::sample::Sheet;

use super::Family;
use super::pdfs::pdf;

const CATALOG: &str = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &str = "<< /Type /Pages /Kids [3 0 R] >>";

/// A file without a table of its objects.
struct Scanned(Vec<u8>);

impl Scanned {
    fn new() -> Self {
        Scanned(b"%PDF-1.7\n".to_vec())
    }

    fn object(mut self, number: usize, body: impl AsRef<[u8]>) -> Self {
        self.0.extend_from_slice(format!("{number} 0 obj ").as_bytes());
        self.0.extend_from_slice(body.as_ref());
        self.0.extend_from_slice(b" endobj\n");
        self
    }

    fn finish(mut self, trailer: &str) -> Vec<u8> {
        self.0
            .extend_from_slice(format!("trailer << /Root 1 0 R {trailer} >>\n").as_bytes());
        self.0
    }
}

fn stream(entries: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("<< {entries} /Length {} >> stream\n", bytes.len());
    [head.as_bytes(), bytes, b"\nendstream"].concat()
}

/// Numbers of this many bytes.
fn numbers(size: usize) -> String {
    "1 ".repeat(size / 2)
}

/// References to the objects of these numbers.
fn references(numbers: impl Iterator<Item = usize>) -> String {
    numbers.fold(String::new(), |mut text, number| {
        let _ = write!(text, "{number} 0 R ");
        text
    })
}

/// A page that uses one resource again and again.
fn resources(name: &'static str, category: &'static str, resource: &'static str, operator: &'static str) -> Family {
    pdf(name, move |size| {
        let resource = resource.replace('*', &numbers(size / 2));
        Sheet::new()
            .page_entries(&format!("/Resources << /{category} << /A {resource} >> >>"))
            .draw(&operator.repeat(size / 2 / operator.len()))
            .finish()
    })
}

/// Pages that have one annotation again and again.
fn annotations(name: &'static str, annotation: impl Fn(usize) -> String + 'static) -> Family {
    pdf(name, move |size| {
        let pages = 10..10 + (size / 1_000).clamp(1, 15);
        let file = Scanned::new()
            .object(1, CATALOG)
            .object(2, format!("<< /Type /Pages /Kids [{}] >>", references(pages.clone())))
            .object(4, annotation(size / 2))
            .object(5, format!("[{}]", "4 0 R ".repeat((size / 12).min(400))));
        pages
            .fold(file, |file, page| file.object(page, "<< /Type /Page /Annots 5 0 R >>"))
            .finish("")
    })
}

/// A page whose content is one stream again and again.
fn contents(name: &'static str, content: impl Fn(usize) -> Vec<u8> + 'static) -> Family {
    pdf(name, move |size| {
        let list = "4 0 R ".repeat(size / 12);
        Scanned::new()
            .object(1, CATALOG)
            .object(2, PAGES)
            .object(3, format!("<< /Type /Page /Contents [{list}] >>"))
            .object(4, content(size / 2))
            .object(5, format!("[{}]", numbers(size / 4)))
            .finish("")
    })
}

pub fn families() -> Vec<Family> {
    vec![
        annotations("links to long addresses", |size| {
            format!("<< /Subtype /Link /A << /URI (https://{}_) >> >>", "a".repeat(size))
        })
        .up_to(1 << 19),
        contents("large parameters of a filter", |_| {
            stream("/Filter /ASCIIHexDecode /DecodeParms << /A 5 0 R /B 5 0 R >>", b">")
        }),
        pdf("kids that inherit large resources", |size| {
            let kids = "3 0 R ".repeat(size / 12);
            let resources = numbers(size / 2);
            Scanned::new()
                .object(1, CATALOG)
                .object(
                    2,
                    format!("<< /Type /Pages /Kids [{kids}] /Resources << /A [{resources}] >> >>"),
                )
                .object(3, "<< /Type /Page >>")
                .finish("")
        }),
        pdf("names of files in a tree of shared kids", |size| {
            let nodes = 10..10 + size / 50;
            let file = Scanned::new()
                .object(
                    1,
                    "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 10 0 R >> >>",
                )
                .object(2, PAGES)
                .object(3, "<< /Type /Page >>")
                .object(4, format!("[{}]", references(nodes.clone())));
            nodes
                .fold(file, |file, node| file.object(node, "<< /Kids 4 0 R >>"))
                .finish("")
        }),
        pdf("an encryption dictionary of shared dictionaries", |size| {
            let shared = |number: usize| {
                (0..64).fold(String::new(), |mut entries, key| {
                    let _ = write!(entries, "/K{key} {number} 0 R ");
                    entries
                })
            };
            Scanned::new()
                .object(1, CATALOG)
                .object(2, PAGES)
                .object(3, "<< /Type /Page >>")
                .object(4, format!("<< /Filter /Standard /V 2 /R 3 {} >>", shared(5)))
                .object(5, format!("<< {} >>", shared(6)))
                .object(6, format!("<< {} >>", shared(7)))
                .object(7, format!("({})", "a".repeat(size)))
                .finish("/Encrypt 4 0 R")
        }),
    ]
}

/// Files that take more steps than are allowed to [`is_refused`](super::is_refused).
pub fn refused() -> Vec<Family> {
    vec![
        resources("large graphics states", "ExtGState", "<< /B [*] >>", "/A gs "),
        resources("large colour spaces", "ColorSpace", "[/Indexed [*]]", "/A cs "),
        annotations("large appearances", |size| {
            format!("<< /Subtype /Widget /AP << /N << /A [{}] >> >> >>", numbers(size))
        }),
        contents("blanks after the length of a stream", |size| {
            format!("<< /Length 0 >> stream\n{}endstream", " ".repeat(size)).into_bytes()
        }),
        contents("filters that leave nothing", |size| {
            // Two bytes are 128 blanks, and no blank is a digit.
            stream(
                "/Filter [/RunLengthDecode /ASCIIHexDecode]",
                &[129, b' '].repeat((size / 2).min(30_000)),
            )
        }),
        contents("filters with a large buffer", |_| stream("/Filter /LZWDecode", b"")),
        pdf("groups of many members", |size| {
            Scanned::new()
                .object(
                    1,
                    "<< /Type /Catalog /Pages 2 0 R /OCProperties << /D << /OFF [6 0 R] >> >> >>",
                )
                .object(2, PAGES)
                .object(
                    3,
                    "<< /Type /Page /Contents 4 0 R /Resources << /Properties << /A 5 0 R >> >> >>",
                )
                .object(4, stream("", "/OC /A BDC EMC ".repeat(size / 30).as_bytes()))
                .object(5, format!("<< /Type /OCMD /OCGs [{}] >>", "6 0 R ".repeat(size / 12)))
                .object(6, "<< /Type /OCG >>")
                .finish("")
        }),
        pdf("trailers with a string without an end", |size| {
            [b"%PDF-1.7\n".to_vec(), b"trailer(".repeat(size / 8)].concat()
        }),
        pdf("references to a string without an end", |size| {
            let objects = 10..10 + size / 60;
            let mut file = String::from("%PDF-1.7\n");
            let mut table = String::from("xref\n");
            for (number, object) in [
                (1, CATALOG.to_owned()),
                (2, PAGES.to_owned()),
                (
                    3,
                    format!("<< /Type /Page /Contents [{}] >>", references(objects.clone())),
                ),
            ] {
                let _ = write!(table, "{number} 1\n{:010} 00000 n \n", file.len());
                let _ = writeln!(file, "{number} 0 obj {object} endobj");
            }
            let string = format!("{:010} 00000 n \n", file.len());
            let _ = write!(table, "10 {}\n{}", objects.len(), string.repeat(objects.len()));
            file.push_str(&"(".repeat(size / 2));
            let start = file.len();
            let _ = write!(file, "{table}trailer << /Root 1 0 R >>\nstartxref\n{start}\n%%EOF");
            file.into_bytes()
        }),
    ]
}
