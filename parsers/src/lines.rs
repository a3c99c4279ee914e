//! A file as the parsers see it.

use std::fmt::Write;
use std::mem;

use parser_document::mail::{Body, Mail};
use parser_document::{Document, pdf};

use crate::read::{FileKind, mail_document};

/// The document of a file: title, subject and sender, then each line with its cells and their positions from left (0) to right
/// (1000), then the alternative texts of images. The pages and mails that are attached to a mail follow it. An error is the reason why
/// the file can't be read.
pub fn lines(name: &str, bytes: &[u8]) -> Result<String, String> {
    Ok(match FileKind::of(bytes, name) {
        FileKind::Pdf => lines_of(&pdf::read(bytes).map_err(|refusal| refusal.to_string())?.document),
        FileKind::EInvoice => return Err("an e-invoice has no lines".to_owned()),
        FileKind::Html => lines_of(&Document::from_html(bytes)),
        FileKind::Mail => {
            let mut mail = Mail::read(bytes).map_err(|reason| reason.to_string())?;
            let (pages, attached) = (mem::take(&mut mail.pages), mem::take(&mut mail.attached));
            let mut text = lines_of(&mail_document(mail));
            for page in pages.into_iter().map(Body::into_original) {
                let page = Document::from_html_in(&page.bytes, page.charset.as_deref());
                write!(text, "\nattached page:\n{}", lines_of(&page)).expect("writing to a string");
            }
            for mail in attached {
                write!(text, "\nattached mail:\n{}", lines_of(&mail_document(mail))).expect("writing to a string");
            }
            text
        }
    })
}

fn lines_of(document: &Document) -> String {
    let mut text = format!(
        "title: {}\nsubject: {}\nfrom: {} <{}>\n",
        document.title, document.subject, document.from_name, document.from_address
    );
    for (number, line) in document.lines.iter().enumerate() {
        let cells: Vec<String> = line
            .iter()
            .map(|cell| format!("[{:.0}-{:.0}] {}", cell.x0, cell.x1, cell.text))
            .collect();
        writeln!(text, "{number:3} {}", cells.join(" | ")).expect("writing to a string");
    }
    for image in document.images.iter().filter(|image| !image.alt.is_empty()) {
        writeln!(text, "image: {}", image.alt).expect("writing to a string");
    }
    text
}
