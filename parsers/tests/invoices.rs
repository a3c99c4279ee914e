//! How well invented invoices are read: what is reached must not be lost.

use std::fs;
use std::path::{Path, PathBuf};

use invoices_parsers::{flat, read_file};
use parser_model::reading::MailContext;
use serde_json::Value;

/// A field of the manifest and where the reading may state it.
const FIELDS: [(&str, &[&str]); 9] = [
    ("vendor", &["vendor_name"]),
    ("total_amount", &["total_amount"]),
    ("currency", &["currency"]),
    ("invoice_date", &["invoice_date"]),
    ("due_date", &["due_date"]),
    ("invoice_number", &["invoice_number", "order_id"]),
    ("order_number", &["order_id", "invoice_number"]),
    ("ocr", &["ocr"]),
    ("bankgiro", &["bankgiro"]),
];

#[derive(Debug, Default)]
struct Count {
    right: usize,
    wrong: usize,
    missing: usize,
    taken: Vec<String>,
}

/// Letters and digits in small; numbers by value.
fn plain(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{:.2}", number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect(),
        _ => String::new(),
    }
}

fn count_field(count: &mut Count, field: &str, keys: &[&str], expected: &Value, record: &Value) {
    let wanted = plain(&expected[field]);
    if wanted.is_empty() {
        return;
    }
    let others = expected[format!("{field}_alternatives")].as_array();
    let wanted: Vec<String> = std::iter::once(wanted)
        .chain(others.into_iter().flatten().map(plain))
        .collect();
    let stated: Vec<String> = keys
        .iter()
        .map(|key| plain(&record[*key]))
        .filter(|value| !value.is_empty())
        .collect();
    let part = |value: &String| wanted.iter().any(|name| value.contains(name) || name.contains(value));
    let right = |value: &String| wanted.contains(value) || field == "vendor" && part(value);
    if stated.is_empty() {
        count.missing += 1;
    } else if stated.iter().any(right) {
        count.right += 1;
    } else {
        count.wrong += 1;
    }
}

/// Each set is held to what was reached on it: at least so many values right, at most so many wrong and missing.
const FLOORS: [(u64, usize, usize, usize); 4] = [(1, 360, 2, 8), (2, 210, 3, 4), (3, 145, 3, 8), (4, 61, 0, 0)];

#[test]
fn invented_invoices_are_read_as_well_as_before() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/invoices");
    let manifest = fs::read(root.join("manifest.json")).expect("the manifest is there");
    let manifest: Value = serde_json::from_slice(&manifest).expect("the manifest is JSON");
    let items = manifest["items"].as_array().expect("the manifest lists items");
    for (round, right, wrong, missing) in FLOORS {
        let count = count_round(&root, items, round);
        println!("round {round}: {count:?}");
        assert!(count.right >= right, "round {round}: {count:?}");
        assert!(count.wrong <= wrong, "round {round}: {count:?}");
        assert!(count.missing <= missing, "round {round}: {count:?}");
        assert!(count.taken.is_empty(), "no invoices, taken for some: {count:?}");
    }
}

fn count_round(root: &Path, items: &[Value], round: u64) -> Count {
    let mut count = Count::default();
    for item in items.iter().filter(|item| item["round"] == round) {
        let path = item["path"].as_str().expect("an item has a path");
        let bytes = fs::read(root.join(path)).expect("the manifest names files");
        let reading = read_file(path, &bytes, None, &MailContext::default());
        let line: Value = serde_json::from_str(&flat(path, &reading).to_string()).expect("a reading is JSON");
        let expected = &item["expected"];
        if expected["not_a_receipt"] == true {
            if line["outcome"] == "parsed" {
                count.taken.push(path.to_owned());
            }
        } else if item["kind"] == "pdf_invoice" {
            for (field, keys) in FIELDS {
                count_field(&mut count, field, keys, expected, &line["record"]);
            }
        }
    }
    count
}
