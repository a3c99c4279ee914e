//! The project's chores: `cargo xtask <chore>`.

mod bench;
mod chaos;
mod fuzz;
mod new_parser;
mod npm;
mod python;
mod regen;
mod sbom;
mod supply;
mod test;
mod tidy;
mod tool;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// What a chore fails with: a sentence for whoever ran it.
type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Write openapi.json and the client's generated.rs from the contract and the parsers.
    Regen {
        /// Write nothing; show what would change and fail if anything would.
        #[arg(long)]
        check: bool,
    },
    /// Write a parser to begin with: a category's crate, or a vendor's layout in one.
    NewParser(new_parser::NewParser),
    /// Check the conventions: who depends on whom, lengths of files, lints, migrations, linked parsers.
    Tidy,
    /// Check what the program is built of: licences, sources, bans, advisories, and dependencies that nobody uses.
    Supply,
    /// Write the program's bill of materials as `CycloneDX` 1.5 JSON.
    Sbom {
        /// Where to
        #[arg(default_value = "target/invoices.cdx.json")]
        file: PathBuf,
    },
    /// Run every check and test, with a PostgreSQL server that is started and stopped for it.
    Test {
        /// Run `cargo test` with these arguments and nothing else.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Measure the readers, beside pdftotext and invoice2data, or another subject; some minutes each, after building.
    Bench {
        /// What is measured.
        #[arg(value_enum, default_value = "readers")]
        subject: bench::Subject,
    },
    Fuzz(fuzz::Fuzz),
    Chaos(chaos::Chaos),
}

fn main() -> ExitCode {
    let outcome = match Chore::parse() {
        Chore::Regen { check } => regen::run(check),
        Chore::NewParser(wanted) => new_parser::run(&wanted),
        Chore::Tidy => tidy::run(),
        Chore::Supply => supply::run(),
        Chore::Sbom { file } => sbom::run(&file),
        Chore::Test { arguments } => test::run(&arguments),
        Chore::Bench { subject } => bench::run(subject),
        Chore::Fuzz(wanted) => fuzz::run(&wanted),
        Chore::Chaos(wanted) => chaos::run(&wanted),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            let mut source = error.source();
            while let Some(cause) = source {
                eprintln!("  caused by: {cause}");
                source = cause.source();
            }
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
