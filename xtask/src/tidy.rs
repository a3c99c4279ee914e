//! Checks of the project's conventions.

mod circles;
mod dependencies;
mod features;
mod functions;
pub mod shown;
mod sources;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

use crate::{Result, root};

/// Its table has a row for each crate, with the crates of the workspace that it may depend on in the last column. `*` matches any
/// characters. The first matching row applies.
const CODE_MAP: &str = "docs/architecture.md";
const COLUMN: &str = "May depend on";
/// It has no code, so every crate may depend on it.
const FEATURES: &str = "workspace-features";

/// Prints every violation and fails if there is one.
pub fn run() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    let mut faults = arrows(&metadata, &fs::read_to_string(root().join(CODE_MAP))?);
    faults.extend(lints(&metadata)?);
    faults.extend(sources::faults(&metadata, root())?);
    faults.extend(migrations(root())?);
    faults.extend(dependencies::faults(&metadata, root())?);
    faults.extend(features::faults(root())?);
    for (name, _) in shown::stale(root())? {
        faults.push(format!("{name}: out of date, run `cargo xtask regen`"));
    }
    for fault in &faults {
        println!("{fault}");
    }
    match faults.len() {
        0 => Ok(()),
        1 => Err("one convention is broken".into()),
        many => Err(format!("{many} conventions are broken").into()),
    }
}

/// Development dependencies are not checked.
fn arrows(metadata: &Metadata, code_map: &str) -> Vec<String> {
    let own: BTreeSet<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
    let mut faults = vec![];
    for package in &metadata.packages {
        let Some(allowed) = allowed(code_map, &package.name) else {
            faults.push(format!("{}: the table of {CODE_MAP} has no row for it", package.name));
            continue;
        };
        for name in dependencies_of(package) {
            let is_allowed = name == FEATURES || allowed.iter().any(|allowed| matches(allowed, name));
            if own.contains(name) && !is_allowed {
                faults.push(format!("{}: must not depend on {name}", package.name));
            }
        }
    }
    faults
}

/// The crates that a crate may depend on, if the code map has it.
fn allowed<'a>(code_map: &'a str, name: &str) -> Option<Vec<&'a str>> {
    let mut rows = table::rows(code_map).into_iter().filter(|row| row.last == COLUMN);
    let row = rows.find(|row| {
        let mut names = row.cells.first().into_iter().flat_map(|cell| table::codes(cell));
        names.any(|pattern| matches(pattern, name))
    })?;
    Some(table::codes(row.cells.last()?).collect())
}

fn dependencies_of(package: &Package) -> impl Iterator<Item = &str> {
    let used = package
        .dependencies
        .iter()
        .filter(|d| d.kind != DependencyKind::Development);
    used.map(|dependency| dependency.name.as_str())
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => name.starts_with(head),
        None => pattern == name,
    }
}

/// Every crate must inherit the workspace's lints.
fn lints(metadata: &Metadata) -> Result<Vec<String>> {
    let mut faults = vec![];
    for package in &metadata.packages {
        let manifest: toml::Table = fs::read_to_string(&package.manifest_path)?.parse()?;
        let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        if inherits.and_then(toml::Value::as_bool) != Some(true) {
            faults.push(format!("{}: does not inherit the workspace's lints", package.name));
        }
    }
    Ok(faults)
}

/// Both databases must have the same migrations.
fn migrations(root: &Path) -> Result<Vec<String>> {
    let sqlite = names(&root.join("migrations/sqlite"))?;
    let postgres = names(&root.join("migrations/postgres"))?;
    let alone = sqlite.symmetric_difference(&postgres);
    Ok(alone
        .map(|name| format!("migrations: {name} exists for one database only"))
        .collect())
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_row_applies() {
        let map = format!(
            "| Crate | {COLUMN} |\n|---|---|\n| `parser-kit` | `parser-model` |\n| `parser-*` | `parser-kit` |\n| `a` | nothing |\n"
        );
        assert_eq!(allowed(&map, "parser-kit"), Some(vec!["parser-model"]));
        assert_eq!(allowed(&map, "parser-grocery"), Some(vec!["parser-kit"]));
        assert_eq!(allowed(&map, "a"), Some(vec![]));
        assert_eq!(allowed(&map, "stranger"), None);
    }

    #[test]
    fn a_lone_migration_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir_all(path.join("migrations/sqlite/2026_tables")).unwrap();
        fs::create_dir_all(path.join("migrations/postgres")).unwrap();
        assert_eq!(migrations(path).unwrap().len(), 1);
    }
}
