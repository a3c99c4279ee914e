//! The parts of a vendor's mail that are kept: its text and its files.

use bytes::Bytes;
use chrono::NaiveDate;
use invoices_db::{NewDocument, NewObject};
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{MailContent, Original};
use invoices_domain::{IngestReason, ObjectKey, RetailPart, Vendor};

use super::message::Origin;

/// The text of a mail, then its pages, e-invoices and PDFs. Which of them are invoices is known only when they are read.
pub(super) fn documents(
    origin: &Origin<'_>,
    vendor: &Vendor,
    mail: MailContent,
) -> Result<Vec<(NewDocument, Bytes)>, IngestReason> {
    // A mail of which nothing says when it was received has the first day in its keys.
    let date = origin
        .raw
        .received_at
        .map_or_else(NaiveDate::default, |at| origin.context.app.settings().zone.day(at));
    let hash = origin.raw.id.hash16();
    let document = |part: RetailPart, original: Original| {
        let row = NewDocument {
            part: part.to_string(),
            object: NewObject::Retail(ObjectKey::Retail {
                user: origin.context.user,
                sub_type: vendor.sub_type.clone(),
                vendor: vendor.vendor_id.clone(),
                date,
                hash: hash.clone(),
                part,
            }),
            sha256: sha256_hex(&original.bytes),
            charset: original.charset,
            bytes: i64::try_from(original.bytes.len()).unwrap_or(i64::MAX),
        };
        (row, original.bytes)
    };
    let html = mail.html.map(|html| document(RetailPart::Html, html));
    let pages = RetailPart::pages().zip(mail.pages);
    let without_charset = |bytes: Bytes| Original { bytes, charset: None };
    let e_invoices = RetailPart::e_invoices().zip(mail.e_invoices.into_iter().map(without_charset));
    let pdfs = RetailPart::pdfs().zip(mail.pdfs.into_iter().map(|pdf| without_charset(pdf.bytes)));
    let files = pages.chain(e_invoices).chain(pdfs);
    let files = files.map(|(part, original)| document(part, original));
    let documents: Vec<_> = html.into_iter().chain(files).collect();
    if documents.is_empty() {
        return Err(IngestReason::NoText);
    }
    Ok(documents)
}
