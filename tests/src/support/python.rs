//! Python programs that try the service. `cargo xtask test` makes their environments.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

const ENVIRONMENTS: &str = "INVOICES_TEST_PYTHON";

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The folder of the programs of an environment, each made of `tests/python/<name>.txt`.
pub fn programs(environment: &str) -> PathBuf {
    let folder = std::env::var_os(ENVIRONMENTS).unwrap_or_else(|| {
        panic!("{ENVIRONMENTS} is not set: run the tests with `cargo xtask test`, which makes Python's environments")
    });
    Path::new(&folder).join(environment).join("bin")
}

/// The Python of an environment, in the project's folder and without traces in it.
pub fn python(environment: &str) -> Command {
    let mut python = Command::new(programs(environment).join("python"));
    python
        .current_dir(root())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUTF8", "1")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    python
}

/// Runs a program to its end; where it fails, the test does, with all that it said.
pub async fn succeeds(mut program: Command) -> String {
    let output = program.output().await.unwrap();
    let said = [&output.stdout[..], &output.stderr]
        .map(String::from_utf8_lossy)
        .concat();
    assert!(output.status.success(), "{program:?}: {}\n{said}", output.status);
    said
}
