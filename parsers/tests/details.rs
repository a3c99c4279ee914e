//! How much of the categories' own fields is read right, in the invented mails of `tests/fixtures/receipts`. The floors only ever rise.
//!
//! Each mail is read as its category, whatever its words would have made of it: the choice of the category is measured elsewhere. A
//! manifest's `price` is that of one piece, as printed; a record's is that of the line, so it is compared times the quantity.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use invoices_parsers::read_file;
use parser_model::reading::{MailContext, Outcome};
use serde_json::{Map, Value};

/// Of a category's stated values in a thousand: at least so many are read right, at most so many wrong.
const FLOORS: [(&str, usize, usize); 8] = [
    ("clothing", 990, 9),
    ("food-delivery", 1_000, 0),
    ("grocery", 960, 0),
    ("miscellaneous", 850, 0),
    ("subscriptions", 970, 0),
    ("technology", 810, 0),
    ("travel", 990, 0),
    ("utility", 1_000, 0),
];

#[derive(Default)]
struct Count {
    right: usize,
    wrong: usize,
    missing: usize,
}

/// The counts by category and field, and what is not right.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<(String, String), Count>,
    faults: Vec<String>,
}

#[test]
fn the_details_of_the_invented_mails_are_read_as_well_as_ever() {
    let tally = tally();
    println!("{:32} {:>6} {:>6} {:>8}", "round 1", "right", "wrong", "missing");
    for ((category, field), count) in &tally.counts {
        let name = format!("{category} {field}");
        println!("{name:32} {:>6} {:>6} {:>8}", count.right, count.wrong, count.missing);
    }
    println!("{}", tally.faults.join("\n"));
    for (category, least, most) in FLOORS {
        let of = |part: fn(&Count) -> usize| -> usize {
            let own = tally.counts.iter().filter(|((name, _), _)| name == category);
            own.map(|(_, count)| part(count)).sum()
        };
        let (right, wrong, missing) = (of(|c| c.right), of(|c| c.wrong), of(|c| c.missing));
        let all = right + wrong + missing;
        println!("{category:32} {right:>6} {wrong:>6} {missing:>8}");
        assert!(all > 0, "no mail states a detail of {category}");
        assert!(right * 1_000 >= least * all, "{category}: {right} of {all} are right");
        assert!(wrong * 1_000 <= most * all, "{category}: {wrong} of {all} are wrong");
    }
}

fn tally() -> Tally {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/receipts");
    let manifest = fs::read(folder.join("manifest.json")).expect("the manifest is in the tree");
    let manifest: Value = serde_json::from_slice(&manifest).expect("the manifest is JSON");
    let items = manifest["items"].as_array().expect("the manifest lists items");
    let mut tally = Tally::default();
    for item in items.iter().filter(|item| item["round"].as_u64().unwrap_or(1) == 1) {
        let (Some(details), Some(category)) = (item["details"].as_object(), item["category"].as_str()) else {
            continue;
        };
        let id = item["id"].as_str().expect("an item has an id");
        let record = read(
            &folder.join(item["path"].as_str().expect("an item has a path")),
            category,
        );
        for (field, wanted) in details {
            tally.compare(id, category, field, wanted, record.get(field).unwrap_or(&Value::Null));
        }
    }
    tally
}

fn read(path: &Path, category: &str) -> Map<String, Value> {
    let context = MailContext {
        sub_type: Some(category.parse().expect("a category's name")),
        ..MailContext::default()
    };
    let bytes = fs::read(path).expect("the manifest's mails are in the tree");
    match read_file(&path.to_string_lossy(), &bytes, None, &context).outcome {
        Outcome::Retail { records } if records.len() == 1 => records[0].detail.clone(),
        _ => Map::new(),
    }
}

impl Tally {
    fn compare(&mut self, id: &str, category: &str, field: &str, wanted: &Value, got: &Value) {
        match (field, wanted) {
            ("items" | "segments", Value::Array(wanted)) => self.lines(id, category, field, wanted, got),
            ("passengers", Value::Array(wanted)) => {
                for one in wanted {
                    let found = list(got).iter().any(|g| same("name", &one["name"], &g["name"]));
                    self.count(id, category, field, one, if found { one } else { &Value::Null }, found);
                }
            }
            ("usage", wanted) => {
                let hit = |g: &&Value| {
                    same("quantity", &wanted["quantity"], &g["quantity"]) && same("unit", &wanted["unit"], &g["unit"])
                };
                let found = list(got).iter().find(hit).is_some();
                self.count(id, category, field, wanted, got, found);
            }
            _ => self.count(id, category, field, wanted, got, same(field, wanted, got)),
        }
    }

    /// Lines of goods are found by their names, parts of a journey by their order; a line too many is wrong.
    fn lines(&mut self, id: &str, category: &str, field: &str, wanted: &[Value], got: &Value) {
        let got = list(got);
        for (at, line) in wanted.iter().enumerate() {
            let by_name = || got.iter().find(|g| same("name", &line["name"], &g["name"]));
            let found = if field == "items" { by_name() } else { got.get(at) };
            for (part, value) in line.as_object().into_iter().flatten() {
                let own = found.map_or(&Value::Null, |g| &g[part]);
                let value = if part == "price" { &line_price(line) } else { value };
                self.count(
                    id,
                    category,
                    &format!("{field}.{part}"),
                    value,
                    own,
                    same(part, value, own),
                );
            }
        }
        for _ in wanted.len()..got.len() {
            self.count(id, category, field, &Value::Null, &Value::Array(got.to_vec()), false);
        }
    }

    fn count(&mut self, id: &str, category: &str, field: &str, wanted: &Value, got: &Value, right: bool) {
        let count = self.counts.entry((category.to_owned(), field.to_owned())).or_default();
        let nothing = got.is_null() || got.as_array().is_some_and(Vec::is_empty);
        match (right, nothing) {
            (true, _) => count.right += 1,
            (false, true) => count.missing += 1,
            (false, false) => count.wrong += 1,
        }
        if !right {
            self.faults.push(format!("{id}: {field} is {wanted}, read was {got}"));
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A piece's price times the quantity, to the hundredth.
fn line_price(line: &Value) -> Value {
    let quantity = line["quantity"].as_f64().unwrap_or(1.0);
    let price = line["price"].as_f64().unwrap_or(f64::NAN);
    Value::from((price * quantity * 100.0).round() / 100.0)
}

/// Whether two values are one: numbers by value, texts by their letters and digits, names in words also by a part.
fn same(field: &str, wanted: &Value, got: &Value) -> bool {
    if let (Some(wanted), Some(got)) = (wanted.as_f64(), got.as_f64()) {
        let cents = |value: f64| (value.abs() * 1000.0).round();
        return (cents(wanted) - cents(got)).abs() < 1.0;
    }
    let (mut wanted, got) = (plain(wanted), plain(got));
    if field == "unit" && matches!(wanted.as_str(), "st" | "stk") {
        "pcs".clone_into(&mut wanted);
    }
    let part = [
        "payment_method",
        "plan",
        "brand",
        "transport_company",
        "provider",
        "store_name",
        "departure_location",
        "arrival_location",
    ];
    let in_part = part.contains(&field) && !got.is_empty() && (got.contains(&wanted) || wanted.contains(&got));
    !wanted.is_empty() && (wanted == got || in_part)
}

fn plain(value: &Value) -> String {
    let text = value.as_str().unwrap_or_default().replace('³', "3").to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}
