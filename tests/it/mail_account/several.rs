//! Several mail accounts of one user.

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, IssuedTokens, SandboxHandle};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const ACCOUNTS: &str = "/v1/mail/accounts";
const STORE: &str = "/v1/auth/mail/store-tokens";
const ALVA: &str = "alva@example.com";
const WORK: &str = "work@example.com";

/// Connects an account as `account_id` says.
async fn connects(user: &User<'_>, address: &str, account_id: &str) -> IssuedTokens {
    let tokens = user
        .world
        .sandbox
        .issue_tokens_for(address, SandboxHandle::default_scopes());
    let body = json!({"access_token": tokens.access, "refresh_token": tokens.refresh, "account_id": account_id});
    let connected = user.posts(STORE, &body).await;
    assert_eq!(connected.data(201)["account_switch"], false);
    tokens
}

async fn accounts(user: &User<'_>) -> Vec<Value> {
    let listed = user.gets(ACCOUNTS).await;
    listed.data(200)["accounts"].as_array().unwrap().clone()
}

async fn states(user: &User<'_>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let accounts = accounts(user).await;
    accounts
        .iter()
        .map(|account| (text(&account["address"]), text(&account["state"])))
        .collect()
}

async fn edits(user: &User<'_>, nth: usize, body: Value) -> Value {
    let id = accounts(user).await[nth]["account_id"].clone();
    let edited = user
        .patches(&format!("{ACCOUNTS}/{}", id.as_str().unwrap()), &body)
        .await;
    edited.data(200).clone()
}

fn state(address: &str, state: &str) -> (String, String) {
    (address.to_owned(), state.to_owned())
}

// Shows: Several mail accounts | With `account_id` `new` an account is connected beside the others; retail ingests read all of them: counts are sums, and a mail that is in two mailboxes is one
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retail_ingest_reads_every_account_and_a_shared_mail_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    connects(&alva, WORK, "new").await;
    assert_eq!(
        states(&alva).await,
        [state(ALVA, "connected"), state(WORK, "connected")]
    );
    let shared = grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67");
    world.sandbox.add(&shared);
    world.sandbox.add_to(WORK, &shared);
    world
        .sandbox
        .add(&grocery(at("2026-11-11T08:00:00Z"), "204119", "20,00"));
    world
        .sandbox
        .add_to(WORK, &grocery(at("2026-11-12T08:00:00Z"), "204120", "30,00"));
    let ingested = alva.fetches_retail().await;
    assert_eq!(
        (
            &ingested["totalEmailsFound"],
            &ingested["byVendor"]["ica"],
            &ingested["errors"]
        ),
        (&json!(3), &json!(3), &json!([]))
    );
    assert_eq!(alva.lists_retail().await.len(), 3);
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    for account in accounts(&alva).await {
        assert_eq!(account["last_run"]["state"], "done");
    }
}

// Shows: Several mail accounts | A month of a landlord is processed once for all mailboxes: the notices that one run finds in them are its notices, and later ones are skipped
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_of_a_landlord_is_processed_once_for_all_accounts(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let mut alva = world.connects("Alva").await;
    connects(&alva, WORK, "new").await;
    let rent = |hour: u32, file: &str, total: i64| {
        let received = at(&format!("2026-11-10T{hour:02}:00:00Z"));
        rent_mail(received, &[(file, notice(total, "2026-11-30"))])
    };
    world.sandbox.add(&rent(8, "Hyresavi_1.pdf", 9876));
    world.sandbox.add_to(WORK, &rent(8, "Hyresavi_1.pdf", 9876));
    world.sandbox.add_to(WORK, &rent(9, "Parkering_2.pdf", 450));
    alva.ingests_latest().await.data(201);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 2);
    assert_eq!(alva.notifications().await.len(), 2, "each is told of once");
    alva.comes_back_after(TimeDelta::hours(1)).await;
    world.sandbox.add_to(WORK, &rent(10, "Hyresavi_3.pdf", 9999));
    alva.ingests_rental().await.data(200);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 2);
    let ledger = alva.ledger().await;
    let skipped = ledger.iter().filter(|(_, line)| line.contains("is processed already"));
    assert_eq!(skipped.count(), 1, "{ledger:?}");
}

// Shows: Several mail accounts | An account that must be reconnected is an entry in `errors` with its `account_id` and a notification that names it, and the others are read; only if none can be read the answer is 502 `MAIL_TOKEN_EXPIRED`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_account_is_told_of_and_the_others_are_read(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let work = connects(&alva, WORK, "new").await;
    world.sandbox.revoke(&work.refresh);
    world
        .sandbox
        .add(&grocery(at("2026-11-11T08:00:00Z"), "204119", "20,00"));
    let dead = accounts(&alva).await[1]["account_id"].clone();
    for found in [1, 0] {
        let ingested = alva.fetches_retail().await;
        assert_eq!(ingested["totalEmailsFound"], found);
        let problem = json!({
            "account_id": dead,
            "error": "work@example.com: the mail account must be reconnected",
        });
        assert_eq!(ingested["errors"], json!([problem]));
    }
    alva.ingests_rental().await.data(200);
    world.drain().await;
    let told = alva.notifications().await;
    let told: Vec<_> = told.iter().filter(|(subject, _)| subject.contains("again")).collect();
    assert!(
        told.len() == 1 && told[0].1.contains(WORK) && !told[0].1.contains(ALVA),
        "{told:?}"
    );
    assert_eq!(
        states(&alva).await,
        [state(ALVA, "connected"), state(WORK, "reconnect")]
    );
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], true);

    // Another account is not taken for it.
    let other = world
        .sandbox
        .issue_tokens_for("bo@example.com", SandboxHandle::default_scopes());
    let body = json!({"access_token": other.access, "account_id": dead});
    alva.posts(STORE, &body).await.fails(400, "INVALID_CREDENTIALS");
    let first = accounts(&alva).await[0].clone();
    edits(&alva, 0, json!({"paused": true})).await;
    let none = alva.ingests_retail().await;
    none.fails(502, "MAIL_TOKEN_EXPIRED");
    assert!(none.message().contains("reconnected"), "{}", none.message());
    connects(&alva, WORK, dead.as_str().unwrap()).await;
    assert_eq!(alva.fetches_retail().await["errors"], json!([]));
    assert_eq!(states(&alva).await, [state(ALVA, "paused"), state(WORK, "connected")]);
    assert_eq!(accounts(&alva).await[0]["account_id"], first["account_id"]);
}

// Shows: Several mail accounts | An account has a name and can be paused: it is not read until it is resumed. With none but paused ones ingests are 502 `MAIL_TOKEN_EXPIRED`, and the message says so
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_named_paused_and_resumed() {
    let world = World::start(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let none = alva.ingests_retail().await;
    none.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(none.message(), "No mail account is connected.");
    alva.connects(ALVA).await;
    connects(&alva, WORK, "new").await;
    world
        .sandbox
        .add_to(WORK, &grocery(at("2026-11-12T08:00:00Z"), "204120", "30,00"));
    let work = edits(&alva, 1, json!({"name": "  Work ", "paused": true})).await;
    assert_eq!(
        (&work["name"], &work["state"], &work["next_run_at"]),
        (&json!("Work"), &json!("paused"), &Value::Null)
    );
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    edits(&alva, 0, json!({"paused": true})).await;
    let paused = alva.ingests_retail().await;
    paused.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(paused.message(), "Every mail account is paused.");
    let work = edits(&alva, 1, json!({"paused": false})).await;
    assert_eq!((&work["name"], &work["state"]), (&json!("Work"), &json!("connected")));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(edits(&alva, 1, json!({"name": ""})).await["name"], Value::Null);
    let id = work["account_id"].as_str().unwrap();
    for wrong in [
        json!({"name": "a\nb"}),
        json!({"name": "x".repeat(101)}),
        json!({"paused": "yes"}),
    ] {
        alva.patches(&format!("{ACCOUNTS}/{id}"), &wrong)
            .await
            .fails(400, "INVALID_REQUEST");
    }
}

// Shows: Several mail accounts | Without an `account_id`, an account whose address is known is renewed, and any other replaces the first. A user has at most ten
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_is_connected_once_and_ten_are_the_most() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    connects(&alva, WORK, "new").await;
    connects(&alva, WORK, "new").await;
    alva.connects(WORK).await;
    assert_eq!(accounts(&alva).await.len(), 2);
    let tokens = world
        .sandbox
        .issue_tokens_for("bo@example.com", SandboxHandle::default_scopes());
    let switched = alva.stores_tokens(&tokens.access, Some(&tokens.refresh)).await;
    assert_eq!(switched.data(201)["account_switch"], true);
    assert_eq!(
        states(&alva).await,
        [state("bo@example.com", "connected"), state(WORK, "connected")]
    );
    for nth in 2..10 {
        connects(&alva, &format!("a{nth}@example.com"), "new").await;
    }
    let body =
        |account_id: &str| json!({"access_token": world.sandbox.issue_tokens().access, "account_id": account_id});
    alva.posts(STORE, &body("new")).await.fails(400, "INVALID_REQUEST");
    alva.posts(STORE, &body("first")).await.fails(400, "INVALID_REQUEST");
    let unknown = "00000000-0000-4000-8000-000000000000";
    alva.posts(STORE, &body(unknown)).await.fails(404, "INVALID_REQUEST");
    assert_eq!(accounts(&alva).await.len(), 10);
    alva.deletes("/v1/user/me").await.data(200);
    world.app.wait_for_background().await;
    assert_eq!(world.sandbox.calls(Endpoint::Revoke), 10, "every grant is revoked");
}

// Shows: Several mail accounts | A mailbox that can't be searched is an entry in `errors`, and the others are read; a scheduled ingest is tried again
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mailbox_that_fails_keeps_no_other_from_being_read() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    connects(&alva, WORK, "new").await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "113,67"));
    world
        .sandbox
        .add_to(WORK, &grocery(at("2026-11-12T08:00:00Z"), "204120", "30,00"));
    // What is forwarded from the one is searched for in the other.
    world.sandbox.fail_searches_for(WORK);
    let ingested = alva.fetches_retail().await;
    assert_eq!(ingested["totalEmailsFound"], 1);
    let errors = ingested["errors"].as_array().unwrap();
    assert!(!errors.is_empty(), "{ingested}");
    world.sandbox.clear_faults();
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(alva.lists_retail().await.len(), 2);
}

// Shows: Several mail accounts | A run of many mails takes turns with other jobs, and goes through one mailbox after the other
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passes_go_through_one_mailbox_after_the_other() {
    let world = World::with(Sqlite, |config| config.pipeline.ingest_batch_size = 2).await;
    let alva = world.connects("Alva").await;
    connects(&alva, WORK, "new").await;
    for nth in 0..5 {
        let mail = |order: u32| grocery(at("2026-11-10T08:00:00Z"), &order.to_string(), "10,00");
        world.sandbox.add(&mail(204_100 + nth));
        world.sandbox.add_to(WORK, &mail(204_200 + nth));
    }
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 10);
    assert_eq!(alva.lists_retail().await.len(), 10);
}
