//! Benchmarks: `cargo xtask bench` builds and runs this program.

mod api;
mod build;
mod fairness;
mod growth;
mod history;
mod ingest;
mod instructions;
mod login;
#[path = "../../xtask/src/project.rs"]
mod project;
#[path = "../../xtask/src/python.rs"]
#[allow(dead_code, reason = "it also prepares what tests need")]
mod python;
mod readers;
mod report;
mod served;
mod storage;
#[path = "../../xtask/src/tool.rs"]
#[allow(dead_code, reason = "it also installs what tests need")]
mod tool;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Parser, ValueEnum};

use project::{Result, root};
use report::Report;

/// Run one benchmark, or all. Each prints its figures, and writes them as JSON to target/bench.
///
/// Builds and installs everything it needs first. docs/benchmarks.md explains each figure and its limits.
#[derive(Parser)]
#[command(name = "cargo xtask bench")]
struct Bench {
    /// The subject; all if none is named.
    #[arg(value_enum)]
    subject: Option<Subject>,

    /// Measure less: fewer connections and rows, smaller mailboxes, shorter turns. Adds the run to docs/benchmarks.json.
    #[arg(long)]
    quick: bool,

    /// Another build of the program: `api` compares it with this one, `fairness` measures it instead.
    #[arg(long, value_name = "PROGRAM")]
    beside: Option<PathBuf>,
}

/// The subject of a benchmark. All run in this order: an ingest creates many files, which takes ext4 longer for minutes after others
/// were deleted (`recently_deleted` in Linux' `fs/ext4/ialloc.c`), as the other subjects do at their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// An ingest from the mailbox to the invoice, compared with a client that makes one call at a time
    Ingest,
    /// Operations of the API, compared with a bare server, the statements alone, axum with sqlx, and FastAPI with SQLAlchemy
    Api,
    /// The readers, compared with pdftotext and invoice2data
    Readers,
    /// The instructions of a reading, compared with the last run that had the same compiler and processor
    Instructions,
    /// The database: its part of an ingest, the queue and lists, on SQLite and on a temporary PostgreSQL server
    Storage,
    /// The latency of a list during many logins, on SQLite
    Login,
    /// The cost of a user, a run and a mail: the figures of docs/capacity.md
    Costs,
    /// The latency of calls as an account's invoices become more, on both databases: the growth in docs/capacity.md
    Growth,
    /// The latency of one account's calls, alone and during attacks by another account, on SQLite
    Fairness,
}

impl Subject {
    /// Builds what it needs, so that building is not part of a measurement's time.
    fn build(self, other: Option<&Path>) -> Result<Box<dyn FnOnce(bool) -> Result<Report>>> {
        Ok(match self {
            Subject::Api => {
                let built = api::build(other)?;
                Box::new(move |quick| api::run(&built, quick))
            }
            Subject::Ingest => {
                let built = ingest::build()?;
                Box::new(move |quick| ingest::run(&built, quick))
            }
            Subject::Costs => {
                let built = ingest::build()?;
                Box::new(move |quick| ingest::costs(&built, quick))
            }
            Subject::Growth => {
                let service = build::service()?;
                Box::new(move |quick| growth::run(&service, quick))
            }
            Subject::Readers => {
                let built = readers::build()?;
                Box::new(move |quick| readers::run(&built, quick))
            }
            Subject::Instructions => {
                let built = instructions::build()?;
                Box::new(move |_| instructions::run(&built))
            }
            Subject::Storage => {
                let bench = storage::build()?;
                Box::new(move |quick| storage::run(&bench, quick))
            }
            Subject::Login => {
                let service = build::service()?;
                Box::new(move |quick| login::run(&service, quick))
            }
            Subject::Fairness => {
                let program = other.map_or_else(build::service, |other| Ok(other.canonicalize()?))?;
                Box::new(move |quick| fairness::run(&program, quick))
            }
        })
    }
}

fn main() -> Result<()> {
    let arguments = Bench::parse();
    let subjects = match &arguments.subject {
        Some(subject) => std::slice::from_ref(subject),
        None => Subject::value_variants(),
    };
    let measurements = subjects
        .iter()
        .map(|subject| subject.build(arguments.beside.as_deref()))
        .collect::<Result<Vec<_>>>()?;
    let started = Instant::now();
    let mut reports = Vec::new();
    for measure in measurements {
        let report = measure(arguments.quick)?;
        report.write()?;
        reports.push(report);
    }
    if arguments.quick || arguments.subject == Some(Subject::Instructions) {
        history::record(&reports)?;
    }
    println!("measured in {} s", started.elapsed().as_secs());
    Ok(())
}

/// The Python of the environment for a program in `benches/peers`.
fn peer_python(name: &str) -> Result<PathBuf> {
    let file = root().join("benches/peers").join(name).join("requirements.txt");
    let requirements = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    python::environment(&format!("peer-{name}"), &requirements)
}
