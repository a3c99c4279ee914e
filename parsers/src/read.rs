//! Reads a document or a file. An unreadable file is a reading with the outcome `Failed`, not an error.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parser_document::mail::{Body, Mail};
use parser_document::{Document, einvoice, pdf};
use parser_kit::retail::{self, failed, in_context};
use parser_model::Reason;
use parser_model::reading::{DocumentKind, MailContext, Outcome, Reading, Stated};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A PDF.
    Pdf,
    /// An e-invoice in XML.
    EInvoice,
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
        } else if einvoice::read(bytes).is_some() {
            FileKind::EInvoice
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
        DocumentKind::RetailPdf => retail_file(FileKind::Pdf, bytes, context),
        DocumentKind::RetailAttachment => retail_file(FileKind::of(bytes, ""), bytes, context),
    })
}

/// Reads a file. Never panics.
///
/// A PDF is read as a rent notice, unless `kind` is retail or the context names a vendor or a category. A file of another format is
/// read as a receipt, unless `kind` is rental. The category is that of the context, else the one that the document's sender or words
/// tell. Sender, subject and date that the context does not have are taken from a mail's headers.
///
/// Of a mail that isn't an invoice itself the first part that is one is read: of its e-invoices, pages and PDFs, then of the
/// mails that are attached to it. An attached mail is read as itself: so people forward them.
pub fn read_file(name: &str, bytes: &[u8], kind: Option<DocumentKind>, context: &MailContext) -> Reading {
    catch_panic(|| match (FileKind::of(bytes, name), kind) {
        (FileKind::Pdf, kind) if is_retail(kind, context) => retail_file(FileKind::Pdf, bytes, context),
        (FileKind::Pdf, _) | (_, Some(DocumentKind::Rental)) => rental(bytes, context),
        (FileKind::EInvoice, _) => retail_file(FileKind::EInvoice, bytes, context),
        (FileKind::Html, _) => retail(bytes, context),
        (FileKind::Mail, _) => match Mail::read(bytes) {
            Ok(mail) => read_mail(mail, context),
            Err(reason) => failed(reason, Stated::default()),
        },
    })
}

/// Whether a PDF of this kind is a vendor's.
fn is_retail(kind: Option<DocumentKind>, context: &MailContext) -> bool {
    match kind {
        Some(DocumentKind::Rental) => false,
        Some(DocumentKind::Retail | DocumentKind::RetailPdf | DocumentKind::RetailAttachment) => true,
        None => context.vendor_id.is_some() || context.sub_type.is_some(),
    }
}

/// Reads a mail as the service does: its text in the form in which it is stored, with the values of its headers, and its files. The
/// result is that of the first part that is an invoice, else that of the text.
fn read_mail(mut mail: Mail, context: &MailContext) -> Reading {
    let (pages, attached) = (mem::take(&mut mail.pages), mem::take(&mut mail.attached));
    let e_invoices = mem::take(&mut mail.e_invoices).into_iter().map(|bytes| (bytes, None));
    let pages = pages
        .into_iter()
        .map(Body::into_original)
        .map(|page| (page.bytes, page.charset));
    let pdfs = mem::take(&mut mail.pdfs).into_iter().map(|pdf| (pdf.bytes, None));
    let mut files = e_invoices.chain(pages).chain(pdfs).peekable();
    let own = complete(context, mail.context());
    let is_alone = files.peek().is_none() && attached.is_empty();
    let text = read_text(mail, context, is_alone);
    let files = files.map(|(bytes, charset)| {
        let context = MailContext { charset, ..own.clone() };
        retail_file(FileKind::of(&bytes, ""), &bytes, &context)
    });
    let attached = attached.into_iter().filter_map(|mail| read_text(mail, context, false));
    let mut first = None;
    for reading in text.into_iter().chain(files).chain(attached) {
        if matches!(reading.outcome, Outcome::Retail { .. }) {
            return reading;
        }
        first.get_or_insert(reading);
    }
    first.unwrap_or_else(|| failed(Reason::Empty, Stated::default()))
}

/// Reads the text of a mail. `None` if it is blank, unless it is wanted anyway.
fn read_text(mail: Mail, context: &MailContext, even_blank: bool) -> Option<Reading> {
    let context = complete(context, mail.context());
    let document = mail_document(mail);
    let is_wanted = even_blank || !document.is_blank();
    is_wanted.then(|| retail::read(&in_context(document, &context), &context))
}

/// The document of a mail's body, with the sender and the subject of its headers.
pub(crate) fn mail_document(mail: Mail) -> Document {
    let context = mail.context();
    let original = mail.body.map(Body::into_original).unwrap_or_default();
    let document = Document::from_html_in(&original.bytes, original.charset.as_deref());
    in_context(document, &context)
}

fn retail(bytes: &[u8], context: &MailContext) -> Reading {
    let charset = context.charset.as_deref();
    let document = if context.forwarded {
        Document::from_forwarded(bytes, charset).below_quoted_headers()
    } else {
        Document::from_html_in(bytes, charset)
    };
    retail::read(&in_context(document, context), context)
}

/// Reads a file of a vendor's mail: a PDF, an e-invoice or a page. It must be an invoice by what it states: its mail's sender
/// and subject don't show it, because terms and return labels come with the same mail.
fn retail_file(kind: FileKind, bytes: &[u8], context: &MailContext) -> Reading {
    let context = MailContext {
        vendor_id: None,
        sender_name: None,
        sender_address: None,
        subject: None,
        ..context.clone()
    };
    let document = match kind {
        FileKind::Pdf => match pdf::read_with(bytes, &context.pdf_passwords) {
            Ok(pdf) => pdf.document,
            Err(reason) => return failed(reason, Stated::default()),
        },
        FileKind::EInvoice => Document::from_e_invoice(bytes).unwrap_or_default(),
        FileKind::Html | FileKind::Mail => Document::from_html_in(bytes, context.charset.as_deref()),
    };
    retail::read(&document, &context)
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

/// A panic is a bug in a parser. It must not stop the service, so it becomes a failed reading.
fn catch_panic(read: impl FnOnce() -> Reading) -> Reading {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| failed(Reason::ReaderPanicked, Stated::default()))
}

fn rental(bytes: &[u8], context: &MailContext) -> Reading {
    match parser_kit::rental_reader() {
        Some(reader) => (reader.read)(bytes, context),
        None => failed(Reason::NoRentalReader, Stated::default()),
    }
}
