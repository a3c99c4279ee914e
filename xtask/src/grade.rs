//! Grades the parsers on documents whose values are known.

mod details;
mod fields;
mod report;
mod set;
#[cfg(test)]
mod tests;
mod value;

use std::path::PathBuf;

use invoices_parsers::{flat, read_file};
use parser_model::reading::{MailContext, Outcome, Reading};

use self::report::{Label, Report};
use self::set::{Document, Kind, Set};
use crate::{Result, root};

/// Grade the parsers: how many values of known documents they read right, wrong or not at all.
///
/// Reads the invented documents of tests/fixtures and those of each `--corpus`, a folder with a manifest.json as
/// tests/fixtures/receipts/README.md describes it. Prints tables by set, field, kind, language and category, then the refusals,
/// the categories and the details of the records. The floors that the invented documents must reach are a test of xtask.
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
    let own = if arguments.only { Vec::new() } else { own_folders() };
    let mut report = Report::default();
    for folder in own.iter().chain(&arguments.corpus) {
        let set = Set::open(folder)?;
        report.add(grade(&set)?);
    }
    report.print(arguments.faults);
    Ok(())
}

/// The folders of the project's invented documents.
fn own_folders() -> Vec<PathBuf> {
    ["receipts", "invoices"]
        .map(|name| root().join("tests/fixtures").join(name))
        .to_vec()
}

/// Reads and judges all documents of a set.
fn grade(set: &Set) -> Result<Report> {
    let mut report = Report::default();
    for document in set.documents() {
        let bytes = set.bytes(document)?;
        let label = Label::of(set, document);
        let reading = read_file(&document.path, &bytes, None, &MailContext::default());
        judge(&mut report, &label, document, &reading);
        if document.kind == Kind::Receipt && !document.details.is_empty() {
            judge_details(&mut report, &label, document, &bytes);
        }
    }
    Ok(report)
}

fn judge(report: &mut Report, label: &Label, document: &Document, reading: &Reading) {
    let line = flat(&document.path, reading);
    if document.is_no_invoice() {
        report.refusal(label, matches!(reading.outcome, Outcome::NotAnInvoice { .. }));
        return;
    }
    report.acceptance(label, line["reason"].as_str());
    let reason = line["reason"].as_str().unwrap_or_default();
    for judged in fields::judge(&document.expected, &line["record"]) {
        report.field(label, &judged, reason);
    }
    if document.kind == Kind::Receipt
        && let Some(wanted) = document.category()
        && let Some(got) = line["record"]["sub_type"].as_str()
    {
        report.category(label, wanted, got);
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
    for judged in details::judge(&document.details, &record) {
        report.detail(label, &judged);
    }
}
