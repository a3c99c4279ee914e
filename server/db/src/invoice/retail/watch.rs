//! Tells webhooks what a transaction makes of retail invoices.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use invoices_domain::webhook::{EventSubject, EventType};
use invoices_domain::{RetailInvoiceId, UserId};

use crate::error::StoreError;
use crate::invoice::retail::row::RetailSummary;
use crate::schema::{retail_details, retail_invoices};
use crate::store::connection::Db;
use crate::types::{Record, text};
use crate::webhook::event::{announce, has_receivers};

/// An invoice and its detail record.
type Shown = (RetailSummary, Record);

/// Retail invoices that a transaction may change. The outcome of them is announced at its end, so that one that is written
/// twice is announced once.
pub(crate) struct Watched {
    user: UserId,
    has_receivers: bool,
    before: BTreeMap<RetailInvoiceId, Option<Shown>>,
}

impl Watched {
    pub(crate) fn begin(db: &mut Db, user: UserId) -> Result<Self, StoreError> {
        Ok(Watched {
            user,
            has_receivers: has_receivers(db, user)?,
            before: BTreeMap::new(),
        })
    }

    /// Notes an invoice before it is written or removed for the first time.
    pub(crate) fn note(&mut self, db: &mut Db, id: RetailInvoiceId) -> Result<(), StoreError> {
        if self.has_receivers && !self.before.contains_key(&id) {
            self.before.insert(id, shown(db, self.user, id)?);
        }
        Ok(())
    }

    /// Announces the outcome of the noted invoices.
    pub(crate) fn announce(self, db: &mut Db, now: DateTime<Utc>) -> Result<(), StoreError> {
        for (id, before) in self.before {
            let after = shown(db, self.user, id)?;
            let (event, (invoice, _)) = match (before, after) {
                (None, Some(new)) => (EventType::InvoiceCreated, new),
                // A later mail that says the same again isn't a change.
                (Some(old), Some(new)) if old != new => (EventType::InvoiceChanged, new),
                (Some(old), None) => (EventType::InvoiceDeleted, old),
                _ => continue,
            };
            let subject = EventSubject::Retail {
                invoice: invoice.into(),
            };
            announce(db, self.user, event, &subject, now)?;
        }
        Ok(())
    }
}

/// An invoice as its user sees it, corrections included, and its detail record as it was read.
pub(crate) fn shown(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<Shown>, StoreError> {
    let row = retail_invoices::table
        .inner_join(retail_details::table)
        .filter(retail_invoices::user_id.eq(text(user)))
        .filter(retail_invoices::invoice_id.eq(text(id)))
        .select((RetailSummary::as_select(), retail_details::detail));
    Ok(row.first(db).optional()?)
}
