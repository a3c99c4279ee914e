//! Writes `use parser_<folder> as _;` for every crate folder beside this file, and compiles their `words.toml`.
//!
//! Cargo does not link a dependency that nobody names, and `inventory` then finds nothing
//! and says nothing. So each folder with a manifest is named here, and one that is no
//! dependency stops the build with the line to add.

#[path = "extract/src/phrases/notation.rs"]
mod notation;
#[path = "extract/src/phrases/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::{env, fs};

use program::Compiler;
use toml::Table;

/// Folders that hold a crate and no parser.
const NOT_PARSERS: &[&str] = &["document", "extract", "kit", "model", "pattern"];

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder");
    let here = Path::new(&here);
    println!("cargo::rerun-if-changed=.");
    let manifest = fs::read_to_string(here.join("Cargo.toml")).expect("the crate has a manifest");
    let manifest: Table = manifest.parse().expect("cargo has read the manifest");
    let folders = parser_folders(here);
    let mut links =
        format!("/// The parser folders linked into this build.\npub const FOLDERS: &[&str] = &{folders:?};\n");
    let mut missing = false;
    for folder in &folders {
        let package = format!("parser-{folder}");
        if manifest["dependencies"].get(&package).is_none() {
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
    let out = env::var("OUT_DIR").expect("cargo names a folder for what is generated");
    let write = |name: &str, content: &[u8]| {
        let file = Path::new(&out).join(name);
        if fs::read(&file).ok().as_deref() != Some(content) {
            fs::write(file, content).expect("the folder for what is generated can be written");
        }
    };
    write("links.rs", links.as_bytes());
    match words(here, &folders) {
        Ok((weights, table)) => {
            write("words.rs", weights.as_bytes());
            write("words", &table);
        }
        Err(problem) => println!("cargo::error={problem}"),
    }
}

/// The category and the weight of each set of phrases, as Rust; and the compiled phrases: all of them as the first class, then each set.
fn words(here: &Path, folders: &[String]) -> Result<(String, Vec<u8>), String> {
    let (mut all, mut weights) = (Vec::new(), Vec::new());
    for folder in folders {
        let text = match fs::read_to_string(here.join(folder).join("words.toml")) {
            Ok(text) => text,
            // The rent notices' parser has none.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(format!("parsers/{folder}/words.toml can't be read: {error}")),
        };
        let invalid = |problem: String| format!("parsers/{folder}/words.toml: {problem}");
        let sets: BTreeMap<String, Vec<String>> = toml::from_str(&text).map_err(|error| {
            let line = 1 + text[..error.span().map_or(0, |span| span.start)].matches('\n').count();
            invalid(format!("line {line}: {}", error.message()))
        })?;
        for (key, phrases) in sets {
            let weight: u32 = key.parse().map_err(|_| invalid(format!("`{key}` is no weight")))?;
            weights.extend(phrases.iter().map(|_| (folder, weight)));
            all.extend(phrases);
        }
    }
    let mut compiler = Compiler::default();
    compiler.add(0, &all);
    for (class, set) in (1..).zip(&all) {
        compiler.add(class, &[set]);
    }
    let weights = format!("static WEIGHTS: &[(&str, u32)] = &{weights:?};\n");
    Ok((weights, compiler.finish()))
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
