//! Retail invoices: summaries and details.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::{count_star, exists, not};
use diesel::prelude::*;
use invoices_domain::reading::Direction;
use invoices_domain::{Currency, DocumentState, Money, ObjectKey, RetailInvoiceId, SubType, UserId, VendorId};

use crate::connection::Db;
use crate::document::DocumentId;
use crate::error::StoreError;
use crate::retail_mail::Mail;
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
    /// The vendor's display name.
    pub vendor_name: String,
    /// The sub-type.
    pub sub_type: SubType,
    /// The order number. Two mails with the same vendor, order number and direction are about one invoice.
    pub order_key: Option<String>,
    /// Charge or refund.
    pub direction: Direction,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// When the latest of its mails was received.
    pub received_at: DateTime<Utc>,
    /// The detail record, stored as given. It does not contain `invoice_id`, which a merge can change; the reader adds it.
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
    /// The vendor's display name.
    pub vendor_name: String,
    /// The sub-type.
    pub sub_type: SubType,
    /// The invoice's or order's date.
    pub invoice_date: Option<NaiveDate>,
    /// The total.
    pub total_amount: Money,
    /// The currency, if stated.
    pub currency: Option<Currency>,
}

impl Store {
    /// The number of the user's retail invoices in each category that has any.
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

    /// The detail record of an invoice.
    pub async fn retail_invoice(
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

    /// An invoice, and the object keys to remove before it is deleted: those of its mails, but for parts that another invoice
    /// shares.
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

    /// Deletes an invoice with its detail, and the documents of its mails unless another invoice shares them. Tombstones keep a
    /// later ingest from adding it again, and so does a part of such a mail that is not read yet: it is deleted, too. `false` if there is no such invoice.
    pub async fn retail_delete(
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

/// Deletes an invoice with its detail, without a tombstone.
pub(crate) fn remove(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<(), StoreError> {
    let row = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)));
    diesel::delete(row).execute(db)?;
    Ok(())
}

/// An invoice as it is stored.
pub(crate) fn stored(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<RetailInvoice>, StoreError> {
    let row = retail_invoices::table
        .inner_join(retail_details::table)
        .filter(retail_invoices::user_id.eq(text(user)))
        .filter(retail_invoices::invoice_id.eq(text(id)))
        .select((
            retail_invoices::invoice_id,
            retail_invoices::vendor_id,
            retail_invoices::vendor_name,
            retail_invoices::sub_type,
            retail_invoices::order_key,
            retail_invoices::direction,
            retail_invoices::invoice_date,
            retail_invoices::total_amount,
            retail_invoices::currency,
            retail_invoices::received_at,
            retail_details::detail,
        ));
    Ok(row.first(db).optional()?)
}

fn summary(db: &mut Db, user: UserId, id: RetailInvoiceId) -> Result<Option<RetailSummary>, StoreError> {
    let row = retail_invoices::table
        .find(text(id))
        .filter(retail_invoices::user_id.eq(text(user)))
        .select(RetailSummary::as_select());
    Ok(row.first(db).optional()?)
}

/// The documents that state this invoice and no other, and the parts of their mails that state none.
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
    let mut own: Vec<DocumentId> = own.load(db)?;
    for document in own.clone() {
        let mail = Mail::of(db, user, document)?;
        own.extend(mail.parts_without_invoice(db)?);
    }
    own.sort_unstable();
    own.dedup();
    Ok(own)
}
