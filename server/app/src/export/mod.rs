//! Everything of a user, read piece by piece for an export.

use std::time::Duration;

use bytes::Bytes;
use invoices_db::{
    DateOrder, DocumentId, LedgerFilter, LedgerPlace, LedgerRow, NotificationFilter, NotificationRow, Record,
    RentalRow, RetailFilter, RetailSummary, StoredDocument,
};
use invoices_domain::{MessageId, RentalInvoiceId, UserId};
use serde_json::json;

use crate::app::App;
use crate::error::Error;
use crate::invoice::original::held;
use crate::limit::in_flight::Hold;
use crate::limit::shares::Taken;

/// When to try again if an export can't be sent.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(30);
/// How many rows are in memory at once.
const PAGE: i64 = 200;
/// How long an export waits if too many originals are in memory, before it looks again.
const ROOM_PAUSE: Duration = Duration::from_secs(1);
/// How often it looks again.
const ROOM_ATTEMPTS: u32 = 120;

/// An export of one user. One at a time is sent to a user, and a few by a process.
pub struct Export {
    app: App,
    user: UserId,
    _place: Taken,
}

impl App {
    /// Begins an export, and reads one original of it, so that a failing object storage is noticed before anything is sent.
    /// Fails with [`Error::TooManyExports`] where the user has one already, or this process sends as many as it may.
    pub async fn export(&self, user: UserId) -> Result<Export, Error> {
        let place = self
            .0
            .exports
            .try_take(user, 1)
            .ok_or(Error::TooManyExports(RETRY_AFTER))?;
        let export = Export {
            app: self.clone(),
            user,
            _place: place,
        };
        let first = self.store().export_documents(user, None, 1).await?;
        if let Some(document) = first.first()
            && let Some(hold) = export.room(document.bytes()).await
        {
            export.read(document, hold).await?;
        }
        Ok(export)
    }
}

impl Export {
    /// The use cases.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Whose it is.
    pub fn user(&self) -> UserId {
        self.user
    }

    /// Rental invoices after one; none after the last.
    pub async fn rental(&self, after: Option<&RentalInvoiceId>) -> Result<Vec<RentalRow>, Error> {
        Ok(self.app.store().export_rental(self.user, after, PAGE).await?)
    }

    /// Retail invoices after one, the newest first; none after the last.
    pub async fn retail(&self, after: Option<&RetailSummary>) -> Result<Vec<RetailSummary>, Error> {
        let place = after.map(RetailSummary::place);
        let all = RetailFilter::default();
        let store = self.app.store();
        Ok(store
            .retail_page(self.user, &all, DateOrder::Newest, place, PAGE)
            .await?)
    }

    /// Adds their detail records to retail invoices. One that was deleted meanwhile is left out.
    pub async fn with_details(&self, summaries: Vec<RetailSummary>) -> Result<Vec<(RetailSummary, Record)>, Error> {
        let ids: Vec<_> = summaries.iter().map(|summary| summary.invoice_id).collect();
        let mut details = self.app.store().export_details(self.user, &ids).await?;
        let with_details = summaries.into_iter().filter_map(|summary| {
            let mut details = details.remove(&summary.invoice_id)?;
            if let Some(corrected) = &summary.corrected {
                corrected.put_into(&mut details);
            }
            details.insert("invoice_id".into(), json!(summary.invoice_id));
            Some((summary, details))
        });
        Ok(with_details.collect())
    }

    /// Messages of the ledger before one, the newest first; none before the oldest.
    pub async fn messages(&self, after: Option<LedgerPlace>) -> Result<Vec<LedgerRow>, Error> {
        let filter = LedgerFilter {
            user: Some(self.user),
            after,
            ..LedgerFilter::default()
        };
        Ok(self.app.store().ledger_rows(filter, PAGE).await?)
    }

    /// Notifications before one, the newest first; none before the oldest.
    pub async fn notifications(&self, after: Option<&NotificationRow>) -> Result<Vec<NotificationRow>, Error> {
        let filter = NotificationFilter {
            user: Some(self.user),
            after: after.map(|row| (row.created_at, row.id.clone())),
            ..NotificationFilter::default()
        };
        Ok(self.app.store().notification_rows(filter, PAGE).await?)
    }

    /// Stored documents after one; none after the last.
    pub async fn documents(&self, after: Option<DocumentId>) -> Result<Vec<StoredDocument>, Error> {
        Ok(self.app.store().export_documents(self.user, after, PAGE).await?)
    }

    /// The bytes of a stored document; `None` if they are missing. They count towards the memory limit until they are dropped,
    /// like those of a download. Waits a while for the memory.
    pub async fn original(&self, document: &StoredDocument) -> Result<Option<Bytes>, Error> {
        let hold = self.wait_for_room(document.bytes()).await?;
        self.read(document, hold).await
    }

    /// Mails that the user submitted and that wait in the ledger, after one; none after the last.
    pub async fn handed(&self, after: Option<&MessageId>) -> Result<Vec<MessageId>, Error> {
        Ok(self.app.store().export_handed(self.user, after, PAGE).await?)
    }

    /// A mail that the user submitted; `None` if it is no longer kept. It counts towards the memory limit like an original.
    pub async fn handed_mail(&self, id: &MessageId) -> Result<Option<Bytes>, Error> {
        let mut hold = self.wait_for_room(None).await?;
        let mail = self.app.store().handed_mail(self.user, id).await?;
        Ok(mail.map(|mail| {
            hold.shrink_to(mail.bytes.len() as u64);
            held(mail.bytes, hold)
        }))
    }

    /// Fails if the account is gone: what was read of it may lack anything.
    pub async fn check_live(&self) -> Result<(), Error> {
        let user = self.app.live_user(self.user).await?;
        user.map(drop).ok_or(Error::UserNotFound)
    }

    async fn read(&self, document: &StoredDocument, mut hold: Hold) -> Result<Option<Bytes>, Error> {
        let bytes = self.app.ports().objects.get(&document.object_key).await?;
        Ok(bytes.map(|bytes| {
            hold.shrink_to(bytes.len() as u64);
            held(bytes, hold)
        }))
    }

    async fn wait_for_room(&self, bytes: Option<u64>) -> Result<Hold, Error> {
        for _ in 0..ROOM_ATTEMPTS {
            if let Some(hold) = self.room(bytes).await {
                return Ok(hold);
            }
            tokio::time::sleep(ROOM_PAUSE).await;
        }
        Err(Error::TooManyExports(RETRY_AFTER))
    }

    /// Reserves memory; for an unknown size, that of the largest message. `None` if originals being sent already take half of
    /// the limit.
    async fn room(&self, bytes: Option<u64>) -> Option<Hold> {
        let weight = bytes.unwrap_or(self.app.settings().max_message_bytes);
        let in_flight = &self.app.0.in_flight;
        let hold = in_flight.hold(self.user, weight).await;
        in_flight.keep(hold, weight)
    }
}
