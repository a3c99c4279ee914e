//! Every check and test that a change must pass.

mod changed;
mod lint;

use std::ffi::OsString;
use std::process::Command;
use std::thread;
use std::time::Instant;

use test_servers::dovecot;
use test_servers::moto::Moto;
use test_servers::postgres::Postgres;

use crate::supply::Supply;
use crate::{Result, deploy, npm, python, regen, root, tidy, tool};

pub use changed::run as run_changed;

/// The variable with the address of the PostgreSQL server.
const POSTGRES: &str = "INVOICES_TEST_POSTGRES";
/// The variable with the folder of the Python environments: `<name>/bin/python`.
const PYTHON: &str = "INVOICES_TEST_PYTHON";
/// The variable with the folder of the linters from npm.
const NPM: &str = "INVOICES_TEST_NPM";
/// The variable with the address of moto.
const AWS: &str = "INVOICES_TEST_AWS";

/// The variable with the number of tests that run at once.
const THREADS: &str = "RUST_TEST_THREADS";

/// Tests start the programs, and `cargo test` for one package does not build those of others.
const BUILD_PROGRAMS: [&str; 6] = ["build", "--workspace", "--bin", "invoices", "--bin", "invoices-cli"];

/// Runs all checks and tests in order and stops at the first failure. With `arguments`, runs only `cargo test` with them.
pub fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        return with(&strs(arguments), &[]);
    }
    let started = Instant::now();
    let mut summary = Vec::new();
    let mut step = |name: &str, run: &dyn Fn() -> Result<()>| -> Result<()> {
        println!("== {name}");
        let started = Instant::now();
        run().map_err(|error| format!("{name}: {error}"))?;
        summary.push(format!("{name} {:.1} s", started.elapsed().as_secs_f64()));
        Ok(())
    };
    step("tidy", &tidy::run)?;
    // Its name in the summary shows whether advisories were checked.
    let supply = Supply::prepared()?;
    step(supply.name(), &|| supply.check())?;
    step("deploy", &deploy::check)?;
    // Installing what tests start mostly waits for downloads, so it goes beside the builds. The steps above install programs too.
    // A scope waits for it when a step fails, and stops its servers.
    thread::scope(|scope| -> Result<()> {
        let prepared = scope.spawn(|| environment().map_err(|error| error.to_string()));
        step("fmt", &|| cargo(&["fmt", "--all", "--check"], &[]))?;
        let lint = lint::variables()?;
        // What a user builds without the engines. With the features of the parsers and of the workspace's dependencies, the next step
        // compiles none of them again, and replaces the program.
        let packages = ["invoices-server", "invoices-parsers", "workspace-features"].map(|name| ["--package", name]);
        // By their names alone: `invoices-parsers/all` would be a feature of its dependency on itself.
        let features = ["--features", "all,regex,service"];
        let default = [&["build"], packages.as_flattened(), &features].concat();
        step("build without engines", &|| cargo(&default, &lint))?;
        // Includes benches, which `test` does not build.
        let build = ["build", "--workspace", "--all-targets"];
        step("build and lint", &|| cargo(&build, &lint))?;
        step("regen --check", &regen::check_built)?;
        let (_servers, environment) = prepared.join().map_err(|_| "installing what tests start failed")??;
        step("test", &|| test(&[&environment[..], &lint].concat()))
    })?;
    let seconds = started.elapsed().as_secs_f64();
    println!("all passed in {seconds:.1} s: {}", summary.join(", "));
    Ok(())
}

/// Runs all tests. The walk of a parser's author compiles most of the time, on one core: it runs beside the others, and behind them.
fn test(environment: &[(&str, OsString)]) -> Result<()> {
    const WALK: &str = "page::every_command_prints_what_the_page_shows";
    let variables = || environment.iter().map(|(name, value)| (name, value));
    thread::scope(|scope| {
        let walk = scope.spawn(|| {
            let mut walk = Command::new("nice");
            let cargo = tool::cargo();
            walk.arg(cargo.get_program()).current_dir(root()).envs(variables());
            walk.args(["test", "--workspace", "--test", "author"]).output()
        });
        // A failure in one binary does not hide those in others.
        let others = ["test", "--workspace", "--no-fail-fast", "--", "--skip", WALK];
        let others = tool::run(tool::cargo().args(others).envs(variables()));
        let walk = walk.join().map_err(|_| "the walk of a parser's author panicked")??;
        println!(
            "{}{}",
            String::from_utf8_lossy(&walk.stderr),
            String::from_utf8_lossy(&walk.stdout)
        );
        match others {
            Ok(()) if !walk.status.success() => Err("the walk of a parser's author failed".into()),
            others => others,
        }
    })
}

/// Runs `cargo test` with these arguments and variables, and with the servers that tests need. Lints are not checked.
pub fn with(arguments: &[&str], variables: &[(&'static str, OsString)]) -> Result<()> {
    let (_servers, environment) = environment()?;
    cargo(&BUILD_PROGRAMS, &[])?;
    let environment = [&environment[..], variables].concat();
    cargo(&[&["test"], arguments].concat(), &environment)
}

/// A homeserver of Matrix, which a walk sends messages to.
const SYNAPSE: &str = "matrix-synapse==1.163.2\n";

/// Runs the tests that are marked as a walk, or those of them whose path contains `name`.
pub fn walk(name: Option<&str>) -> Result<()> {
    if name.is_none_or(|name| "homeserver".contains(name)) {
        python::environment("synapse", SYNAPSE)?;
    }
    let tests = ["--package", "invoices-tests", "--test", "it"].into_iter().chain(name);
    let tests: Vec<_> = tests.chain(["--", "--ignored", "--nocapture"]).collect();
    with(&tests, &[])
}

/// Dropping a server stops it.
type Servers = (Postgres, Moto);

/// Starts the servers that tests need, and installs the programs that they start. The variables hold the addresses, and how many
/// tests run at once.
fn environment() -> Result<(Servers, Vec<(&'static str, OsString)>)> {
    tool::install_postgres();
    let postgres = Postgres::start()?;
    let pythons = python::environments()?;
    let moto = Moto::start(&pythons.join("moto/bin/python"))?;
    for (program, package) in [
        ("haproxy", "haproxy"),
        ("prometheus", "prometheus"),
        ("chromedriver", "chromium-driver"),
        ("faketime", "faketime"),
    ] {
        // If this fails, the test that starts it names the package.
        let _ = tool::from_apt(program, package);
    }
    if dovecot::find().is_none() {
        // The same.
        let _ = tool::from_apt("dovecot", "dovecot-imapd");
    }
    let mut variables = vec![
        (POSTGRES, postgres.url().into()),
        (AWS, moto.url().into()),
        (PYTHON, pythons.into_os_string()),
        (NPM, npm::programs()?.into_os_string()),
    ];
    // Tests wait for servers, and for what takes a while by design; one more keeps the cores in use meanwhile.
    if std::env::var_os(THREADS).is_none() {
        let threads = std::thread::available_parallelism()?.get() + 1;
        variables.push((THREADS, threads.to_string().into()));
    }
    Ok(((postgres, moto), variables))
}

fn strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

fn cargo(arguments: &[&str], environment: &[(&str, OsString)]) -> Result<()> {
    let variables = environment.iter().map(|(name, value)| (name, value));
    tool::run(tool::cargo().args(arguments).envs(variables))
}
