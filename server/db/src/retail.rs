//! Retail invoices: summaries and details.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use invoices_domain::reading::{Direction, ParserTag};
use invoices_domain::{Currency, Money, ObjectKey, RetailInvoiceId, SubType, UserId, VendorId};

use crate::document::DocumentId;
use crate::schema::retail_invoices;
use crate::{Record, Store, StoreError};

/// A retail invoice with its detail.
#[derive(Clone, Debug, PartialEq)]
pub struct RetailInvoice {
    /// Its id.
    pub invoice_id: RetailInvoiceId,
    /// The vendor.
    pub vendor_id: VendorId,
    /// What people call the vendor.
    pub vendor_name: String,
    /// The category.
    pub sub_type: SubType,
    /// The order number: with vendor and direction it tells that two mails are about one invoice.
    pub order_key: Option<String>,
    /// Charge or refund.
    pub direction: Direction,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, where stated.
    pub currency: Option<Currency>,
    /// When the latest mail that speaks of it was received.
    pub received_at: DateTime<Utc>,
    /// The detail record, kept as it is given. Leave `invoice_id` to the reader: a merge changes it.
    pub detail: Record,
}

/// What became of saving a document's retail invoices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedRetail {
    /// The invoices that the document speaks of now.
    Saved(Vec<RetailInvoiceId>),
    /// The user is gone or being deleted; nothing was written.
    UserGone,
    /// The document was deleted, or all it speaks of; no invoice was written.
    Deleted,
}

/// A retail invoice in a list.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = retail_invoices)]
pub struct RetailSummary {
    /// Its id.
    pub invoice_id: RetailInvoiceId,
    /// The vendor.
    pub vendor_id: VendorId,
    /// What people call the vendor.
    pub vendor_name: String,
    /// The category.
    pub sub_type: SubType,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, where stated.
    pub currency: Option<Currency>,
}

impl Store {
    /// Saves what a document states, in one transaction with the document being parsed.
    ///
    /// - What the user deleted stays deleted: a document of which an invoice was deleted only
    ///   updates the invoices that still rest on it.
    /// - An invoice with the id, or with the vendor, order number and direction, of a stored one is that one.
    ///   Where other documents speak of it too, `merge` makes one of both (the earlier mail's, the later mail's)
    ///   and the stored id stays; else it is replaced.
    /// - Invoices that rested on this document alone and that it no longer states are removed.
    pub async fn save_retail(
        &self,
        user: UserId,
        document: DocumentId,
        invoices: Vec<RetailInvoice>,
        parser: &ParserTag,
        now: DateTime<Utc>,
        merge: fn(RetailInvoice, RetailInvoice) -> RetailInvoice,
    ) -> Result<SavedRetail, StoreError> {
        todo!()
    }

    /// The user's retail invoices, of one category or all: the newest date first, then by id; those without a date last.
    pub async fn retail_invoices(
        &self,
        user: UserId,
        sub_type: Option<&SubType>,
    ) -> Result<Vec<RetailSummary>, StoreError> {
        todo!()
    }

    /// How many retail invoices the user has in each category that has any.
    pub async fn retail_counts(&self, user: UserId) -> Result<Vec<(SubType, i64)>, StoreError> {
        todo!()
    }

    /// The detail record of an invoice, as it was saved.
    pub async fn retail_detail(
        &self,
        user: UserId,
        sub_type: &SubType,
        id: RetailInvoiceId,
    ) -> Result<Option<Record>, StoreError> {
        todo!()
    }

    /// An invoice, and the objects to remove before it is deleted: those that no other invoice shares.
    pub async fn retail_for_deletion(
        &self,
        user: UserId,
        id: RetailInvoiceId,
    ) -> Result<Option<(RetailSummary, Vec<ObjectKey>)>, StoreError> {
        todo!()
    }

    /// Deletes an invoice with its detail. Its documents are deleted too unless another invoice shares them, and
    /// tombstones keep it from coming back. `false` when there is no such invoice.
    pub async fn delete_retail(
        &self,
        user: UserId,
        id: RetailInvoiceId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        todo!()
    }
}
