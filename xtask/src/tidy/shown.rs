//! Documents name a test for each of their promises, and these tests exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cargo_metadata::{Metadata, Package};

use super::table;
use crate::Result;

const DOCUMENTS: &[&str] = &["docs/conformance.md", "SECURITY.md"];
/// The last column of their tables of promises. It has one or more code spans `package path::of_the_test`.
const COLUMN: &str = "Shown by";
/// The attributes of a test. With `rstest` it is a test for each value, all below one path.
const ATTRIBUTES: &[&str] = &["#[test]", "#[tokio::test", "#[rstest]"];

/// Lists promises that name no test, and names of tests that do not exist.
pub fn faults(metadata: &Metadata, root: &Path) -> Result<Vec<String>> {
    let mut tests = BTreeSet::new();
    for package in &metadata.packages {
        collect(package, &mut tests)?;
    }
    let mut faults = vec![];
    for document in DOCUMENTS {
        faults.extend(compared(document, &fs::read_to_string(root.join(document))?, &tests));
    }
    Ok(faults)
}

fn compared(document: &str, text: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let mut faults = vec![];
    let mut rows = 0;
    for row in table::rows(text).iter().filter(|row| row.last == COLUMN) {
        rows += 1;
        let named: Vec<_> = row
            .cells
            .last()
            .into_iter()
            .flat_map(|cell| table::codes(cell))
            .collect();
        if named.is_empty() {
            faults.push(format!("{document}:{}: names no test", row.line));
        }
        let absent = named.iter().filter(|name| !tests.contains(**name));
        faults.extend(absent.map(|name| format!("{document}:{}: there is no test {name}", row.line)));
    }
    if rows == 0 {
        faults.push(format!("{document}: has no table with the column {COLUMN}"));
    }
    faults
}

/// Collects the tests of a package, named as `cargo test -p package path` finds them.
fn collect(package: &Package, tests: &mut BTreeSet<String>) -> Result<()> {
    let own = package.manifest_path.parent().map(|path| path.as_std_path().to_owned());
    let own = own.unwrap_or_default();
    for target in &package.targets {
        let main = target.src_path.as_std_path();
        let folder = main.parent().unwrap_or(&own);
        let is_alone = target.is_test() && folder == own.join("tests") || target.is_bench() || target.is_example();
        if is_alone {
            found(&fs::read_to_string(main)?, &package.name, &[], tests);
        } else if !target.is_custom_build() {
            descend(folder, &package.name, &mut vec![], tests)?;
        }
    }
    Ok(())
}

/// Collects the tests of all files below the folder of a target, except those of other crates.
fn descend(folder: &Path, package: &str, path: &mut Vec<String>, tests: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_module = !["lib", "main", "mod"].contains(&stem.as_str());
        if file.is_dir() && !file.join("Cargo.toml").exists() {
            path.push(stem);
            descend(&file, package, path, tests)?;
            path.pop();
        } else if file.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&file)?;
            path.extend(is_module.then_some(stem));
            found(&text, package, path, tests);
            path.truncate(path.len() - usize::from(is_module));
        }
    }
    Ok(())
}

/// Collects the tests of one file. Relies on the layout that rustfmt gives it.
fn found(text: &str, package: &str, path: &[String], tests: &mut BTreeSet<String>) {
    let mut modules: Vec<(usize, &str)> = vec![];
    let mut is_test = false;
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        if words == "}" {
            modules.pop_if(|(opened, _)| *opened == indent);
        } else if let Some(name) = words.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(" {")) {
            modules.push((indent, name));
        } else if ATTRIBUTES.iter().any(|attribute| words.starts_with(attribute)) {
            is_test = true;
        } else if let Some(name) = function(words) {
            if is_test {
                let modules = modules.iter().map(|(_, module)| *module);
                let path: Vec<_> = path.iter().map(String::as_str).chain(modules).chain([name]).collect();
                tests.insert(format!("{package} {}", path.join("::")));
            }
            is_test = false;
        }
    }
}

fn function(words: &str) -> Option<&str> {
    let words = words.strip_prefix("async ").unwrap_or(words);
    let (name, _) = words.strip_prefix("fn ")?.split_once(['(', '<'])?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"
fn helper() {}

/// Why.
#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn of_both(#[values(Sqlite, Postgres)] database: Database) {
    fn inner() {}
}

/// Why.
#[rstest]
async fn of_both_with_a_long_name(
    #[values(Sqlite, Postgres)] database: Database,
) {
}

mod tests {
    #[tokio::test(flavor = "multi_thread")]
    /// Why.
    async fn waits() {}

    fn builder() {}

    proptest! {
        #[test]
        fn a_law(n in 0..9) {}
    }
}

#[test]
fn stands_alone() {}
"#;

    fn all() -> BTreeSet<String> {
        let mut tests = BTreeSet::new();
        found(SOURCE, "shop", &["till".to_owned()], &mut tests);
        tests
    }

    #[test]
    fn tests_have_the_names_that_cargo_gives_them() {
        let expected = [
            "of_both",
            "of_both_with_a_long_name",
            "stands_alone",
            "tests::a_law",
            "tests::waits",
        ];
        assert!(
            all().iter().eq(&expected.map(|name| format!("shop till::{name}"))),
            "{:?}",
            all()
        );
    }

    #[test]
    fn a_promise_without_a_test_is_found() {
        let head = "| Promise | Shown by |\n|---|---|\n";
        let faults = |rows: &str| compared("a.md", &format!("{head}{rows}"), &all());
        assert!(faults("| x | `shop till::of_both`, `shop till::tests::waits` |\n").is_empty());
        assert_eq!(
            faults("| x | `shop till::inner` |\n"),
            ["a.md:3: there is no test shop till::inner"]
        );
        assert_eq!(faults("| x | somewhere |\n"), ["a.md:3: names no test"]);
        assert_eq!(compared("a.md", "text", &all()).len(), 1);
    }
}
