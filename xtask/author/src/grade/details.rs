//! The fields that a category's record adds.

use serde_json::{Map, Value};

use super::report::{Judged, Verdict};
use crate::known::value::{list, overlap, plain};

/// Fields whose value is right if one of the two spellings is a part of the other.
const NAMES: [&str; 12] = [
    "payment_method",
    "plan",
    "brand",
    "transport_company",
    "provider",
    "store_name",
    "store_location",
    "restaurant",
    "departure_location",
    "arrival_location",
    "name",
    "notes",
];
/// Judges each field that the document states. Lines of goods are judged as a whole, under `item`, and those of no line of the
/// document are wrong.
///
/// A field of the list `unsure` is not judged. `accept_<field>` has other values that are right, and `optional_items` lines that
/// may be items or not.
pub fn judge(expected: &Map<String, Value>, record: &Map<String, Value>) -> Vec<Judged> {
    let unsure: Vec<&str> = list(expected.get("unsure")).iter().filter_map(Value::as_str).collect();
    let mut judged = Vec::new();
    for (field, wanted) in expected {
        let got = list(record.get(field));
        match field.as_str() {
            "sub_type" | "unsure" | "held_back" | "optional_items" | "optional_usage" => {}
            "items" => {
                let optional = list(expected.get("optional_items"));
                items(list(Some(wanted)), optional, got, &mut judged);
            }
            "segments" => {
                for (at, segment) in list(Some(wanted)).iter().enumerate() {
                    let got = got.get(at).and_then(Value::as_object);
                    parts("segments", segment, got, &mut judged);
                }
            }
            "passengers" => {
                for one in list(Some(wanted)) {
                    let found = got.iter().find(|got| is_right("name", one, &got["name"]));
                    judged.push(value("passengers", one, "name", found.map(|found| &found["name"])));
                }
            }
            "usage" => {
                for one in list(Some(wanted)) {
                    let is_same =
                        |got: &&Value| ["quantity", "unit"].iter().all(|part| is_right(part, one, &got[part]));
                    let found = got.iter().find(is_same);
                    judged.push(value("usage", one, "quantity", found.map(|found| &found["quantity"])));
                }
            }
            field if field.starts_with("accept_") => {}
            field => judged.push(value(field, &Value::Object(expected.clone()), field, record.get(field))),
        }
    }
    judged.retain(|judged| !unsure.contains(&judged.field.as_str()));
    judged
}

/// The details of all orders of a mail in one record: lists are joined and amounts added; another field is that of every order,
/// or absent.
pub fn join(records: impl Iterator<Item = Map<String, Value>>) -> Map<String, Value> {
    let mut records = records;
    let mut joined = records.next().unwrap_or_default();
    for record in records {
        joined.retain(|field, value| value.is_array() || value.is_number() || record.get(field) == Some(value));
        for (field, value) in record {
            match (joined.get_mut(&field), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more),
                (Some(sum), Value::Number(more)) => {
                    *sum = Value::from(sum.as_f64().unwrap_or_default() + more.as_f64().unwrap_or_default());
                }
                (None, value @ (Value::Array(_) | Value::Number(_))) => _ = joined.insert(field, value),
                _ => {}
            }
        }
    }
    joined
}

/// A line is read right if its name and its price are, as far as the manifest has them; what else it states is judged only then.
fn items(wanted: &[Value], optional: &[Value], got: &[Value], judged: &mut Vec<Judged>) {
    let mut left: Vec<&Value> = got.iter().collect();
    let mut take = |item: &Value| {
        let is_same = |got: &&Value| {
            let mut stated = ["name", "price"].into_iter().filter(|part| !item[*part].is_null());
            stated.all(|part| is_right(part, item, &got[part]))
        };
        left.iter().position(is_same).map(|at| left.swap_remove(at))
    };
    for item in wanted {
        let found = take(item).and_then(Value::as_object);
        let verdict = found.map_or(Verdict::Missing, |_| Verdict::Right);
        judged.push(Judged::new("item", verdict, item, &Value::Null));
        if found.is_some() {
            parts("items", item, found, judged);
        }
    }
    for item in optional {
        take(item);
    }
    let extra = |extra: &Value| Judged::new("item", Verdict::Wrong, &Value::Null, extra);
    judged.extend(left.into_iter().map(extra));
}

/// Judges what a line states, but not again the name and the price of an item, by which it was found.
fn parts(of: &str, line: &Value, got: Option<&Map<String, Value>>, judged: &mut Vec<Judged>) {
    // No record has a place for the price of one.
    let is_left_out = |part: &str| matches!(part, "name" | "price" | "unit_price");
    let is_judged = |part: &str| !part.starts_with("accept_") && (of != "items" || !is_left_out(part));
    let stated = line.as_object().into_iter().flat_map(Map::keys);
    for part in stated.filter(|part| is_judged(part)) {
        let got = got.and_then(|got| got.get(part));
        judged.push(value(&format!("{of}.{part}"), line, part, got));
    }
}

/// Judges a part of a line, or a field of the record itself.
fn value(field: &str, line: &Value, part: &str, got: Option<&Value>) -> Judged {
    let verdict = match got {
        Some(got) if is_right(part, line, got) => Verdict::Right,
        Some(got) if plain(got).is_some() => Verdict::Wrong,
        // A quantity of one need not be said.
        None if part == "quantity" && line[part].as_f64() == Some(1.0) => Verdict::Right,
        None if list(line.get(format!("accept_{part}"))).contains(&Value::Null) => Verdict::Right,
        _ => Verdict::Missing,
    };
    Judged::new(field, verdict, &line[part], got.unwrap_or(&Value::Null))
}

/// Whether it is the value that the line states, or another one that is right.
fn is_right(part: &str, line: &Value, got: &Value) -> bool {
    let others = list(line.get(format!("accept_{part}")));
    [&line[part]]
        .into_iter()
        .chain(others)
        .any(|wanted| same(part, wanted, got))
}

/// Numbers by value, texts by their letters and digits, names also by a part.
fn same(field: &str, wanted: &Value, got: &Value) -> bool {
    if let (Some(wanted), Some(got)) = (wanted.as_f64(), got.as_f64()) {
        return (wanted - got).abs() < 0.005;
    }
    if field == "unit" {
        return unit(wanted) == unit(got);
    }
    match (plain(wanted), plain(got)) {
        (Some(wanted), Some(got)) => wanted == got || NAMES.contains(&field) && overlap(&wanted, &got),
        (None, None) => true,
        _ => false,
    }
}

/// Pieces have a name in each language; the record's is `pcs`.
fn unit(value: &Value) -> Option<String> {
    let unit = plain(value)?;
    let pieces = ["st", "stk", "kpl", "stück", "szt", "ks", "pz", "ud", "un", "pc", "τεμ"];
    Some(if pieces.contains(&unit.as_str()) {
        "pcs".to_owned()
    } else {
        unit
    })
}
