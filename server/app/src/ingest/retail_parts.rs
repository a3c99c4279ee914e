//! The parts of a vendor's mail that are kept: its text and its files.

use bytes::Bytes;
use invoices_db::NewDocument;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{MailContent, Original};
use invoices_domain::{ObjectKey, RetailPart, Vendor};

use super::message::Origin;

/// The text of a mail, then its pages, e-invoices and PDFs. Which of them are invoices is known only when they are read.
pub(super) fn documents(
    origin: &Origin<'_>,
    vendor: &Vendor,
    mail: MailContent,
) -> Result<Vec<(NewDocument, Bytes)>, String> {
    let date = origin.context.app.settings().zone.day(origin.raw.received_at);
    let hash = origin.raw.id.hash16();
    let document = |part: RetailPart, original: Original| {
        let row = NewDocument::Retail {
            part: part.to_string(),
            key: ObjectKey::Retail {
                user: origin.context.user,
                sub_type: vendor.sub_type.clone(),
                vendor: vendor.vendor_id.clone(),
                date,
                hash: hash.clone(),
                part,
            },
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
        return Err("it has no text and no file that can be read".to_owned());
    }
    Ok(documents)
}
