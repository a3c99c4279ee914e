//! Schemathesis makes valid and invalid requests from the document, follows its links, and checks every answer.
//!
//! `tests/python/schemathesis.toml` holds its settings. `schemathesis_hooks.py` signs in and states the rules of the
//! contract that the document can't express. The seed is fixed here; `cargo xtask fuzz api` takes another one each time.

use invoices_tests::support::contract::Operation;
use invoices_tests::support::database::Database::Postgres;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::python;
use invoices_tests::support::world::World;
use std::time::Duration;

/// How many seconds to spend on random requests.
const SECONDS: &str = "INVOICES_FUZZ_SECONDS";
/// The limit of a run with the fixed seed.
const LIMIT: Duration = Duration::from_mins(10);

// Shows: Envelopes, requests and errors | A success is `{message…
// Shows: Envelopes, requests and errors | Every operation answers with…
// Shows: Sign-up, login and access tokens | Passwords are kept as…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schemathesis_finds_nothing() {
    // All users of this run share one grant of the sandbox, which the deletion of one of them would revoke.
    let world = World::with(Postgres, |config| {
        config.mail.revoke_url = "http://127.0.0.1:9/revoke".parse().unwrap();
    })
    .await;
    for order in 0..12 {
        world.sandbox.add(&grocery(
            at("2026-11-10T08:00:00Z"),
            &format!("2041{order:02}"),
            "113,67",
        ));
    }
    world.sandbox.add(&rent_mail(
        at("2026-11-10T08:00:00Z"),
        &[("Hyresavi_1297534008.pdf", notice(5100, "2026-11-30"))],
    ));
    let tokens = world.sandbox.issue_tokens();
    let mut program = python::python("schemathesis");
    program.env("PYTHONPATH", python::root().join("tests/python"));
    program.envs([
        ("INVOICES_URL", world.url("")),
        ("INVOICES_MAIL_ACCESS_TOKEN", tokens.access),
        ("INVOICES_MAIL_REFRESH_TOKEN", tokens.refresh),
    ]);
    program.args([
        "-m",
        "schemathesis.cli",
        "--config-file",
        "tests/python/schemathesis.toml",
        "run",
    ]);
    // The document of this build: a test adds a category.
    let document = world.folder.path().join("openapi.json");
    std::fs::write(&document, invoices_api::document(world.app.catalogue()).to_string()).unwrap();
    program.arg(&document);
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
    let output = world.while_working_within(limit, python::run(limit, program)).await;
    let operations = Operation::all(&world).len();
    for line in [
        &format!("Selected: {operations}/{operations}"),
        &format!("Tested: {operations}"),
        "No issues found",
    ] {
        assert!(output.contains(line), "{line} is not in\n{output}");
    }
    for phase in ["Examples", "Coverage", "Fuzzing", "Stateful"] {
        assert!(
            output.contains(&format!("✅ {phase}")),
            "{phase} did not run:\n{output}"
        );
    }
}
