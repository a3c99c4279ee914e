//! The fields that all invoices have in common.

use serde_json::{Map, Value};

use super::report::{Judged, Verdict};
use crate::known::expected::{accepted, is_same};
use crate::known::value::plain;

/// Fields of a manifest, and those of a flat record that may hold their value.
const FIELDS: [(&str, &[&str]); 9] = [
    ("vendor", &["vendor_name"]),
    ("total_amount", &["total_amount"]),
    ("currency", &["currency"]),
    ("invoice_date", &["invoice_date"]),
    ("due_date", &["due_date"]),
    ("order_number", &["order_id", "invoice_number"]),
    ("invoice_number", &["invoice_number", "order_id"]),
    ("ocr", &["ocr"]),
    ("bankgiro", &["bankgiro"]),
];

/// Judges each field that the document states, and a total that it does not state.
pub fn judge(expected: &Map<String, Value>, record: &Value) -> Vec<Judged> {
    FIELDS
        .iter()
        .filter_map(|(field, names)| {
            let verdict = verdict(field, names, expected, record)?;
            let got = names.iter().map(|name| &record[*name]).find(|value| !value.is_null());
            let wanted = expected.get(*field).unwrap_or(&Value::Null);
            Some(Judged::new(field, verdict, wanted, got.unwrap_or(&Value::Null)))
        })
        .collect()
}

/// Judges the total of a record. `None` if neither the document nor the record states one.
pub fn judge_total(expected: &Map<String, Value>, record: &Value) -> Option<Verdict> {
    verdict("total_amount", &["total_amount"], expected, record)
}

/// Judges the facts that identify the document's purchase, as far as the manifest states them.
pub fn judge_identity(expected: &Map<String, Value>, record: &Value) -> Vec<Judged> {
    let stated = expected.get("identity").and_then(Value::as_object);
    stated
        .into_iter()
        .flatten()
        .map(|(field, wanted)| of_identity(field, wanted, &record["identity"][field]))
        .collect()
}

/// Judges a field of the identity. `null` means that the document does not state it.
fn of_identity(field: &str, wanted: &Value, got: &Value) -> Judged {
    let verdict = match (plain(wanted), plain(got)) {
        (wanted, got) if wanted == got => Verdict::Right,
        (_, None) => Verdict::Missing,
        _ => Verdict::Wrong,
    };
    Judged::new(field, verdict, wanted, got)
}

/// `None` if the document does not state the field. A total or a date is invented, and wrong, if the manifest says that it states
/// none; so is a total of which it says nothing.
fn verdict(field: &str, names: &[&str], expected: &Map<String, Value>, record: &Value) -> Option<Verdict> {
    let got: Vec<String> = names.iter().filter_map(|name| plain(&record[*name])).collect();
    let accepted = accepted(field, expected);
    let Some(wanted) = expected.get(field).and_then(plain) else {
        let is_null = expected.get(field).is_some_and(Value::is_null);
        let made_up = !got.is_empty() && (field == "total_amount" || field == "invoice_date" && is_null);
        let may_be = expected.contains_key("orders") || !accepted.is_empty();
        return (made_up && !may_be).then_some(Verdict::Wrong);
    };
    let others = accepted.iter().filter_map(|value| plain(value));
    let right: Vec<String> = others.chain([wanted]).collect();
    let is_right = |got: &String| right.iter().any(|right| is_same(field, got, right));
    Some(match got.as_slice() {
        [] if accepted.contains(&&Value::Null) => Verdict::Right,
        [] => Verdict::Missing,
        got if got.iter().any(is_right) => Verdict::Right,
        _ => Verdict::Wrong,
    })
}
