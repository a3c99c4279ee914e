//! Reading takes work in proportion to the bytes, or it is refused with the limit that is passed. Work is counted in steps, so
//! no clock decides.

use invoices_parsers::read_file;
use parser_document::pdf::sample::Sheet;
use parser_document::steps;
use parser_model::reading::{MailContext, Outcome};

/// Of twice as many bytes, at most so many times the steps.
const GROWTH: f64 = 2.3;
/// Fewer steps pass, however they grow: some ten milliseconds of work.
const SMALL: f64 = 5_000_000.0;

/// A way to build a hostile file.
struct Family {
    name: &'static str,
    file: &'static str,
    /// The file of so many bytes, nearly.
    build: Box<dyn Fn(usize) -> Vec<u8>>,
    /// The largest that is tried, in bytes.
    largest: usize,
}

/// Reads the file. Returns the steps, and the reason if a limit is passed.
fn read(family: &Family, size: usize) -> (f64, Option<String>) {
    let bytes = (family.build)(size);
    let work = steps::within(u64::MAX, || {
        read_file(family.file, &bytes, None, &MailContext::default())
    });
    let limit = match work.value.outcome {
        Outcome::Failed { reason, .. } if reason.contains("too ") => Some(reason),
        _ => None,
    };
    (steps_of(work.steps), limit)
}

#[allow(clippy::cast_precision_loss, reason = "steps are far below 2^52")]
fn steps_of(steps: u64) -> f64 {
    steps as f64
}

/// The same piece again and again.
fn repeated(name: &'static str, file: &'static str, piece: &'static str) -> Family {
    numbered(name, file, move |_| piece.to_owned())
}

/// Pieces that differ by their number.
fn numbered(name: &'static str, file: &'static str, piece: impl Fn(usize) -> String + 'static) -> Family {
    wrapped(name, file, "", piece, "")
}

fn wrapped(
    name: &'static str,
    file: &'static str,
    before: impl Into<String>,
    piece: impl Fn(usize) -> String + 'static,
    after: &'static str,
) -> Family {
    let before = before.into();
    let build = move |size: usize| {
        let mut bytes = before.clone();
        for number in 0.. {
            if bytes.len() >= size {
                break;
            }
            bytes.push_str(&piece(number));
        }
        bytes.push_str(after);
        bytes.into_bytes()
    };
    Family {
        name,
        file,
        build: Box::new(build),
        largest: 4 << 20,
    }
}

const MAIL: &str = "Content-Type: text/plain\r\nFrom: shop@example.com\r\nSubject: Receipt\r\n\r\n";

fn texts() -> Vec<Family> {
    vec![
        wrapped("tabs on one line", "a.eml", MAIL, |_| "\t".to_owned(), "Total 10 kr"),
        wrapped("cells on one line", "a.eml", MAIL, |_| "10 kr   ".to_owned(), ""),
        wrapped(
            "cells on several lines",
            "a.eml",
            MAIL,
            |n| format!("Total {n}   10 kr{}", if n % 50 == 0 { "\r\n" } else { "   " }),
            "",
        ),
        wrapped("words on one line", "a.eml", MAIL, |_| "total ".to_owned(), "10 kr"),
        wrapped("lines of labels", "a.eml", MAIL, |_| "Total\r\n".to_owned(), ""),
        wrapped("lines of amounts", "a.eml", MAIL, |n| format!("{n},00 kr\r\n"), ""),
        wrapped(
            "lines of labelled amounts",
            "a.eml",
            MAIL,
            |n| format!("Att betala:   {n},00 kr\r\n"),
            "",
        ),
        wrapped(
            "lines of items",
            "a.eml",
            MAIL,
            |n| format!("Kaffe {n}   2 st   {n},00 kr\r\n"),
            "",
        ),
        wrapped(
            "lines of dates",
            "a.eml",
            MAIL,
            |n| format!("Datum: 2026-0{}-11 \r\n", n % 9 + 1),
            "",
        ),
        wrapped("dates on one line", "a.eml", MAIL, |_| "03/04/2026 ".to_owned(), ""),
        wrapped(
            "lines of numbers",
            "a.eml",
            MAIL,
            |n| format!("Ordernummer: {n}12345\r\n"),
            "",
        ),
        wrapped(
            "order headings",
            "a.eml",
            MAIL,
            |n| format!("Order {n}12345\r\nTotal 10,00 kr\r\n"),
            "",
        ),
        wrapped("a run of digits", "a.eml", MAIL, |_| "1234567890".to_owned(), ""),
        wrapped("spaced digits", "a.eml", MAIL, |_| "1 ".to_owned(), ""),
        wrapped("separators", "a.eml", MAIL, |_| "1.1,1 1'".to_owned(), ""),
        wrapped("signs", "a.eml", MAIL, |_| "-(€ ".to_owned(), ""),
        wrapped("addresses", "a.eml", MAIL, |n| format!("shop{n}@example.com "), ""),
        wrapped("firms", "a.eml", MAIL, |n| format!("Exempel {n} AB\r\n"), ""),
        wrapped(
            "giro numbers",
            "a.eml",
            MAIL,
            |_| "Bankgiro 5050-1055 OCR 1234567897\r\n".to_owned(),
            "",
        ),
        wrapped("quotes", "a.eml", MAIL, |_| "> ".to_owned(), ""),
    ]
}

fn pages() -> Vec<Family> {
    // Nearly as deep as allowed.
    let deep = "<div>".repeat(1_400);
    vec![
        wrapped(
            "attributes of a tag",
            "a.html",
            "<p",
            |n| format!(" a{n}"),
            ">Total 10 kr",
        ),
        wrapped(
            "quoted attributes of a tag",
            "a.html",
            "<p",
            |n| format!("a{n}=\"1\""),
            ">Total 10 kr",
        ),
        numbered("tags with attributes", "a.html", |n| {
            format!("<p a{n}=1 b{n}=2 style='color:red;margin:0'>x")
        }),
        numbered("html tags with attributes", "a.html", |n| format!("<html a{n}=1>")),
        wrapped(
            "one style",
            "a.html",
            "<p style='",
            |_| "font-size:1px;".to_owned(),
            "'>Total 10 kr",
        ),
        wrapped(
            "a style sheet",
            "a.html",
            "<style>",
            |n| format!(".c{n}{{display:none}}"),
            "</style><p class=c1>Total 10 kr",
        ),
        wrapped(
            "open blocks of a style sheet",
            "a.html",
            "<style>",
            |_| "@a{".to_owned(),
            "</style><p>Total 10 kr",
        ),
        wrapped(
            "comments of a style sheet",
            "a.html",
            "<style>",
            |_| "/*".to_owned(),
            "</style><p>Total 10 kr",
        ),
        wrapped(
            "classes",
            "a.html",
            "<style>.x{display:none}</style><p class='",
            |n| format!("c{n} "),
            "'>Total 10 kr",
        ),
        repeated("entities", "a.html", "&amp;&#8364;&notin;"),
        repeated("broken entities", "a.html", "&CounterClockwiseContourIntegra"),
        repeated("comments", "a.html", "<!-- x -->"),
        wrapped(
            "one comment",
            "a.html",
            "<!--",
            |_| "word ".to_owned(),
            "--><p>Total 10 kr",
        ),
        repeated("open elements", "a.html", "<div>"),
        repeated("open formats", "a.html", "<b><i>"),
        numbered("formats that differ", "a.html", |n| format!("<font size={n}>")),
        wrapped(
            "end tags without a start in deep elements",
            "a.html",
            deep.clone(),
            |_| "</x>".to_owned(),
            "",
        ),
        wrapped(
            "paragraphs in deep elements",
            "a.html",
            deep.clone(),
            |_| "<p>".to_owned(),
            "",
        ),
        repeated("crossed formats", "a.html", "<a><b><p></a>x</b>"),
        repeated("open tables", "a.html", "<table><tr><td>"),
        repeated("text in tables", "a.html", "<table>x"),
        repeated("cells of one row", "a.html", "<td>1 kr</td>"),
        repeated("rows", "a.html", "<tr><td>Total</td><td>1 kr</td></tr>"),
        wrapped(
            "wide cells",
            "a.html",
            "<table>",
            |_| "<tr><td colspan=100 rowspan=1000>1 kr</td>".to_owned(),
            "",
        ),
        repeated("floats", "a.html", "<div style=float:left>x</div>&nbsp;<i></i>"),
        repeated(
            "blanks after floats",
            "a.html",
            "<span style=float:left>x</span>&nbsp;&nbsp;<i></i>",
        ),
        repeated("flex boxes", "a.html", "<div style=display:flex>"),
        repeated("images", "a.html", "<img alt='logo' src='https://example.com/a.png'>"),
        repeated("links", "a.html", "<a href='https://shop.example.com/a'>x</a> "),
        repeated("hidden text", "a.html", "<p hidden>Total 10 kr</p>"),
        repeated("line breaks", "a.html", "10 kr<br>"),
        repeated(
            "microdata",
            "a.html",
            "<div itemscope itemtype=Order><b itemprop=price>1 kr",
        ),
        repeated(
            "JSON-LD",
            "a.html",
            "<script type=application/ld+json>{\"@type\":\"Order\",\"price\":1}</script>",
        ),
        wrapped(
            "nested JSON-LD",
            "a.html",
            "<script type=application/ld+json>",
            |_| "[{\"a\":".to_owned(),
            "</script>",
        ),
        wrapped(
            "JSON-LD with many values",
            "a.html",
            "<script type=application/ld+json>{\"@type\":\"Order\",\"acceptedOffer\":[1",
            |n| format!(",{{\"@type\":\"Offer\",\"price\":{n},\"itemOffered\":{{\"name\":\"x{n}\"}}}}"),
            "]}</script><p>Total 10 kr",
        ),
        repeated("script", "a.html", "<script>a<b</script>"),
        repeated("select", "a.html", "<select><option>1 kr"),
        repeated("svg", "a.html", "<svg><title>"),
        repeated("templates", "a.html", "<template>"),
        repeated("frames", "a.html", "<frameset>"),
    ]
}

fn mails() -> Vec<Family> {
    let part = "\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>";
    vec![
        wrapped(
            "headers",
            "a.eml",
            "From: shop@example.com\r\n",
            |_| "a:\n".to_owned(),
            "\r\nTotal 10 kr",
        ),
        wrapped(
            "a long header",
            "a.eml",
            "Subject: ",
            |_| "word ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "a folded header",
            "a.eml",
            "Subject: ",
            |_| "a\r\n ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "encoded words",
            "a.eml",
            "Subject: ",
            |_| "=?utf-8?q?x?= ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "addresses of senders",
            "a.eml",
            "From: ",
            |n| format!("a{n}@example.com, "),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "authentication results",
            "a.eml",
            "Authentication-Results: mx.example.com",
            |n| format!("; spf{n}=pass ((("),
            "\r\nFrom: a@example.com\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "parameters",
            "a.eml",
            "Content-Type: text/html",
            |n| format!("; a*{n}=x"),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "parts",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n",
            move |_| part.to_owned(),
            "\r\n--b--",
        ),
        wrapped(
            "headers of a part",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
            |_| "a:\r\n".to_owned(),
            "\r\n--b--",
        ),
        wrapped(
            "nested parts",
            "a.eml",
            "",
            |n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"),
            "",
        ),
        wrapped(
            "nested messages",
            "a.eml",
            "",
            |_| "Content-Type: message/rfc822\r\n\r\n".to_owned(),
            "",
        ),
        wrapped(
            "boundaries that nearly match",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=bbbbbbbbbbbbbbbbc\r\n\r\n",
            |_| "\r\n-bbbbbbbbbbbbbbbbb".to_owned(),
            "",
        ),
        wrapped(
            "quoted printable",
            "a.eml",
            "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
            |_| "=C3=A5=\r\n".to_owned(),
            "",
        ),
    ]
}

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

fn pdfs() -> Vec<Family> {
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

/// Reads a quarter, a half and the whole of several sizes.
fn grows_in_proportion(families: &[Family]) {
    let mut failures = Vec::new();
    for family in families {
        let mut before: Option<f64> = None;
        let mut size = family.largest >> 7;
        while size <= family.largest {
            let (steps, limit) = read(family, size);
            if limit.is_some() {
                break;
            }
            if steps > SMALL && before.is_some_and(|before| steps > before * GROWTH) {
                failures.push(format!(
                    "{}: {steps} steps for {size} bytes, {before:?} for half of them",
                    family.name
                ));
            }
            before = Some(steps);
            size *= 2;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn texts_take_steps_in_proportion() {
    grows_in_proportion(&texts());
}

#[test]
fn pages_take_steps_in_proportion() {
    grows_in_proportion(&pages());
}

#[test]
fn mails_take_steps_in_proportion() {
    grows_in_proportion(&mails());
}

#[test]
fn pdfs_take_steps_in_proportion() {
    grows_in_proportion(&pdfs());
}
