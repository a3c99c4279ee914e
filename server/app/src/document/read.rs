//! Reading a stored original with all that is known of it.

use bytes::Bytes;
use invoices_db::{Document, StoreError};
use invoices_domain::ports::{DependencyError, ReaderError};
use invoices_domain::reading::{DocumentKind, MailContext, Outcome, Reading};
use invoices_domain::{Lesson, ObjectKey, PdfPassword, Reason, RetailPart, UserAnswer};
use tracing::Instrument;

use crate::app::App;
use crate::error::Error;
use crate::limit::in_flight::Hold;

/// A document's bytes, with their share of the memory limit. One of unknown size counts as the largest message until it is
/// there. `None` if there is no such object.
pub(crate) async fn original(
    app: &App,
    key: &ObjectKey,
    document: Option<&Document>,
) -> Result<Option<(Bytes, Hold)>, Error> {
    let size = document.and_then(|document| document.bytes);
    let weight = size.unwrap_or(app.settings().max_message_bytes);
    let mut hold = app.0.in_flight.hold(key.user(), weight).await;
    let bytes = app.ports().objects.get(key).await?;
    Ok(bytes.map(|bytes| {
        hold.shrink_to(bytes.len() as u64);
        (bytes, hold)
    }))
}

/// Reads a document's bytes with the parser of its kind. `lesson` is a value whose label the reading is to find. If it needs a
/// password, those that the user gave for its sender are tried.
pub(crate) async fn read(
    app: &App,
    document: &Document,
    bytes: Bytes,
    lesson: Option<Lesson>,
) -> Result<Reading, ReaderError> {
    let reading = read_with(app, document, bytes.clone(), lesson.clone(), Vec::new()).await?;
    if !needs_password(&reading) {
        return Ok(reading);
    }
    let passwords = app.pdf_passwords_of(document).await?;
    if passwords.is_empty() {
        return Ok(reading);
    }
    read_with(app, document, bytes, lesson, passwords).await
}

/// The same with these passwords and no others.
pub(crate) async fn read_with(
    app: &App,
    document: &Document,
    bytes: Bytes,
    lesson: Option<Lesson>,
    pdf_passwords: Vec<PdfPassword>,
) -> Result<Reading, ReaderError> {
    let context = context(app, document).await;
    let context = MailContext {
        lesson,
        pdf_passwords,
        ..context.map_err(|error| ReaderError::Dependency(error.into()))?
    };
    let span = tracing::info_span!("read", document = %document.document_id);
    app.reader_of(document.user_id)
        .read(kind(&document.object_key), bytes, context)
        .instrument(span)
        .await
}

/// What the reader read; `None` if it gave up.
pub(crate) fn unless_given_up<T>(read: Result<T, ReaderError>) -> Result<Option<T>, DependencyError> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(ReaderError::GaveUp(_)) => Ok(None),
        Err(ReaderError::Dependency(error)) => Err(error),
    }
}

/// Whether a document can't be opened without a password.
pub(crate) fn needs_password(reading: &Reading) -> bool {
    matches!(
        &reading.outcome,
        Outcome::Failed {
            reason: Reason::PdfPassword,
            ..
        }
    )
}

pub(super) fn kind(key: &ObjectKey) -> DocumentKind {
    match key {
        ObjectKey::Rental { .. } => DocumentKind::Rental,
        ObjectKey::Retail {
            part: RetailPart::Html, ..
        } => DocumentKind::Retail,
        ObjectKey::Retail {
            part: RetailPart::Pdf(_),
            ..
        } => DocumentKind::RetailPdf,
        ObjectKey::Retail {
            part: RetailPart::Page(_) | RetailPart::EInvoice(_),
            ..
        } => DocumentKind::RetailAttachment,
    }
}

async fn context(app: &App, document: &Document) -> Result<MailContext, StoreError> {
    let (zone, key) = (app.settings().zone, &document.object_key);
    let of_sender = match key {
        ObjectKey::Rental { .. } => MailContext {
            labels: app.labels_of_landlord(document).await?,
            ..MailContext::default()
        },
        ObjectKey::Retail { vendor, .. } => app.context_of_vendor(document.user_id, vendor).await?,
    };
    let mut context = MailContext {
        sender_name: document.facts.sender_name.clone(),
        sender_address: document.facts.sender.as_ref().map(ToString::to_string),
        subject: document.facts.subject.clone(),
        received_on: document.facts.received_at.map(|at| zone.day(at)),
        charset: document.charset.clone(),
        forwarded: document.facts.forwarded,
        answer: match document.answer {
            Some(UserAnswer::Invoice(answer)) => Some(answer),
            _ => None,
        },
        ..of_sender
    };
    if let ObjectKey::Retail {
        sub_type, vendor, date, ..
    } = key
    {
        context.vendor_id = Some(vendor.to_string());
        context.sub_type = Some(sub_type.clone());
        context.received_on = document.facts.received_at.map(|_| *date);
    }
    Ok(context)
}
