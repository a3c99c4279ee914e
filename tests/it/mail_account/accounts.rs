//! Mail accounts as a list, and disconnecting one.

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const ACCOUNTS: &str = "/v1/mail/accounts";

async fn accounts(user: &User<'_>) -> Vec<Value> {
    let listed = user.gets(ACCOUNTS).await;
    listed.data(200)["accounts"].as_array().unwrap().clone()
}

async fn disconnects(user: &User<'_>) {
    let account = accounts(user).await.remove(0);
    let answer = user.deletes(&path(&account)).await;
    assert_eq!(answer.data(200), &Value::Null);
}

fn path(account: &Value) -> String {
    format!("{ACCOUNTS}/{}", account["account_id"].as_str().unwrap())
}

/// The grants that were revoked since the last look.
async fn revoked(world: &World) -> u64 {
    world.app.wait_for_background().await;
    let revoked = world.sandbox.calls(Endpoint::Revoke);
    world.sandbox.reset_calls();
    revoked
}

// Shows: Connecting a mail account | `GET /v1/mail/accounts` lists the connected account with its id, `address`, `provider`, `connected_by`, `state`, the last run that has ended and the time of the next; one that was refused has the state `reconnect`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connected_account_is_listed_with_its_runs(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    assert!(accounts(&alva).await.is_empty());
    alva.connects("alva@example.com").await;
    let account = accounts(&alva).await.remove(0);
    let expected = json!({
        "account_id": account["account_id"],
        "address": "alva@example.com",
        "provider": "google",
        "connected_by": "tokens",
        "state": "connected",
        "next_run_at": "2026-11-19T08:30:00Z",
    });
    assert_eq!(account, expected);
    alva.fetches_retail().await;
    let last = &accounts(&alva).await[0]["last_run"];
    assert_eq!((&last["ingest"], &last["state"]), (&json!("retail"), &json!("done")));
    assert_eq!(last["finished_at"], "2026-11-18T09:00:00Z");
}

// Shows: Connecting a mail account | `GET /v1/mail/accounts` lists the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_account_is_listed_and_can_be_disconnected(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::TokenRevoked);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    let account = accounts(&alva).await.remove(0);
    assert_eq!(account["state"], "reconnect");
    assert_eq!(
        (&account["provider"], &account["connected_by"], &account["next_run_at"]),
        (&json!("google"), &json!("tokens"), &Value::Null)
    );
    assert_eq!(account["last_run"]["error"]["code"], "MAIL_TOKEN_EXPIRED");
    disconnects(&alva).await;
    assert!(accounts(&alva).await.is_empty());
    assert_eq!(revoked(&world).await, 0, "there is no grant to revoke");
}

// Shows: Connecting a mail account | `DELETE /v1/mail/accounts/{account_id}` removes the tokens: `mail_account_connected` becomes false, invoices stay, and the same address has the same id again. Another user's account and an unknown one are 404 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn disconnecting_removes_the_tokens_and_keeps_the_invoices(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67"));
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    alva.fetches_retail().await;
    let account = accounts(&alva).await.remove(0);
    for (user, path) in [
        (&bo, path(&account)),
        (&alva, path(&accounts(&bo).await[0])),
        (&alva, format!("{ACCOUNTS}/nonsense")),
    ] {
        user.deletes(&path).await.fails(404, "INVALID_REQUEST");
    }
    disconnects(&alva).await;
    alva.deletes(&path(&account)).await.fails(404, "INVALID_REQUEST");
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    assert!(accounts(&alva).await.is_empty());
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    let secrets = world.files().into_iter().filter(|file| file.contains("/secrets/"));
    assert!(!secrets.into_iter().any(|file| file.contains(&alva.id.to_string())));
    assert_eq!(alva.lists_retail().await.len(), 1);
    assert_eq!(bo.profile().await.data(200)["mail_account_connected"], true);
    alva.connects("alva@example.com").await;
    assert_eq!(accounts(&alva).await[0]["account_id"], account["account_id"]);
    assert_eq!(
        alva.fetches_retail().await["totalEmailsFound"],
        0,
        "its mails are known"
    );
}

/// The provider revokes every token of an account at once.
// Shows: Connecting a mail account | Disconnecting an account and deleting its user revoke the grant at the provider, unless another user has the address connected
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_grant_is_revoked_when_nobody_else_has_the_address_connected(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let (alva, bo, mut cleo) = (
        world.connects("Alva").await,
        world.connects("Bo").await,
        world.connects("Cleo").await,
    );
    world.signs_up("Dora").await.connects("dora@example.com").await;
    disconnects(&alva).await;
    assert_eq!(revoked(&world).await, 0, "Bo and Cleo have it connected");
    bo.deletes("/v1/user/me").await.data(200);
    assert_eq!(revoked(&world).await, 0, "Cleo has it connected");
    cleo.comes_back_after(TimeDelta::hours(2)).await;
    cleo.fetches_retail().await;
    disconnects(&cleo).await;
    assert_eq!(revoked(&world).await, 1);
}
