//! The program: its path, its settings for a mailbox, and the files that it writes.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use invoices_sandbox::SandboxHandle;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::support::wait::within;

/// The path of the program of the same build.
pub fn program() -> PathBuf {
    built("invoices")
}

/// The path of the command line client of the same build.
pub fn client_program() -> PathBuf {
    built("invoices-cli")
}

fn built(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().and_then(Path::parent).unwrap().join(name);
    assert!(
        program.exists(),
        "{} is not built: run the tests with `cargo xtask test`, a benchmark with `cargo xtask bench`",
        program.display()
    );
    program
}

/// Runs a command with this input to its end.
pub async fn ended(mut command: Command, input: &str) -> Output {
    let what = format!("the end of {:?}", command.as_std());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.kill_on_drop(true).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // A command that reads nothing may have ended.
    let _ = pipe.write_all(input.as_bytes()).await;
    drop(pipe);
    within(what, child.wait_with_output()).await.unwrap()
}

/// The environment variables that make a process use a sandbox as its mail provider.
pub fn mailbox(sandbox: &SandboxHandle) -> Vec<(&'static str, String)> {
    let (id, secret) = sandbox.client();
    vec![
        ("INVOICES__MAIL__PROVIDER_URL", sandbox.base_url()),
        ("INVOICES__MAIL__CLIENT_ID", id.to_owned()),
        ("INVOICES__MAIL__CLIENT_SECRET", secret.to_owned()),
    ]
}

/// The paths of all files below a folder, relative to it and sorted.
pub fn files_below(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, root, found);
            } else {
                found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, folder, &mut found);
    found.sort();
    found
}
