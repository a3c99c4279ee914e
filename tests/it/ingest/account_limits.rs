//! The limits on what an account stores.

use invoices_sandbox::Endpoint;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const NO_ROOM: &str = "the account's limit on stored messages is reached; it will be fetched when there is space";
const FULL: &str =
    "The account is full: some mails were found but not stored. They will be stored when there is space.";

async fn usage(user: &User<'_>) -> Value {
    user.gets("/v1/user/me/usage").await.data(200).clone()
}

/// The number of messages that are fetched, and of those that wait for memory.
async fn fetched_and_waiting(user: &User<'_>) -> (usize, usize) {
    let ledger = user.ledger().await;
    let fetched = ledger.iter().filter(|(_, line)| line.starts_with("fetched"));
    let waiting = ledger.iter().filter(|(_, line)| *line == format!("found [] {NO_ROOM}"));
    (fetched.count(), waiting.count())
}

// Shows: Profile and deletion of the account | `GET /v1/user/me/usage` answers `stored_bytes`, `messages`, and the limit on each, absent if there is none
// Shows: Ingests | An ingest that found more than the account may store says so in its message
// Shows: Ingests | A message beyond the account's limit on bytes or messages stays `found` with that reason, costs no attempt, and is fetched once there is room; the cursor does not pass it
// Shows: Threats | One user's mails fill the disk | limits on the bytes and messages of an account
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_beyond_the_limit_wait_for_room(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.limits.account_messages = 2).await;
    for order in 204_118..204_122 {
        world.sandbox.add(&grocery(at(NOVEMBER), &order.to_string(), "100,00"));
    }
    let alva = world.connects("Alva").await;
    let answer = alva.ingests_retail().await;
    assert_eq!(answer.message(), FULL);
    let answer = answer.data(200);
    assert_eq!(answer["totalEmailsFound"], 2);
    assert_eq!(answer["errors"], json!([{"error": NO_ROOM}]));
    assert_eq!(fetched_and_waiting(&alva).await, (2, 2));
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 2, "the others cost no call");
    let used = usage(&alva).await;
    assert_eq!((&used["messages"], &used["messages_limit"]), (&json!(2), &json!(2)));
    assert!(used["stored_bytes"].as_u64().unwrap() > 400, "{used}");
    assert_eq!(used["stored_bytes_limit"], json!(4_u64 << 30));
    // The cursor does not pass them, and nothing is tried in vain.
    alva.fetches_retail().await;
    assert_eq!(fetched_and_waiting(&alva).await, (2, 2));
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 2);
    assert_eq!(world.rows("cursors", alva.id).await, 0);
    let alva_is = (alva.id, alva.email.clone(), alva.password.clone(), alva.token.clone());
    drop(alva);
    let world = world.with_settings(|config| config.limits.account_messages = 0).await;
    let (id, email, password, token) = alva_is;
    let alva = User {
        world: &world,
        id,
        email,
        password,
        token,
    };
    assert_eq!(alva.fetches_retail().await["errors"], json!([]));
    assert_eq!(alva.lists_retail().await.len(), 4);
    assert_eq!(world.sandbox.calls(Endpoint::Fetch), 4);
    assert_eq!(usage(&alva).await["messages_limit"], json!(null));
    assert!(world.rows("cursors", alva.id).await > 0);
}

// Shows: Ingests | A message beyond the…
// Shows: Threats | One user's mails fill…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_beyond_the_limit_wait_until_an_invoice_is_deleted(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world
        .with_settings(|config| (config.limits.account_mib, config.pipeline.fetch_concurrency) = (1, 1))
        .await;
    let filler = "<!-- a comment of seventy bytes, which nobody reads and which fills -->\n".repeat(9_000);
    for order in ["204118", "204119"] {
        let text = ReceiptText {
            order: Some(order),
            more: &filler,
            ..ReceiptText::default()
        };
        world.sandbox.add(&grocery_of(at(NOVEMBER), &text));
    }
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(fetched_and_waiting(&alva).await, (1, 1));
    let used = usage(&alva).await;
    assert!(
        (500_000..1 << 20).contains(&used["stored_bytes"].as_u64().unwrap()),
        "{used}"
    );
    assert_eq!(used["stored_bytes_limit"], json!(1 << 20));
    assert_eq!(usage(&bo).await["stored_bytes"], 0, "another user's count is another's");
    let first = alva.lists_retail().await.remove(0);
    alva.deletes_retail(&first["invoice_id"]).await.data(200);
    assert_eq!(usage(&alva).await["stored_bytes"], 0);
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 1);
    assert_eq!(fetched_and_waiting(&alva).await, (2, 0));
}

// Shows: Ingests | An ingest that found…
// Shows: Ingests | A message beyond the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rent_notices_count_and_wait_alike(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let world = world.with_settings(|config| config.limits.account_messages = 1).await;
    for (received, due) in [("2026-10-10T08:00:00Z", "2026-10-31"), (NOVEMBER, "2026-11-30")] {
        world
            .sandbox
            .add(&rent_mail(at(received), &[("avi.pdf", notice(9_876, due))]));
    }
    let alva = world.connects("Alva").await;
    for count in [json!({"invoiceCount": 1}), Value::Null] {
        let answer = alva.ingests_rental().await;
        assert_eq!((answer.data(200), answer.message()), (&count, FULL));
        assert_eq!(fetched_and_waiting(&alva).await, (1, 1));
    }
    let latest = alva.ingests_latest().await;
    assert_eq!((latest.data(200), latest.message()), (&Value::Null, FULL));
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 1);
}
