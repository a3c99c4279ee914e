//! Tests that every category's crate has: golden files, and hostile input.

mod golden;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use parser_model::reading::{MailContext, Outcome, Reading};
use schemars::r#gen::SchemaSettings;
use schemars::schema::Schema;

use crate::{register, retail};
pub use golden::golden;
use parser_document::{Document, steps};

/// Adds a test that reads every `fixtures/x.html` of the crate, and compares the reading with `fixtures/x.json` and each record
/// with its schema.
///
/// `fixtures/x.mail.json` is the mail's context, and may be missing. A mail that isn't an invoice is called `x.refused.html`. A
/// difference is shown value by value. With `UPDATE_GOLDEN=1` in the environment the test writes the readings instead, but
/// never a refusal for a mail that must be an invoice.
#[macro_export]
macro_rules! golden {
    () => {
        #[test]
        fn fixtures_give_their_golden_readings() {
            $crate::testing::golden(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
        }
    };
}

/// Adds a test that reads hostile and truncated input: it must be refused without a panic, and in a bounded number of
/// steps.
#[macro_export]
macro_rules! compliance {
    () => {
        #[test]
        fn hostile_and_truncated_input_is_refused_in_bounded_steps() {
            $crate::testing::compliance(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
        }
    };
}

/// Maximum number of steps that hostile input of a megabyte may take.
const MOST_STEPS: u64 = 150_000_000;

/// See [`crate::compliance!`].
pub fn compliance(folder: &str) {
    for (name, markup) in hostile() {
        let read = || retail::read(&Document::from_html(&markup), &MailContext::default());
        let work = steps::within(MOST_STEPS, read);
        assert!(
            !is_parsed(&work.value),
            "{name} was read as an invoice: {:?}",
            work.value
        );
        assert!(!work.is_exceeded, "{name} took more than {MOST_STEPS} steps");
    }
    // A truncated invoice may be read as one, but must not panic.
    for path in documents(folder) {
        let bytes = fs::read(&path).expect("a fixture can be read");
        for part in 1..16 {
            let document = Document::from_html(&bytes[..bytes.len() * part / 16]);
            retail::read(&document, &MailContext::default());
        }
    }
}

fn documents(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.filter_map(Result::ok).map(|e| e.path()));
    let mut paths: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .filter(|p| p.extension().is_some_and(|e| e == "html"))
        .collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Reading {
    let bytes = fs::read(path).expect("a fixture can be read");
    let context: MailContext = fs::read_to_string(path.with_extension("mail.json"))
        .map(|json| serde_json::from_str(&json).expect("the mail's context is valid JSON"))
        .unwrap_or_default();
    retail::read(&retail::in_context(Document::from_html(&bytes), &context), &context)
}

fn is_parsed(reading: &Reading) -> bool {
    matches!(reading.outcome, Outcome::Retail { .. } | Outcome::Rental { .. })
}

/// Panics unless each detail record has all required fields of its schema, and only fields of it.
fn check_schema(reading: &Reading, path: &Path) {
    let Outcome::Retail { records } = &reading.outcome else {
        return;
    };
    for record in records {
        let mut generator = SchemaSettings::openapi3().into_generator();
        let category = register::categories()
            .into_iter()
            .find(|c| c.sub_type == record.sub_type.as_str());
        let reference = (category.expect("a record's category is linked").schema)(&mut generator);
        let Some(Schema::Object(schema)) = generator.dereference(&reference).cloned() else {
            panic!("the schema is not in the document")
        };
        let object = schema.object.expect("a detail record is an object");
        let properties: BTreeSet<&String> = object.properties.keys().collect();
        for field in record.detail.keys() {
            assert!(
                properties.contains(field),
                "{}: {field} is not in the schema",
                path.display()
            );
        }
        for field in object.required.iter().filter(|f| *f != "invoice_id") {
            assert!(
                record.detail.contains_key(field),
                "{}: {field} is required",
                path.display()
            );
        }
    }
}

/// Input that is hostile or not an invoice, with a name.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let repeated = |text: &str, times: usize| text.repeat(times).into_bytes();
    vec![
        ("nothing", Vec::new()),
        ("blanks", repeated(" \n\t", 1_000)),
        ("zero bytes", vec![0; 10_000]),
        (
            "a PDF",
            b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>".to_vec(),
        ),
        ("no markup", (0..=255_u8).cycle().take(20_000).collect()),
        ("a run of digits", repeated("1234567890", 50_000)),
        ("separators", repeated("1.1,1 1'", 20_000)),
        ("open tables", repeated("<table><tr><td>", 20_000)),
        ("open formats", repeated("<b><i><u><font>", 5_000)),
        ("open comment", b"<p>Total 10 kr<!-- ".to_vec()),
        (
            "a huge cell",
            [b"<td>Total ".to_vec(), repeated("a ", 200_000)].concat(),
        ),
        (
            "columns without end",
            repeated("<td colspan=999999 rowspan=999999>x", 5_000),
        ),
        ("amounts without words", repeated("<p>10,00 kr", 5_000)),
        (
            "an advertisement",
            b"<h1>Rea!</h1><p>Skor 299 kr</p><p>Jacka 499 kr</p><p>Handla nu</p>".to_vec(),
        ),
        (
            "a parcel",
            "<h1>Ditt paket är på väg</h1><p>Spåra paketet. Ordervärde 299 kr</p>"
                .as_bytes()
                .to_vec(),
        ),
        (
            "a hidden total",
            b"<p style='display:none'>Order 12345 Total 10,00 kr</p><p>Hej</p>".to_vec(),
        ),
    ]
}
