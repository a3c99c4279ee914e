//! Checks the vocabulary, writes it as Rust tables, and compiles its phrases and forms: `vocab/*.toml` becomes `vocabulary.rs`,
//! `phrases` and `forms` in the output folder.
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
        "src/phrases/layout.rs",
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
            let (phrases, forms) = tables(&vocabulary);
            fs::write(out.join("phrases"), phrases).expect("the output folder can be written");
            fs::write(out.join("forms"), forms).expect("the output folder can be written");
        }
        Err(problems) => {
            for problem in problems {
                println!("cargo::error=vocab/{problem}");
            }
        }
    }
}

/// The compiled phrases, and the compiled forms that are written as they are. A class has the number that it has among those of all
/// groups.
fn tables(vocabulary: &Vocabulary) -> (Vec<u8>, Vec<u8>) {
    let (mut phrases, mut forms) = (Compiler::default(), Compiler::default());
    let classes = GROUPS
        .iter()
        .flat_map(|group| group.classes.iter().map(move |class| (group, class)));
    for (number, (group, class)) in (0..).zip(classes) {
        let list = vocabulary.phrases(&kebab_case(group.name), &kebab_case(class.name));
        if group.notation == Notation::written {
            forms.add_in_order(number, &list);
        } else {
            phrases.add(number, &list);
        }
    }
    let first = GROUPS.iter().map(|group| group.classes.len()).sum::<usize>();
    let first = u16::try_from(first).expect("there are fewer than 2^16 classes");
    for (number, labels) in (first..).zip(explicit_labels_of_all(vocabulary)) {
        phrases.add(number, &labels);
    }
    (phrases.finish(), forms.finish())
}
