//! Python programs that call the service. `cargo xtask test` makes their environments.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

use super::wait::within_limit;

const ENVIRONMENTS: &str = "INVOICES_TEST_PYTHON";

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The folder of the programs of an environment, which is made from `tests/python/<name>.txt`.
pub fn programs(environment: &str) -> PathBuf {
    let folder = std::env::var_os(ENVIRONMENTS).unwrap_or_else(|| {
        panic!("{ENVIRONMENTS} is not set: run the tests with `cargo xtask test`, which makes Python's environments")
    });
    Path::new(&folder).join(environment).join("bin")
}

/// The Python of an environment. It runs in the root of the repository and writes no byte code there.
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

/// Runs a program to its end and returns its output. Fails with the output when the program fails.
pub async fn run(limit: Duration, mut program: Command) -> String {
    let what = format!("the end of {:?}", program.as_std());
    let output = within_limit(limit, what, program.output()).await.unwrap();
    let text = [&output.stdout[..], &output.stderr]
        .map(String::from_utf8_lossy)
        .concat();
    assert!(output.status.success(), "{program:?}: {}\n{text}", output.status);
    text
}
