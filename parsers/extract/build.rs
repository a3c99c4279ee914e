//! Checks the vocabulary and writes it as Rust tables: `vocab/*.toml` becomes `vocabulary.rs` in the output folder.
//!
//! An invalid word stops the build with its file and line.

#[path = "build/vocabulary.rs"]
mod vocabulary;

use std::path::PathBuf;
use std::{env, fs};

use vocabulary::{Source, Vocabulary, toml_files};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"));
    for path in ["build", "src/phrases/classes.rs", "vocab"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let texts = toml_files(&here.join("vocab")).expect("the vocabulary can be read");
    let sources: Vec<Source> = texts.iter().map(|(file, text)| Source { file, text }).collect();
    match Vocabulary::read(&sources) {
        Ok(vocabulary) => {
            let out = PathBuf::from(env::var("OUT_DIR").expect("cargo names a folder for what is generated"));
            fs::write(out.join("vocabulary.rs"), vocabulary.to_rust()).expect("the output folder can be written");
        }
        Err(problems) => {
            for problem in problems {
                println!("cargo::error=vocab/{problem}");
            }
        }
    }
}
