//! The generated files. They are written by the package `regen`, which needs more crates than the other tasks.

use std::ffi::OsString;

use crate::Result;
use crate::tool;

/// Writes the files. With `check` it writes nothing, prints the differences and fails if there is one.
pub fn run(check: bool, variables: &[(&'static str, OsString)]) -> Result<()> {
    let mut cargo = tool::cargo();
    cargo.args(["run", "--quiet", "--package", "regen", "--"]);
    cargo.args(check.then_some("--check"));
    cargo.envs(variables.iter().map(|(name, value)| (*name, value)));
    tool::run(&mut cargo)
}
