//! Grades the parsers on documents whose values are known.

mod details;
mod fields;
mod report;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use invoices_parsers::{flat, read_file};
use parser_model::reading::{Candidate, DateSource, MailContext, Outcome, Reading};
use serde_json::{Value, json};

use self::report::{Judged, Label, Report, Verdict};
use crate::Result;
use crate::known::own_sets;
use crate::known::set::{Document, Kind, Set};

/// Grade the parsers: count how many values of known documents they read correctly, wrongly or not at all.
///
/// Reads the invented documents of tests/fixtures and those of each `--corpus`, a folder with a manifest.json as
/// tests/fixtures/receipts/README.md describes it. Prints tables by set, field, kind, language and category, then the refusals,
/// the categories and the details of the records. The floors that the invented documents must reach are a test of this package.
#[derive(clap::Args)]
pub struct Grade {
    /// Another folder of documents. Can be repeated.
    #[arg(long, value_name = "PATH")]
    corpus: Vec<PathBuf>,

    /// Grade the folders of `--corpus` only.
    #[arg(long, requires = "corpus")]
    only: bool,

    /// Print each value that is not right.
    #[arg(long)]
    faults: bool,
}

/// Prints the report.
pub fn run(arguments: &Grade) -> Result<()> {
    let mut sets = if arguments.only { Vec::new() } else { own_sets()? };
    for folder in &arguments.corpus {
        sets.push(Set::open(folder)?);
    }
    let mut report = Report::default();
    for set in &sets {
        grade(set, &mut report)?;
    }
    report.print(arguments.faults);
    Ok(())
}

/// Reads and judges all documents of a set.
fn grade(set: &Set, report: &mut Report) -> Result<()> {
    for document in &set.documents {
        let bytes = set.bytes(document)?;
        let label = Label::of(set, document);
        let reading = read_file(&document.path, &bytes, None, &MailContext::default());
        judge(report, &label, document, &reading);
        // Of a PDF, only the items are read.
        let is_graded = match document.kind {
            Kind::Invoice => document.details.contains_key("items"),
            _ => document.kind == Kind::Receipt && !document.details.is_empty(),
        };
        if is_graded {
            judge_details(report, &label, document, &bytes);
        }
    }
    Ok(())
}

fn judge(report: &mut Report, label: &Label, document: &Document, reading: &Reading) {
    let mut line = flat(&document.path, reading);
    // A mail without a date of its own has the day on which it was sent.
    if document.expected.get("invoice_date").is_some_and(Value::is_null)
        && is_of_mail(reading)
        && let Some(record) = line["record"].as_object_mut()
    {
        record.remove("invoice_date");
    }
    if document.is_no_invoice() {
        report.refusal(label, matches!(reading.outcome, Outcome::NotAnInvoice { .. }));
        return;
    }
    let is_asked = matches!(reading.outcome, Outcome::Asked { .. });
    report.acceptance(label, line["reason"].as_str().filter(|_| !is_asked));
    judge_total(report, label, document, reading, &line["record"]);
    let reason = line["reason"].as_str().unwrap_or_default();
    for judged in fields::judge(&document.expected, &line["record"]) {
        report.field(label, &judged, reason);
    }
    for judged in fields::judge_identity(&document.expected, &line["record"]) {
        report.identity(label, &judged, reason);
    }
    if document.kind == Kind::Receipt
        && let Some(wanted) = document.category()
        && let Some(got) = line["record"]["sub_type"].as_str()
    {
        report.category(label, wanted, got);
    }
}

/// Whether a reading's date is that of the mail.
fn is_of_mail(reading: &Reading) -> bool {
    let stated = match &reading.outcome {
        Outcome::Retail { records } => records.first().map(|record| &record.stated),
        Outcome::Rental { record } => Some(&record.stated),
        Outcome::Asked { stated, .. } | Outcome::NotAnInvoice { stated, .. } | Outcome::Failed { stated, .. } => {
            Some(&**stated)
        }
    };
    stated.is_some_and(|stated| stated.invoice_date_source == Some(DateSource::Mail))
}

/// The total as its user gets it: of a document that is asked about or refused, none.
fn judge_total(report: &mut Report, label: &Label, document: &Document, reading: &Reading, record: &Value) {
    let verdict = |record: &Value| fields::judge_total(&document.expected, record);
    match &reading.outcome {
        Outcome::Retail { .. } | Outcome::Rental { .. } => report.total(label, verdict(record)),
        Outcome::Asked { candidates, .. } => {
            let offers =
                |candidate: &Candidate| verdict(&json!({ "total_amount": candidate.value })) == Some(Verdict::Right);
            report.total(label, verdict(&Value::Null));
            report.asked(label, candidates.iter().any(offers));
        }
        Outcome::NotAnInvoice { .. } | Outcome::Failed { .. } => report.total(label, verdict(&Value::Null)),
    }
}

/// The details are those of the document's category, whatever its words make of it: the choice of the category is graded apart.
fn judge_details(report: &mut Report, label: &Label, document: &Document, bytes: &[u8]) {
    let Some(category) = document.category() else {
        return;
    };
    let context = MailContext {
        sub_type: category.parse().ok(),
        ..MailContext::default()
    };
    let record = match read_file(&document.path, bytes, None, &context).outcome {
        Outcome::Retail { records } => details::join(records.into_iter().map(|record| record.detail)),
        _ => serde_json::Map::new(),
    };
    let is_item = |judged: &Judged| judged.field.starts_with("item");
    for judged in details::judge(&document.details, &record) {
        if document.kind == Kind::Receipt || is_item(&judged) {
            report.detail(label, &judged);
        }
    }
}
