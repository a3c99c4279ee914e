//! Writes `use parser_<folder> as _;` for every crate folder beside this file.
//!
//! Cargo does not link a dependency that nobody names, and `inventory` then finds nothing
//! and says nothing. So each folder with a manifest is named here, and one that is no
//! dependency stops the build with the line to add.

use std::path::Path;
use std::{env, fs};

/// Folders that hold a crate and no parser.
const NOT_PARSERS: &[&str] = &["document", "extract", "kit", "model", "pattern"];

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder");
    let here = Path::new(&here);
    println!("cargo::rerun-if-changed=.");
    let manifest = fs::read_to_string(here.join("Cargo.toml")).expect("the crate has a manifest");
    let folders = parser_folders(here);
    let mut links =
        format!("/// The parser folders linked into this build.\npub const FOLDERS: &[&str] = &{folders:?};\n");
    let mut missing = false;
    for folder in &folders {
        let package = format!("parser-{folder}");
        if !is_dependency(&manifest, &package) {
            missing = true;
            println!(
                "cargo::error=parsers/{folder} is not linked: add `{package} = {{ path = \"{folder}\" }}` to \
                 [dependencies] in parsers/Cargo.toml"
            );
        }
        links.extend(["use ", &package.replace('-', "_"), " as _;\n"]);
    }
    if missing {
        return;
    }
    let file = Path::new(&env::var("OUT_DIR").expect("cargo names a folder for what is generated")).join("links.rs");
    if fs::read_to_string(&file).ok().as_deref() != Some(&links) {
        fs::write(file, links).expect("the folder for what is generated can be written");
    }
}

/// Every folder beside the manifest that holds a parser's crate, sorted.
fn parser_folders(here: &Path) -> Vec<String> {
    let entries = fs::read_dir(here).expect("the crate's folder can be listed");
    let mut folders: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !NOT_PARSERS.contains(&name.as_str()))
        .collect();
    folders.sort();
    folders
}

/// Whether a manifest lists a dependency, read line by line: no TOML parser at build time.
fn is_dependency(manifest: &str, package: &str) -> bool {
    let mut keys = manifest.lines().filter_map(|line| line.split(['=', '.']).next());
    keys.any(|key| key.trim() == package)
}
