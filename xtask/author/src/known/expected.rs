//! The right values for a field of a document.

use serde_json::{Map, Value};

use super::value::{list, overlap, plain};

/// Whether a value is right for a field of a manifest.
pub fn is_right(field: &str, expected: &Map<String, Value>, value: &Value) -> bool {
    let right = expected.get(field).into_iter().chain(accepted(field, expected));
    let mut right = right.filter_map(plain);
    plain(value).is_some_and(|got| right.any(|right| is_same(field, &got, &right)))
}

/// The sender of a mail and its vendor's manifest may each write more of the name.
pub fn is_same(field: &str, got: &str, right: &str) -> bool {
    got == right || field == "vendor" && overlap(got, right)
}

/// The other values that are right.
pub fn accepted<'a>(field: &str, expected: &'a Map<String, Value>) -> Vec<&'a Value> {
    let mut names = vec![format!("accept_{field}"), format!("{field}_alternatives")];
    match field {
        "total_amount" => names.push("amount_due".to_owned()),
        "order_number" => names.extend(["invoice_id", "document_no", "payment_code"].map(str::to_owned)),
        _ => {}
    }
    let nested = expected.get("accept").and_then(|accept| accept.get(field));
    names
        .iter()
        .map(|name| expected.get(name))
        .chain([nested])
        .flat_map(list)
        .collect()
}
