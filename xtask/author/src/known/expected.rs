//! The right values for a field of a document.

use serde_json::{Map, Value};

use super::value::{list, overlap};

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
