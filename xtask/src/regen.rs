//! The generated files. Most are written by the package `regen`, which needs more crates than the other tasks.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use cargo_metadata::MetadataCommand;

use crate::tidy::shown;
use crate::{Result, root, tool};

/// Writes the files. With `check` it writes nothing, prints the differences and fails if there is one.
pub fn run(check: bool, variables: &[(&'static str, OsString)]) -> Result<()> {
    for (name, text) in shown::stale(root())? {
        if check {
            return Err(format!("out of date: {name}; run `cargo xtask regen`").into());
        }
        fs::write(root().join(name), text)?;
        println!("wrote {name}");
    }
    let mut cargo = tool::cargo();
    cargo.args(["run", "--quiet", "--package", "regen", "--"]);
    cargo.args(check.then_some("--check"));
    cargo.envs(variables.iter().map(|(name, value)| (*name, value)));
    tool::run(&mut cargo)
}

/// Like [`run`] with `check`, on the program that the build of the workspace has made. Building the package alone compiles its
/// dependencies again, with fewer features.
pub fn check_built() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    let program = metadata.target_directory.join("debug/regen");
    tool::run(Command::new(program).arg("--check").current_dir(root()))
}
