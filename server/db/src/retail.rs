//! Retail invoices: summaries and details.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::{count_star, exists, not};
use diesel::prelude::*;
use invoices_domain::reading::Direction;
use invoices_domain::{Currency, DocumentState, Money, ObjectKey, RetailInvoiceId, SubType, UserId, VendorId};

use crate::connection::Db;
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::schema::{documents, retail_details, retail_invoices, retail_sources};
use crate::store::Store;
use crate::types::Record;
use crate::types::{text, timestamp};
use crate::user::lock_live_user;

diesel::alias!(retail_sources as others: Others);

/// A retail invoice with its detail.
#[derive(Clone, Debug, PartialEq, Queryable)]
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
    /// The user's retail invoices, of one category or all: the newest date first, then by id; those without a date last.
    pub async fn retail_invoices(
        &self,
        user: UserId,
        sub_type: Option<&SubType>,
    ) -> Result<Vec<RetailSummary>, StoreError> {
        let sub_type = sub_type.cloned();
        self.read(move |db| {
            let mut rows = retail_invoices::table
                .filter(retail_invoices::user_id.eq(text(user)))
                // The databases disagree on where an absent date belongs.
                .order((
                    retail_invoices::invoice_date.is_null(),
                    retail_invoices::invoice_date.desc(),
                    retail_invoices::invoice_id,
                ))
                .select(RetailSummary::as_select())
                .into_boxed();
            if let Some(sub_type) = sub_type {
                rows = rows.filter(retail_invoices::sub_type.eq(text(sub_type)));
            }
            Ok(rows.load(db)?)
        })
        .await
    }

    /// How many retail invoices the user has in each category that has any.
    pub async fn retail_counts(&self, user: UserId) -> Result<Vec<(SubType, i64)>, StoreError> {
        self.read(move |db| {
            let counts = retail_invoices::table
                .filter(retail_invoices::user_id.eq(text(user)))
                .group_by(retail_invoices::sub_type)
                .order(retail_invoices::sub_type)
                .select((retail_invoices::sub_type, count_star()));
            Ok(counts.load(db)?)
        })
        .await
    }

    /// The detail record of an invoice, as it was saved.
    pub async fn retail_detail(
        &self,
        user: UserId,
        sub_type: &SubType,
        id: RetailInvoiceId,
    ) -> Result<Option<Record>, StoreError> {
        let sub_type = sub_type.clone();
        self.read(move |db| {
            let row = retail_details::table
                .find((text(sub_type), text(id)))
                .filter(retail_details::user_id.eq(text(user)))
                .select(retail_details::detail);
            Ok(row.first(db).optional()?)
        })
        .await
    }

    /// An invoice, and the objects to remove before it is deleted: those that no other invoice shares.
    pub async fn retail_for_deletion(
        &self,
        user: UserId,
        id: RetailInvoiceId,
    ) -> Result<Option<(RetailSummary, Vec<ObjectKey>)>, StoreError> {
        self.read(move |db| {
            let Some(summary) = summary(db, user, id)? else {
                return Ok(None);
            };
            let keys: Vec<Option<ObjectKey>> = documents::table
                .filter(documents::id.eq_any(own_documents(db, user, id)?))
                .order(documents::id)
                .select(documents::object_key)
                .load(db)?;
            Ok(Some((summary, keys.into_iter().flatten().collect())))
        })
        .await
    }

    /// Deletes an invoice with its detail. Its documents are deleted too unless another invoice shares them, and
    /// tombstones keep it from coming back. `false` when there is no such invoice.
    pub async fn delete_retail(
        &self,
        user: UserId,
        id: RetailInvoiceId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            if !lock_live_user(db, user)? || summary(db, user, id)?.is_none() {
                return Ok(false);
            }
            let deleted = documents::table.filter(documents::id.eq_any(own_documents(db, user, id)?));
            diesel::update(deleted)
                .set((
                    documents::state.eq(text(DocumentState::Deleted)),
                    documents::reason.eq(None::<String>),
                    documents::updated_at.eq(timestamp(now)),
                ))
                .execute(db)?;
            diesel::update(retail_sources::table.filter(retail_sources::invoice_id.eq(text(id))))
                .set(retail_sources::deleted.eq(true))
                .execute(db)?;
            remove(db, user, id)?;
            Ok(true)
        })
        .await
    }
}

/// Removes an invoice, and with it its detail, without a trace.
pub(crate) fn remove(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<(), StoreError> {
    let row = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)));
    diesel::delete(row).execute(db)?;
    Ok(())
}

fn summary(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<RetailSummary>, StoreError> {
    let row = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)))
        .select(RetailSummary::as_select());
    Ok(row.first(db).optional()?)
}

/// The documents that speak of this invoice and of no other.
fn own_documents(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Vec<DocumentId>, StoreError> {
    let shared = others
        .filter(others.field(retail_sources::document).eq(retail_sources::document))
        .filter(others.field(retail_sources::invoice_id).ne(retail_sources::invoice_id))
        .filter(others.field(retail_sources::deleted).eq(false));
    let own = retail_sources::table
        .filter(retail_sources::user_id.eq(text(user)))
        .filter(retail_sources::invoice_id.eq(text(id)))
        .filter(retail_sources::deleted.eq(false))
        .filter(not(exists(shared)))
        .select(retail_sources::document);
    Ok(own.load(db)?)
}
