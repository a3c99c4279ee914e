//! Tells webhooks what a transaction makes of a rental invoice.

use chrono::{DateTime, Utc};
use invoices_domain::webhook::{EventSubject, EventType};
use invoices_domain::{RentalInvoiceId, RentalInvoiceRecord, UserId};

use crate::error::StoreError;
use crate::invoice::rental::row::record;
use crate::store::connection::Db;
use crate::webhook::event::{announce, has_receivers};

/// A rental invoice that a transaction may change. The outcome of it is announced at the end.
pub(crate) struct WatchedRental {
    user: UserId,
    id: RentalInvoiceId,
    /// As its user sees it, corrections included.
    before: Option<RentalInvoiceRecord>,
}

impl WatchedRental {
    /// Notes an invoice before it is written. `None` if nobody is notified.
    pub(crate) fn begin(db: &mut Db, user: UserId, id: &RentalInvoiceId) -> Result<Option<Self>, StoreError> {
        if !has_receivers(db, user)? {
            return Ok(None);
        }
        Ok(Some(WatchedRental {
            user,
            id: id.clone(),
            before: record(db, user, id)?,
        }))
    }

    /// Announces the outcome of the invoice.
    pub(crate) fn announce(self, db: &mut Db, now: DateTime<Utc>) -> Result<(), StoreError> {
        let after = record(db, self.user, &self.id)?;
        let (event, record) = match (self.before, after) {
            (None, Some(new)) => (EventType::InvoiceCreated, new),
            (Some(old), Some(new)) if old != new => (EventType::InvoiceChanged, new),
            (Some(old), None) => (EventType::InvoiceDeleted, old),
            _ => return Ok(()),
        };
        let subject = EventSubject::Rental {
            record: Box::new(record),
        };
        announce(db, self.user, event, &subject, now)
    }
}
