//! The rental invoice's record: the one form in which it is stored, sent to consumers and served.

use chrono::{Datelike, NaiveDate};
use parser_model::Code;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::correction::{Corrected, RentalField};
use crate::currency::Currency;
use crate::dates::Month;
use crate::ids::{RentalInvoiceId, UserId};
use crate::money::Money;
use crate::reading::Payment;

/// A rental invoice as stored. Other labelled values of the page are included under their labels, such as `Hyra`, `El`,
/// `Kallvatten`, `Varmvatten`, `Moms` and `Bankgiro`. Amounts are numbers. Values that the page does not state are absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RentalInvoice")]
pub struct RentalInvoiceRecord {
    /// `Invoice_` and the last underscore-separated segment of the PDF's name.
    #[serde(rename = "InvoiceID")]
    #[schemars(with = "String")]
    pub invoice_id: RentalInvoiceId,
    /// The owner.
    #[serde(rename = "UserID")]
    #[schemars(with = "String")]
    pub user_id: UserId,
    /// The PDF's name.
    #[serde(rename = "Filename", skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// The month of the due date, without a leading zero. If there is no due date, the month of the message.
    #[schemars(regex(pattern = "^([1-9]|1[0-2])$"))]
    pub due_date_month: String,
    /// The year of the due date. If there is no due date, the year of the message.
    #[schemars(regex(pattern = "^[0-9]{4}$"))]
    pub due_date_year: String,
    /// The last day to pay.
    #[serde(rename = "Due Date", skip_serializing_if = "Option::is_none")]
    pub due_date: Option<NaiveDate>,
    /// The amount due; negative for a credit note.
    #[serde(rename = "Total Amount")]
    pub total_amount: Money,
    /// The currency, if it is not SEK.
    #[serde(rename = "Currency", skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The payment reference: digits.
    #[serde(rename = "OCR", skip_serializing_if = "Option::is_none")]
    pub ocr: Option<String>,
    /// The payments after the earliest, if the notice has several slips.
    #[serde(rename = "Payments", default, skip_serializing_if = "Vec::is_empty")]
    pub payments: Vec<Payment>,
    /// The invoice that replaces this one. A replaced invoice is left out of sums.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub replaced_by: Option<RentalInvoiceId>,
    /// `true` if the invoice was paid: a document or the user says so. Otherwise absent.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "std::ops::Not::not")]
    pub paid: bool,
    /// `true` if the user forwarded the message with the notice. Otherwise absent.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "std::ops::Not::not")]
    pub forwarded: bool,
    /// Values that disagreed or failed a check, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The codes of `warnings`, in the same order. Absent in records stored before codes existed.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Vec::is_empty")]
    pub warning_codes: Vec<Code>,
    /// The keys of the values that the user has corrected. Absent if there are none.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<String>,
    /// The values that the corrections replaced, by key. Absent if there are none.
    #[serde(default, deserialize_with = "known", skip_serializing_if = "Map::is_empty")]
    pub parsed: Map<String, Value>,
    /// The values of all other labels; see [`RentalInvoiceRecord::other_labels`].
    #[serde(flatten)]
    pub labelled: Map<String, Value>,
}

/// A payment of a rental invoice that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due<'a> {
    /// The last day to pay.
    pub day: NaiveDate,
    /// The amount due.
    pub amount: Money,
    /// The payment reference.
    pub ocr: Option<&'a str>,
}

impl RentalInvoiceRecord {
    /// The keys of the typed fields.
    pub const KEYS: [&str; 17] = [
        "InvoiceID",
        "UserID",
        "Filename",
        "due_date_month",
        "due_date_year",
        "Due Date",
        "Total Amount",
        "Currency",
        "OCR",
        "Payments",
        "replaced_by",
        "paid",
        "forwarded",
        "warnings",
        "warning_codes",
        "corrected",
        "parsed",
    ];

    /// `labels` without those that equal a typed field's key: no label on a page can replace a typed field.
    #[must_use]
    pub fn other_labels(mut labels: Map<String, Value>) -> Map<String, Value> {
        labels.retain(|label, _| !Self::KEYS.contains(&label.as_str()));
        labels
    }

    /// The month that the invoice counts for.
    pub fn due_month(&self) -> Option<Month> {
        let (year, month) = (self.due_date_year.parse().ok()?, self.due_date_month.parse().ok()?);
        NaiveDate::from_ymd_opt(year, month, 1).map(Month::of)
    }

    /// What is to be paid, and when: the earliest payment first, then those of further slips. Nothing is to be paid of a credit note,
    /// nor of an invoice that was paid or replaced.
    pub fn dues(&self) -> impl Iterator<Item = Due<'_>> {
        let is_open = !self.paid && self.replaced_by.is_none();
        let first = (self.due_date, self.total_amount, self.ocr.as_deref());
        let others = self.payments.iter();
        let others = others.map(|payment| (payment.due_date, payment.total_amount, payment.ocr.as_deref()));
        let all = std::iter::once(first).chain(others);
        all.filter_map(move |(day, amount, ocr)| {
            let day = day.filter(|_| is_open && amount > Money::ZERO)?;
            Some(Due { day, amount, ocr })
        })
    }

    /// The landlord's name, if the page states it.
    pub fn landlord(&self) -> Option<&str> {
        self.labelled.get("Landlord")?.as_str()
    }

    /// The record with corrected values in place of those that were read.
    pub fn corrected(self, corrected: &Corrected<RentalField>) -> serde_json::Result<Self> {
        let mut map = self.to_map();
        let parsed = corrected.parsed(&map);
        corrected.put_into(&mut map);
        let record: Self = serde_json::from_value(Value::Object(map))?;
        Ok(RentalInvoiceRecord {
            currency: record.currency.filter(|currency| *currency != Currency::DEFAULT),
            corrected: corrected.names(),
            parsed,
            ..record
        })
    }

    /// The record as a JSON object, its keys sorted.
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            other => unreachable!("a record is a JSON object, not {other:?}"),
        }
    }
}

/// A due date, unless its year is not plausible: then the invoice counts for the month of its mail.
pub fn plausible_due(due: Option<NaiveDate>) -> Option<NaiveDate> {
    due.filter(|due| (1990..=2100).contains(&due.year()))
}

/// A value that has its type. Anything else is ignored: an older record may have a label with this name.
fn known<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use schemars::r#gen::SchemaSettings;
    use serde_json::json;

    use super::*;

    fn notice() -> Value {
        json!({
            "InvoiceID": "Invoice_1297534008",
            "UserID": "user_67e55044-10b1-426f-9247-bb680e5fe0c8",
            "Filename": "Hyresavi_1297534008.pdf",
            "due_date_month": "7",
            "due_date_year": "2026",
            "Due Date": "2026-07-31",
            "Total Amount": 9876.5,
            "Currency": "EUR",
            "OCR": "1297534008",
            "Payments": [{"Due Date": "2026-08-31", "Total Amount": 9876, "OCR": "1297534016"}],
            "replaced_by": "Invoice_1297534009",
            "paid": true,
            "forwarded": true,
            "warnings": ["The amounts do not add up."],
            "warning_codes": [{"code": "parts"}],
            "corrected": ["Total Amount"],
            "parsed": {"Total Amount": 9376},
        })
    }

    fn read(record: &Value) -> RentalInvoiceRecord {
        serde_json::from_value(record.clone()).unwrap()
    }

    #[test]
    fn the_schema_names_exactly_the_keys_that_a_record_writes() {
        let schema = json!(
            SchemaSettings::openapi3()
                .into_generator()
                .into_root_schema_for::<RentalInvoiceRecord>()
        );
        let properties: BTreeSet<&str> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let written = read(&notice()).to_map();
        assert_eq!(properties, written.keys().map(String::as_str).collect());
        assert_eq!(properties, RentalInvoiceRecord::KEYS.into());
    }

    #[test]
    fn the_schema_requires_exactly_the_keys_that_every_record_has() {
        let schema = json!(
            SchemaSettings::openapi3()
                .into_generator()
                .into_root_schema_for::<RentalInvoiceRecord>()
        );
        let required: BTreeSet<&str> = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let least = RentalInvoiceRecord {
            file_name: None,
            due_date: None,
            currency: None,
            ocr: None,
            payments: Vec::new(),
            warnings: Vec::new(),
            replaced_by: None,
            paid: false,
            forwarded: false,
            warning_codes: Vec::new(),
            corrected: Vec::new(),
            parsed: Map::new(),
            ..read(&notice())
        };
        assert_eq!(required, least.to_map().keys().map(String::as_str).collect());
        assert_eq!(read(&json!(least)), least);
    }

    #[test]
    fn a_record_reads_back_with_what_else_is_labelled() {
        let mut record = notice();
        record["Hyra"] = json!(9500);
        record["Hyresgäst"] = json!("Alva\u{0}");
        assert_eq!(json!(read(&record)), record);
        assert_eq!(Value::Object(read(&record).to_map()), record);
    }

    #[test]
    fn no_label_replaces_a_typed_field() {
        let labels = json!({"OCR": 5, "Payments": "none", "UserID": "user_1", "Hyra": 9500});
        let others = RentalInvoiceRecord::other_labels(labels.as_object().unwrap().clone());
        assert_eq!(Value::Object(others), json!({"Hyra": 9500}));
    }
}
