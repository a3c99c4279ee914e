//! Which invoices a document states.

use diesel::prelude::*;
use invoices_domain::{RentalInvoiceId, RetailInvoiceId, UserId};

use crate::document::DocumentId;
use crate::schema::{rental_invoices, retail_sources};
use crate::store::connection::BATCH;
use crate::store::{Answer, Store};
use crate::types::text;

/// An invoice that a document states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatedInvoice {
    /// A rental invoice.
    Rental(RentalInvoiceId),
    /// A retail invoice.
    Retail(RetailInvoiceId),
}

impl Store {
    /// The invoices that a user's documents state. A document that states several, or that shares one with others, is there
    /// several times.
    pub fn invoices_of_documents(
        &self,
        user: UserId,
        documents: &[DocumentId],
    ) -> Answer<'_, Vec<(DocumentId, StatedInvoice)>> {
        let documents = documents.to_vec();
        self.read(move |db| {
            let mut stated = Vec::new();
            for batch in documents.chunks(BATCH) {
                let retail: Vec<(DocumentId, RetailInvoiceId)> = retail_sources::table
                    .filter(retail_sources::user_id.eq(text(user)))
                    .filter(retail_sources::document.eq_any(batch))
                    .filter(retail_sources::deleted.eq(false))
                    .order((retail_sources::document, retail_sources::invoice_id))
                    .select((retail_sources::document, retail_sources::invoice_id))
                    .load(db)?;
                let rental: Vec<(DocumentId, String)> = rental_invoices::table
                    .filter(rental_invoices::user_id.eq(text(user)))
                    .filter(rental_invoices::document.eq_any(batch))
                    .select((rental_invoices::document, rental_invoices::invoice_id))
                    .load(db)?;
                let retail = retail
                    .into_iter()
                    .map(|(document, id)| (document, StatedInvoice::Retail(id)));
                let rental = rental
                    .into_iter()
                    .map(|(document, id)| (document, StatedInvoice::Rental(RentalInvoiceId::given(&id))));
                stated.extend(retail.chain(rental));
            }
            Ok(stated)
        })
    }
}
