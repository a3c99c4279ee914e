//! Rental invoices.

use chrono::{DateTime, NaiveDate, Utc};
use invoices_domain::reading::{Direction, ParserTag};
use invoices_domain::{Currency, Money, Month, RentalInvoiceId, UserId};

use crate::document::DocumentId;
use crate::job::NewJob;
use crate::{Record, Store, StoreError};

/// A rental invoice to be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalInvoice {
    /// Its id.
    pub invoice_id: RentalInvoiceId,
    /// The landlord.
    pub landlord: Option<String>,
    /// Its invoice number, else its payment reference.
    pub reference: Option<String>,
    /// Charge or credit note.
    pub direction: Direction,
    /// The last day to pay.
    pub due_date: Option<NaiveDate>,
    /// The month of the due date, else of the mail.
    pub due: Month,
    /// What is to be paid.
    pub total_amount: Money,
    /// The currency, where stated.
    pub currency: Option<Currency>,
    /// The record as it is served.
    pub record: Record,
}

/// A change of the rental invoices, with the records before and after.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The invoice is new.
    Insert {
        /// The record.
        new: Record,
    },
    /// Reading its document again gave another record.
    Modify {
        /// The record before.
        old: Record,
        /// The record after.
        new: Record,
    },
}

/// What became of saving a rental invoice.
#[derive(Clone, Debug, PartialEq)]
pub enum SavedRental {
    /// It is new.
    Inserted,
    /// It says something else than before.
    Modified {
        /// The record before.
        old: Record,
    },
    /// It says what it said.
    Unchanged,
    /// Another document states the same invoice; this one is a duplicate.
    Duplicate {
        /// That invoice.
        of: RentalInvoiceId,
    },
    /// The user is gone or being deleted; nothing was written.
    UserGone,
    /// The document was deleted; nothing was written.
    Deleted,
}

/// A rental invoice in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalRow {
    /// The year it is due in.
    pub year: i32,
    /// The record as it is served.
    pub record: Record,
}

impl Store {
    /// Saves what a document states. With it, in one transaction: the document is parsed (or a duplicate), and
    /// for a change the job that `job` makes of it is enqueued.
    ///
    /// An invoice whose landlord, reference, due date and direction another document states already is a duplicate.
    pub async fn save_rental(
        &self,
        user: UserId,
        document: DocumentId,
        invoice: RentalInvoice,
        parser: &ParserTag,
        now: DateTime<Utc>,
        job: impl FnOnce(Change) -> NewJob + Send + 'static,
    ) -> Result<SavedRental, StoreError> {
        todo!()
    }

    /// A rental invoice as it is served.
    pub async fn rental_invoice(&self, user: UserId, id: &RentalInvoiceId) -> Result<Option<Record>, StoreError> {
        todo!()
    }

    /// The user's rental invoices, the newest due date first.
    pub async fn rental_invoices(&self, user: UserId) -> Result<Vec<RentalRow>, StoreError> {
        todo!()
    }

    /// Whether a rental invoice is due in a month.
    pub async fn rental_due_in(&self, user: UserId, month: Month) -> Result<bool, StoreError> {
        todo!()
    }
}
