//! Programs from npm, at the versions of `xtask/npm/package-lock.json`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Result, root, tool};

/// The packages, their exact versions, and npm's settings.
const FILES: [&str; 3] = ["package.json", "package-lock.json", ".npmrc"];
/// A copy of the lock file, written once all packages are installed.
const STAMP: &str = "installed.json";

/// Installs the packages that tests need and returns the folder of their programs. Packages that were installed for the
/// same lock file are used again.
pub fn programs() -> Result<PathBuf> {
    let source = root().join("xtask/npm");
    let folder = root().join("target/npm");
    let programs = folder.join("node_modules/.bin");
    let stamp = folder.join(STAMP);
    let lock = fs::read_to_string(source.join("package-lock.json"))?;
    if programs.is_dir() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(programs);
    }
    println!("creating {}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in FILES {
        fs::copy(source.join(file), folder.join(file))?;
    }
    let npm = tool::from_apt("npm", "npm").ok_or("npm is missing: install Node.js 20 or later with npm")?;
    // Without the packages' install scripts.
    let mut install = Command::new(npm);
    install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    tool::run(install.current_dir(&folder).stdin(Stdio::null()))?;
    fs::write(&stamp, lock)?;
    Ok(programs)
}
