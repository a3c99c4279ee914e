//! Each class of the vocabulary that no example of a rule needs has a case in `classes.toml`: a value of a document that is read
//! differently when the class is empty.

use std::fs;
use std::path::Path;

use invoices_parsers::phrases::overrides::Overrides;
use invoices_parsers::read_file;
use parser_document::pdf::sample::Sheet;
use parser_model::reading::{MailContext, Outcome};
use serde_json::Value;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/classes.toml");

/// A value of a document.
struct Case {
    /// Such as `amounts.rounding`.
    class: String,
    /// The name of the document, which includes its kind.
    name: String,
    bytes: Vec<u8>,
    context: MailContext,
    /// A JSON pointer into the outcome.
    pointer: String,
    /// `None` if the document states no such value.
    value: Option<Value>,
}

impl Case {
    fn of(class: &str, case: &toml::Value) -> Case {
        let text = |key: &str| case.get(key).and_then(toml::Value::as_str);
        let (name, bytes, context) = match (text("file"), text("mail"), text("pdf")) {
            (Some(file), _, _) => {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
                let context = fs::read(path.with_extension("mail.json"));
                let context = context.map_or_else(
                    |_| MailContext::default(),
                    |context| serde_json::from_slice(&context).unwrap(),
                );
                (file.to_owned(), fs::read(path).unwrap(), context)
            }
            (_, Some(mail), _) => ("mail.html".to_owned(), mail.as_bytes().to_vec(), MailContext::default()),
            (_, _, Some(pdf)) => ("invoice.pdf".to_owned(), sheet(pdf), MailContext::default()),
            _ => panic!("{class} has neither a file, a mail nor a PDF"),
        };
        Case {
            class: class.to_owned(),
            name,
            bytes,
            context,
            pointer: text("pointer").expect("a pointer").to_owned(),
            value: case.get("value").map(|value| serde_json::to_value(value).unwrap()),
        }
    }

    fn read(&self) -> Option<Value> {
        let outcome = read_file(&self.name, &self.bytes, None, &self.context).outcome;
        let refused = match &outcome {
            Outcome::Asked { reason, .. } | Outcome::NotAnInvoice { reason, .. } | Outcome::Failed { reason, .. } => {
                Some(reason.to_string().into())
            }
            Outcome::Retail { .. } | Outcome::Rental { .. } => None,
        };
        let value = serde_json::to_value(&outcome).unwrap().pointer(&self.pointer).cloned();
        if self.pointer == "/refused" { refused } else { value }
    }
}

/// A PDF with these lines, whose cells `|` separates.
fn sheet(lines: &str) -> Vec<u8> {
    let mut sheet = Sheet::new();
    for (y, line) in (0_u16..).zip(lines.trim().lines()) {
        let cells = (0_u16..).zip(line.split(" | "));
        let row: Vec<_> = cells.map(|(x, text)| (50.0 + 250.0 * f32::from(x), text)).collect();
        sheet.row(60.0 + 16.0 * f32::from(y), &row);
    }
    sheet.finish()
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(CASES).expect("the cases can be read");
    let classes: toml::Table = text.parse().expect("the cases are TOML");
    let cases = classes.iter().filter(|(_, case)| case.is_table());
    cases.map(|(class, case)| Case::of(class, case)).collect()
}

#[test]
fn every_case_is_read_as_written() {
    for case in cases() {
        assert_eq!(case.read(), case.value, "{} in {}", case.pointer, case.class);
    }
}

#[test]
fn no_case_is_read_as_written_without_its_class() {
    let is_unnoticed = |case: &Case| {
        let (table, class) = case.class.split_once('.').expect("a table and a class");
        let without = Overrides::without(table, class).unwrap_or_else(|| panic!("no class {}", case.class));
        without.apply(|| case.read()) == case.value
    };
    let cases = cases();
    let unnoticed: Vec<&str> = cases
        .iter()
        .filter(|case| is_unnoticed(case))
        .map(|case| case.class.as_str())
        .collect();
    assert!(unnoticed.is_empty(), "read as with them: {}", unnoticed.join(", "));
}
