//! Programs from `PyPI`, each in a virtual environment of its own, so that their dependencies can't conflict.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, root, tool};

/// The requirement files of the tests. Each has an environment with the file's name.
const REQUIREMENTS: &str = "tests/python";
/// The requirements of a program, and in an environment the copy of them that is written once all packages are installed.
const LIST: &str = "requirements.txt";

/// Creates the environments that tests need and returns their folder.
pub fn environments() -> Result<PathBuf> {
    let folder = root().join(REQUIREMENTS);
    let mut files: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => vec![],
        Err(error) => return Err(format!("{}: {error}", folder.display()).into()),
    };
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        environment(&name, &fs::read_to_string(&file)?)?;
    }
    Ok(tool::folder())
}

/// The Python of the environment for a program in `xtask/peers`.
pub fn of_peer(name: &str) -> Result<PathBuf> {
    let file = root().join("xtask/peers").join(name).join(LIST);
    let requirements = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    environment(&format!("peer-{name}"), &requirements)
}

/// The Python of an environment with `requirements`, in pip's format. An environment with the same requirements is used
/// again. One with other requirements, or from an interrupted run, is replaced.
pub fn environment(name: &str, requirements: &str) -> Result<PathBuf> {
    let folder = tool::folder().join(name);
    let python = folder.join("bin/python");
    let stamp = folder.join(LIST);
    if python.is_file() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == requirements) {
        return Ok(python);
    }
    println!("creating {}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    create(&folder)?;
    let list = folder.join("unfinished.txt");
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

fn create(folder: &Path) -> Result<()> {
    let venv = || tool::run(Command::new("python3").args(["-m", "venv"]).arg(folder));
    // On Debian, venv needs a package of its own.
    venv().or_else(|_| {
        let mut apt = Command::new("apt-get");
        apt.args(["install", "--yes", "python3", "python3-venv"])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        tool::run(&mut apt).and_then(|()| venv())
    })
}
