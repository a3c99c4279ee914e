//! The project's chores: `cargo xtask <chore>`.

mod regen;

use std::path::PathBuf;
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
}

fn main() -> ExitCode {
    let outcome = match Chore::parse() {
        Chore::Regen { check } => regen::run(check),
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
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
