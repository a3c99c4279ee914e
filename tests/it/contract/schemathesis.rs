//! What a stranger finds who has nothing but the document: Schemathesis makes requests of it, good and bad, one by one
//! and along its links, and holds the answers to it.
//!
//! `tests/python/schemathesis.toml` has its settings, `schemathesis_hooks.py` beside it who it is, and which rules of
//! the contract the document can't say. Here its seed is fixed; `cargo xtask fuzz api` takes another each time.

use std::time::Duration;

use crate::contract::Operation;
use crate::mails::{at, grocery, notice, rent_mail};
use crate::on_both_databases;
use crate::python;
use crate::world::World;

/// Where set, so many seconds are spent on random requests.
const SECONDS: &str = "INVOICES_FUZZ_SECONDS";
/// Ample for one that is not.
const LIMIT: Duration = Duration::from_mins(5);

on_both_databases! {
    async fn schemathesis_finds_nothing(world: World) {
        for order in 0..12 {
            world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z"), &format!("2041{order:02}"), "113,67"));
        }
        world.sandbox.add(&rent_mail(at("2026-11-10T08:00:00Z"), &[("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"))]));
        let tokens = world.sandbox.issue_tokens();
        let mut program = python::python("schemathesis");
        program.env("PYTHONPATH", python::root().join("tests/python"));
        program.envs([
            ("INVOICES_URL", world.url("")),
            ("INVOICES_MAIL_ACCESS_TOKEN", tokens.access),
            ("INVOICES_MAIL_REFRESH_TOKEN", tokens.refresh),
        ]);
        program.args(["-m", "schemathesis.cli", "--config-file", "tests/python/schemathesis.toml", "run", "openapi.json"]);
        program.args(["--checks", "all", "--url", &world.url("")]);
        let limit = match std::env::var(SECONDS) {
            Ok(seconds) => {
                program.args(["--max-time", &seconds]);
                LIMIT + Duration::from_secs(seconds.parse().unwrap())
            }
            Err(_) => {
                program.args(["--seed", "20261118", "--max-examples", "40"]);
                LIMIT
            }
        };
        let said = world.while_working_within(limit, python::succeeds(program)).await;
        let operations = Operation::all(&world).len();
        for line in [&format!("Selected: {operations}/{operations}"), &format!("Tested: {operations}"), "No issues found"] {
            assert!(said.contains(line), "{line} is not in\n{said}");
        }
        for phase in ["Examples", "Coverage", "Fuzzing", "Stateful"] {
            assert!(said.contains(&format!("✅ {phase}")), "{phase} did not run:\n{said}");
        }
    }
}
