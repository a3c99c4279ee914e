//! Programs from `PyPI`, each in a virtual environment of its own, so that their dependencies can't conflict.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Result, root, tool};

/// The requirement files of the tests. Each has an environment with the file's name.
const REQUIREMENTS: &str = "tests/python";
/// The requirements of a program, and in an environment the copy of them that is written once all packages are installed.
const LIST: &str = "requirements.txt";

/// Creates the environments that tests need and returns their folder.
pub fn environments() -> Result<PathBuf> {
    let mut unfinished = vec![];
    for entry in fs::read_dir(root().join(REQUIREMENTS))? {
        let file = entry?.path();
        if file.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let environment = Environment::new(&name, fs::read_to_string(&file)?);
        if !environment.is_finished() {
            environment.create()?;
            unfinished.push(environment);
        }
    }
    // Most of the time pip waits for a server, or has one core at work.
    std::thread::scope(|scope| {
        let installs: Vec<_> = unfinished
            .iter()
            .map(|environment| scope.spawn(|| environment.install().map_err(|error| error.to_string())))
            .collect();
        installs
            .into_iter()
            .try_for_each(|install| install.join().map_err(|_| "an installation panicked".to_owned())?)
    })?;
    Ok(tool::folder())
}

/// The Python of an environment with `requirements`, in pip's format. An environment with the same requirements is used
/// again. One with other requirements, or from an interrupted run, is replaced.
pub fn environment(name: &str, requirements: &str) -> Result<PathBuf> {
    let environment = Environment::new(name, requirements.to_owned());
    if !environment.is_finished() {
        environment.create()?;
        environment.install()?;
    }
    Ok(environment.python())
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
    /// In pip's format.
    requirements: String,
}

impl Environment {
    fn new(name: &str, requirements: String) -> Self {
        Environment {
            folder: tool::folder().join(name),
            requirements,
        }
    }

    fn python(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    /// Whether everything that is required is installed, and nothing else.
    fn is_finished(&self) -> bool {
        let installed = fs::read_to_string(self.folder.join(LIST));
        self.python().is_file() && installed.is_ok_and(|installed| installed == self.requirements)
    }

    /// Makes an empty one in the place of what is there.
    fn create(&self) -> Result<()> {
        println!("creating {}", self.folder.display());
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder)?;
        }
        fs::create_dir_all(&self.folder)?;
        let venv = || tool::run(Command::new("python3").args(["-m", "venv"]).arg(&self.folder));
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

    /// Installs what is required.
    fn install(&self) -> Result<()> {
        let list = self.folder.join("unfinished.txt");
        fs::write(&list, &self.requirements)?;
        let mut pip = Command::new(self.python());
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        tool::run(pip.arg("--requirement").arg(&list).stdin(Stdio::null()))?;
        Ok(fs::rename(&list, self.folder.join(LIST))?)
    }
}
