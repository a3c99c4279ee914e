//! The readers, compared with other programs in the same run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use super::build;
use super::report::{Figure, Report};
use crate::{Result, python, root, tool};

/// The number of processes for each file.
const RUNS: usize = 5;
/// The maximum number of PDFs, evenly spread over all.
const MAX_FILES: usize = 120;
const QUICK_FILES: usize = 20;
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

/// The benchmarks of the readers, and the programs that they are compared with.
pub struct Built {
    read: PathBuf,
    set: PathBuf,
    pool: PathBuf,
    program: PathBuf,
    pdftotext: Option<PathBuf>,
    /// The Python that has invoice2data, which needs pdftotext.
    invoice2data: Option<PathBuf>,
}

pub fn build() -> Result<Built> {
    let pdftotext = tool::from_apt("pdftotext", "poppler-utils");
    let invoice2data = pdftotext
        .as_ref()
        .and_then(|_| python::environment("invoice2data", INVOICE2DATA).ok());
    if invoice2data.is_none() {
        println!("pdftotext or invoice2data could not be installed, and is not measured");
    }
    Ok(Built {
        read: build::bench("read")?,
        set: build::bench("set")?,
        pool: build::bench("pool")?,
        program: build::service()?,
        pdftotext,
        invoice2data,
    })
}

/// Measures one document step by step, sets of documents, the pool of child processes, and other programs on the same PDFs.
pub fn run(built: &Built, quick: bool) -> Result<Report> {
    let mut report = Report::new("readers");
    let mut steps = Command::new(&built.read);
    steps.args(["--bench", "--noplot"]).args(quick.then_some("--quick"));
    println!("{}", build::output(&mut steps)?);
    let figures = root().join("target/bench-set.json");
    println!(
        "{}",
        build::output(Command::new(&built.set).arg("--json").arg(&figures))?
    );
    let documents: Vec<Value> = serde_json::from_slice(&fs::read(&figures)?)?;
    add_sets(&mut report, &documents);
    report.add_lines(&build::output(
        Command::new(&built.pool).args(quick.then_some("--quick")),
    )?)?;
    let files = if quick { QUICK_FILES } else { MAX_FILES };
    compare(&mut report, built, &some_pdfs(&documents, files))?;
    Ok(report)
}

/// The milliseconds of the documents of each set.
fn add_sets(report: &mut Report, documents: &[Value]) {
    let mut sets = BTreeMap::<_, Vec<f64>>::new();
    for document in documents {
        if let (Some(set), Some(micros)) = (document["set"].as_str(), document["micros"].as_f64()) {
            sets.entry(set).or_default().push(micros / 1e3);
        }
    }
    for (set, times) in sets {
        report.add(Figure::new(
            &format!("a document of {set}"),
            "ms",
            &[("service", times)],
        ));
    }
}

/// The times of at most this many PDFs, evenly spread over all.
fn some_pdfs(documents: &[Value], most: usize) -> Times {
    let entry = |document: &Value| Some((document["file"].as_str()?.into(), document["micros"].as_f64()?));
    let pdf = |(path, _): &(PathBuf, f64)| {
        path.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
    };
    let pdfs: Vec<(PathBuf, f64)> = documents.iter().filter_map(entry).filter(pdf).collect();
    let step = pdfs.len().div_ceil(most).max(1);
    pdfs.into_iter().step_by(step).collect()
}

/// Compares the reader with other programs on the same PDFs. A value is a file's, so a ratio is the median over the files.
fn compare(report: &mut Report, built: &Built, library: &Times) -> Result<()> {
    let files: Vec<&Path> = library.keys().map(PathBuf::as_path).collect();
    let idle = tool::on_path("true");
    let mut names = vec!["service"];
    let mut calls = vec![Call(&built.program, &["parse", "--json"], &[])];
    if let Some(program) = &built.pdftotext {
        names.push("pdftotext -layout");
        calls.push(Call(program, &["-layout"], &["-"]));
    }
    if let Some(program) = &idle {
        names.push("a process that does nothing");
        calls.push(Call(program, &[], &[]));
    }
    let times = processes(&calls, &files);
    let name = format!("one of {} PDFs, as a process", files.len());
    let sides: Vec<_> = names.iter().copied().zip(&times).collect();
    report.add(figure(&name, &sides));
    let name = format!("one of {} PDFs, in the process", files.len());
    let words = names
        .iter()
        .position(|name| name.starts_with("pdftotext"))
        .and_then(|at| times.get(at));
    let mut sides = vec![("service", library)];
    sides.extend(words.map(|words| ("pdftotext -layout, as a process", words)));
    let extracted = built
        .invoice2data
        .as_deref()
        .map(|python| extract(python, &files))
        .transpose()?;
    sides.extend(extracted.as_ref().map(|(times, _)| ("invoice2data", times)));
    report.add(figure(&name, &sides));
    if let Some((_, found)) = &extracted {
        println!("invoice2data's own templates match {found} of {} files", files.len());
    }
    Ok(())
}

/// The milliseconds of the files that every side has read.
fn figure(name: &str, sides: &[(&str, &Times)]) -> Figure {
    let own = sides.first().map(|(_, times)| *times);
    let read_by_all = |file: &&PathBuf| sides.iter().all(|(_, times)| times.contains_key(*file));
    let files: Vec<&PathBuf> = own.into_iter().flat_map(Times::keys).filter(read_by_all).collect();
    let values =
        |times: &Times| -> Vec<f64> { files.iter().filter_map(|file| Some(times.get(*file)? / 1e3)).collect() };
    let sides: Vec<_> = sides.iter().map(|(name, times)| (*name, values(times))).collect();
    Figure::new(name, "ms", &sides)
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
