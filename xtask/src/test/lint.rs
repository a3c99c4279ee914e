//! One build for lints and tests. Clippy's driver is the compiler with more lints, so it also compiles this workspace's
//! crates for the tests. Cargo compiles other crates with the plain compiler.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::{Result, root};

/// Between the arguments in `CLIPPY_ARGS`, as `cargo clippy` joins them.
const SEPARATOR: &str = "__CLIPPY_HACKERY__";
const ARGUMENTS: [&str; 2] = ["-D", "warnings"];

/// The variables that make Cargo compile with warnings denied. A crate with a warning does not compile, so it is never
/// cached.
pub fn variables() -> Result<Vec<(&'static str, OsString)>> {
    let driver = driver()?;
    if !driver.is_file() {
        return Err(format!("{} is missing: rustup component add clippy", driver.display()).into());
    }
    let arguments: String = ARGUMENTS.iter().flat_map(|argument| [argument, SEPARATOR]).collect();
    Ok(vec![
        ("RUSTC_WORKSPACE_WRAPPER", driver.into_os_string()),
        ("CLIPPY_ARGS", arguments.into()),
        // Clippy looks for clippy.toml from the crate's folder upwards; this names it for every crate.
        ("CLIPPY_CONF_DIR", root().into()),
    ])
}

fn driver() -> Result<PathBuf> {
    let output = Command::new("rustc")
        .args(["--print", "sysroot"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("failed to run rustc: {error}"))?;
    let sysroot = String::from_utf8(output.stdout)?;
    let name = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    Ok(PathBuf::from(sysroot.trim()).join("bin").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_driver_gets_the_arguments_of_cargo_clippy() {
        let variables = variables().unwrap();
        let arguments = variables.iter().find(|(name, _)| *name == "CLIPPY_ARGS");
        assert_eq!(arguments.unwrap().1, "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    }
}
