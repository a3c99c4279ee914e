//! A reading as one flat JSON object, for scripts.

use parser_model::reading::{Outcome, Reading, Stated};
use parser_model::{Code, Money};
use serde_json::{Map, Value, json};

/// The reading of a file as an object with the properties `file`, `outcome`, `reason`, `record` and `records`.
///
/// `outcome` is `parsed`, `asked`, `not_an_invoice` or `failed`, the last three with a `reason`, its `reason_code` and, if it has any,
/// `reason_parameters`. An invoice that is asked about has `candidates`: the amounts that may be its total. `record` has the common fields that the document states, and `identity`: its role, each number by its
/// sort, its own day, and whether it says that it is paid. If a mail contains several orders, `records` has one object for
/// each, and `record` has the values that all of them share, with the sum of their totals.
pub fn flat(file: &str, reading: &Reading) -> Value {
    let (outcome, reason, records) = match &reading.outcome {
        Outcome::Retail { records } => {
            let flat = records
                .iter()
                .map(|r| common_fields(&r.stated, Some(r.sub_type.as_str())))
                .collect();
            ("parsed", None, flat)
        }
        Outcome::Rental { record } => ("parsed", None, vec![common_fields(&record.stated, Some("rental"))]),
        Outcome::Asked { reason, stated, .. } => ("asked", Some(reason), vec![common_fields(stated, None)]),
        Outcome::NotAnInvoice { reason, stated } => ("not_an_invoice", Some(reason), vec![common_fields(stated, None)]),
        Outcome::Failed { reason, stated } => ("failed", Some(reason), vec![common_fields(stated, None)]),
    };
    let mut line = json!({ "file": file, "outcome": outcome });
    if let Some(reason) = reason {
        line["reason"] = json!(reason.to_string());
        let Code { code, parameters } = Code::of(reason);
        line["reason_code"] = json!(code);
        if !parameters.is_empty() {
            line["reason_parameters"] = json!(parameters);
        }
    }
    if let Outcome::Asked { candidates, .. } = &reading.outcome {
        line["candidates"] = json!(candidates);
    }
    match <[Map<String, Value>; 1]>::try_from(records) {
        Ok([record]) => line["record"] = Value::Object(record),
        Err(records) => {
            line["record"] = Value::Object(merge(&records, &reading.outcome));
            line["records"] = json!(records);
        }
    }
    line
}

/// The common fields that are not empty, with the category's name or `rental`.
fn common_fields(stated: &Stated, sub_type: Option<&str>) -> Map<String, Value> {
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
        ("identity", json!(stated.identity)),
    ];
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The values that all records share, with the sum of their totals if they have the same currency.
fn merge(records: &[Map<String, Value>], outcome: &Outcome) -> Map<String, Value> {
    let mut shared = records.first().cloned().unwrap_or_default();
    shared.retain(|name, value| records.iter().all(|r| r.get(name) == Some(value)));
    if let Outcome::Retail { records } = outcome
        && shared.contains_key("currency")
    {
        let total: Money = records.iter().filter_map(|r| r.stated.total_amount).sum();
        shared.insert("total_amount".into(), json!(total));
    }
    shared
}
