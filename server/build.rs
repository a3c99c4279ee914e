//! States the commit and its date, for `invoices --version`: the variable `SOURCE_COMMIT`, else git's. And has the linker pack
//! relative relocations, if this system can read them.

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
    // Unpacked, 184,000 relocations take 4 MB of each process, and of each reader.
    if is_native_build() && !has_own_linker() && glibc().is_some_and(|version| version >= FIRST_GLIBC_WITH_RELR) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// The first version of glibc that reads `DT_RELR`: Debian 12 has it.
const FIRST_GLIBC_WITH_RELR: [u32; 2] = [2, 36];

fn is_native_build() -> bool {
    env::var("HOST").is_ok_and(|host| host.ends_with("-linux-gnu") && env::var("TARGET").as_ref() == Ok(&host))
}

/// Whether another linker than the system's is chosen: gold refuses the argument.
fn has_own_linker() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    env::var_os("RUSTC_LINKER").is_some() || ["fuse-ld=", "linker="].iter().any(|name| flags.contains(name))
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
