//! External programs. Those that the system lacks are installed in `target/tools`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use test_servers::postgres;

use crate::{Result, root};

/// The folder of installed programs.
pub fn folder() -> PathBuf {
    root().join("target/tools")
}

/// Runs a program with the terminal as its output.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|error| format!("failed to run {}: {error}", shown(command)))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`{}` failed", shown(command)).into())
}

/// Cargo, in the workspace's folder.
pub fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// The path of a program in `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// The path of a program in `PATH`. If there is none, it is installed by apt, which needs root.
pub fn from_apt(name: &str, package: &str) -> Option<PathBuf> {
    on_path(name).or_else(|| {
        let apt = "apt-get";
        println!("{name} is missing: {apt} install --yes {package}");
        let mut install = Command::new(apt);
        install
            .args(["install", "--yes", package])
            .env("DEBIAN_FRONTEND", "noninteractive");
        install.stdin(Stdio::null()).stdout(Stdio::null());
        run(&mut install).ok().and_then(|()| on_path(name))
    })
}

/// Installs PostgreSQL by apt if it is absent. If that fails, the error of starting a server names the package.
pub fn install_postgres() {
    if postgres::find().is_none() {
        let _ = from_apt("postgres", "postgresql");
    }
}

/// The path of a program in `PATH`. If there is none, cargo installs the crate of that name in `target/tools`.
pub fn from_cargo(name: &str) -> Result<PathBuf> {
    if let Some(program) = on_path(name) {
        return Ok(program);
    }
    let program = folder().join("bin").join(name);
    if !program.is_file() {
        println!("{name} is missing: cargo install {name}, into {}", folder().display());
        let mut install = cargo();
        install.args(["install", "--quiet", "--locked", name, "--root"]);
        run(install.arg(folder()))?;
    }
    Ok(program)
}

fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = command.get_args().take(6).map(|word| word.to_string_lossy());
    let words: Vec<_> = std::iter::once(name.to_string_lossy()).chain(words).collect();
    words.join(" ")
}
