//! Checks and tests of the packages that differ from a revision.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Instant;

use cargo_metadata::{Metadata, MetadataCommand};

use super::{BUILD_PROGRAMS, cargo, environment, lint};
use crate::{Result, regen, root, tidy};

/// The packages whose tests need servers, or programs that they start.
const NEED_SERVERS: &[&str] = &[
    "invoices-aws",
    "invoices-db",
    "invoices-imap",
    "invoices-sandbox",
    "invoices-server",
    "invoices-tests",
];
/// The packages whose tests start programs of other packages.
const STARTS_PROGRAM: &[&str] = &["invoices-tests"];
/// The packages that files outside their folders belong to.
const OWNERS: &[(&str, &str)] = &[("migrations/", "invoices-db")];
/// The sources of generated files, and the files.
const GENERATED_FROM: &[&str] = &["server/api/", "parsers/", "openapi.json", "client/", "xtask/"];
/// Files that change the build of every package.
const EVERYWHERE: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "clippy.toml",
    "rust-toolchain.toml",
    ".cargo/",
];
/// The package whose test [`GRADE`] reads every invented document.
const AUTHOR: &str = "author";
const GRADE: &str = "grade";

/// The steps that a set of changed files needs, besides `fmt` and `tidy`.
#[derive(Debug, Default, PartialEq)]
struct Steps {
    regen: bool,
    packages: BTreeSet<String>,
    /// Whether the invented documents are graded although [`AUTHOR`] is unchanged.
    grade: bool,
    servers: bool,
    /// Files that change every package; only the full run tests all of them.
    everywhere: Vec<String>,
}

/// Checks and tests the packages that differ from `base`, and prints what it leaves out.
pub fn run(base: &str) -> Result<()> {
    let started = Instant::now();
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    let steps = steps(&files(base)?, &folders(&metadata));
    let lints = lint::variables()?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    tidy::run()?;
    if steps.regen {
        println!("== regen --check");
        regen::run(true, &lints)?;
    }
    let (_servers, variables) = steps.servers.then(environment).transpose()?.unzip();
    let mut variables = variables.unwrap_or_default();
    variables.extend(lints);
    for package in &steps.packages {
        let started = Instant::now();
        println!("== {package}");
        if STARTS_PROGRAM.contains(&package.as_str()) {
            cargo(&BUILD_PROGRAMS, &variables)?;
        }
        // Lints all targets, since `test` builds no benches.
        cargo(&["build", "--package", package, "--all-targets"], &variables)?;
        cargo(&["test", "--package", package], &variables)?;
        println!("== {package}: {:.1} s", started.elapsed().as_secs_f64());
    }
    if steps.grade {
        println!("== {AUTHOR}: {GRADE}");
        cargo(&["test", "--package", AUTHOR, GRADE], &variables)?;
    }
    println!("passed in {:.1} s", started.elapsed().as_secs_f64());
    let dependents = dependents(&metadata, &steps.packages);
    for (why, left_out) in [
        ("they depend on changed packages", dependents),
        ("every package depends on it", steps.everywhere),
    ] {
        if !left_out.is_empty() {
            println!("left out, although {why}: {}", left_out.join(", "));
        }
    }
    println!("left out: supply and other packages; `cargo xtask test` runs all");
    Ok(())
}

/// The files that differ from `base`, deleted and untracked ones included.
fn files(base: &str) -> Result<Vec<String>> {
    let mut files = git(&["diff", "--name-only", "--no-renames", "-z", base, "--"])?;
    files.extend(git(&["ls-files", "--others", "--exclude-standard", "-z"])?);
    Ok(files)
}

fn git(arguments: &[&str]) -> Result<Vec<String>> {
    let output = Command::new("git").args(arguments).current_dir(root()).output()?;
    if !output.status.success() {
        return Err(format!("git: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    let names = String::from_utf8(output.stdout)?;
    Ok(names.split_terminator('\0').map(str::to_owned).collect())
}

/// Each package's folder, relative to the workspace, with the package's name.
fn folders(metadata: &Metadata) -> BTreeMap<String, String> {
    let relative = |path: &cargo_metadata::camino::Utf8Path| {
        let folder = path.parent()?.strip_prefix(&metadata.workspace_root).ok()?;
        Some(format!("{folder}/"))
    };
    let packages = metadata.packages.iter();
    packages
        .filter_map(|package| Some((relative(&package.manifest_path)?, package.name.to_string())))
        .collect()
}

/// The steps that these files need. `folders` has a package's name for each folder.
fn steps(files: &[String], folders: &BTreeMap<String, String>) -> Steps {
    let mut steps = Steps::default();
    for file in files {
        // A folder sorts before those inside it, so the last match is the innermost.
        let inside = folders.iter().rev().find(|(folder, _)| file.starts_with(*folder));
        let owner = OWNERS.iter().find(|(folder, _)| file.starts_with(folder));
        let package = inside.map(|(_, name)| name.as_str()).or(owner.map(|(_, name)| *name));
        steps.packages.extend(package.map(str::to_owned));
        steps.regen |= GENERATED_FROM.iter().any(|path| file.starts_with(path));
        steps.grade |= file.starts_with("parsers/");
        if EVERYWHERE.iter().any(|path| file.starts_with(path)) {
            steps.everywhere.push(file.clone());
        }
    }
    steps.grade &= !steps.packages.contains(AUTHOR);
    steps.servers = NEED_SERVERS.iter().any(|package| steps.packages.contains(*package));
    steps
}

/// The packages that depend on these, directly or through others, and are not among them.
fn dependents(metadata: &Metadata, changed: &BTreeSet<String>) -> Vec<String> {
    let mut reached = changed.clone();
    loop {
        let new: Vec<String> = metadata
            .packages
            .iter()
            .filter(|package| !reached.contains(package.name.as_str()))
            .filter(|package| package.dependencies.iter().any(|on| reached.contains(&on.name)))
            .map(|package| package.name.to_string())
            .collect();
        if new.is_empty() {
            return reached.difference(changed).cloned().collect();
        }
        reached.extend(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_of(files: &[&str]) -> Steps {
        let folders = [
            ("parsers/", "invoices-parsers"),
            ("parsers/grocery/", "parser-grocery"),
            ("server/", "invoices-server"),
            ("server/api/", "invoices-api"),
            ("server/app/", "invoices-app"),
            ("server/db/", "invoices-db"),
            ("tests/", "invoices-tests"),
            ("tests/servers/", "test-servers"),
            ("xtask/", "xtask"),
            ("xtask/author/", "author"),
        ];
        let folders = folders.map(|(folder, name)| (folder.to_owned(), name.to_owned()));
        let files: Vec<_> = files.iter().map(|&file| file.to_owned()).collect();
        steps(&files, &folders.into())
    }

    fn names(steps: &Steps) -> Vec<&str> {
        steps.packages.iter().map(String::as_str).collect()
    }

    #[test]
    fn a_file_belongs_to_the_innermost_package() {
        let steps = steps_of(&[
            "server/app/src/lib.rs",
            "server/src/main.rs",
            "tests/servers/src/moto.rs",
        ]);
        assert_eq!(names(&steps), ["invoices-app", "invoices-server", "test-servers"]);
        assert!(steps.servers && !steps.regen && !steps.grade);
    }

    #[test]
    fn a_parser_is_graded() {
        let steps = steps_of(&["parsers/grocery/src/lib.rs"]);
        assert_eq!(names(&steps), ["parser-grocery"]);
        assert!(steps.grade && steps.regen && !steps.servers);
        let steps = steps_of(&["parsers/grocery/src/lib.rs", "xtask/author/src/grade.rs"]);
        assert!(!steps.grade, "all tests of {AUTHOR} run");
    }

    #[test]
    fn the_api_is_compared_with_generated_files() {
        let steps = steps_of(&["server/api/src/invoice/rental.rs"]);
        assert_eq!(names(&steps), ["invoices-api"]);
        assert!(steps.regen && !steps.grade);
        assert!(steps_of(&["openapi.json"]).regen);
    }

    #[test]
    fn a_migration_tests_the_database_on_its_server() {
        let steps = steps_of(&["migrations/postgres/2026_tables/up.sql"]);
        assert_eq!(names(&steps), ["invoices-db"]);
        assert!(steps.servers);
    }

    #[test]
    fn documents_need_no_package_and_the_manifest_concerns_all() {
        assert_eq!(steps_of(&["docs/parsers.md", "README.md"]), Steps::default());
        let steps = steps_of(&["Cargo.lock", "server/db/Cargo.toml"]);
        assert_eq!((names(&steps), steps.everywhere.len()), (vec!["invoices-db"], 1));
    }
}
