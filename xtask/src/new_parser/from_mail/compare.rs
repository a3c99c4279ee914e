//! Whether the fixture is read as the mail.

use std::collections::{BTreeMap, HashSet};

use parser_model::Money;
use parser_model::reading::{Outcome, Reading};
use serde_json::Value;

use super::amounts::Factor;
use super::mapping::Mapping;

/// Values of readings by their paths, such as `records[0].stated.total_amount`.
type Values = BTreeMap<String, Value>;

/// A line for each value of the fixture's reading that is not what the mail's becomes.
pub fn differences(mail: &Reading, fixture: &Reading, mapping: &mut Mapping) -> Vec<String> {
    let (before, after) = (values(mail), values(fixture));
    let mut lines = Vec::new();
    for path in before
        .keys()
        .chain(after.keys().filter(|path| !before.contains_key(*path)))
    {
        match (before.get(path), after.get(path)) {
            (Some(Value::String(text)), Some(Value::String(new)))
                if *new == mapping.text(text) || new == text && is_name(path) => {}
            (Some(Value::Number(number)), Some(Value::Number(new))) => {
                if !is_scaled(&number.to_string(), &new.to_string(), is_amount(path), mapping.factor) {
                    lines.push(format!("{path}: {number} became {new}"));
                }
            }
            (one, other) if one == other => {}
            (Some(Value::String(one)), Some(other)) => {
                let expected = mapping.text(one);
                lines.push(format!("{path}: {other} instead of {expected:?}"));
            }
            (Some(one), Some(other)) => lines.push(format!("{path}: {one} became {other}")),
            (Some(_), None) => lines.push(format!("{path}: is missing")),
            (None, _) => lines.push(format!("{path}: is new")),
        }
    }
    lines
}

fn is_name(path: &str) -> bool {
    path.ends_with("vendor_name")
}

fn is_scaled(before: &str, after: &str, is_amount: bool, factor: Factor) -> bool {
    let units = |text: &str| text.parse::<Money>().map(|money| i128::from(money.units()));
    let (Ok(before), Ok(after)) = (units(before), units(after)) else {
        return false;
    };
    let [times, by] = [factor.times, factor.by].map(|part| i128::try_from(part).unwrap_or(1));
    if is_amount {
        after * by == before * times
    } else {
        before == after
    }
}

/// Whether numbers of this name are amounts of money.
fn is_amount(path: &str) -> bool {
    const OTHERS: &[&str] = &[
        "quantity",
        "version",
        "nights",
        "number",
        "rate",
        "percent",
        "consumption",
        "kwh",
        "distance",
        "points",
        "usage",
        "volume",
        "passengers",
        "guests",
        "units",
    ];
    let name = path.rsplit('.').next().unwrap_or_default();
    !OTHERS.iter().any(|other| name.contains(other))
}

/// The amounts of a reading in ten-thousandths, except those that are a quantity as well.
pub fn amounts(reading: &Reading) -> HashSet<i64> {
    let units = |value: &Value| value.to_string().parse::<Money>().ok().map(|money| money.units().abs());
    let (amounts, others): (Vec<_>, Vec<_>) = values(reading)
        .into_iter()
        .filter(|(_, value)| value.is_number())
        .partition(|(path, _)| is_amount(path));
    let others: HashSet<i64> = others.iter().filter_map(|(_, value)| units(value)).collect();
    amounts
        .iter()
        .filter_map(|(_, value)| units(value))
        .filter(|units| !others.contains(units))
        .collect()
}

/// The times of day in a reading: `07:29` of `2026-03-27T07:29`.
pub fn times(reading: &Reading) -> HashSet<String> {
    let texts = values(reading).into_values();
    let times = texts.filter_map(|text| Some(text.as_str()?.split_once('T')?.1.get(..5)?.to_owned()));
    times.collect()
}

/// The numbers of orders, bookings and the like in a reading.
pub fn numbers(reading: &Reading) -> Vec<String> {
    let is_number = |path: &str| {
        let name = path.rsplit('.').next().unwrap_or_default();
        let ends = ["_id", "_number", "_reference", "_code", "ocr", "pnr", "reference"];
        name != "vendor_id" && name != "article_number" && ends.iter().any(|end| name.ends_with(end))
    };
    let texts = values(reading).into_iter().filter(|(path, _)| is_number(path));
    let texts = texts.filter_map(|(_, value)| value.as_str().map(str::to_owned));
    let long = texts.filter(|text| text.len() >= 5 && !text.contains(' ') && text.is_ascii());
    long.collect::<HashSet<String>>().into_iter().collect()
}

/// The names of goods and vendors in a reading.
pub fn names(reading: &Reading) -> Vec<String> {
    let is_name = |path: &str| {
        let name = path.rsplit('.').next().unwrap_or_default();
        matches!(
            name,
            "name" | "brand" | "vendor_name" | "restaurant" | "store" | "seller" | "plan" | "carrier"
        )
    };
    let texts = values(reading).into_iter().filter(|(path, _)| is_name(path));
    texts
        .filter_map(|(_, value)| value.as_str().map(str::to_owned))
        .collect()
}

fn values(reading: &Reading) -> Values {
    let outcome = match &reading.outcome {
        Outcome::NotAnInvoice { reason, .. } => Value::String(reason.clone()),
        outcome => serde_json::to_value(outcome).unwrap_or_default(),
    };
    let mut found = Values::new();
    let mut open = vec![(String::new(), outcome)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Object(map) => open.extend(map.into_iter().map(|(name, value)| (format!("{path}.{name}"), value))),
            Value::Array(list) => {
                open.extend(
                    list.into_iter()
                        .enumerate()
                        .map(|(at, value)| (format!("{path}[{at}]"), value)),
                );
            }
            value => drop(found.insert(path.trim_start_matches('.').to_owned(), value)),
        }
    }
    found
}
