//! Everything that must hold before a change goes in.

use std::env;
use std::process::Command;
use std::time::Instant;

use crate::postgres::Postgres;
use crate::{Result, regen, root, tidy};

/// Tests of both databases find the server here.
const POSTGRES: &str = "INVOICES_TEST_POSTGRES";

/// Runs the checks and tests in order, up to the first that fails; with `arguments`, `cargo test` with them alone.
pub fn run(arguments: &[String]) -> Result<()> {
    let server = Postgres::start()?;
    let url = server.url();
    if !arguments.is_empty() {
        return cargo(&[&["test"], &strs(arguments)[..]].concat(), &url);
    }
    let started = Instant::now();
    let mut summary = vec![];
    let mut step = |name: &str, run: &dyn Fn() -> Result<()>| -> Result<()> {
        println!("== {name}");
        let started = Instant::now();
        run().map_err(|error| format!("{name}: {error}"))?;
        summary.push(format!("{name} {:.1} s", started.elapsed().as_secs_f64()));
        Ok(())
    };
    step("regen --check", &|| regen::run(true))?;
    step("tidy", &tidy::run)?;
    step("fmt", &|| cargo(&["fmt", "--all", "--check"], &url))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    step("clippy", &|| cargo(&clippy, &url))?;
    step("test", &|| cargo(&["test", "--workspace"], &url))?;
    drop(server);
    println!(
        "all passed in {:.1} s: {}",
        started.elapsed().as_secs_f64(),
        summary.join(", ")
    );
    Ok(())
}

fn strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

fn cargo(arguments: &[&str], postgres: &str) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .current_dir(root())
        .env(POSTGRES, postgres)
        .status()?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`cargo {}` failed", arguments.join(" ")).into())
}
