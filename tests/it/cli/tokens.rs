//! Access tokens for scripts.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::world::World;

use super::Machine;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_made_used_by_a_script_and_revoked() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let machine = Machine::of(&alva).await;
    assert_eq!(machine.runs(&["token"]).await.succeeds(), "No access tokens.\n");
    let create = [
        "token",
        "create",
        "bookkeeping",
        "--scope",
        "read",
        "--scope",
        "ingest",
        "--days",
        "365",
    ];
    let created = machine.runs(&create).await;
    let token = created.succeeds().trim().to_owned();
    assert!(token.starts_with("invoices_"), "{token}");
    assert!(created.err.contains("not shown again"), "{}", created.err);

    let elsewhere = Machine::new(&world);
    let script = async |arguments: &[&str]| {
        let mut command = elsewhere.command(arguments);
        command.env("INVOICES_URL", world.url("")).env("INVOICES_TOKEN", &token);
        elsewhere.ends(command, "").await
    };
    script(&["list", "retail"]).await.succeeds();
    let refused = script(&["token", "create", "another", "--scope", "all"]).await;
    assert!(refused.fails(1).contains("Log in with the password"), "{}", refused.err);

    let table = machine.runs(&["token"]).await.succeeds();
    assert!(
        table.contains("bookkeeping") && table.contains("read ingest"),
        "{table}"
    );
    let listed = machine.runs(&["token", "--json"]).await.json();
    let id = listed[0]["token_id"].as_str().unwrap();
    assert!(listed[0]["last_used_at"].is_string(), "{listed}");
    machine.runs(&["token", "revoke", id]).await.succeeds();
    let after = script(&["list", "retail"]).await;
    assert!(
        after.fails(3).contains("INVOICES_TOKEN is no longer valid"),
        "{}",
        after.err
    );
    machine.runs(&["token", "revoke", id]).await.fails(4);
    machine
        .runs(&["token", "create", "x", "--scope", "write"])
        .await
        .fails(2);
}
