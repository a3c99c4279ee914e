//! The names of a record's fields, with the types of their values.

use std::fmt;
use std::marker::PhantomData;

use chrono::NaiveDate;
use parser_model::reading::{DateSource, Direction};
use parser_model::{Currency, Money, Role};

/// A field of a record: the name of its property, and the type of its value.
///
/// The fields of all categories are here. A category declares its own beside its record:
///
/// ```
/// # use parser_extract::receipt::Field;
/// pub const RESTAURANT: Field<String> = Field::new("restaurant");
/// ```
pub struct Field<T> {
    name: &'static str,
    value: PhantomData<fn() -> T>,
}

impl<T> Field<T> {
    /// A field whose property in the record is called `name`. Two fields of one record have different names.
    pub const fn new(name: &'static str) -> Self {
        Field {
            name,
            value: PhantomData,
        }
    }

    /// The name of its property.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

impl<T> fmt::Debug for Field<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The payee.
pub const VENDOR_NAME: Field<String> = Field::new("vendor_name");
/// The total that is or was to be paid. Negative for a refund.
pub const TOTAL_AMOUNT: Field<Money> = Field::new("total_amount");
/// The currency.
pub const CURRENCY: Field<Currency> = Field::new("currency");
/// The date of the invoice or order.
pub const INVOICE_DATE: Field<NaiveDate> = Field::new("invoice_date");
/// The source of the date.
pub const INVOICE_DATE_SOURCE: Field<DateSource> = Field::new("invoice_date_source");
/// The last day to pay.
pub const DUE_DATE: Field<NaiveDate> = Field::new("due_date");
/// The order or booking number.
pub const ORDER_ID: Field<String> = Field::new("order_id");
/// The invoice or receipt number.
pub const INVOICE_NUMBER: Field<String> = Field::new("invoice_number");
/// The payment reference: digits.
pub const OCR: Field<String> = Field::new("ocr");
/// The Bankgiro number as `1234-5678`.
pub const BANKGIRO: Field<String> = Field::new("bankgiro");
/// The Plusgiro number as `12 34 56-7`.
pub const PLUSGIRO: Field<String> = Field::new("plusgiro");
/// Charge or refund.
pub const DIRECTION: Field<Direction> = Field::new("direction");
/// The VAT.
pub const TAX: Field<Money> = Field::new("tax");
/// The cost of delivery.
pub const DELIVERY_FEE: Field<Money> = Field::new("delivery_fee");
/// Other fees.
pub const SERVICE_FEE: Field<Money> = Field::new("service_fee");
/// The discount, as a positive amount.
pub const DISCOUNT: Field<Money> = Field::new("discount");
/// The tip.
pub const TIP: Field<Money> = Field::new("tip");
/// The deposit on bottles and cans.
pub const DEPOSIT: Field<Money> = Field::new("deposit");
/// How it was paid.
pub const PAYMENT_METHOD: Field<String> = Field::new("payment_method");
/// The first day of the period that is paid for.
pub const PERIOD_START: Field<NaiveDate> = Field::new("period_start");
/// The last day of that period.
pub const PERIOD_END: Field<NaiveDate> = Field::new("period_end");
/// The receipt's number, if it has one beside the invoice's.
pub const RECEIPT_NUMBER: Field<String> = Field::new("receipt_number");
/// A remark.
pub const NOTES: Field<String> = Field::new("notes");

/// The fields of [`parser_model::Identity`].
pub mod identity {
    use super::{Field, NaiveDate, Role};

    /// What the document is in the course of a purchase.
    pub const ROLE: Field<Role> = Field::new("identity.role");
    /// The number of the invoice or credit note.
    pub const INVOICE_NUMBER: Field<String> = Field::new("identity.invoice_number");
    /// The number of the receipt.
    pub const RECEIPT_NUMBER: Field<String> = Field::new("identity.receipt_number");
    /// The order number.
    pub const ORDER_NUMBER: Field<String> = Field::new("identity.order_number");
    /// The booking reference.
    pub const BOOKING_REFERENCE: Field<String> = Field::new("identity.booking_reference");
    /// The number of the invoice that a refund credits.
    pub const CREDITS: Field<String> = Field::new("identity.credits");
    /// The document's own day.
    pub const OWN_DAY: Field<NaiveDate> = Field::new("identity.own_day");
    /// Whether it says that it is paid.
    pub const PAID: Field<bool> = Field::new("identity.paid");
}
