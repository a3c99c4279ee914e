//! The limits of source files: their length, the length of functions, and no circles.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::Metadata;

use super::circles::Crate;
use super::functions::{self, Excess};
use crate::Result;

/// The maximum number of lines of a source file that is not generated, without its [`PROMISE`]s.
const MAX_LINES: usize = 400;
/// The beginning of a line beside a test, which says what the test shows.
pub const PROMISE: &str = "// Shows: ";
/// Checked by `cargo xtask regen --check`.
const GENERATED: &str = "generated.rs";

/// Lists what exceeds a limit.
pub fn faults(metadata: &Metadata, root: &Path) -> Result<Vec<String>> {
    let excess = measured(metadata, root)?.into_iter();
    let faults = excess.map(|(of, number)| format!("{of}: {number}, over the limit"));
    Ok(faults.collect())
}

fn measured(metadata: &Metadata, root: &Path) -> Result<Excess> {
    let mut excess = Excess::new();
    for path in files(root)? {
        let text = fs::read_to_string(root.join(&path))?;
        let lines = text.lines().filter(|line| !line.contains(PROMISE)).count();
        if lines > MAX_LINES {
            excess.insert(format!("file {path}"), lines);
        }
        if !is_test(&path) {
            excess.extend(functions::long(&path, &mut parsed(&path, &text)?));
        }
    }
    for package in &metadata.packages {
        for target in &package.targets {
            if target.is_lib() || target.is_bin() {
                excess.extend(circles(target.src_path.as_std_path(), root)?);
            }
        }
    }
    Ok(excess)
}

/// Whether a file contains only tests.
fn is_test(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| ["tests", "benches", "tests.rs"].contains(&part))
}

fn parsed(path: &str, text: &str) -> Result<syn::File> {
    syn::parse_file(text).map_err(|error| format!("{path}: {error}").into())
}

fn circles(main: &Path, root: &Path) -> Result<Excess> {
    let mut sum = Crate::default();
    let mut open = vec![vec![]];
    let folder = main.parent().unwrap_or(root);
    while let Some(module) = open.pop() {
        let path = if module.is_empty() {
            Some(main.to_owned())
        } else {
            file_of(folder, &module)
        };
        // Generated files and those with another path by `#[path]` are left out.
        let Some(path) = path.filter(|path| !path.ends_with(GENERATED)) else {
            continue;
        };
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let mut file = parsed(&name, &fs::read_to_string(&path)?)?;
        open.extend(sum.add(&module, &name, &mut file));
    }
    Ok(sum.circles())
}

/// `a/b.rs` or `a/b/mod.rs`.
fn file_of(folder: &Path, module: &[String]) -> Option<PathBuf> {
    let path = folder.join(module.iter().collect::<PathBuf>());
    let choices = [path.with_added_extension("rs"), path.join("mod.rs")];
    choices.into_iter().find(|path| path.is_file())
}

/// The source files below a folder, except generated ones.
pub fn files(root: &Path) -> Result<Vec<String>> {
    let mut files = vec![];
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if entry.file_type()?.is_dir() {
                if name != "target" && name != "templates" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") && name != GENERATED {
                files.push(path.strip_prefix(root).unwrap_or(&path).display().to_string());
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_and_functions_are_measured() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let function = format!("fn long() {{{}}}", "\n".repeat(functions::MAX_LINES));
        fs::create_dir(path.join("tests")).unwrap();
        fs::write(path.join("tests/it.rs"), &function).unwrap();
        fs::write(path.join("function.rs"), function).unwrap();
        fs::write(path.join("long.rs"), "\n".repeat(MAX_LINES + 1)).unwrap();
        fs::write(path.join(GENERATED), "\n".repeat(MAX_LINES + 1)).unwrap();
        fs::write(path.join("fits.rs"), "\n".repeat(MAX_LINES)).unwrap();
        let mut metadata = cargo_metadata::MetadataCommand::new().no_deps().exec().unwrap();
        metadata.packages.clear();
        let found = measured(&metadata, path).unwrap();
        let expected = [
            ("file long.rs", MAX_LINES + 1),
            ("function function.rs:1 long", functions::MAX_LINES + 1),
        ];
        assert!(
            found.iter().map(|(of, lines)| (of.as_str(), *lines)).eq(expected),
            "{found:?}"
        );
    }

    #[test]
    fn circles_of_a_crate_are_found_in_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir(path.join("b")).unwrap();
        fs::write(path.join("lib.rs"), "mod a; mod b;").unwrap();
        fs::write(path.join("a.rs"), "use crate::b::c::C; pub struct A(C);").unwrap();
        fs::write(path.join("b/mod.rs"), "pub mod c;").unwrap();
        fs::write(path.join("b/c.rs"), "use crate::a::A; pub struct C(Box<A>);").unwrap();
        let found = circles(&path.join("lib.rs"), path).unwrap();
        assert!(found.into_keys().eq(["circle a.rs", "circle b/c.rs"]));
    }
}
