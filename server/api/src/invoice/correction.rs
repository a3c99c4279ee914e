//! Corrections of invoices.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use invoices_domain::correction::{Correction, Field, RentalField, RetailField};
use invoices_domain::sources::VendorName;
use invoices_domain::{Currency, Money};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::date;
use crate::error::ApiError;
use crate::invoice::retail::SubType;
use crate::operation::{Failure, Operation, Success};
use crate::sentence;

/// Declares what can be corrected of a kind of invoice.
macro_rules! correction_body {
    ($(#[$of:meta])* $body:ident of $field:ident { $($(#[$meta:meta])* $name:ident: $type:ty = $variant:ident),+ $(,)? }) => {
        $(#[$of])*
        #[derive(Debug, Default, Deserialize, JsonSchema)]
        pub struct $body {
            $($(#[$meta])* pub $name: Option<$type>,)+
            /// The fields whose corrections are removed: they get back the value that was parsed. Uncorrected fields stay as they are.
            pub undo: Option<Vec<$field>>,
            /// `true` to keep the words beside corrected amounts and days as labels, so that the sender's next documents are read right.
            pub remember: Option<bool>,
        }

        impl $body {
            /// The correction, which changes something, and no field twice.
            pub fn correction(self) -> Result<Correction<$field>, ApiError> {
                let values = [$(($field::$variant, self.$name.map(|value| value.to_string()))),+];
                correction(values, self.undo)
            }
        }
    };
}

correction_body! {
    /// Corrections of a retail invoice: at least one field, or one to undo. Absent fields stay as they are.
    RetailCorrectionBody of RetailField {
        /// The amount paid or due; negative for a refund.
        total_amount: Money = TotalAmount,
        /// The date of the invoice.
        #[serde(default, deserialize_with = "date::optional")]
        invoice_date: NaiveDate = InvoiceDate,
        /// The payee. Not blank, without control characters.
        #[schemars(with = "Option<String>", length(min = 1, max = 100), regex = "crate::pattern::NAME")]
        vendor_name: VendorName = VendorName,
        /// The sub-type. The detail record then has only the fields that all sub-types share.
        #[schemars(with = "Option<SubType>")]
        sub_type: String = SubType,
        /// The currency.
        #[schemars(with = "Option<String>", regex(pattern = r"^[A-Za-z]{3}$"))]
        currency: Currency = Currency,
        /// Whether the invoice was paid. It outranks what documents say, until it is undone.
        paid: bool = Paid,
    }
}

correction_body! {
    /// Corrections of a rental invoice: at least one field, or one to undo. Absent fields stay as they are.
    RentalCorrectionBody of RentalField {
        /// The amount due; negative for a credit note.
        #[serde(rename = "Total Amount")]
        total_amount: Money = TotalAmount,
        /// The due date. It determines `due_date_month` and `due_date_year`.
        #[serde(rename = "Due Date", default, deserialize_with = "date::optional")]
        due_date: NaiveDate = DueDate,
        /// The payee. Not blank, without control characters.
        #[serde(rename = "Landlord")]
        #[schemars(with = "Option<String>", length(min = 1, max = 100), regex = "crate::pattern::NAME")]
        landlord: VendorName = Landlord,
        /// The currency. SEK is left out of the record.
        #[serde(rename = "Currency")]
        #[schemars(with = "Option<String>", regex(pattern = r"^[A-Za-z]{3}$"))]
        currency: Currency = Currency,
        /// Whether the invoice was paid. It outranks what documents say, until it is undone.
        paid: bool = Paid,
    }
}

fn correction<F: Field>(
    values: impl IntoIterator<Item = (F, Option<String>)>,
    undo: Option<Vec<F>>,
) -> Result<Correction<F>, ApiError> {
    let values = values.into_iter().filter_map(|(field, value)| Some((field, value?)));
    let (values, undo): (Vec<_>, BTreeSet<F>) = (values.collect(), undo.into_iter().flatten().collect());
    if values.is_empty() && undo.is_empty() {
        return Err(ApiError::no_correction());
    }
    match values.iter().find(|(field, _)| undo.contains(field)) {
        Some((field, _)) => Err(ApiError::corrected_and_undone(&field.to_string())),
        None => Ok(Correction { values, undo }),
    }
}

impl ApiError {
    /// 400 `MISSING_FIELDS`: a correction that changes nothing.
    pub fn no_correction() -> Self {
        Self::missing("At least one field must be corrected or undone.")
    }

    /// 400 `INVALID_REQUEST`: a field is corrected and undone at once.
    pub fn corrected_and_undone(field: &str) -> Self {
        Self::invalid_field("undo", format!("{field} can't be corrected and undone at once"))
    }
}

pub(crate) fn operations() -> [Operation; 2] {
    [
        Operation::new("rental_correct")
            .ok("The invoice as it is now.", sentence::INVOICE_CORRECTED)
            .failures(failures("Due Date")),
        Operation::new("retail_correct")
            .success(
                Success::new(200, "The invoice as it is now.")
                    .envelope(sentence::INVOICE_CORRECTED)
                    .link("show_details", "retail_view")
                    .passing("invoice_id", "$response.body#/data/invoice_id")
                    .because("The detail record, with corrections."),
            )
            .failures(failures("invoice_date")),
    ]
}

fn failures(date: &str) -> Vec<Failure> {
    vec![
        Failure::missing_invoice_id(),
        ApiError::no_correction().when("No field is corrected or undone."),
        ApiError::invalid_field(date, crate::date::EXPECTED)
            .when("A field has the wrong type or form, or the sub-type is unknown."),
        ApiError::corrected_and_undone(date).when("A field is both corrected and undone."),
        ApiError::not_found("Invoice not found.").when("The caller has no invoice with this id."),
    ]
}
