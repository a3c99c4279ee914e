//! Rental invoices as they are read and shown.

use chrono::NaiveDate;
use diesel::prelude::*;
use invoices_domain::identity::Role;
use invoices_domain::reading::Direction;
use invoices_domain::{Currency, Money, Month, RentalInvoiceId, RentalInvoiceRecord};

use crate::schema::rental_invoices;

/// A rental invoice to save.
#[derive(Clone, Debug, PartialEq)]
pub struct RentalInvoice {
    /// Its id.
    pub invoice_id: RentalInvoiceId,
    /// The landlord.
    pub landlord: Option<String>,
    /// Its invoice number, or else its payment reference.
    pub reference: Option<String>,
    /// Charge or credit note.
    pub direction: Direction,
    /// The due date.
    pub due_date: Option<NaiveDate>,
    /// The month of the due date, or else of the mail.
    pub due: Month,
    /// The amount to pay.
    pub total_amount: Money,
    /// The currency, if stated.
    pub currency: Option<Currency>,
    /// What the document is.
    pub role: Role,
    /// The record as the API serves it.
    pub record: RentalInvoiceRecord,
}

/// A rental invoice in a list, with the user's corrections.
#[derive(Clone, Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = rental_invoices)]
pub struct RentalRow {
    /// The year it is due in.
    #[diesel(column_name = due_year)]
    pub year: i32,
    /// The month it is due in.
    #[diesel(column_name = due_month)]
    pub month: i32,
    /// The landlord: the sender, or the name if the sender is unknown.
    pub landlord: Option<String>,
    /// The currency, if stated; the record leaves out SEK.
    pub currency: Option<Currency>,
    /// The record as the API serves it.
    pub record: RentalInvoiceRecord,
}

/// The month's number, as both databases store it.
pub(crate) fn number(month: Month) -> i32 {
    i32::try_from(month.number()).expect("a month's number is at most 12")
}
