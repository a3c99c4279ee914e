//! The instructions that a reading takes, counted by valgrind: other load on the machine does not change them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::build;
use super::report::{Figure, Report};
use crate::{Result, root, tool};

/// Invented documents of the usual kinds, under `tests/fixtures`.
const RECEIPT: &str = "receipts/sv-clothing-hm-cards.html";
const NOTICE: &str = "invoices/r70-hyresavi-tva-kolumner.pdf";
/// How many receipts are read behind the first, of which one is the mean.
const FURTHER: usize = 60;

pub struct Built {
    program: PathBuf,
    valgrind: PathBuf,
}

pub fn build() -> Result<Built> {
    let valgrind = tool::from_apt("valgrind", "valgrind").ok_or("valgrind could not be installed")?;
    Ok(Built {
        program: build::service()?,
        valgrind,
    })
}

pub fn run(built: &Built) -> Result<Report> {
    let mut report = Report::new("instructions");
    let fixtures = root().join("tests/fixtures");
    let first = built.count(&[fixtures.join(RECEIPT)])?;
    let notice = built.count(&[fixtures.join(NOTICE)])?;
    let further = built.further(&fixtures, first)?;
    for (name, millions) in [
        ("a process for a receipt", first),
        ("a process for a notice (PDF)", notice),
        (&format!("one of {FURTHER} further receipts"), further),
    ] {
        report.add(Figure::new(name, "million", &[("service", vec![millions])]));
    }
    Ok(report)
}

impl Built {
    /// The mean of further receipts of one process. What only they compile counts as theirs.
    fn further(&self, fixtures: &Path, first: f64) -> Result<f64> {
        let receipts = fs::read_dir(fixtures.join("receipts"))?.collect::<Result<Vec<_>, _>>()?;
        let mut receipts: Vec<PathBuf> = receipts.into_iter().map(|entry| entry.path()).collect();
        receipts.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
        receipts.sort();
        receipts.truncate(FURTHER);
        receipts.insert(0, fixtures.join(RECEIPT));
        Ok((self.count(&receipts)? - first) / FURTHER as f64)
    }

    /// The millions of instructions of a process that reads some files.
    fn count(&self, files: &[PathBuf]) -> Result<f64> {
        let mut command = Command::new(&self.valgrind);
        command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
        command.arg(&self.program).args(["parse", "--json"]).args(files);
        let output = command.stdin(Stdio::null()).output()?;
        let text = String::from_utf8_lossy(&output.stderr);
        let count = text
            .lines()
            .find_map(|line| line.split_once("refs:"))
            .map(|(_, count)| count);
        let count = count.ok_or_else(|| format!("valgrind counted nothing: {text}"))?;
        Ok(count.trim().replace(',', "").parse::<f64>()? / 1e6)
    }
}
