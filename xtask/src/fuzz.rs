//! Runs the readers over bytes that a fuzzer makes up, beginning with the invented documents.
//!
//! Coverage is instrumented by flags that stable compilers know. Sanitizers, which need a nightly or `RUSTC_BOOTSTRAP=1`,
//! are left out: the workspace forbids `unsafe`, so what they look for can't be written here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, root, test, tool};

/// The fuzzer is stopped in time to report; this is libFuzzer's bound on one input, in seconds.
const SLOWEST: u32 = 10;
/// Longer documents are not made up: they only take longer.
const LONGEST: usize = 100_000;

/// What is fuzzed: a target, and where its first inputs come from.
const TARGETS: &[(&str, Seeds)] = &[
    ("pdf", Seeds::Files("tests/fixtures/invoices", "pdf")),
    ("html", Seeds::Files("tests/fixtures/receipts", "html")),
    ("mail", Seeds::Files("tests/fixtures/receipts", "eml")),
    ("einvoice", Seeds::Files("fuzz/seeds", "xml")),
    ("money", Seeds::Words("tests/fixtures/receipts")),
    ("dates", Seeds::Words("tests/fixtures/receipts")),
];

/// The target that is a whole service.
const API: &str = "api";

enum Seeds {
    /// The files of a folder with an ending.
    Files(&'static str, &'static str),
    /// Short texts with digits out of a folder's markup, one each.
    Words(&'static str),
}

/// Fuzz the readers and the API: all targets one after the other, or one.
///
/// `api` starts the service on both databases and lets Schemathesis make requests of the document, other ones each time.
/// The readers need cargo-fuzz (installed into target/tools where absent) and a C++ compiler. Stops at the first input that breaks
/// a promise and tells where it is kept. What is found to reach new code is kept in target/fuzz/corpus.
#[derive(clap::Args)]
pub struct Fuzz {
    /// pdf, html, mail, einvoice, money, dates or api
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(TARGETS.iter().map(|(name, _)| *name).chain([API])))]
    target: Option<String>,

    /// How long each target is fuzzed
    #[arg(long, default_value_t = 30)]
    seconds: u32,
}

/// Fuzzes, and fails where an input breaks a promise.
pub fn run(wanted: &Fuzz) -> Result<()> {
    let is_wanted = |name: &str| wanted.target.as_deref().is_none_or(|wanted| wanted == name);
    if is_wanted(API) {
        println!("== {API}: {} s and what started by then", wanted.seconds);
        let tests = ["--package", "invoices-tests", "--test", "it", "schemathesis"];
        test::with(&tests, &[("INVOICES_FUZZ_SECONDS", wanted.seconds.to_string().into())])?;
    }
    let targets: Vec<_> = TARGETS.iter().filter(|(target, _)| is_wanted(target)).collect();
    if targets.is_empty() {
        return Ok(());
    }
    let fuzzer = match tool::on_path("cargo-fuzz") {
        Some(fuzzer) => fuzzer,
        None => installed()?,
    };
    for (target, seeds) in targets {
        fuzz(&fuzzer, target, seeds, wanted.seconds)?;
    }
    Ok(())
}

fn fuzz(fuzzer: &Path, target: &str, seeds: &Seeds, seconds: u32) -> Result<()> {
    let work = root().join("target/fuzz");
    let [corpus, given] = ["corpus", "seeds"].map(|folder| work.join(folder).join(target));
    fs::create_dir_all(&corpus)?;
    // Those of another day may be the seeds of other documents.
    if given.exists() {
        fs::remove_dir_all(&given)?;
    }
    fs::create_dir_all(&given)?;
    let count = seeds.write(&given)?;
    println!("== {target}: {count} documents to begin with, {seconds} s");
    let mut command = Command::new(fuzzer);
    command
        .current_dir(root())
        .args(["run", "--sanitizer", "none", "--target-dir"])
        .arg(work.join("build"))
        .arg(target)
        .args([&corpus, &given])
        .arg("--")
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={LONGEST}"))
        .arg(format!("-timeout={SLOWEST}"))
        .arg("-print_final_stats=1");
    tool::run(&mut command)
}

impl Seeds {
    /// Writes them into a folder; tells how many they are.
    fn write(&self, folder: &Path) -> Result<usize> {
        let texts: BTreeSet<Vec<u8>> = match self {
            Seeds::Files(from, ending) => files(from, ending)?.collect(),
            Seeds::Words(from) => files(from, "html")?.flat_map(|markup| words(&markup)).collect(),
        };
        for (number, text) in texts.iter().enumerate() {
            fs::write(folder.join(number.to_string()), text)?;
        }
        Ok(texts.len())
    }
}

fn files(folder: &str, ending: &str) -> Result<impl Iterator<Item = Vec<u8>>> {
    let entries = fs::read_dir(root().join(folder))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths
        .filter(move |path| path.extension().is_some_and(|own| own == ending))
        .filter_map(|path| fs::read(path).ok()))
}

/// The texts between tags that have a digit in them.
fn words(markup: &[u8]) -> Vec<Vec<u8>> {
    let markup = String::from_utf8_lossy(markup);
    let texts = markup.split('<').filter_map(|piece| piece.split_once('>'));
    let texts = texts.map(|(_tag, text)| text.trim());
    texts
        .filter(|text| text.len() <= 80 && text.contains(|c: char| c.is_ascii_digit()))
        .map(|text| text.as_bytes().to_vec())
        .collect()
}

fn installed() -> Result<PathBuf> {
    let program = tool::folder().join("bin/cargo-fuzz");
    if !program.is_file() {
        println!(
            "cargo-fuzz is absent: cargo install cargo-fuzz, into {}",
            tool::folder().display()
        );
        let mut install = tool::cargo();
        install.args(["install", "--quiet", "--locked", "cargo-fuzz", "--root"]);
        tool::run(install.arg(tool::folder()))?;
    }
    Ok(program)
}
