//! Readings of fixtures, compared with those that were reviewed.

use std::fs;
use std::path::Path;

use parser_model::reading::{Outcome, Reading, values_by_path};
use serde_json::Value;

use super::{check_schema, documents, read};

/// How the name of a fixture ends that isn't an invoice.
const REFUSED: &str = ".refused";

/// See [`crate::golden!`].
pub fn golden(folder: &str) {
    let documents = documents(folder);
    assert!(!documents.is_empty(), "{folder} has no .html file");
    let is_update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut faults: Vec<String> = Vec::new();
    for path in documents {
        let mut reading = read(&path);
        check_schema(&reading, &path);
        // A new wording of a reason is not a new reading.
        reading.evidence.clear();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if let Some(fault) = unexpected_outcome(name, &reading) {
            faults.push(fault);
            continue;
        }
        let expected = path.with_extension("json");
        let changes = changes(&expected, &reading);
        if changes.is_empty() {
            continue;
        }
        if is_update {
            let text = serde_json::to_string_pretty(&reading).expect("a reading is JSON") + "\n";
            fs::write(&expected, text).expect("a fixture can be written");
            println!("wrote {}\n{changes}", expected.display());
        } else {
            faults.push(format!("{name}\n{changes}"));
        }
    }
    assert!(
        faults.is_empty(),
        "these readings are not the expected ones (UPDATE_GOLDEN=1 accepts changed values):\n\n{}",
        faults.join("\n")
    );
}

/// A line on a fixture that must be an invoice and is refused, or the other way round.
fn unexpected_outcome(name: &str, reading: &Reading) -> Option<String> {
    let must_be_refused = name.ends_with(REFUSED);
    match &reading.outcome {
        Outcome::Retail { .. } | Outcome::Rental { .. } if must_be_refused => {
            Some(format!("{name}: an invoice, although its name says that it isn't one"))
        }
        Outcome::NotAnInvoice { reason, .. } if !must_be_refused => Some(format!(
            "{name}: not an invoice, because {reason} (name it {name}{REFUSED}.html if that is right)"
        )),
        Outcome::Asked { reason, .. } => Some(format!("{name}: asked about, because {reason}")),
        Outcome::Failed { reason, .. } if !must_be_refused => Some(format!("{name}: not read, because {reason}")),
        _ => None,
    }
}

/// A line for each value that differs from the reviewed reading: `  detail.items[0].price: 198 -> 99`.
fn changes(expected: &Path, reading: &Reading) -> String {
    let known = fs::read_to_string(expected).ok();
    let known: Value = match known.map(|text| serde_json::from_str(&text)) {
        Some(Ok(known)) => known,
        Some(Err(error)) => return format!("  {} isn't JSON: {error}", expected.display()),
        None => Value::Null,
    };
    let read = serde_json::to_value(reading).expect("a reading is JSON");
    if known == read {
        return String::new();
    }
    let (known, read) = (values_by_path(&known), values_by_path(&read));
    let mut changes: Vec<String> = Vec::new();
    for path in known
        .keys()
        .chain(read.keys().filter(|path| !known.contains_key(*path)))
    {
        let change = match (known.get(path), read.get(path)) {
            (Some(before), Some(after)) if before != after => format!("{before} -> {after}"),
            (Some(before), None) => format!("{before} -> nothing"),
            (None, Some(after)) => format!("nothing -> {after}"),
            _ => continue,
        };
        changes.push(format!("  {path}: {change}"));
    }
    changes.join("\n")
}

#[cfg(test)]
mod tests {
    use parser_model::Reason;
    use parser_model::reading::{ParserTag, Stated};

    use super::*;

    fn reading(outcome: Outcome) -> Reading {
        Reading {
            parser: ParserTag {
                name: "clothing".into(),
                version: 1,
            },
            outcome,
            evidence: Vec::new(),
            label: None,
        }
    }

    #[test]
    fn a_refusal_is_expected_by_name_only() {
        let refusal = reading(Outcome::NotAnInvoice {
            reason: Reason::NoTotal,
            stated: Box::default(),
        });
        let line = unexpected_outcome("stadium-refund", &refusal).unwrap();
        assert!(line.starts_with("stadium-refund: not an invoice, because it states no total"));
        assert_eq!(unexpected_outcome("stadium-offer.refused", &refusal), None);
    }

    #[test]
    fn changes_name_the_value_before_and_after() {
        let folder = std::env::temp_dir().join(format!("golden-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let expected = folder.join("order.json");
        let with_total = |total: &str| {
            reading(Outcome::Failed {
                reason: Reason::NoTotal,
                stated: Box::new(Stated {
                    total_amount: total.parse().ok(),
                    ..Stated::default()
                }),
            })
        };
        fs::write(&expected, serde_json::to_string(&with_total("198")).unwrap()).unwrap();
        assert_eq!(changes(&expected, &with_total("198")), "");
        assert_eq!(
            changes(&expected, &with_total("99")),
            "  stated.total_amount: 198 -> 99"
        );
        assert_eq!(
            changes(&expected, &with_total("none")),
            "  stated.total_amount: 198 -> nothing"
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
