//! Whether the fixture is read as the mail.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use parser_model::Money;
use parser_model::reading::{Outcome, Reading, values_by_path};
use serde_json::Value;

use super::amounts::Factor;
use super::mapping::Mapping;

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

/// The numbers of orders, bookings and the like in a reading, the longest first: another may be a part of it.
pub fn numbers(reading: &Reading) -> Vec<String> {
    let is_number = |path: &str| {
        let name = path.rsplit('.').next().unwrap_or_default();
        let ends = ["_id", "_number", "_reference", "_code", "ocr", "pnr", "reference"];
        !["vendor_id", "article_number", "reason_code"].contains(&name) && ends.iter().any(|end| name.ends_with(end))
    };
    let texts = values(reading).into_iter().filter(|(path, _)| is_number(path));
    let texts = texts.filter_map(|(_, value)| value.as_str().map(str::to_owned));
    let long = texts.filter(|text| text.len() >= 5 && !text.contains(' ') && text.is_ascii());
    let mut numbers: Vec<String> = long.collect::<BTreeSet<String>>().into_iter().collect();
    numbers.sort_by_key(|number| Reverse(number.len()));
    numbers
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

/// The values of a reading by their paths, such as `records[0].stated.total_amount`.
fn values(reading: &Reading) -> BTreeMap<String, Value> {
    let outcome = match &reading.outcome {
        Outcome::NotAnInvoice { reason, .. } => Value::String(reason.to_string()),
        outcome => serde_json::to_value(outcome).unwrap_or_default(),
    };
    let values = values_by_path(&outcome).into_iter();
    values.map(|(path, value)| (path, value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use parser_model::Reason;
    use parser_model::reading::{ParserTag, Stated};

    use super::*;

    #[test]
    fn a_number_stands_before_its_parts() {
        let stated = Stated {
            order_id: Some("10042".into()),
            invoice_number: Some("10042-55".into()),
            ocr: Some("1004255".into()),
            ..Stated::default()
        };
        let reading = Reading {
            parser: ParserTag {
                name: "clothing".into(),
                version: 1,
            },
            outcome: Outcome::Failed {
                reason: Reason::NoTotal,
                stated: Box::new(stated),
            },
            evidence: Vec::new(),
        };
        assert_eq!(numbers(&reading), ["10042-55", "1004255", "10042"]);
    }
}
