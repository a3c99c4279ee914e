//! Searches and fetches that fail during a retail ingest: what the answer names, and what the next ingest searches again.

use chrono::TimeDelta;
use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{ReceiptText, at, grocery, receipt};
use invoices_tests::support::world::World;
use serde_json::{Value, json};

use super::days;

/// Two vendors.
fn two_shops() -> Value {
    json!([
        {"vendor_id": "apple-barn", "vendor_name": "Apple Barn", "sub_type": "grocery", "email_patterns": ["apples@example.com"]},
        {"vendor_id": "bean-shop", "vendor_name": "Bean Shop", "sub_type": "clothing", "email_patterns": ["beans@example.com"]},
    ])
}

/// It is named in the answer and searched again from its old cursor.
// Shows: Retail invoices | The cursor moves only for vendors whose search succeeded, and only if no gap is left
// Shows: Retail invoices | All searches failed: 502…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_successful_searches_move_the_cursors() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_only_vendors(&two_shops())
        .await
        .with_settings(|config| config.mail.max_query_length = 20)
        .await;
    let mut alva = world.connects("Alva").await;
    // Both attempts of the first search.
    world.sandbox.fail_times(Fault::Search500, 2);
    let answer = alva.ingests_retail().await;
    let data = answer.data(200);
    let entry = json!([{"vendor_id": "apple-barn", "error": "the mailbox search failed; the next run tries again"}]);
    assert_eq!(data["errors"], entry);
    assert_eq!(data["byVendor"], json!({"apple-barn": 0, "bean-shop": 0}));
    alva.comes_back_after(TimeDelta::days(2)).await;
    assert_eq!(
        alva.fetches_category("clothing").await["dateRange"],
        days("2026/11/18", "2026/11/20")
    );
    assert_eq!(
        alva.fetches_category("grocery").await["dateRange"],
        days("2026/10/21", "2026/11/20")
    );
    assert_eq!(
        alva.fetches_retail().await["dateRange"],
        days("2026/11/20", "2026/11/20")
    );
}

/// Each vendor is then searched alone, so that only the failing one is named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shared_search_that_fails_is_split() {
    let world = World::start(Sqlite).await;
    let world = world.with_only_vendors(&two_shops()).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail_times(Fault::Search500, 2);
    assert_eq!(alva.fetches_retail().await["errors"], json!([]), "each alone succeeded");
    world.sandbox.fail_times(Fault::Search500, 4);
    let errors = alva.fetches_retail().await["errors"].clone();
    assert_eq!(
        (errors.as_array().unwrap().len(), &errors[0]["vendor_id"]),
        (1, &json!("apple-barn"))
    );
}

/// The failing vendor is named, the others' mails are ingested, and its own follow with the next successful
/// search, from its old cursor.
// Shows: Retail invoices | All searches failed: 502…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_that_fails_for_one_vendor_does_not_affect_the_others() {
    let world = World::start(Sqlite).await;
    let mut shops = two_shops();
    shops.as_array_mut().unwrap().push(json!({"vendor_id": "corn-shop", "vendor_name": "Corn Shop", "sub_type": "grocery", "email_patterns": ["corn@example.com"]}));
    let world = world.with_only_vendors(&shops).await;
    let mut alva = world.connects("Alva").await;
    for (sender, order) in [
        ("apples@example.com", "1"),
        ("beans@example.com", "2"),
        ("corn@example.com", "3"),
    ] {
        let text = ReceiptText {
            order: Some(order),
            ..ReceiptText::default()
        };
        world.sandbox.add(&receipt(
            sender,
            "Ditt kvitto",
            at("2026-11-10T08:00:00Z"),
            &text.html(),
        ));
    }
    world.sandbox.fail_searches_for("beans@example.com");
    let data = alva.fetches_retail().await;
    let entry = json!([{"vendor_id": "bean-shop", "error": "the mailbox search failed; the next run tries again"}]);
    assert_eq!(data["errors"], entry);
    assert_eq!(
        data["byVendor"],
        json!({"apple-barn": 1, "bean-shop": 0, "corn-shop": 1})
    );
    let senders = |query: &str| query.matches("@example.com").count();
    let asked: Vec<usize> = world.sandbox.queries().iter().map(|query| senders(query)).collect();
    assert_eq!(
        asked,
        [3, 3, 1, 1, 1, 1],
        "once more together, then each by itself, and the failing one once more"
    );
    alva.comes_back_after(TimeDelta::days(2)).await;
    assert_eq!(
        alva.fetches_category("grocery").await["dateRange"],
        days("2026/11/18", "2026/11/20")
    );
    world.sandbox.clear_faults();
    let data = alva.fetches_category("clothing").await;
    assert_eq!(
        (&data["dateRange"], &data["byVendor"]),
        (&days("2026/10/21", "2026/11/20"), &json!({"bean-shop": 1}))
    );
    assert_eq!((&data["errors"], alva.lists_retail().await.len()), (&json!([]), 3));
}

/// After a shared search the vendor is unknown.
// Shows: Retail invoices | An entry of a mail names the vendor whose search alone found it, else `unknown`
// Shows: Ingests | An entry of `errors` names the vendor if it is known
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_message_names_its_vendor_if_it_is_known() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_only_vendors(&two_shops())
        .await
        .with_settings(|config| config.pipeline.fetch_concurrency = 1)
        .await;
    let text = ReceiptText {
        order: Some("1"),
        ..ReceiptText::default()
    };
    let id = world.sandbox.add(&receipt(
        "beans@example.com",
        "Ditt kvitto",
        at("2026-11-10T08:00:00Z"),
        &text.html(),
    ));
    let other = ReceiptText {
        order: Some("2"),
        ..ReceiptText::default()
    };
    world.sandbox.add(&receipt(
        "beans@example.com",
        "Ditt kvitto",
        at("2026-11-09T08:00:00Z"),
        &other.html(),
    ));
    let error = "the message could not be fetched; the next run tries again";
    let alva = world.connects("Alva").await;
    // The newest message is fetched first. Both attempts fail.
    world.sandbox.fail_times(Fault::Fetch500, 2);
    assert_eq!(
        alva.fetches_retail().await["errors"],
        json!([{"message_id": id, "error": error}])
    );
    let bo = world.connects("Bo").await;
    world.sandbox.fail_times(Fault::Fetch500, 2);
    let errors = json!([{"vendor_id": "bean-shop", "message_id": id, "error": error}]);
    assert_eq!(bo.fetches_category("clothing").await["errors"], errors);
    for user in [alva, bo] {
        let data = user.fetches_retail().await;
        assert_eq!((&data["totalEmailsFound"], &data["errors"]), (&json!(1), &json!([])));
        assert_eq!(user.lists_retail().await.len(), 2);
    }
}

// Shows: Retail invoices | All searches failed: 502 `DEPENDENCY_FAILURE`. Some: 200, with an entry for each vendor concerned
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_every_search_fails_the_ingest_fails() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at("2026-11-10T08:00:00Z"), "1", "100,00"));
    world.sandbox.fail(Fault::Search500);
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    let calls = world.sandbox.calls(Endpoint::Search);
    assert!(calls < 40, "a provider that is down was asked {calls} times");
    world.sandbox.clear_faults();
    let data = alva.fetches_retail().await;
    assert_eq!(
        (&data["totalEmailsFound"], &data["dateRange"]),
        (&json!(1), &days("2026/10/19", "2026/11/18"))
    );
}

/// The search is not split.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_limits_the_rate_is_not_called_again() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail(Fault::RateLimited { retry_after: Some(30) });
    alva.ingests_retail().await.fails(502, "DEPENDENCY_FAILURE");
    let calls = world.sandbox.calls(Endpoint::Search);
    assert!(calls <= 4, "it was asked {calls} times");
}
