//! The project's development tasks: `cargo xtask <task>`.

mod capacity;
mod chaos;
mod demo;
mod deploy;
mod failed;
mod fuzz;
mod histories;
mod npm;
mod package;
mod project;
mod python;
mod regen;
mod sbom;
mod supply;
mod test;
mod tidy;
mod tool;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use failed::failed;
use project::{Result, root};

/// Benchmarks are a workspace of their own.
const BENCHES: [&str; 7] = [
    "run",
    "--quiet",
    "--manifest-path",
    "benches/Cargo.toml",
    "--target-dir",
    "target/peers",
    "--",
];

const AUTHOR: &str = "\
For authors of parsers, each with --help:
  new-parser  Write the first files of a parser
  parse       Read a file as the service would
  grade       Compare the readings of documents with their expected values
  word        Try a phrase on all documents";

/// The project's development tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", after_help = AUTHOR)]
enum Task {
    /// Write openapi.json, the client's generated.rs, docs/vocabulary.md and docs/reading.md from the contract and the parsers,
    /// invoices.example.toml from the settings, and the tables of docs/conformance.md and SECURITY.md from the tests.
    Regen {
        /// Write nothing; show the differences and fail if there is one.
        #[arg(long)]
        check: bool,
    },
    /// Check the conventions: dependencies between crates and files, lengths of files and functions, lints, migrations, docs.
    Tidy,
    /// Check the dependencies: licences, sources, bans, advisories, and those that no crate uses.
    Supply,
    /// Build the Debian package of the program with every engine, in target/package.
    Package,
    /// Write the program's bill of materials as `CycloneDX` 1.5 JSON.
    Sbom {
        /// The file to write
        #[arg(default_value = "target/invoices.cdx.json")]
        file: PathBuf,
    },
    /// Run every check and test, with the servers that they need.
    Test {
        /// Check and test only the packages that differ from `--base`.
        #[arg(long, conflicts_with = "arguments")]
        changed: bool,
        /// The revision that `--changed` compares with.
        #[arg(long, value_name = "REV", default_value = "HEAD", requires = "changed")]
        base: String,
        /// Only run `cargo test` with these arguments.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Measure the program beside its peers, with the program in `benches`; `cargo xtask bench --help` names the subjects.
    #[command(disable_help_flag = true)]
    Bench {
        /// A subject and options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    Fuzz(fuzz::Fuzz),
    Chaos(chaos::Chaos),
    Histories(histories::Histories),
    /// Run the tests that are marked as a walk, which take too long for every change. Run them before a release.
    Walk {
        /// Only those whose path contains this, such as `replicas`
        name: Option<String>,
    },
    Capacity(capacity::Capacity),
    /// Run `invoices demo` on PostgreSQL and moto, a simulation of AWS. It starts both.
    Demo {
        /// More arguments of the demo
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    #[command(external_subcommand)]
    Author(Vec<OsString>),
}

/// Runs a tool of parsers' authors. It has written its error itself.
fn author(arguments: &[OsString]) -> Result<ExitCode> {
    let mut cargo = tool::cargo();
    // The tools read files from where they are started.
    cargo.current_dir(std::env::current_dir()?);
    let status = cargo
        .args(["run", "--quiet", "--package", "author", "--"])
        .args(arguments)
        .status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn main() -> ExitCode {
    let outcome = match Task::parse() {
        Task::Regen { check } => regen::run(check, &[]),
        Task::Tidy => tidy::run(),
        Task::Supply => supply::run(),
        Task::Package => package::run(),
        Task::Sbom { file } => sbom::run(&file),
        Task::Test {
            changed: true, base, ..
        } => test::run_changed(&base),
        Task::Test { arguments, .. } => test::run(&arguments),
        Task::Bench { arguments } => tool::run(tool::cargo().args(BENCHES).args(arguments)),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Author(arguments) => return author(&arguments).unwrap_or_else(|error| failed(&*error)),
        Task::Chaos(arguments) => chaos::run(&arguments),
        Task::Histories(arguments) => histories::run(&arguments),
        Task::Walk { name } => test::walk(name.as_deref()),
        Task::Capacity(arguments) => capacity::run(&arguments),
        Task::Demo { arguments } => demo::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&*error),
    }
}
