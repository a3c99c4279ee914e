//! What is measured, built for release.

use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cargo_metadata::Message;

use crate::{Result, root, tool};

/// The program with every engine, and PostgreSQL for it.
pub fn service() -> Result<PathBuf> {
    tool::install_postgres();
    program("--bin", "invoices")
}

/// A benchmark, as a program.
pub fn bench(name: &str) -> Result<PathBuf> {
    program("--bench", name)
}

/// Builds a program as a part of the whole workspace: all have the same features then, and share what is compiled.
fn program(kind: &str, name: &str) -> Result<PathBuf> {
    let mut build = tool::cargo();
    build.args(["build", "--release", "--quiet", "--workspace", kind, name]);
    build.args(["--message-format", "json-render-diagnostics"]);
    let mut build = build.stdout(Stdio::piped()).spawn()?;
    let output = build.stdout.take().ok_or("cargo has no output")?;
    let mut found = None;
    for message in Message::parse_stream(BufReader::new(output)) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.target.name == name
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
