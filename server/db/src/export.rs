//! Everything of a user, in pages by key. A page costs the same wherever it lies.

use std::collections::HashMap;

use diesel::prelude::*;
use invoices_domain::{DocumentState, MessageId, ObjectKey, RentalInvoiceId, RetailInvoiceId, UserId};

use crate::document::DocumentId;
use crate::invoice::rental::row::{RentalRow, StoredRental};
use crate::invoice::retail::filter::owner;
use crate::listing::OptionalFilter;
use crate::schema::{documents, handed_mails, rental_invoices, retail_details};
use crate::store::{Answer, Store};
use crate::text::without_nul;
use crate::types::{Record, TextListItem, text, text_list};

/// A document whose bytes were stored.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = documents)]
pub struct StoredDocument {
    /// The row's id.
    #[diesel(column_name = id)]
    pub document_id: DocumentId,
    /// The key of its bytes.
    #[diesel(select_expression = documents::object_key.assume_not_null())]
    pub object_key: ObjectKey,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    bytes: Option<i64>,
}

impl StoredDocument {
    /// The size of the original; `None` if it is not known.
    pub fn bytes(&self) -> Option<u64> {
        self.bytes.and_then(|bytes| u64::try_from(bytes).ok())
    }
}

impl Store {
    /// At most `limit` of a user's rental invoices after one, in the order of their ids.
    pub fn export_rental(
        &self,
        user: UserId,
        after: Option<&RentalInvoiceId>,
        limit: i64,
    ) -> Answer<'_, Vec<RentalRow>> {
        let after = after.map(|id| without_nul(id.as_str()));
        self.read(move |db| {
            let rows = rental_invoices::table
                .filter(rental_invoices::user_id.eq(text(user)))
                .order(rental_invoices::invoice_id)
                .limit(limit)
                .select(StoredRental::as_select())
                .into_boxed()
                .filter_optional(after.map(|after| rental_invoices::invoice_id.gt(after)));
            rows.load(db)?.into_iter().map(RentalRow::try_from).collect()
        })
    }

    /// The detail records of these invoices of a user.
    pub fn export_details(
        &self,
        user: UserId,
        ids: &[RetailInvoiceId],
    ) -> Answer<'_, HashMap<RetailInvoiceId, Record>> {
        let ids = ids.to_vec();
        self.read(move |db| {
            let rows = retail_details::table
                .filter(owner("retail_details").eq(text(user)))
                .filter(retail_details::invoice_id.eq_any(text_list(ids)))
                .select((retail_details::invoice_id, retail_details::detail));
            Ok(rows.load::<(RetailInvoiceId, Record)>(db)?.into_iter().collect())
        })
    }

    /// At most `limit` of a user's documents after one whose bytes were stored and not deleted.
    pub fn export_documents(
        &self,
        user: UserId,
        after: Option<DocumentId>,
        limit: i64,
    ) -> Answer<'_, Vec<StoredDocument>> {
        self.read(move |db| {
            let rows = with_bytes()
                .filter(documents::user_id.eq(text(user)))
                .order(documents::id)
                .limit(limit)
                .select(StoredDocument::as_select())
                .into_boxed()
                .filter_optional(after.map(|after| documents::id.gt(after)));
            Ok(rows.load(db)?)
        })
    }

    /// At most `limit` of the mails that a user submitted and that are still kept, after one: their ids.
    pub fn export_handed(&self, user: UserId, after: Option<&MessageId>, limit: i64) -> Answer<'_, Vec<MessageId>> {
        let after = after.cloned();
        self.read(move |db| {
            let rows = handed_mails::table
                .filter(handed_mails::user_id.eq(text(user)))
                .order(handed_mails::message_id)
                .limit(limit)
                .select(handed_mails::message_id)
                .into_boxed()
                .filter_optional(after.map(|after| handed_mails::message_id.gt(text(after))));
            Ok(rows.load(db)?)
        })
    }
}

/// The documents whose bytes are stored.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn with_bytes() -> _ {
    let without: Vec<TextListItem<DocumentState>> = text_list([DocumentState::Found, DocumentState::Deleted]);
    documents::table
        .filter(documents::object_key.is_not_null())
        .filter(documents::state.ne_all(without))
}
