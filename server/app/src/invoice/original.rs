//! The original documents that invoices were read from.

use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use invoices_db::{Document, StoreError};
use invoices_domain::{DocumentState, MessageId, ObjectKey, RentalInvoiceId, RetailInvoiceId, RetailPart, UserId};

use crate::app::App;
use crate::document::read;
use crate::error::Error;
use crate::invoice::retail::not_found;

/// When to try again if too many originals are in memory.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// The original document of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// The name of the file. It may have any character but separators and control characters.
    pub file_name: String,
    /// The media type, without a charset.
    pub media_type: &'static str,
    /// The charset that the mail declares for it, as the mail spells it.
    pub charset: Option<String>,
    /// The SHA-256 of the bytes, in lower-case hex.
    pub sha256: String,
    /// The bytes. They count towards the memory limit until the last reference to them is dropped.
    pub bytes: Bytes,
}

impl App {
    /// The PDF that a rental invoice was read from. The limit in memory is that of [`App::retail_original`].
    pub async fn rental_original(&self, user: UserId, id: &RentalInvoiceId) -> Result<Original, Error> {
        let document = self.store().rental_document(user, id).await?;
        load(self, document.ok_or_else(not_found)?).await
    }

    /// The document that a retail invoice was read from. Of several documents it is the one whose values the invoice has: that
    /// of the latest mail, and of one mail its last part, which is a PDF if there is one.
    ///
    /// The document is read into memory. All that are being sent together take at most half of
    /// `pipeline.bytes_in_flight_mib`, so that slow readers never stop an ingest; beyond that it is [`Error::TooMany`].
    pub async fn retail_original(&self, user: UserId, id: &str) -> Result<Original, Error> {
        let id: RetailInvoiceId = id.parse().map_err(|_| not_found())?;
        load(self, of_retail(self, user, id).await?.ok_or_else(not_found)?).await
    }

    /// A document of a user's message. The limit in memory is that of [`App::retail_original`].
    pub async fn message_original(&self, user: UserId, id: &MessageId, part: &str) -> Result<Original, Error> {
        let not_found = || Error::NotFound("Document not found.".into());
        let messages = self.messages_with_id(user, id).await?;
        let mut documents = messages.into_iter().flat_map(|message| message.row.documents);
        let is_kept = |state| !matches!(state, DocumentState::Found | DocumentState::Deleted);
        let document = documents.find(|document| document.part == part && is_kept(document.state));
        let key = document
            .and_then(|document| document.object_key)
            .ok_or_else(not_found)?;
        let document = self.store().document_by_key(&key).await?;
        load(self, document.ok_or_else(not_found)?).await
    }
}

/// The document whose values a retail invoice has.
pub(super) async fn of_retail(app: &App, user: UserId, id: RetailInvoiceId) -> Result<Option<Document>, StoreError> {
    let documents = app.store().retail_documents(user, id).await?;
    Ok(documents.into_iter().max_by_key(|document| precedence(app, document)))
}

/// The document with the highest value states the values of a merged invoice.
fn precedence(app: &App, document: &Document) -> (DateTime<Utc>, Option<RetailPart>) {
    let (received_on, part) = match &document.object_key {
        ObjectKey::Retail { date, part, .. } => (app.settings().zone.start_of(*date), Some(*part)),
        ObjectKey::Rental { .. } => (DateTime::UNIX_EPOCH, None),
    };
    (document.facts.received_at.unwrap_or(received_on), part)
}

async fn load(app: &App, document: Document) -> Result<Original, Error> {
    let key = &document.object_key;
    let Some((bytes, hold)) = read::original(app, key, Some(&document)).await? else {
        return Err(Error::NotFound("The original no longer exists.".into()));
    };
    let hold = app.0.in_flight.keep(hold, bytes.len() as u64);
    let hold = hold.ok_or(Error::TooMany(RETRY_AFTER))?;
    let content_type = key.content_type();
    Ok(Original {
        file_name: key.file_name(),
        media_type: content_type
            .split_once(';')
            .map_or(content_type, |(media_type, _)| media_type),
        charset: document.charset,
        sha256: document.sha256,
        bytes: held(bytes, hold),
    })
}

/// The same bytes. Their share is released when the last reference to them is dropped.
pub(crate) fn held(bytes: Bytes, hold: impl Send + 'static) -> Bytes {
    Bytes::from_owner(Held { bytes, _hold: hold })
}

/// Bytes with their share of the memory limit.
struct Held<H> {
    bytes: Bytes,
    _hold: H,
}

impl<H> AsRef<[u8]> for Held<H> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
