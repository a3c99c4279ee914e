//! Corrections: values of an invoice that its user sets, over what was read.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;
use parser_model::{Currency, Money, SubType};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sources::VendorName;

/// The text names no field that can be corrected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown field {0}")]
pub struct UnknownField(String);

/// A field of a retail invoice that can be corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RetailField {
    /// The amount paid or due.
    TotalAmount,
    /// The date of the invoice.
    InvoiceDate,
    /// The payee.
    VendorName,
    /// The sub-type.
    SubType,
    /// The currency.
    Currency,
}

/// A field of a rental invoice that can be corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
pub enum RentalField {
    /// The amount due.
    #[serde(rename = "Total Amount")]
    TotalAmount,
    /// The last day to pay.
    #[serde(rename = "Due Date")]
    DueDate,
    /// The payee.
    #[serde(rename = "Landlord")]
    Landlord,
    /// The currency.
    #[serde(rename = "Currency")]
    Currency,
}

macro_rules! named_fields {
    ($name:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
        impl $name {
            /// The name that the API and the database give it.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownField;
            fn from_str(text: &str) -> Result<Self, UnknownField> {
                match text { $($text => Ok($name::$variant),)+ _ => Err(UnknownField(text.to_owned())) }
            }
        }
    };
}

named_fields! { RetailField {
    TotalAmount = "total_amount",
    InvoiceDate = "invoice_date",
    VendorName = "vendor_name",
    SubType = "sub_type",
    Currency = "currency",
}}

named_fields! { RentalField {
    TotalAmount = "Total Amount",
    DueDate = "Due Date",
    Landlord = "Landlord",
    Currency = "Currency",
}}

/// What a user corrects of an invoice, and which corrections are undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction<Values, Field> {
    /// The new values.
    pub values: Values,
    /// The fields whose corrections are undone.
    pub undo: BTreeSet<Field>,
}

/// Corrected values of a retail invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetailValues {
    /// The amount paid or due; negative for a refund.
    pub total_amount: Option<Money>,
    /// The date of the invoice.
    pub invoice_date: Option<NaiveDate>,
    /// The payee.
    pub vendor_name: Option<VendorName>,
    /// The sub-type.
    pub sub_type: Option<SubType>,
    /// The currency.
    pub currency: Option<Currency>,
}

impl RetailValues {
    /// The values that are given, as text.
    pub fn given(&self) -> Vec<(RetailField, String)> {
        let values = [
            (RetailField::TotalAmount, self.total_amount.map(|v| v.to_string())),
            (RetailField::InvoiceDate, self.invoice_date.map(|v| v.to_string())),
            (
                RetailField::VendorName,
                self.vendor_name.as_ref().map(ToString::to_string),
            ),
            (RetailField::SubType, self.sub_type.as_ref().map(ToString::to_string)),
            (RetailField::Currency, self.currency.map(|v| v.to_string())),
        ];
        given(values)
    }
}

/// Corrected values of a rental invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RentalValues {
    /// The amount due; negative for a credit note.
    pub total_amount: Option<Money>,
    /// The last day to pay.
    pub due_date: Option<NaiveDate>,
    /// The payee.
    pub landlord: Option<VendorName>,
    /// The currency.
    pub currency: Option<Currency>,
}

impl RentalValues {
    /// The values that are given, as text.
    pub fn given(&self) -> Vec<(RentalField, String)> {
        let values = [
            (RentalField::TotalAmount, self.total_amount.map(|v| v.to_string())),
            (RentalField::DueDate, self.due_date.map(|v| v.to_string())),
            (RentalField::Landlord, self.landlord.as_ref().map(ToString::to_string)),
            (RentalField::Currency, self.currency.map(|v| v.to_string())),
        ];
        given(values)
    }
}

fn given<F>(values: impl IntoIterator<Item = (F, Option<String>)>) -> Vec<(F, String)> {
    let values = values.into_iter();
    values.filter_map(|(field, value)| Some((field, value?))).collect()
}

/// The corrected fields of a retail invoice. The database stores them as text, separated by commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetailFields(pub BTreeSet<RetailField>);

impl RetailFields {
    /// Their names in the contract.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

impl fmt::Display for RetailFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|field| field.as_str()).collect();
        f.pad(&names.join(","))
    }
}

impl FromStr for RetailFields {
    type Err = UnknownField;

    fn from_str(text: &str) -> Result<Self, UnknownField> {
        let names = text.split(',').filter(|name| !name.is_empty());
        names.map(str::parse).collect::<Result<_, _>>().map(RetailFields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_has_one_name() {
        for field in [
            RetailField::TotalAmount,
            RetailField::InvoiceDate,
            RetailField::VendorName,
            RetailField::SubType,
            RetailField::Currency,
        ] {
            assert_eq!(field.as_str().parse(), Ok(field));
            assert_eq!(
                serde_json::from_value::<RetailField>(json!(field.as_str())).unwrap(),
                field
            );
        }
        for field in [
            RentalField::TotalAmount,
            RentalField::DueDate,
            RentalField::Landlord,
            RentalField::Currency,
        ] {
            assert_eq!(field.as_str().parse(), Ok(field));
            assert_eq!(
                serde_json::from_value::<RentalField>(json!(field.as_str())).unwrap(),
                field
            );
        }
        assert!("total".parse::<RetailField>().is_err());
    }

    #[test]
    fn fields_read_back() {
        for fields in [
            vec![],
            vec![RetailField::Currency],
            vec![RetailField::SubType, RetailField::TotalAmount],
        ] {
            let fields = RetailFields(fields.into_iter().collect());
            assert_eq!(fields.to_string().parse(), Ok(fields));
        }
        assert!("total_amount,order".parse::<RetailFields>().is_err());
    }
}
