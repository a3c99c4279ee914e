//! Programs from `PyPI`, each in a virtual environment of its own, so that no two have to agree on a dependency.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, root, tool};

/// Requirement files of what tests run, one environment each, named as the file.
const REQUIREMENTS: &str = "tests/python";
/// Stands in an environment once all is installed, with what was asked for.
const STAMP: &str = "requirements.txt";

/// Makes every environment that tests need and returns the folder they stand in.
pub fn environments() -> Result<PathBuf> {
    let files = root().join(REQUIREMENTS);
    let mut wanted: Vec<PathBuf> = match fs::read_dir(&files) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => vec![],
        Err(error) => return Err(format!("{}: {error}", files.display()).into()),
    };
    wanted.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    for file in wanted {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        environment(&name, &fs::read_to_string(&file)?)?;
    }
    Ok(tool::folder())
}

/// The Python of an environment that has `requirements`, lines as pip takes them. One that was made for the same
/// requirements is used again, one that was cut off or made for others is made anew.
pub fn environment(name: &str, requirements: &str) -> Result<PathBuf> {
    let folder = tool::folder().join(name);
    let python = folder.join("bin/python");
    let stamp = folder.join(STAMP);
    if python.is_file() && fs::read_to_string(&stamp).is_ok_and(|made| made == requirements) {
        return Ok(python);
    }
    println!("making {}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    make(&folder)?;
    let list = folder.join("wanted.txt");
    fs::write(&list, requirements)?;
    let mut pip = Command::new(&python);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
    ]);
    tool::run(pip.arg(&list).stdin(Stdio::null()))?;
    fs::rename(&list, &stamp)?;
    Ok(python)
}

fn make(folder: &Path) -> Result<()> {
    let venv = || tool::run(Command::new("python3").args(["-m", "venv"]).arg(folder));
    // Debian keeps the module's other half in a package of its own.
    venv().or_else(|_| {
        let mut apt = Command::new("apt-get");
        apt.args(["install", "--yes", "python3", "python3-venv"])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        tool::run(&mut apt).and_then(|()| venv())
    })
}
