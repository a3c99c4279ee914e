//! States the commit and its date, for `invoices --version`: the variable `SOURCE_COMMIT`, else git's.

use std::env;
use std::process::Command;

fn main() {
    // Without this line the script would run after a change of any file.
    println!("cargo::rerun-if-changed=build.rs");
    // The log of a checkout grows with each commit and each switch of branches.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-env-changed=SOURCE_COMMIT");
    let given = env::var("SOURCE_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(|| git(&["log", "-1", "--abbrev=12", "--format=%h of %cs"]));
    // A source archive has no commits.
    println!(
        "cargo::rustc-env=SOURCE_COMMIT={}",
        commit.as_deref().unwrap_or("unknown")
    );
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
