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

/// The crates of the workspace that a crate may depend on. `*` matches any characters. The first matching line applies.
const ARROWS: &[(&str, &[&str])] = &[
    ("parser-model", &[]),
    ("parser-document", &["parser-model"]),
    ("parser-extract", &["parser-document", "parser-model"]),
    (
        "parser-kit",
        &[
            "parser-document",
            "parser-extract",
            "parser-model",
            "workspace-features",
        ],
    ),
    // It reads PDFs itself, and more of them than a category of receipts needs.
    (
        "parser-rental",
        &["parser-document", "parser-extract", "parser-kit", "parser-model"],
    ),
    ("parser-*", &["parser-kit"]),
    ("invoices-parsers", &["parser-*"]),
    ("invoices-domain", &["parser-model"]),
    ("invoices-client", &[]),
    ("invoices-api", &["invoices-domain"]),
    ("invoices-db", &["invoices-domain"]),
    ("invoices-gmail", &["invoices-domain"]),
    ("invoices-imap", &["invoices-domain"]),
    ("invoices-dkim", &["invoices-domain"]),
    ("invoices-local", &["invoices-domain"]),
    ("invoices-aws", &["invoices-domain"]),
    (
        "invoices-reader",
        &["invoices-domain", "invoices-parsers", "parser-document"],
    ),
    ("invoices-archive", &["parser-document"]),
    ("invoices-sandbox", &["invoices-archive", "invoices-domain"]),
    ("invoices-app", &["invoices-domain", "invoices-db", "parser-document"]),
    (
        "invoices-service",
        &[
            "invoices-api",
            "invoices-app",
            "invoices-aws",
            "invoices-db",
            "invoices-dkim",
            "invoices-domain",
            "invoices-gmail",
            "invoices-imap",
            "invoices-local",
            "invoices-parsers",
            "invoices-reader",
            "invoices-terminal",
            "parser-document",
        ],
    ),
    (
        "invoices-server",
        &[
            "invoices-archive",
            "invoices-client",
            "invoices-demo",
            "invoices-sandbox",
            "invoices-service",
            "invoices-terminal",
        ],
    ),
    (
        "invoices-demo",
        &[
            "invoices-archive",
            "invoices-client",
            "invoices-sandbox",
            "invoices-service",
            "test-servers",
        ],
    ),
    ("invoices-tests", &["invoices-*", "test-servers"]),
    ("test-servers", &[]),
    ("invoices-cli", &["invoices-client", "invoices-terminal"]),
    ("invoices-terminal", &[]),
    (
        "xtask",
        &[
            "invoices-parsers",
            "parser-document",
            "parser-extract",
            "parser-model",
            "test-servers",
            "workspace-features",
        ],
    ),
    ("regen", &["invoices-api", "invoices-parsers", "workspace-features"]),
    ("workspace-features", &[]),
];

/// Prints every violation and fails if there is one.
pub fn run() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    let mut faults = arrows(&metadata);
    faults.extend(lints(&metadata)?);
    faults.extend(sources::faults(&metadata, root())?);
    faults.extend(migrations(root())?);
    faults.extend(dependencies::faults(&metadata, root())?);
    faults.extend(features::faults(root())?);
    let stale = shown::stale(root())?;
    faults.extend(
        stale
            .iter()
            .map(|(name, _)| format!("{name}: out of date, run `cargo xtask regen`")),
    );
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
fn arrows(metadata: &Metadata) -> Vec<String> {
    let own: BTreeSet<&str> = metadata.packages.iter().map(|p| p.name.as_str()).collect();
    let mut faults = vec![];
    for package in &metadata.packages {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| matches(name, &package.name)) else {
            faults.push(format!(
                "{}: no line of ARROWS in xtask/src/tidy.rs matches it",
                package.name
            ));
            continue;
        };
        for name in dependencies_of(package) {
            if own.contains(name) && !allowed.iter().any(|allowed| matches(allowed, name)) {
                faults.push(format!("{}: must not depend on {name}", package.name));
            }
        }
    }
    faults
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
    let (sqlite, postgres) = (
        names(&root.join("migrations/sqlite"))?,
        names(&root.join("migrations/postgres"))?,
    );
    let alone = sqlite.symmetric_difference(&postgres);
    Ok(alone
        .map(|name| format!("migrations: {name} exists for one database only"))
        .collect())
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    Ok(entries
        .iter()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_line_applies() {
        let of = |name| {
            ARROWS
                .iter()
                .find(|(pattern, _)| matches(pattern, name))
                .map(|(pattern, _)| *pattern)
        };
        assert_eq!(of("parser-kit"), Some("parser-kit"));
        assert_eq!(of("parser-rental"), Some("parser-rental"));
        assert_eq!(of("parser-grocery"), Some("parser-*"));
        assert_eq!(of("stranger"), None);
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
