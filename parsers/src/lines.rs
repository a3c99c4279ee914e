//! A file as the parsers see it.

use std::fmt::Write;

use parser_document::mail::Mail;
use parser_document::{Document, pdf};

use crate::read::{FileKind, mail_document};

/// The document of a file: title, subject and sender, then each line with its cells and their positions from left (0) to right
/// (1000), then the alternative texts of images. The only mail that is attached to a mail follows it. An error is the reason why the
/// file can't be read.
pub fn lines(name: &str, bytes: &[u8]) -> Result<String, String> {
    Ok(match FileKind::of(bytes, name) {
        FileKind::Pdf => lines_of(&pdf::read(bytes).map_err(|refusal| refusal.to_string())?.document),
        FileKind::Html => lines_of(&Document::from_html(bytes)),
        FileKind::Mail => {
            let mail = Mail::read(bytes).map_err(|reason| reason.to_string())?;
            let text = lines_of(&mail_document(mail));
            match Mail::read_attached(bytes) {
                Ok(Some(attached)) => format!("{text}\nattached mail:\n{}", lines_of(&mail_document(attached))),
                _ => text,
            }
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
