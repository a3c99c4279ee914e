//! Fuzzes the readers, with the invented documents of the tests as seeds.
//!
//! Coverage needs only flags of the stable compiler. Sanitizers, which need a nightly one or `RUSTC_BOOTSTRAP=1`, are off:
//! the workspace forbids `unsafe`, so it can't contain the bugs that they find.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Result, root, test, tool};

/// libFuzzer's time limit of one input, in seconds.
const MAX_SECONDS: u32 = 10;
/// The maximum length of an input, in bytes. Longer ones only take longer.
const MAX_BYTES: usize = 100_000;

/// The targets with their seeds.
const TARGETS: &[(&str, Seeds)] = &[
    ("pdf", Seeds::Files("tests/fixtures/invoices", "pdf")),
    ("html", Seeds::Files("tests/fixtures/receipts", "html")),
    ("mail", Seeds::Files("tests/fixtures/receipts", "eml")),
    ("einvoice", Seeds::Files("fuzz/seeds", "xml")),
    ("money", Seeds::Words("tests/fixtures/receipts")),
    ("dates", Seeds::Words("tests/fixtures/receipts")),
    ("authentication", Seeds::Files("fuzz/seeds", "txt")),
    ("frames", Seeds::Files("fuzz/seeds", "frame")),
];

/// The target that fuzzes the running service.
const API: &str = "api";

enum Seeds {
    /// The files of a folder with an extension.
    Files(&'static str, &'static str),
    /// Each short text with digits in the HTML files of a folder.
    Words(&'static str),
}

/// Fuzz the readers and the API: one target, or all in turn.
///
/// `api` starts the service on both databases and sends requests that Schemathesis generates from openapi.json, new ones each
/// time. The readers need cargo-fuzz (installed in target/tools if it is missing) and a C++ compiler. Stops at the first input
/// that fails and prints its path. Inputs that reach new code are saved in target/fuzz/corpus.
#[derive(clap::Args)]
pub struct Fuzz {
    /// pdf, html, mail, einvoice, money, dates, authentication, frames or api
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(TARGETS.iter().map(|(name, _)| *name).chain([API])))]
    target: Option<String>,

    /// The time for each target, in seconds
    #[arg(long, default_value_t = 30)]
    seconds: u32,
}

/// Fails if an input does.
pub fn run(arguments: &Fuzz) -> Result<()> {
    let is_selected = |name: &str| arguments.target.as_deref().is_none_or(|target| target == name);
    if is_selected(API) {
        println!("== {API}: {} s, then the requests in progress", arguments.seconds);
        let tests = ["--package", "invoices-tests", "--test", "it", "schemathesis"];
        let seconds = arguments.seconds.to_string().into();
        test::with(&tests, &[("INVOICES_FUZZ_SECONDS", seconds)])?;
    }
    let targets: Vec<_> = TARGETS.iter().filter(|(target, _)| is_selected(target)).collect();
    if targets.is_empty() {
        return Ok(());
    }
    let fuzzer = tool::from_cargo("cargo-fuzz")?;
    for (target, seeds) in targets {
        fuzz(&fuzzer, target, seeds, arguments.seconds)?;
    }
    Ok(())
}

fn fuzz(fuzzer: &Path, target: &str, seeds: &Seeds, seconds: u32) -> Result<()> {
    let work = root().join("target/fuzz");
    let [corpus, inputs] = ["corpus", "seeds"].map(|folder| work.join(folder).join(target));
    fs::create_dir_all(&corpus)?;
    // Seeds of an earlier run may be of documents that have changed.
    if inputs.exists() {
        fs::remove_dir_all(&inputs)?;
    }
    fs::create_dir_all(&inputs)?;
    let count = seeds.write(&inputs)?;
    println!("== {target}: {count} seeds, {seconds} s");
    let mut command = Command::new(fuzzer);
    command
        .current_dir(root())
        .args(["run", "--sanitizer", "none", "--target-dir"])
        .arg(work.join("build"))
        .arg(target)
        .args([&corpus, &inputs])
        .arg("--")
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={MAX_BYTES}"))
        .arg(format!("-timeout={MAX_SECONDS}"))
        .arg("-print_final_stats=1");
    tool::run(&mut command)
}

impl Seeds {
    /// Writes the seeds into a folder and returns their number.
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

/// The short texts between tags that contain a digit.
fn words(markup: &[u8]) -> Vec<Vec<u8>> {
    let markup = String::from_utf8_lossy(markup);
    let texts = markup.split('<').filter_map(|piece| piece.split_once('>'));
    let texts = texts.map(|(_tag, text)| text.trim());
    texts
        .filter(|text| text.len() <= 80 && text.contains(|c: char| c.is_ascii_digit()))
        .map(|text| text.as_bytes().to_vec())
        .collect()
}
