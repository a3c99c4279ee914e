//! Checks the vocabulary, writes it as Rust tables, and compiles its phrases: `vocab/*.toml` becomes `vocabulary.rs` and `phrases` in
//! the output folder.
//!
//! An invalid word stops the build with its file and line.

#[path = "src/phrases/notation.rs"]
mod notation;
#[path = "src/phrases/program.rs"]
mod program;
#[path = "build/vocabulary.rs"]
mod vocabulary;

use std::path::PathBuf;
use std::{env, fs};

use program::Compiler;
use vocabulary::{GROUPS, Notation, Source, Vocabulary, explicit_labels_of_all, kebab_case, toml_files};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"));
    for path in [
        "build",
        "src/phrases/classes.rs",
        "src/phrases/notation.rs",
        "src/phrases/program.rs",
        "vocab",
    ] {
        println!("cargo::rerun-if-changed={path}");
    }
    let texts = toml_files(&here.join("vocab")).expect("the vocabulary can be read");
    let sources: Vec<Source> = texts.iter().map(|(file, text)| Source { file, text }).collect();
    match Vocabulary::read(&sources) {
        Ok(vocabulary) => {
            let out = PathBuf::from(env::var("OUT_DIR").expect("cargo names a folder for what is generated"));
            fs::write(out.join("vocabulary.rs"), vocabulary.to_rust()).expect("the output folder can be written");
            fs::write(out.join("phrases"), table(&vocabulary)).expect("the output folder can be written");
        }
        Err(problems) => {
            for problem in problems {
                println!("cargo::error=vocab/{problem}");
            }
        }
    }
}

/// The compiled phrases. A class has the number that it has among those of all groups.
fn table(vocabulary: &Vocabulary) -> Vec<u8> {
    let mut compiler = Compiler::default();
    let classes = GROUPS
        .iter()
        .flat_map(|group| group.classes.iter().map(move |class| (group, class)));
    for (number, (group, class)) in (0..).zip(classes) {
        if group.notation != Notation::written {
            compiler.add(
                number,
                &vocabulary.phrases(&kebab_case(group.name), &kebab_case(class.name)),
            );
        }
    }
    let first = GROUPS.iter().map(|group| group.classes.len()).sum::<usize>();
    let first = u16::try_from(first).expect("there are fewer than 2^16 classes");
    for (number, labels) in (first..).zip(explicit_labels_of_all(vocabulary)) {
        compiler.add(number, &labels);
    }
    compiler.finish()
}
