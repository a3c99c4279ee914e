//! The tables of promises in documents, from a line beside each test that shows one.
//!
//! `// Shows: HEADING | PROMISE` is a row of the table below that heading, with a cell for each column but the last. A further test
//! of the promise has the beginning of that line and `…`. Rows keep their order, and new ones are added at the end.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::sources::{self, PROMISE};
use crate::Result;

const DOCUMENTS: &[&str] = &["docs/conformance.md", "SECURITY.md"];
/// How the heads of their tables end. The last column has links to the tests.
const COLUMN: &str = " Shown by |";
/// The attributes of a test.
const ATTRIBUTES: &[&str] = &["#[test]", "#[tokio::test", "#[rstest]"];

/// A test that shows a promise.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    file: String,
    test: String,
    /// With its heading.
    promise: String,
}

/// A promise with its heading, and its tests.
type Promise<'a> = (&'a str, Vec<&'a Shown>);

/// The documents that are out of date, and their text as it should be.
pub fn stale(root: &Path) -> Result<Vec<(&'static str, String)>> {
    let mut shown = BTreeSet::new();
    for file in sources::files(root)? {
        shown.extend(found(&file, &fs::read_to_string(root.join(&file))?)?);
    }
    let mut promises = promises(&shown)?;
    let mut stale = vec![];
    for document in DOCUMENTS {
        let text = fs::read_to_string(root.join(document))?;
        let expected = filled(document, &text, &mut promises)?;
        if text != expected {
            stale.push((*document, expected));
        }
    }
    match promises.first() {
        None => Ok(stale),
        Some((promise, _)) => Err(format!("no document has the heading, with a table, of: {promise}").into()),
    }
}

/// The promises that the tests of a file show. Relies on the layout that rustfmt gives it.
fn found(file: &str, text: &str) -> Result<Vec<Shown>> {
    let (mut shown, mut promises) = (vec![], vec![]);
    let mut is_test = false;
    for line in text.lines().map(str::trim_start) {
        if let Some(promise) = line.strip_prefix(PROMISE) {
            promises.push(promise);
        } else if ATTRIBUTES.iter().any(|attribute| line.starts_with(attribute)) {
            is_test = true;
        } else if let Some(test) = function(line) {
            if !is_test && !promises.is_empty() {
                return Err(format!("{file}: {test} shows a promise and is not a test").into());
            }
            shown.extend(promises.drain(..).map(|promise| Shown {
                file: file.to_owned(),
                test: test.to_owned(),
                promise: promise.to_owned(),
            }));
            is_test = false;
        }
    }
    Ok(shown)
}

fn function(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let (name, _) = line.strip_prefix("fn ")?.split_once(['(', '<'])?;
    Some(name)
}

fn promises(shown: &BTreeSet<Shown>) -> Result<Vec<Promise<'_>>> {
    let (more, first): (Vec<&Shown>, Vec<_>) = shown.iter().partition(|shown| shown.promise.ends_with('…'));
    let first = first.into_iter().map(|shown| (shown.promise.as_str(), vec![shown]));
    let mut promises: Vec<Promise<'_>> = first.collect();
    for shown in more {
        let beginning = shown.promise.trim_end_matches('…');
        let mut found = promises
            .iter_mut()
            .filter(|(promise, _)| promise.starts_with(beginning));
        match (found.next(), found.next()) {
            (Some((_, tests)), None) => tests.push(shown),
            _ => return Err(format!("{}: not the beginning of one promise: {}", shown.file, shown.promise).into()),
        }
    }
    Ok(promises)
}

/// The document with the rows of its tables, which are taken from `promises`.
fn filled(document: &str, text: &str, promises: &mut Vec<Promise<'_>>) -> Result<String> {
    let up = "../".repeat(document.matches('/').count());
    let link = |shown: &&Shown| format!("[{}]({up}{})", shown.test, shown.file);
    let mut page: Vec<String> = vec![];
    let mut heading = "";
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        page.push(line.to_owned());
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim_start();
        }
        if !line.ends_with(COLUMN) {
            continue;
        }
        page.extend(lines.next().map(str::to_owned));
        let old: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|'))).collect();
        let before = format!("{heading} | ");
        let mut rows = vec![];
        for (promise, tests) in promises.extract_if(.., |(promise, _)| promise.starts_with(&before)) {
            let cells = format!("| {} | ", &promise[before.len()..]);
            if cells.matches('|').count() != line.matches('|').count() - 1 {
                return Err(format!("{document}: not a cell for each column: {promise}").into());
            }
            let place = old.iter().position(|row| row.starts_with(&cells));
            let tests: Vec<_> = tests.iter().map(link).collect();
            rows.push((place.unwrap_or(usize::MAX), format!("{cells}{} |", tests.join(", "))));
        }
        rows.sort_by_key(|(place, _)| *place);
        page.extend(rows.into_iter().map(|(_, row)| row));
    }
    Ok(page.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With `@` for the beginning of the lines that this file would otherwise have itself.
    const SOURCE: &str = r#"
fn helper() {}

/// Why.
@Shows: Tills | A till is closed at night
@Shows: Money | Coins are counted…
#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn of_both(#[values(Sqlite, Postgres)] database: Database) {
    fn inner() {}
}

#[test]
fn of_nothing() {}

mod tests {
    proptest! {
        @Shows: Tills | A till opens with a key
        #[test]
        fn a_law(n in 0..9) {}
    }

    @Shows: Money | Coins are counted twice
    #[rstest]
    async fn of_a_long_name(
        #[values(Sqlite, Postgres)] database: Database,
    ) {
    }
}
"#;
    const PAGE: &str = "# Tills\n\n| Promise | Shown by |\n|---|---|\n| A till rings | gone |\n\
        | A till opens with a key | gone |\n\nThe end.\n\n## Money\n\n| Promise | Shown by |\n|---|---|\n";

    fn page(source: &str) -> Result<String> {
        let shown = found("till.rs", &source.replace('@', "// "))?.into_iter().collect();
        filled("docs/a.md", PAGE, &mut promises(&shown)?)
    }

    #[test]
    fn a_promise_is_a_row_with_its_tests() {
        let expected = "# Tills\n\n| Promise | Shown by |\n|---|---|\n\
            | A till opens with a key | [a_law](../till.rs) |\n\
            | A till is closed at night | [of_both](../till.rs) |\n\nThe end.\n\n## Money\n\n| Promise | Shown by |\n|---|---|\n\
            | Coins are counted twice | [of_a_long_name](../till.rs), [of_both](../till.rs) |\n";
        assert_eq!(page(SOURCE).unwrap(), expected);
    }

    #[test]
    fn a_wrong_line_is_refused() {
        let refused = |source: &str| page(source).unwrap_err().to_string();
        assert!(refused("@Shows: Money | A\nfn a() {}\n").contains("a shows a promise and is not a test"));
        assert!(refused("@Shows: Money | A…\n#[test]\nfn a() {}\n").contains("not the beginning of one promise"));
        assert!(refused("@Shows: Money | A | B\n#[test]\nfn a() {}\n").contains("not a cell for each column"));
    }
}
