//! Reads a document or a file. There is no error: what can't be read is a reading that says so.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parser_document::mail::{Body, Mail};
use parser_document::{Document, pdf};
use parser_kit::retail;
use parser_kit::retail::{failed, in_context};
use parser_model::Reason;
use parser_model::reading::{DocumentKind, MailContext, Outcome, Reading, Stated};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A PDF.
    Pdf,
    /// HTML or plain text.
    Html,
    /// A mail.
    Mail,
}

impl FileKind {
    /// The format by the first bytes, else by the ending of the name. HTML if neither is known.
    pub fn of(bytes: &[u8], name: &str) -> FileKind {
        let head = &bytes[..bytes.len().min(1_024)];
        let name = name.to_ascii_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if head.windows(5).any(|w| w == b"%PDF-") || ends(&[".pdf"]) {
            FileKind::Pdf
        } else if ends(&[".eml", ".msg", ".mime"]) {
            FileKind::Mail
        } else {
            FileKind::Html
        }
    }
}

/// Reads the bytes of a document. Never panics.
pub fn read(kind: DocumentKind, bytes: &[u8], context: &MailContext) -> Reading {
    catch_panic(|| match kind {
        DocumentKind::Rental => rental(bytes, context),
        DocumentKind::Retail => retail(bytes, context),
        DocumentKind::RetailPdf => retail_pdf(bytes, context),
    })
}

/// Reads a file. Never panics.
///
/// A PDF is read as a rent notice, unless `kind` is retail or the context names a vendor or a category. A file of another format is
/// read as a receipt, unless `kind` is rental. The category is that of the context, else the one that the document's sender or words
/// tell. Sender, subject and date that the context does not have are taken from a mail's headers.
///
/// Of a mail that is no invoice itself the first attached PDF that is one is read.
///
/// A mail that is no invoice itself, to which an invoice is attached as a mail, is read as that one: so people forward them.
pub fn read_file(name: &str, bytes: &[u8], kind: Option<DocumentKind>, context: &MailContext) -> Reading {
    catch_panic(|| match (FileKind::of(bytes, name), kind) {
        (FileKind::Pdf, kind) if is_retail(kind, context) => retail_pdf(bytes, context),
        (FileKind::Pdf, _) | (_, Some(DocumentKind::Rental)) => {
            let mut context = context.clone();
            let file_name = name.rsplit(['/', '\\']).next().map(str::to_owned);
            context.file_name = context.file_name.or(file_name);
            rental(bytes, &context)
        }
        (FileKind::Html, _) => retail(bytes, context),
        (FileKind::Mail, _) => match Mail::read(bytes) {
            Ok(mail) => read_mail_or_attached(mail, bytes, context),
            Err(reason) => failed(reason, Stated::default()),
        },
    })
}

/// Whether a PDF of this kind is a vendor's.
fn is_retail(kind: Option<DocumentKind>, context: &MailContext) -> bool {
    match kind {
        Some(DocumentKind::Rental) => false,
        Some(DocumentKind::Retail | DocumentKind::RetailPdf) => true,
        None => context.vendor_id.is_some() || context.sub_type.is_some(),
    }
}

/// Reads a mail, or the only mail that is attached to it if that is an invoice and the first is none.
fn read_mail_or_attached(mail: Mail, bytes: &[u8], context: &MailContext) -> Reading {
    let reading = read_mail(mail, context);
    if !matches!(reading.outcome, Outcome::NotAnInvoice { .. }) {
        return reading;
    }
    match Mail::read_attached(bytes) {
        Ok(Some(attached)) => {
            let other = read_mail(attached, context);
            let is_invoice = matches!(other.outcome, Outcome::Retail { .. });
            if is_invoice { other } else { reading }
        }
        _ => reading,
    }
}

/// Reads a mail as the service does: its body in the form in which it is stored, with the values of its headers, and its PDFs. The
/// result is that of the first part that is an invoice, else that of the body.
fn read_mail(mail: Mail, context: &MailContext) -> Reading {
    let context = complete(context, mail.context());
    let original = mail.body.map(Body::into_original).unwrap_or_default();
    let context = MailContext {
        charset: original.charset,
        ..context
    };
    let document = Document::from_html_in(&original.bytes, context.charset.as_deref());
    let is_invoice = |reading: &Reading| matches!(reading.outcome, Outcome::Retail { .. });
    let mut readings = Vec::new();
    if !document.is_blank() || mail.pdfs.is_empty() {
        readings.push(retail::read(&in_context(document, &context), &context));
    }
    for pdf in &mail.pdfs {
        if readings.iter().any(is_invoice) {
            break;
        }
        readings.push(retail_pdf(&pdf.bytes, &context));
    }
    let chosen = readings.iter().position(is_invoice).unwrap_or(0);
    readings.swap_remove(chosen)
}

/// The document of a mail's body, with the sender and the subject of its headers.
pub(crate) fn mail_document(mail: Mail) -> Document {
    let context = mail.context();
    let original = mail.body.map(Body::into_original).unwrap_or_default();
    let document = Document::from_html_in(&original.bytes, original.charset.as_deref());
    in_context(document, &context)
}

fn retail(bytes: &[u8], context: &MailContext) -> Reading {
    let document = Document::from_html_in(bytes, context.charset.as_deref());
    retail::read(&in_context(document, context), context)
}

/// Reads a vendor's PDF. It must be an invoice by what it states: its mail's sender and subject tell nothing of it, because terms
/// and return labels come with the same mail.
fn retail_pdf(bytes: &[u8], context: &MailContext) -> Reading {
    let context = MailContext {
        vendor_id: None,
        sender_name: None,
        sender_address: None,
        subject: None,
        charset: None,
        ..context.clone()
    };
    match pdf::read(bytes) {
        Ok(pdf) => retail::read(&pdf.document, &context),
        Err(reason) => failed(reason, Stated::default()),
    }
}

/// The context `given`, with the missing values of sender, subject and date taken from `found`.
fn complete(given: &MailContext, found: MailContext) -> MailContext {
    let given = given.clone();
    MailContext {
        sender_name: given.sender_name.or(found.sender_name),
        sender_address: given.sender_address.or(found.sender_address),
        subject: given.subject.or(found.subject),
        received_on: given.received_on.or(found.received_on),
        ..given
    }
}

/// A panic is a defect in a parser. It must not stop the service, so it becomes a failed reading.
fn catch_panic(read: impl FnOnce() -> Reading) -> Reading {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| failed(Reason::ReaderPanicked, Stated::default()))
}

fn rental(bytes: &[u8], context: &MailContext) -> Reading {
    match parser_kit::rental_reader() {
        Some(reader) => (reader.read)(bytes, context),
        None => failed(Reason::NoRentalReader, Stated::default()),
    }
}
