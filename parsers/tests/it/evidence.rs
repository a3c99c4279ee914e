//! What evidence says of a record: each value has a reason, and the reason is of this value.

use std::fs;
use std::path::{Path, PathBuf};

use invoices_parsers::read_file;
use parser_model::reading::{Evidence, MailContext, Outcome, Stated};
use serde_json::{Map, Value};

/// Properties without evidence of their own.
const WITHOUT: &[&str] = &["sub_type", "warnings", "warning_codes", "items"];

/// Every invented mail and invoice of the project.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parsers = fs::read_dir(root).expect("the folder of the parsers");
    let mut folders: Vec<PathBuf> = parsers.flatten().map(|entry| entry.path().join("fixtures")).collect();
    folders.extend(["receipts", "invoices"].map(|name| root.join("../tests/fixtures").join(name)));
    let files = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten();
    let is_document = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("html" | "eml" | "pdf"))
    };
    files.map(|entry| entry.path()).filter(is_document).collect()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What the record states of its purchase, by the names of its fields: `identity.role`.
fn identity(stated: &Stated) -> Map<String, Value> {
    let identity = serde_json::to_value(&stated.identity).expect("an identity is JSON");
    let fields = identity.as_object().cloned().expect("an object").into_iter();
    fields
        .map(|(name, value)| (format!("identity.{name}"), value))
        .collect()
}

/// The properties of a record whose value no evidence names.
fn unexplained(detail: &Map<String, Value>, evidence: &[&Evidence]) -> Vec<String> {
    let is_explained = |name: &str, value: &Value| {
        let of_field = evidence.iter().find(|known| known.field == name);
        of_field.is_some_and(|known| known.value.as_deref() == Some(&text(value)) && !known.because.is_empty())
    };
    let properties = detail.iter().filter(|(name, _)| !WITHOUT.contains(&name.as_str()));
    properties
        .filter(|(name, value)| !is_explained(name, value))
        .map(|(name, value)| format!("{name}: {value}"))
        .collect()
}

#[test]
fn every_value_of_every_record_has_its_reason() {
    let documents = documents();
    assert!(documents.len() > 500, "{} documents", documents.len());
    let mut records_seen = 0;
    let mut faults = Vec::new();
    for path in documents {
        let bytes = fs::read(&path).expect("a fixture");
        let reading = read_file(&path.display().to_string(), &bytes, None, &MailContext::default());
        let details: Vec<Map<String, Value>> = match &reading.outcome {
            Outcome::Retail { records } => records
                .iter()
                .map(|record| {
                    record
                        .detail
                        .clone()
                        .into_iter()
                        .chain(identity(&record.stated))
                        .collect()
                })
                .collect(),
            Outcome::Rental { record } => {
                let stated = serde_json::to_value(&record.stated).expect("a record is JSON");
                let mut stated = stated.as_object().cloned().expect("an object");
                stated.remove("identity");
                stated.extend(identity(&record.stated));
                vec![stated]
            }
            Outcome::Asked { .. } | Outcome::NotAnInvoice { .. } | Outcome::Failed { .. } => continue,
        };
        for (order, detail) in (1..).zip(&details) {
            records_seen += 1;
            let is_of = |known: &&Evidence| known.order.is_none_or(|known| known == order);
            let evidence: Vec<&Evidence> = reading.evidence.iter().filter(is_of).collect();
            let unexplained = unexplained(detail, &evidence);
            if !unexplained.is_empty() {
                faults.push(format!("{}: {}", path.display(), unexplained.join(", ")));
            }
        }
    }
    assert!(records_seen > 400, "{records_seen} records");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
