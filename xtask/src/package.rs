//! The Debian package of the service with every engine, and of the command line client.

use std::fs::{self, File};
use std::process::Command;

use crate::{Result, root, tool};

/// What cargo-deb packs besides files of the repository. `server/Cargo.toml` names them.
const FOLDER: &str = "target/package";

/// The programs of the package.
const PROGRAMS: [&str; 2] = ["invoices", "invoices-cli"];

/// Builds the programs, their completions and manual pages, and the package. Prints the package's path.
pub fn run() -> Result<()> {
    let packages = ["--package", "invoices-server", "--package", "invoices-cli"];
    let mut build = tool::cargo();
    build.args(["build", "--release", "--locked"]).args(packages);
    tool::run(build.args(["--features", "invoices-server/full"]))?;
    let folder = root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for name in PROGRAMS {
        let program = root().join("target/release").join(name);
        tool::run(Command::new(&program).arg("manual").arg(folder.join("man")))?;
        for (shell, file) in [
            ("bash", format!("{name}.bash")),
            ("zsh", format!("_{name}")),
            ("fish", format!("{name}.fish")),
        ] {
            let file = File::create(completions.join(file))?;
            tool::run(Command::new(&program).args(["completions", shell]).stdout(file))?;
        }
    }
    let mut deb = Command::new(tool::from_cargo("cargo-deb")?);
    deb.args(["--no-build", "--locked", "--package", "invoices-server", "--output"]);
    tool::run(deb.arg(&folder).current_dir(root()))
}
