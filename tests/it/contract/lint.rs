//! The document as two common linters of OpenAPI see it.

use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;
use tokio::process::Command;

use invoices_tests::support::python::root;

const PROGRAMS: &str = "INVOICES_TEST_NPM";

/// The folder of the programs of `xtask/npm/package.json`, beside that of the packages.
pub fn npm_folder() -> PathBuf {
    let folder = std::env::var_os(PROGRAMS).unwrap_or_else(|| {
        panic!("{PROGRAMS} is not set: run the tests with `cargo xtask test`, which installs the packages")
    });
    folder.into()
}

/// A program of `xtask/npm/package.json`, in the folder of that file.
fn npm(program: &str) -> Command {
    let mut command = Command::new(npm_folder().join(program));
    command
        .current_dir(root().join("xtask/npm"))
        .env("REDOCLY_TELEMETRY", "off")
        .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// What a linter prints as JSON.
async fn report(mut linter: Command) -> Value {
    let output = linter.output().await.unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        let errors = String::from_utf8_lossy(&output.stderr);
        panic!("{linter:?}: {}: {error}\n{errors}", output.status)
    })
}

#[tokio::test]
async fn redocly_finds_nothing_in_the_document() {
    let mut linter = npm("redocly");
    linter.args(["lint", "--config=redocly.yaml", "--format=json", "../../openapi.json"]);
    let report = report(linter).await;
    let totals = &report["totals"];
    let found = (totals["errors"].as_u64(), totals["warnings"].as_u64());
    assert_eq!(found, (Some(0), Some(0)), "{:#}", report["problems"]);
}

#[tokio::test]
async fn spectral_finds_nothing_in_the_document() {
    let mut linter = npm("spectral");
    linter.args([
        "lint",
        "--quiet",
        "--ruleset=spectral.yaml",
        "--format=json",
        "../../openapi.json",
    ]);
    let problems = report(linter).await;
    assert_eq!(problems.as_array().map(Vec::len), Some(0), "{problems:#}");
}
