//! Compares the readings of the project's documents before and after a change of the vocabulary.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use invoices_parsers::phrases::overrides::Overrides;
use invoices_parsers::read_file;
use parser_model::reading::{MailContext, Outcome, Reading, values_by_path};
use serde_json::Value;

use crate::known::OWN_SETS;
use crate::{Result, root};

/// Maximum number of changes that are printed.
const MOST_LINES: usize = 200;

/// The fixtures: those of the categories, and the invented documents of tests/fixtures.
pub struct Documents(Vec<PathBuf>);

/// A value of a document's reading that changes.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    /// The path of the document in the repository.
    pub document: String,
    /// The path of the value in the reading.
    pub field: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// All changes.
pub struct Changes {
    documents: usize,
    changes: Vec<Change>,
}

impl Documents {
    /// Finds them.
    pub fn open() -> Result<Documents> {
        let mut folders = OWN_SETS.map(|name| root().join(name)).to_vec();
        for entry in fs::read_dir(root().join("parsers"))? {
            folders.push(entry?.path().join("fixtures"));
        }
        let mut paths = Vec::new();
        for folder in folders.iter().filter(|folder| folder.is_dir()) {
            for entry in fs::read_dir(folder)? {
                paths.push(entry?.path());
            }
        }
        paths.retain(|path| {
            ["html", "eml", "pdf"]
                .map(Some)
                .contains(&path.extension().and_then(OsStr::to_str))
        });
        paths.sort();
        Ok(Documents(paths))
    }

    /// The values that are read differently with other lists.
    pub fn changes(&self, before: &Overrides, after: &Overrides) -> Result<Changes> {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let compare = |paths: &[PathBuf]| -> Result<Vec<Change>, String> {
            let changes = paths.iter().map(|path| compare(path, before, after));
            Ok(changes.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        };
        let parts: Vec<Result<Vec<Change>, String>> = thread::scope(|scope| {
            let parts = self.0.chunks(self.0.len().div_ceil(workers).max(1));
            let running: Vec<_> = parts.map(|paths| scope.spawn(move || compare(paths))).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join().expect("a reading catches its panics");
            running.into_iter().map(join).collect()
        });
        let mut changes = Vec::new();
        for part in parts {
            changes.extend(part?);
        }
        Ok(Changes {
            documents: self.0.len(),
            changes,
        })
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = self.documents;
        if self.changes.is_empty() {
            return write!(f, "no reading of {read} fixtures changes");
        }
        for change in self.changes.iter().take(MOST_LINES) {
            let text = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
            let (before, after) = (text(&change.before), text(&change.after));
            writeln!(f, "{}  {}: {before} -> {after}", change.document, change.field)?;
        }
        if let Some(more) = self.changes.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
            writeln!(f, "… and {more} more")?;
        }
        let changed: BTreeSet<&str> = self.changes.iter().map(|change| change.document.as_str()).collect();
        let (changed, values) = (changed.len(), self.changes.len());
        write!(
            f,
            "{changed} of {read} fixtures are read differently, in {values} values"
        )
    }
}

fn compare(path: &Path, before: &Overrides, after: &Overrides) -> Result<Vec<Change>, String> {
    let fault = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| fault(&error))?;
    let context = match fs::read(path.with_extension("mail.json")) {
        Ok(context) => serde_json::from_slice(&context).map_err(|error| fault(&error))?,
        Err(_) => MailContext::default(),
    };
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let read = || values(&read_file(name, &bytes, None, &context));
    let (old, new) = (before.apply(read), after.apply(read));
    let fields: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let changed = fields.into_iter().filter(|field| old.get(*field) != new.get(*field));
    let document = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    Ok(changed
        .map(|field| Change {
            document: document.clone(),
            field: field.clone(),
            before: old.get(field).cloned(),
            after: new.get(field).cloned(),
        })
        .collect())
}

/// The values of a reading by their paths. What a detail repeats of the common fields is left out.
fn values(reading: &Reading) -> BTreeMap<String, Value> {
    let mut values = BTreeMap::new();
    let outcome = serde_json::to_value(&reading.outcome).unwrap_or_default();
    let records = match &outcome["records"] {
        Value::Array(records) => records.clone(),
        _ if matches!(reading.outcome, Outcome::Rental { .. }) => vec![outcome["record"].clone()],
        _ => Vec::new(),
    };
    let state = match &reading.outcome {
        Outcome::Retail { .. } | Outcome::Rental { .. } => "parsed".to_owned(),
        Outcome::Asked { reason, .. } => format!("asked: {reason}"),
        Outcome::NotAnInvoice { reason, .. } => format!("not an invoice: {reason}"),
        Outcome::Failed { reason, .. } => format!("not read: {reason}"),
    };
    values.insert("outcome".to_owned(), Value::String(state));
    for (number, mut record) in (1..).zip(records) {
        let stated = record["stated"].take();
        if let (Some(stated), Some(detail)) = (stated.as_object(), record["detail"].as_object_mut()) {
            detail.retain(|name, value| stated.get(name) != Some(value));
        }
        let order = if number > 1 {
            format!("order {number} ")
        } else {
            String::new()
        };
        for (path, value) in values_by_path(&stated).into_iter().chain(values_by_path(&record)) {
            values.insert(format!("{order}{path}"), value.clone());
        }
    }
    values
}
