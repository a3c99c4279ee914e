//! What quick runs measured, by commit: `docs/benchmarks.json`, and the last ten in `docs/benchmarks.md`.
//!
//! Only runs with the same compiler on the same processor are comparable, so a run says which it had.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::report::{Report, short};
use crate::{Result, root};

/// How many runs are kept.
const KEPT: usize = 10;
/// Around the table in `docs/benchmarks.md`.
const BEGIN: &str = "<!-- runs -->\n";
const END: &str = "<!-- end of runs -->\n";

/// What is kept of a run: the benchmark, a part of the figure's name, the side, and the head of its column.
const COLUMNS: [(&str, &str, &str, &str); 10] = [
    (
        "instructions",
        "a process for a receipt",
        "service",
        "process for a receipt, M instr.",
    ),
    (
        "instructions",
        "a process for a notice",
        "service",
        "process for a notice, M instr.",
    ),
    (
        "instructions",
        "further receipts",
        "service",
        "a further receipt, M instr.",
    ),
    ("readers", "receipts (HTML)", "one child", "receipts through a child /s"),
    ("readers", "notices (PDF)", "one child", "notices through a child /s"),
    ("ingest", "receipts, 50 ms a call", "service", "receipts ingested /s"),
    (
        "storage",
        "from found to an invoice",
        "SQLite",
        "found to invoice /s, SQLite",
    ),
    (
        "storage",
        "from found to an invoice",
        "PostgreSQL",
        "found to invoice /s, PostgreSQL",
    ),
    ("api", "list, SQLite, 32 ", "service", "lists /s, SQLite"),
    ("api", "list, PostgreSQL, 32 ", "service", "lists /s, PostgreSQL"),
];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Run {
    day: String,
    /// With a `+` if the files differed from it.
    commit: String,
    compiler: String,
    processor: String,
    /// By the head of their column.
    values: BTreeMap<String, f64>,
}

/// Adds what the reports have to the run of this commit.
pub fn record(reports: &[Report]) -> Result<()> {
    let file = root().join("docs/benchmarks.json");
    let mut runs: Vec<Run> = serde_json::from_slice(&fs::read(&file)?)?;
    let value = |(benchmark, name, side, head): &(&str, &str, &str, &str)| {
        let median = reports.iter().find_map(|report| report.median(benchmark, name, side));
        Some(((*head).to_owned(), median?))
    };
    let run = Run {
        day: chrono::Local::now().date_naive().to_string(),
        commit: commit()?,
        compiler: printed("rustc", &["-V"])?,
        processor: processor(),
        values: COLUMNS.iter().filter_map(value).collect(),
    };
    if has_instructions(&run) {
        println!("{}", compared(&runs, &run));
    }
    add(&mut runs, run);
    fs::write(&file, serde_json::to_string_pretty(&runs)? + "\n")?;
    let page = root().join("docs/benchmarks.md");
    let text = fs::read_to_string(&page)?;
    fs::write(
        &page,
        with_table(&text, &runs).ok_or("docs/benchmarks.md has no place for the runs")?,
    )?;
    Ok(())
}

/// Adds a run, or its values to those of the same commit and machine, and forgets the oldest.
fn add(runs: &mut Vec<Run>, run: Run) {
    let is_same = |known: &&mut Run| {
        (&known.commit, &known.compiler, &known.processor) == (&run.commit, &run.compiler, &run.processor)
    };
    if let Some(known) = runs.iter_mut().find(is_same) {
        known.values.extend(run.values);
        known.day = run.day;
    } else {
        runs.push(run);
    }
    runs.drain(..runs.len().saturating_sub(KEPT));
}

/// The heads of the columns of instructions.
fn instructions() -> impl Iterator<Item = &'static str> {
    let columns = COLUMNS.iter().filter(|(benchmark, ..)| *benchmark == "instructions");
    columns.map(|(.., head)| *head)
}

fn has_instructions(run: &Run) -> bool {
    instructions().any(|head| run.values.contains_key(head))
}

/// The instructions beside those of the last run that had the same compiler and processor.
fn compared(runs: &[Run], run: &Run) -> String {
    let is_comparable = |known: &&Run| {
        (&known.compiler, &known.processor) == (&run.compiler, &run.processor)
            && known.commit != run.commit
            && has_instructions(known)
    };
    let Some(last) = runs.iter().rfind(is_comparable) else {
        return "no earlier run had this compiler and processor: recorded anew".to_owned();
    };
    let ratios = instructions().filter_map(|head| {
        let ratio = run.values.get(head)? / last.values.get(head)?;
        Some(format!("{head} {ratio:.3} ×"))
    });
    format!("beside {}: {}", last.commit, ratios.collect::<Vec<_>>().join(", "))
}

/// The page with the table of the runs between its marks.
fn with_table(page: &str, runs: &[Run]) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let heads: Vec<&str> = COLUMNS.iter().map(|(_, _, _, head)| *head).collect();
    let head = format!(
        "| Commit | {} |\n|---{}|\n",
        heads.join(" | "),
        "|---".repeat(heads.len())
    );
    let rows = runs.iter().rev().map(|run| {
        let value = |head: &&str| run.values.get(*head).copied().map_or(String::new(), short);
        let values: Vec<String> = heads.iter().map(value).collect();
        format!("| {} {} | {} |\n", run.day, run.commit, values.join(" | "))
    });
    let table = head + &rows.collect::<String>();
    Some(format!("{before}{BEGIN}{table}{END}{after}"))
}

fn commit() -> Result<String> {
    let is_changed = !printed("git", &["status", "--porcelain", "--untracked-files=no", ":!docs"])?.is_empty();
    let commit = printed("git", &["rev-parse", "--short", "HEAD"])?;
    Ok(if is_changed { commit + "+" } else { commit })
}

/// The processor's name, and those of its features that decide which code libraries choose.
fn processor() -> String {
    const FEATURES: [&str; 5] = ["avx2", "avx512f", "bmi2", "sha_ni", "asimd"];
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = |key: &str| {
        let line = text.lines().find(|line| line.to_lowercase().starts_with(key));
        line.and_then(|line| line.split_once(':'))
            .map_or("", |(_, value)| value.trim())
    };
    let known: Vec<&str> = line("flags").split(' ').chain(line("features").split(' ')).collect();
    let features = FEATURES.into_iter().filter(|feature| known.contains(feature));
    format!("{} ({})", line("model name"), features.collect::<Vec<_>>().join(" "))
}

/// What a program prints.
fn printed(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).current_dir(root()).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(commit: &str, compiler: &str, first: f64) -> Run {
        Run {
            day: "2026-11-28".to_owned(),
            commit: commit.to_owned(),
            compiler: compiler.to_owned(),
            processor: "one".to_owned(),
            values: [(COLUMNS[0].3.to_owned(), first)].into(),
        }
    }

    #[test]
    fn a_run_joins_that_of_its_commit_and_ten_are_kept() {
        let mut runs = Vec::new();
        for number in 0..12 {
            add(&mut runs, run(&number.to_string(), "1.0", 1.0));
        }
        add(
            &mut runs,
            Run {
                values: [(COLUMNS[3].3.to_owned(), 7.0)].into(),
                ..run("11", "1.0", 1.0)
            },
        );
        assert_eq!(runs.len(), KEPT);
        let values: Vec<f64> = runs[9].values.values().copied().collect();
        assert_eq!((runs[9].commit.as_str(), values), ("11", vec![1.0, 7.0]));
    }

    #[test]
    fn only_runs_of_one_compiler_are_compared() {
        let runs = [run("a", "1.0", 10.0), run("b", "2.0", 30.0)];
        assert!(
            compared(&runs, &run("c", "1.0", 11.0)).starts_with("beside a: process for a receipt, M instr. 1.100 ×")
        );
        assert!(compared(&runs, &run("c", "3.0", 11.0)).contains("recorded anew"));
    }

    #[test]
    fn the_page_has_the_newest_run_first() {
        let page = format!("above\n{BEGIN}old\n{END}below\n");
        let page = with_table(&page, &[run("a", "1.0", 10.4), run("b", "1.0", 30.0)]).unwrap();
        assert!(
            page.starts_with("above\n<!-- runs -->\n| Commit |") && page.ends_with("<!-- end of runs -->\nbelow\n")
        );
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| 2026")).collect();
        assert!(rows[0].starts_with("| 2026-11-28 b | 30.0 |") && rows[1].starts_with("| 2026-11-28 a | 10.4 |"));
    }
}
