//! A reading as one flat record, for people and scripts that want one line a file.

use parser_model::Money;
use parser_model::reading::{Outcome, Reading, Stated};
use serde_json::{Map, Value, json};

/// `{"file", "outcome", "reason"?, "record", "records"?}`.
///
/// `outcome` is `parsed`, `not_an_invoice` or `failed`. `record` holds what the document states of the common part. A mail
/// with several orders has each in `records`; its `record` holds what they have in common and the sum of their totals.
pub fn flat(file: &str, reading: &Reading) -> Value {
    let (outcome, reason, records) = match &reading.outcome {
        Outcome::Retail { records } => {
            let flat = records
                .iter()
                .map(|r| of(&r.stated, Some(r.sub_type.as_str())))
                .collect();
            ("parsed", None, flat)
        }
        Outcome::Rental { record } => ("parsed", None, vec![of(&record.stated, Some("rental"))]),
        Outcome::NotAnInvoice { reason, stated } => ("not_an_invoice", Some(reason), vec![of(stated, None)]),
        Outcome::Failed { reason, stated } => ("failed", Some(reason), vec![of(stated, None)]),
    };
    let mut line = json!({ "file": file, "outcome": outcome });
    if let Some(reason) = reason {
        line["reason"] = json!(reason);
    }
    match <[Map<String, Value>; 1]>::try_from(records) {
        Ok([record]) => line["record"] = Value::Object(record),
        Err(records) => {
            line["record"] = Value::Object(together(&records, &reading.outcome));
            line["records"] = json!(records);
        }
    }
    line
}

fn of(stated: &Stated, sub_type: Option<&str>) -> Map<String, Value> {
    let fields = [
        ("vendor_name", json!(stated.vendor_name)),
        ("total_amount", json!(stated.total_amount)),
        ("currency", json!(stated.currency)),
        ("invoice_date", json!(stated.invoice_date)),
        ("due_date", json!(stated.due_date)),
        ("order_id", json!(stated.order_id)),
        ("invoice_number", json!(stated.invoice_number)),
        ("ocr", json!(stated.ocr)),
        ("bankgiro", json!(stated.bankgiro)),
        ("sub_type", json!(sub_type)),
    ];
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn together(records: &[Map<String, Value>], outcome: &Outcome) -> Map<String, Value> {
    let mut common = records.first().cloned().unwrap_or_default();
    common.retain(|name, value| records.iter().all(|r| r.get(name) == Some(value)));
    if let Outcome::Retail { records } = outcome
        && common.contains_key("currency")
    {
        let total: Money = records.iter().filter_map(|r| r.stated.total_amount).sum();
        common.insert("total_amount".into(), json!(total));
    }
    common
}
