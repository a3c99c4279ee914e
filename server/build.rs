//! States the commit and its date, for `invoices --version`: the variable `SOURCE_COMMIT`, else git's. And has the linker write the
//! addresses that are set when the program is loaded as a short table, if this system can read it.

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
    // As a long one, 184,000 addresses take 4 MB of each process, and of each reader.
    if is_built_for_itself() && glibc().is_some_and(|version| version >= PACKED_RELOCATIONS) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// The first version of glibc that reads the short table: Debian 12 has it.
const PACKED_RELOCATIONS: [u32; 2] = [2, 36];

fn is_built_for_itself() -> bool {
    env::var("HOST").is_ok_and(|host| host.ends_with("-linux-gnu") && env::var("TARGET").as_ref() == Ok(&host))
}

fn glibc() -> Option<[u32; 2]> {
    let version = output("getconf", &["GNU_LIBC_VERSION"])?;
    let (major, minor) = version.strip_prefix("glibc ")?.split_once('.')?;
    Some([major.parse().ok()?, minor.parse().ok()?])
}

fn git(arguments: &[&str]) -> Option<String> {
    output("git", arguments)
}

/// What a program prints, if it succeeds and prints anything.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
