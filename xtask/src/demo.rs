//! `invoices demo` on the cloud engines.

use test_servers::moto::Moto;
use test_servers::postgres::Postgres;

use crate::{Result, python, root, tool};

/// Runs the demo with a temporary PostgreSQL, and moto in place of AWS. Installs both if they are missing.
pub fn run(arguments: &[String]) -> Result<()> {
    tool::install_postgres();
    let postgres = Postgres::start()?;
    let requirements = std::fs::read_to_string(root().join("tests/python/moto.txt"))?;
    let moto = Moto::start(&python::environment("moto", &requirements)?)?;
    let mut demo = tool::cargo();
    demo.args(["run", "--release", "--features", "full"]);
    demo.args(["--", "demo", "--engine", "cloud"]).args(arguments);
    demo.env("INVOICES_DEMO_POSTGRES", postgres.url());
    demo.env("INVOICES_DEMO_AWS", moto.url());
    tool::run(&mut demo)
}
