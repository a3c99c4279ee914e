//! Corrections: values of an invoice that its user sets, over what was read.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use parser_model::{Currency, LabelClass, Money, SubType};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::text_enum;

/// The text names no field that can be corrected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown field {0}")]
pub struct UnknownField(String);

/// A field that can be corrected. Its name is the one in the contract, the record and the database.
pub trait Field:
    Copy + Ord + fmt::Display + FromStr<Err = UnknownField> + Serialize + DeserializeOwned + Send + 'static
{
    /// A value, given as the database stores it, as the record has it.
    fn json(self, stored: &str) -> Result<Value, Box<dyn Error + Send + Sync>>;

    /// The class of the labels that name its value, if it can be taught.
    fn label_class(self) -> Option<LabelClass>;
}

/// Declares the fields of a kind of invoice: description, name, type and the class of its labels.
macro_rules! fields {
    ($(#[$of:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:tt: $type:ident $(as $class:ident)?),+ $(,)? }) => {
        text_enum! {
            $(#[$of])*
            #[derive(Serialize, Deserialize, JsonSchema)]
            $name: UnknownField = |text| UnknownField(text.to_owned());
            { $($(#[$doc])* #[serde(rename = $text)] $variant = $text,)+ }
        }

        impl Field for $name {
            fn json(self, stored: &str) -> Result<Value, Box<dyn Error + Send + Sync>> {
                Ok(match self { $($name::$variant => json!(stored.parse::<$type>()?)),+ })
            }

            fn label_class(self) -> Option<LabelClass> {
                match self { $($name::$variant => [$(LabelClass::$class)?].first().copied()),+ }
            }
        }
    };
}

fields! {
    /// A field of a retail invoice that can be corrected.
    RetailField {
        /// The amount paid or due.
        TotalAmount = "total_amount": Money as TotalAmount,
        /// The date of the invoice.
        InvoiceDate = "invoice_date": NaiveDate as InvoiceDate,
        /// The payee.
        VendorName = "vendor_name": String,
        /// The sub-type.
        SubType = "sub_type": SubType,
        /// The currency.
        Currency = "currency": Currency,
        /// Whether it was paid. Read from documents that say so.
        Paid = "paid": bool,
    }
}

fields! {
    /// A field of a rental invoice that can be corrected.
    RentalField {
        /// The amount due.
        TotalAmount = "Total Amount": Money as TotalAmount,
        /// The last day to pay.
        DueDate = "Due Date": NaiveDate as DueDate,
        /// The payee.
        Landlord = "Landlord": String,
        /// The currency.
        Currency = "Currency": Currency,
        /// Whether it was paid. Read from documents that say so.
        Paid = "paid": bool,
    }
}

/// The name of the mark of both kinds of invoices. It is the user's word on what happened, not on what a document states.
pub const PAID: &str = "paid";

/// What a user corrects of an invoice, and which corrections are undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction<F> {
    /// The new values, as the database stores them.
    pub values: Vec<(F, String)>,
    /// The fields whose corrections are undone.
    pub undo: BTreeSet<F>,
}

/// The corrected values of an invoice, as its record shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "F: Field")]
pub struct Corrected<F: Ord>(pub BTreeMap<F, Value>);

impl<F: Field> Corrected<F> {
    /// The names of the corrected fields.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().map(ToString::to_string).collect()
    }

    /// The values of a record, as it was read, that the corrections replace.
    pub fn parsed(&self, read: &Map<String, Value>) -> Map<String, Value> {
        let names = self.names().into_iter();
        names
            .filter_map(|name| Some((name.clone(), read.get(&name)?.clone())))
            .collect()
    }

    /// Puts the corrected values into a record in place of those that were read.
    pub fn put_into(&self, record: &mut Map<String, Value>) {
        record.extend(self.0.iter().map(|(field, value)| (field.to_string(), value.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_one_name() {
        fn check<F: Field + fmt::Debug>(fields: &[(F, &str, Value)]) {
            for (field, stored, shown) in fields {
                assert_eq!(field.to_string().parse(), Ok(*field));
                assert_eq!(json!(field), field.to_string());
                assert_eq!(field.json(stored).unwrap(), *shown);
            }
            let corrected = fields.iter().map(|(field, _, shown)| (*field, shown.clone()));
            let corrected = Corrected(corrected.collect());
            assert_eq!(
                serde_json::from_value::<Corrected<F>>(json!(corrected)).unwrap(),
                corrected
            );
        }
        check(&[
            (RetailField::TotalAmount, "-4321.5", json!(-4321.5)),
            (RetailField::InvoiceDate, "2026-07-31", json!("2026-07-31")),
            (RetailField::VendorName, "Kaffebaren", json!("Kaffebaren")),
            (RetailField::SubType, "food-delivery", json!("food-delivery")),
            (RetailField::Currency, "EUR", json!("EUR")),
            (RetailField::Paid, "true", json!(true)),
        ]);
        check(&[
            (RentalField::TotalAmount, "9876", json!(9876)),
            (RentalField::DueDate, "2026-07-31", json!("2026-07-31")),
            (RentalField::Landlord, "Bo Hyresvärd", json!("Bo Hyresvärd")),
            (RentalField::Currency, "SEK", json!("SEK")),
            (RentalField::Paid, "false", json!(false)),
        ]);
        assert!("total".parse::<RetailField>().is_err());
        assert!(RetailField::TotalAmount.json("much").is_err());
    }
}
