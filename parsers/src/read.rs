//! A document's bytes in, a reading out. Never an error, never a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use invoices_domain::reading::{DocumentKind, MailContext, Outcome, ParserTag, Reading, RetailRecord, Stated};
use parser_kit::document::Document;
use parser_kit::gate::Refusal;
use parser_kit::receipt::Source;
use parser_kit::register::{self, Category, Layout};
use parser_kit::{mime, reading};

use crate::category;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A PDF.
    Pdf,
    /// Markup.
    Html,
    /// A mail.
    Mail,
}

impl FileKind {
    /// By the bytes where they tell, else by the name's ending, else markup.
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

/// Reads a document of the service.
pub fn read(kind: DocumentKind, bytes: &[u8], context: &MailContext) -> Reading {
    guarded(|| match kind {
        DocumentKind::Rental => rental(bytes, context),
        DocumentKind::Retail => retail(&in_context(Document::from_html(bytes), context), context),
    })
}

/// Reads a file. A PDF is read as rental and all else as retail, unless `kind` says otherwise; the category is found by
/// evidence where the context names none. What a mail's headers say fills what the context leaves open.
pub fn read_file(name: &str, bytes: &[u8], kind: Option<DocumentKind>, context: &MailContext) -> Reading {
    guarded(|| match (FileKind::of(bytes, name), kind) {
        (FileKind::Pdf, _) | (_, Some(DocumentKind::Rental)) => {
            let mut context = context.clone();
            let file_name = name.rsplit(['/', '\\']).next().map(str::to_owned);
            context.file_name = context.file_name.or(file_name);
            rental(bytes, &context)
        }
        (FileKind::Html, _) => retail(&in_context(Document::from_html(bytes), context), context),
        (FileKind::Mail, _) => match mime::open(bytes) {
            Some(mail) if mail.document.is_blank() && mail.has_pdf => {
                failed("the invoice is only an attached PDF", Stated::default())
            }
            Some(mail) => {
                let context = filled(context, mail.context);
                retail(&in_context(mail.document, &context), &context)
            }
            None => failed("it is no mail", Stated::default()),
        },
    })
}

/// What `given` leaves open, taken from `found`.
fn filled(given: &MailContext, found: MailContext) -> MailContext {
    let given = given.clone();
    MailContext {
        sender_name: given.sender_name.or(found.sender_name),
        sender_address: given.sender_address.or(found.sender_address),
        subject: given.subject.or(found.subject),
        received_on: given.received_on.or(found.received_on),
        ..given
    }
}

/// The document with what the mailbox knows of its mail.
fn in_context(mut document: Document, context: &MailContext) -> Document {
    let set = |own: &mut String, known: &Option<String>| {
        if let Some(known) = known {
            own.clone_from(known);
        }
    };
    set(&mut document.subject, &context.subject);
    set(&mut document.from_name, &context.sender_name);
    set(&mut document.from_address, &context.sender_address);
    document
}

/// A defect in a parser must not stop the service: it becomes a refusal.
fn guarded(read: impl FnOnce() -> Reading) -> Reading {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| failed("the reader broke on it", Stated::default()))
}

fn rental(bytes: &[u8], context: &MailContext) -> Reading {
    match register::rental_reader() {
        Some(reader) => (reader.read)(bytes, context),
        None => failed("this build has no reader of rental invoices", Stated::default()),
    }
}

fn retail(document: &Document, context: &MailContext) -> Reading {
    let general = reading::read(document, context);
    let categories = register::categories();
    let category = category::choose(&categories, &general.page, context);
    let layout = category.and_then(|c| c.layouts.iter().find(|l| (l.recognises)(document)));
    let parser = tag(category, layout);
    let evidence = general.evidence;
    let mut receipts = general.receipts;
    let first = receipts.first().map(|r| r.stated.clone()).unwrap_or_default();
    let outcome = match (general.refusal, category) {
        (Some(refusal @ Refusal::TooLong), _) => Outcome::Failed {
            reason: refusal.reason().into(),
            stated: Box::default(),
        },
        (Some(refusal), _) => Outcome::NotAnInvoice {
            reason: refusal.reason().into(),
            stated: Box::new(without_total(first, refusal)),
        },
        (None, None) => Outcome::Failed {
            reason: "this build has no reader of retail invoices".into(),
            stated: Box::new(first),
        },
        (None, Some(category)) => {
            let mut records = Vec::new();
            for receipt in &mut receipts {
                if let Some(layout) = layout {
                    (layout.read)(&general.page, receipt);
                }
                if receipt.stated.total_amount.is_some() {
                    let detail = (category.detail)(&Source {
                        page: &general.page,
                        receipt,
                    });
                    records.push(RetailRecord {
                        sub_type: category.sub_type(),
                        stated: receipt.stated.clone(),
                        detail,
                    });
                }
            }
            if records.is_empty() {
                Outcome::Failed {
                    reason: "it states no total".into(),
                    stated: Box::new(first),
                }
            } else {
                Outcome::Retail { records }
            }
        }
    };
    Reading {
        parser,
        outcome,
        evidence,
    }
}

/// Where nothing says that it is about an order, its sums are not an order's.
fn without_total(stated: Stated, refusal: Refusal) -> Stated {
    match refusal {
        Refusal::NoReceiptWords => Stated {
            total_amount: None,
            currency: None,
            ..stated
        },
        _ => stated,
    }
}

fn tag(category: Option<&Category>, layout: Option<&Layout>) -> ParserTag {
    match (category, layout) {
        (Some(category), Some(layout)) => ParserTag {
            name: format!("{}/{}", category.sub_type, layout.vendor),
            version: category.version + layout.version,
        },
        (Some(category), None) => ParserTag {
            name: category.sub_type.to_owned(),
            version: category.version,
        },
        (None, _) => ParserTag {
            name: "retail".into(),
            version: 1,
        },
    }
}

fn failed(reason: &str, stated: Stated) -> Reading {
    Reading {
        parser: ParserTag {
            name: "retail".into(),
            version: 1,
        },
        outcome: Outcome::Failed {
            reason: reason.into(),
            stated: Box::new(stated),
        },
        evidence: Vec::new(),
    }
}
