//! Which vendors are searched for: the built-in ones and those of the operator.

use invoices_sandbox::{Endpoint, Fault};
use invoices_tests::support::database::Database::{self, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery, receipt};
use invoices_tests::support::world::World;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";

fn shop(id: &str, pattern: &str, subjects: &[&str]) -> Value {
    json!({
        "vendor_id": id, "vendor_name": format!("Shop {id}"), "sub_type": "miscellaneous",
        "email_patterns": [pattern], "subject_keywords": subjects
    })
}

fn order(from: &str, number: &str) -> Vec<u8> {
    let text = ReceiptText {
        order: Some(number),
        date: Some("2026-11-10"),
        ..ReceiptText::default()
    };
    receipt(from, "Orderbekräftelse", at(NOVEMBER), &text.html())
}

// Shows: Retail invoices | Without active vendors 200 with the sentence that says so, zero and an empty `byVendor`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_vendors_nothing_is_searched() {
    let world = World::start(Sqlite).await;
    let off = json!([{"vendor_id": "ica", "vendor_name": "ICA", "sub_type": "grocery", "active": false, "email_patterns": [GROCER]}]);
    for vendors in [json!([]), off] {
        let world = World::start(world.database).await.with_only_vendors(&vendors).await;
        let alva = world.connects("Alva").await;
        world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
        let answer = alva.ingests_retail().await;
        assert_eq!(
            answer.message(),
            "No active vendors configured for retail invoice fetching"
        );
        let data = answer.data(200);
        assert_eq!((&data["totalEmailsFound"], &data["byVendor"]), (&json!(0), &json!({})));
        assert_eq!(data["dateRange"], json!({"start": "2026/10/19", "end": "2026/11/18"}));
        let days = alva.ingests_days("2026-11-01", "2026-11-02").await;
        assert_eq!(
            days.data(200)["dateRange"],
            json!({"start": "2026/11/01", "end": "2026/11/02"})
        );
        assert_eq!(world.sandbox.calls(Endpoint::Search), 0);
        let bo = world.signs_up("Bo").await;
        bo.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    }
}

// Shows: Retail invoices | Without active vendors 200…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_category_without_vendors_says_so() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_only_vendors(&json!([shop("corner", "corner.example.com", &[])]))
        .await;
    let alva = world.connects("Alva").await;
    let answer = alva
        .posts("/v1/invoices/retail/ingest", &json!({"vendor_category": "travel"}))
        .await;
    assert_eq!(answer.data(200)["byVendor"], json!({}));
    assert_eq!(
        answer.message(),
        "No active vendors configured for retail invoice fetching"
    );
}

/// They are merged into the built-in vendors.
// Shows: Retail invoices | Vendors are configured: patterns of senders, words of subjects, a category, active or not
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_adds_and_disables_vendors() {
    let world = World::start(Sqlite).await;
    let vendors = json!([
        shop("corner-shop", "corner.example.com", &["Orderbekräftelse"]),
        {"vendor_id": "ica", "vendor_name": "ICA", "sub_type": "grocery", "active": false, "email_patterns": [GROCER]},
    ]);
    let world = world
        .with_only_vendors(&vendors)
        .await
        .with_settings(|config| config.retail.replace_vendors = false)
        .await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    world.sandbox.add(&order("order@mail.corner.example.com", "2"));
    world.sandbox.add(&order("order@corner.example.org", "3"));
    let data = alva.fetches_retail().await;
    assert_eq!(
        (&data["totalEmailsFound"], &data["byVendor"]["corner-shop"]),
        (&json!(1), &json!(1))
    );
    assert!(
        data["byVendor"].get("ica").is_none() && data["byVendor"].get("coop").is_some(),
        "{data}"
    );
    let list = alva.lists_retail().await;
    assert_eq!(
        (list.len(), &list[0]["vendor_name"], &list[0]["sub_type"]),
        (1, &json!("Shop corner-shop"), &json!("miscellaneous"))
    );
    assert!(
        world.objects()[0].contains("/retail/miscellaneous/corner-shop_2026-11-10_"),
        "{:?}",
        world.objects()
    );
}

/// Only names of files have hyphens instead.
// Shows: Retail invoices | Vendors are named in `byVendor` and `errors` as they are configured; only names of files have `-` for `_`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vendor_is_named_as_it_is_configured() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_only_vendors(&json!([shop("corner_shop", "corner.example.com", &[])]))
        .await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&order("order@corner.example.com", "2"));
    assert_eq!(alva.fetches_retail().await["byVendor"], json!({"corner_shop": 1}));
    assert_eq!(alva.fetches_retail().await["byVendor"], json!({"corner_shop": 0}));
    assert!(
        world.objects()[0].contains("/miscellaneous/corner-shop_2026-11-10_"),
        "{:?}",
        world.objects()
    );
    // One search succeeds, so that the answer names the vendor of the other.
    let two = json!([
        shop("corner_shop", "corner.example.com", &[]),
        shop("other", "other.example.com", &[])
    ]);
    let world = World::start(world.database).await.with_only_vendors(&two).await;
    let alva = world.connects("Alva").await;
    world.sandbox.fail_searches_for("corner.example.com");
    let data = alva.fetches_retail().await;
    assert_eq!(data["errors"][0]["vendor_id"], "corner_shop", "{data}");
    assert_eq!(data["byVendor"], json!({"corner_shop": 0, "other": 0}));
}

/// The more specific pattern decides.
// Shows: Retail invoices | A mail that matches two vendors belongs to the one with the more specific pattern
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_most_specific_vendor_gets_the_mail() {
    let world = World::start(Sqlite).await;
    let vendors = json!([
        shop("a-domain", "mail.example.com", &[]),
        shop("b-address", "orders@mail.example.com", &[]),
        shop("c-glob", "*@*.example.com", &[]),
    ]);
    let world = world.with_only_vendors(&vendors).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&order("Orders@Mail.Example.com", "1"));
    world.sandbox.add(&order("news@mail.example.com", "2"));
    world.sandbox.add(&order("x@shop.example.com", "3"));
    let data = alva.fetches_retail().await;
    assert_eq!(data["byVendor"], json!({"a-domain": 1, "b-address": 1, "c-glob": 1}));
    assert_eq!(data["totalEmailsFound"], 3, "each counts once");
    let mut names: Vec<String> = alva
        .lists_retail()
        .await
        .iter()
        .map(|invoice| invoice["vendor_name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["Shop a-domain", "Shop b-address", "Shop c-glob"]);
}

/// The search of the provider matches more than the patterns.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_only_resembles_a_vendors_is_skipped() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_only_vendors(&json!([shop("corner", "*@corner.example.com", &["Ditt kvitto"])]))
        .await;
    let alva = world.connects("Alva").await;
    let html = ReceiptText::default().html();
    world.sandbox.add(&receipt(
        "x@corner.example.com.example.net",
        "Ditt kvitto",
        at(NOVEMBER),
        &html,
    ));
    world
        .sandbox
        .add(&receipt("x@corner.example.com", "Kvitto ditt", at(NOVEMBER), &html));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    assert_eq!(world.objects(), Vec::<String>::new());
}

/// Stored mails stay, and the others follow when the account is connected again.
// Shows: Retail invoices | A token that dies in the middle is 502 `MAIL_TOKEN_EXPIRED`; what was stored stays
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_revoked_during_an_ingest_loses_nothing() {
    let world = World::start(Sqlite).await;
    let world = world
        .with_only_vendors(&json!([shop("corner", "corner.example.com", &[])]))
        .await;
    let world = world
        .with_settings(|config| config.pipeline.fetch_concurrency = 1)
        .await;
    let alva = world.connects("Alva").await;
    for number in 1..=5 {
        world
            .sandbox
            .add(&order("order@corner.example.com", &number.to_string()));
    }
    // It succeeds for the search and two messages.
    world.sandbox.fail_after(Fault::TokenRevoked, 3);
    alva.ingests_retail().await.fails(502, "MAIL_TOKEN_EXPIRED");
    assert_eq!(alva.lists_retail().await.len(), 2);
    assert_eq!(alva.profile().await.data(200)["mail_account_connected"], false);
    world.sandbox.clear_faults();
    alva.connects("alva@example.com").await;
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 3);
    assert_eq!(alva.lists_retail().await.len(), 5);
}

/// The error says why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_vendors_file_is_refused_at_the_start() {
    use std::error::Error;
    let world = World::start(Database::Sqlite).await;
    for (file, reason) in [
        ("[", "EOF"),
        (r#"[{"vendor_id": "x"}]"#, "missing field"),
        (
            r#"[{"vendor_id": "x", "vendor_name": "X", "sub_type": "toys", "email_patterns": ["x@example.com"]}]"#,
            "unknown sub-type toys",
        ),
        (
            r#"[{"vendor_id": "x", "vendor_name": "X", "sub_type": "grocery", "email_patterns": ["*"]}]"#,
            "not a sender",
        ),
        (
            r#"[{"vendor_id": "../x", "vendor_name": "X", "sub_type": "grocery", "email_patterns": ["x@example.com"]}]"#,
            "vendor",
        ),
        (
            r#"[{"vendor_id": "x", "vendor_name": "X", "sub_type": "grocery", "email_patterns": ["x@example.com"], "colour": 1}]"#,
            "unknown field",
        ),
        (
            r#"[{"vendor_id": "x", "vendor_name": "X", "sub_type": "grocery", "email_patterns": ["x@example.com"],
                "labels": [{"class": "total_amount", "phrase": "Moms"}]}]"#,
            "already names an amount that is no total",
        ),
        (
            r#"[{"vendor_id": "x", "vendor_name": "X", "sub_type": "grocery", "email_patterns": ["x@example.com"],
                "not_invoice": ["week 12"]}]"#,
            "no digits",
        ),
    ] {
        let path = world.folder.path().join("bad.json");
        std::fs::write(&path, file).unwrap();
        let mut config = world.config.clone();
        config.retail.vendors_file = Some(path);
        let error = invoices_service::start::catalogue(&config).expect_err(file);
        let source = error.source().unwrap().to_string();
        assert!(source.contains(reason), "{file}: {source}");
    }
}
