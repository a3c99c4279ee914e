//! What is measured, built for release.

use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cargo_metadata::{Message, TargetKind};

use crate::{Result, root, tool};

/// The program with every engine, and PostgreSQL for it.
pub fn service() -> Result<PathBuf> {
    tool::install_postgres();
    program(&TargetKind::Bin, "invoices")
}

/// A benchmark, as a program.
pub fn bench(name: &str) -> Result<PathBuf> {
    program(&TargetKind::Bench, name)
}

/// The benchmarks that are programs.
const BENCHES: [&str; 6] = ["ingest", "pool", "queries", "read", "set", "storage"];

/// Builds all programs at once, and returns the path of one. Cargo chooses features for what it builds together: for each
/// alone it would compile what they share again.
fn program(kind: &TargetKind, name: &str) -> Result<PathBuf> {
    let mut build = tool::cargo();
    build.args(["build", "--release", "--quiet", "--workspace", "--bin", "invoices"]);
    build.args(BENCHES.iter().flat_map(|bench| ["--bench", bench]));
    build.args(["--message-format", "json-render-diagnostics"]);
    let mut build = build.stdout(Stdio::piped()).spawn()?;
    let output = build.stdout.take().ok_or("cargo has no output")?;
    let mut found = None;
    for message in Message::parse_stream(BufReader::new(output)) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.target.name == name
            && artifact.target.is_kind(kind.clone())
        {
            found = artifact.executable.map(PathBuf::from);
        }
    }
    if !build.wait()?.success() {
        return Err(format!("{name} could not be built").into());
    }
    Ok(found.ok_or_else(|| format!("cargo built no program {name}"))?)
}

/// Runs a program that measures, and returns what it prints. Its warnings are shown.
pub fn output(command: &mut Command) -> Result<String> {
    command
        .current_dir(root())
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{} failed: {text}", command.get_program().to_string_lossy()).into())
}
