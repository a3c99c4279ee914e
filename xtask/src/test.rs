//! Everything that must hold before a change goes in.

use std::ffi::OsString;
use std::time::Instant;

use test_postgres::Postgres;

use crate::moto::Moto;
use crate::supply::Supply;
use crate::{Result, npm, python, regen, tidy, tool};

/// Tests of both databases find the server here.
const POSTGRES: &str = "INVOICES_TEST_POSTGRES";
/// Tests that drive the service with Python programs find their environments in this folder: `<name>/bin/python`.
const PYTHON: &str = "INVOICES_TEST_PYTHON";
/// Tests that lint the document find the linters in this folder.
const NPM: &str = "INVOICES_TEST_NPM";
/// Tests of the adapters for AWS find moto here.
const AWS: &str = "INVOICES_TEST_AWS";

/// Runs the checks and tests in order, up to the first that fails; with `arguments`, `cargo test` with them alone.
pub fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        return with(&strs(arguments), &[]);
    }
    let started = Instant::now();
    let (servers, environment) = environment()?;
    let mut summary = vec![format!("environment {:.1} s", started.elapsed().as_secs_f64())];
    let mut step = |name: &str, run: &dyn Fn() -> Result<()>| -> Result<()> {
        println!("== {name}");
        let started = Instant::now();
        run().map_err(|error| format!("{name}: {error}"))?;
        summary.push(format!("{name} {:.1} s", started.elapsed().as_secs_f64()));
        Ok(())
    };
    step("regen --check", &|| regen::run(true))?;
    step("tidy", &tidy::run)?;
    // Its name stands in the summary, so that nobody takes a check without advisories for one with them.
    let supply = Supply::prepared()?;
    step(supply.name(), &|| supply.check())?;
    step("fmt", &|| cargo(&["fmt", "--all", "--check"], &environment))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    step("clippy", &|| cargo(&clippy, &environment))?;
    step("test", &|| cargo(&["test", "--workspace"], &environment))?;
    drop(servers);
    println!(
        "all passed in {:.1} s: {}",
        started.elapsed().as_secs_f64(),
        summary.join(", ")
    );
    Ok(())
}

/// Runs `cargo test` with arguments and variables, and all that tests need.
pub fn with(arguments: &[&str], variables: &[(&'static str, OsString)]) -> Result<()> {
    let (_servers, environment) = environment()?;
    // Tests start the program, and cargo builds it for the whole workspace's tests alone: it would be absent or an old one.
    cargo(&["build", "--workspace", "--bin", "invoices"], &[])?;
    cargo(
        &[&["test"], arguments].concat(),
        &[&environment[..], variables].concat(),
    )
}

/// They stop when dropped.
type Servers = (Postgres, Moto);

/// What tests need: servers that live as long as they are held, and variables that say where everything is.
fn environment() -> Result<(Servers, Vec<(&'static str, OsString)>)> {
    let server = Postgres::start()?;
    let pythons = python::environments()?;
    let aws = Moto::start(&pythons.join("moto/bin/python"))?;
    let variables = vec![
        (POSTGRES, server.url().into()),
        (AWS, aws.url().into()),
        (PYTHON, pythons.into_os_string()),
        (NPM, npm::programs()?.into_os_string()),
    ];
    Ok(((server, aws), variables))
}

fn strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

fn cargo(arguments: &[&str], environment: &[(&str, OsString)]) -> Result<()> {
    let variables = environment.iter().map(|(name, value)| (name, value));
    tool::run(tool::cargo().args(arguments).envs(variables))
}
