//! The readers, compared with other programs in the same run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use cargo_metadata::MetadataCommand;
use serde_json::Value;

use crate::{Result, python, root, tool};

/// The number of processes for each file.
const RUNS: usize = 5;
/// The maximum number of PDFs, evenly spread over all.
const MAX_FILES: usize = 120;
const INVOICE2DATA: &str = "invoice2data==1.0.1";
/// Prints `file<TAB>microseconds<TAB>0|1` for each file, without the time to start Python. Each file is read once, since
/// invoice2data caches a file's text.
const EXTRACT: &str = r#"
import logging, sys, time
logging.disable(logging.CRITICAL)
from invoice2data import extract_data
from invoice2data.extract.loader import read_templates
templates = read_templates()
for file in sys.argv[1:]:
    started, found = time.perf_counter(), None
    try:
        found = extract_data(file, templates=templates)
    except Exception:
        pass
    print(file, round((time.perf_counter() - started) * 1e6), int(bool(found)), sep="\t")
"#;

/// Microseconds by file.
type Times = BTreeMap<PathBuf, f64>;

/// Prints the times of one document, of sets of documents, and of other programs for the same PDFs.
pub fn run() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    let target = metadata.target_directory.into_std_path_buf();
    let own = target.join("release/invoices");
    let figures = target.join("bench-set.json");
    println!("== one document, step by step");
    tool::run(bench("read").arg("--noplot"))?;
    println!("== sets of documents");
    tool::run(bench("set").arg("--json").arg(&figures))?;
    tool::run(tool::cargo().args(["build", "--release", "--quiet", "--package", "invoices-server"]))?;
    println!("== through the pool of child processes");
    let pool = ["bench", "--quiet", "--package", "invoices-reader", "--bench", "pool"];
    tool::run(tool::cargo().args(pool))?;
    println!("== the same PDFs with other programs");
    compare(&own, &read(&figures)?)
}

fn bench(name: &str) -> Command {
    let mut cargo = tool::cargo();
    cargo.args([
        "bench",
        "--quiet",
        "--package",
        "invoices-parsers",
        "--bench",
        name,
        "--",
    ]);
    cargo
}

fn read(figures: &Path) -> Result<Times> {
    let documents: Vec<Value> = serde_json::from_slice(&fs::read(figures)?)?;
    let entry = |document: &Value| Some((document["file"].as_str()?.into(), document["micros"].as_f64()?));
    let pdf = |(path, _): &(PathBuf, f64)| {
        path.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
    };
    let pdfs: Vec<(PathBuf, f64)> = documents.iter().filter_map(entry).filter(pdf).collect();
    let step = pdfs.len().div_ceil(MAX_FILES).max(1);
    Ok(pdfs.into_iter().step_by(step).collect())
}

fn compare(own: &Path, library: &Times) -> Result<()> {
    let files: Vec<&Path> = library.keys().map(PathBuf::as_path).collect();
    let poppler = tool::from_apt("pdftotext", "poppler-utils");
    let mut calls = vec![Call(own, &["parse", "--json"], &[])];
    let idle = tool::on_path("true");
    calls.extend(idle.as_deref().map(|program| Call(program, &[], &[])));
    calls.extend(poppler.as_deref().map(|program| Call(program, &["-layout"], &["-"])));
    let mut times = processes(&calls, &files).into_iter();
    let process = times.next().unwrap_or_default();
    let nothing = idle.as_ref().and_then(|_| times.next());
    let words = poppler.as_ref().and_then(|_| times.next());
    let python = poppler
        .as_ref()
        .and_then(|_| python::environment("invoice2data", INVOICE2DATA).ok());
    let extracted = python.as_deref().map(|python| extract(python, &files)).transpose()?;

    println!("{} PDFs; a ratio is the median of the ratios of all files", files.len());
    println!("{:<44} {:>10} {:>10}   ratio", "", "median", "p95");
    row("invoices, as a process", &process, None);
    if let Some(nothing) = &nothing {
        row("a process that does nothing", nothing, Some(("invoices", &process)));
    }
    match &words {
        Some(words) => row("pdftotext -layout, as a process", words, Some(("invoices", &process))),
        None => println!("pdftotext is missing: apt-get install poppler-utils"),
    }
    row("invoices, in its process", library, None);
    if let Some(words) = &words {
        row("pdftotext -layout, as a process", words, Some(("invoices", library)));
    }
    match &extracted {
        Some((times, found)) => {
            row("invoice2data, in its process", times, Some(("invoices", library)));
            println!("invoice2data's own templates match {found} of {} files", files.len());
        }
        None => {
            println!(
                "invoice2data is missing: it needs pdftotext, python3 with venv, and `pip install {INVOICE2DATA}`"
            );
        }
    }
    Ok(())
}

fn row(name: &str, times: &Times, compared: Option<(&str, &Times)>) {
    let values: Vec<f64> = times.values().copied().collect();
    let ratio = compared.map(|(whose, others)| {
        let ratios = times.iter().filter_map(|(file, time)| Some(time / others.get(file)?));
        format!("{:.2} × {whose}", percentile(ratios.collect(), 50))
    });
    let [median, p95] = [50, 95].map(|percent| percentile(values.clone(), percent) / 1e3);
    println!(
        "{name:<44} {median:>7.2} ms {p95:>7.2} ms   {}",
        ratio.unwrap_or_default()
    );
}

/// A program, and its arguments before and after the file.
struct Call<'a>(&'a Path, &'a [&'a str], &'a [&'a str]);

impl Call<'_> {
    /// The microseconds of a run, or `None` if the program fails.
    fn time(&self, file: &Path) -> Option<f64> {
        let mut command = Command::new(self.0);
        command.args(self.1).arg(file).args(self.2);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let started = Instant::now();
        let passed = command.status().is_ok_and(|status| status.success());
        passed.then(|| started.elapsed().as_secs_f64() * 1e6)
    }
}

/// The times of each call for each file. The calls alternate, so that other load on the machine affects all.
fn processes(calls: &[Call<'_>], files: &[&Path]) -> Vec<Times> {
    let mut times = vec![Times::new(); calls.len()];
    for file in files {
        let mut runs = vec![vec![]; calls.len()];
        for _ in 0..RUNS {
            for (call, runs) in calls.iter().zip(&mut runs) {
                runs.extend(call.time(file));
            }
        }
        for (runs, times) in runs.into_iter().zip(&mut times) {
            if runs.len() == RUNS {
                times.insert(file.to_path_buf(), percentile(runs, 50));
            }
        }
    }
    times
}

/// The times of invoice2data for each file, and the number of files that its templates match.
fn extract(python: &Path, files: &[&Path]) -> Result<(Times, usize)> {
    let mut command = Command::new(python);
    command.args(["-c", EXTRACT]).args(files).stderr(Stdio::null());
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let times: Times = lines
        .iter()
        .filter_map(|line| Some((line.first()?.into(), line.get(1)?.parse().ok()?)))
        .collect();
    if times.len() < files.len() {
        return Err("invoice2data stopped before the last file".into());
    }
    let found = lines.iter().filter(|line| line.get(2) == Some(&"1")).count();
    Ok((times, found))
}

/// 0 if there are no values.
fn percentile(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get(last * percent / 100).copied().unwrap_or_default()
}
