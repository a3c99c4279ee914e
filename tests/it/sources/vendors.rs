//! A user's own vendors, and the operator's.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{GROCER, ReceiptText, at, grocery, receipt};
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const BAKER: &str = "kvitto@bageriet.example.com";
const VENDORS: &str = "/v1/sources/vendors";

fn bakery() -> Value {
    json!({"name": "Bageriet på hörnet", "sub_type": "grocery", "email_patterns": [BAKER]})
}

fn bread(from: &str, order: &str, received: &str) -> Vec<u8> {
    let text = ReceiptText {
        order: Some(order),
        ..ReceiptText::default()
    };
    receipt(from, "Ditt kvitto", at(received), &text.html())
}

// Shows: Sources and discovery | `GET /v1/sources` lists the…
// Shows: Sources and discovery | A landlord or vendor…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vendor_of_ones_own_is_searched_for_and_counts_for_nobody_else(
    #[values(Sqlite, Postgres)] database: Database,
) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    world.sandbox.add(&bread(BAKER, "B-1", NOVEMBER));
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 0);
    let vendor = alva.posts(VENDORS, &bakery()).await.data(201).clone();
    assert_eq!(
        vendor,
        json!({
            "vendor_id": "bageriet-pa-hornet", "name": "Bageriet på hörnet", "sub_type": "grocery", "email_patterns": [BAKER],
            "subject_keywords": [], "active": true, "origin": "user",
        })
    );
    assert_eq!(
        alva.posts(VENDORS, &bakery()).await.data(201),
        &vendor,
        "the same again adds nothing"
    );
    let data = alva.fetches_retail().await;
    assert_eq!(data["byVendor"]["bageriet-pa-hornet"], 1, "{data}");
    let invoices = alva.lists_retail().await;
    assert_eq!(
        (&invoices[0]["vendor_name"], &invoices[0]["sub_type"]),
        (&json!("Bageriet på hörnet"), &json!("grocery"))
    );
    let data = bo.fetches_retail().await;
    assert!(data["byVendor"].get("bageriet-pa-hornet").is_none(), "{data}");
    let listed = bo.gets("/v1/sources").await.data(200)["vendors"].clone();
    assert!(
        listed
            .as_array()
            .unwrap()
            .iter()
            .all(|vendor| vendor["origin"] == "operator")
    );
    let path = format!("{VENDORS}/bageriet-pa-hornet");
    bo.patches(&path, &json!({"active": false}))
        .await
        .fails(404, "INVALID_REQUEST");
    bo.deletes(&path).await.fails(404, "INVALID_REQUEST");
    alva.deletes(&path).await.data(200);
    assert!(
        alva.fetches_retail().await["byVendor"]
            .get("bageriet-pa-hornet")
            .is_none()
    );
    assert_eq!(alva.lists_retail().await.len(), 1, "its invoices stay");
}

/// A mail of a broader vendor that nobody matched is taken; an older one needs the days.
// Shows: Sources and discovery | After a vendor's senders or subjects change, mails of the last 30 days are searched for again, and skipped ones are ingested if they match now
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_vendor_is_searched_for_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let vendor = json!({
        "name": "Bageriet", "sub_type": "grocery", "email_patterns": [BAKER], "subject_keywords": ["Faktura"],
    });
    alva.posts(VENDORS, &vendor).await.data(201);
    world.sandbox.add(&bread(BAKER, "B-1", NOVEMBER));
    world.sandbox.add(&bread("order@other.example.com", "B-2", NOVEMBER));
    world
        .sandbox
        .add(&bread("order@other.example.com", "B-3", "2026-09-01T08:00:00Z"));
    assert_eq!(alva.fetches_retail().await["byVendor"]["bageriet"], 0);
    let path = format!("{VENDORS}/bageriet");
    let senders = json!({"email_patterns": [BAKER, "other.example.com"], "subject_keywords": []});
    let changed = alva.patches(&path, &senders).await;
    assert_eq!(changed.data(200)["email_patterns"], json!([BAKER, "other.example.com"]));
    assert_eq!(
        alva.fetches_retail().await["byVendor"]["bageriet"],
        2,
        "those of the last 30 days"
    );
    let days = alva.ingests_days("2026-08-01", "2026-09-30").await;
    assert_eq!(days.data(200)["byVendor"]["bageriet"], 1);
    let renamed = alva
        .patches(&path, &json!({"name": "Brödboden", "sub_type": "miscellaneous"}))
        .await;
    let renamed = renamed.data(200);
    assert_eq!(
        (&renamed["vendor_id"], &renamed["name"], &renamed["sub_type"]),
        (&json!("bageriet"), &json!("Brödboden"), &json!("miscellaneous"))
    );
    alva.patches(&path, &json!({"active": false})).await.data(200);
    assert!(alva.fetches_retail().await["byVendor"].get("bageriet").is_none());
}

/// If both match equally closely, the mail is the user's vendor's.
// Shows: Sources and discovery | The id of a vendor is derived from its name, and is unique among the vendors that the caller sees
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_users_vendor_comes_before_the_operators(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    let own = json!({"name": "ICA", "sub_type": "grocery", "email_patterns": [GROCER]});
    let own = alva.posts(VENDORS, &own).await.data(201).clone();
    assert_eq!(own["vendor_id"], "ica-2", "the id of the operator's is taken");
    assert_eq!(alva.fetches_retail().await["byVendor"]["ica-2"], 1);
}

// Shows: Sources and discovery | The operator's can be…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operators_vendor_can_be_switched_off(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let bo = world.connects("Bo").await;
    world.sandbox.add(&grocery(at(NOVEMBER), "1", "100,00"));
    let path = format!("{VENDORS}/ica");
    let change = alva
        .patches(&path, &json!({"email_patterns": [GROCER], "active": false}))
        .await;
    assert_eq!(
        change.fails(403, "INVALID_REQUEST"),
        "This vendor is the operator's: it can only be enabled or disabled."
    );
    alva.deletes(&path).await.fails(403, "INVALID_REQUEST");
    assert_eq!(
        alva.patches(&path, &json!({"active": false})).await.data(200)["active"],
        false
    );
    let data = alva.fetches_retail().await;
    assert!(
        data["byVendor"].get("ica").is_none() && data["totalEmailsFound"] == 0,
        "{data}"
    );
    assert_eq!(
        bo.fetches_retail().await["byVendor"]["ica"],
        1,
        "it is off for one user only"
    );
    alva.patches(&path, &json!({"active": true})).await.data(200);
    assert_eq!(alva.fetches_retail().await["byVendor"]["ica"], 1);
}

// Shows: Sources and discovery | A sender must name the…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_vendor_must_be_is_said(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let missing = alva.posts(VENDORS, &json!({"name": null})).await;
    assert_eq!(
        missing.fails(400, "MISSING_FIELDS"),
        "Missing required fields: email_patterns, name, sub_type."
    );
    let with = |field: &str, value: Value| {
        let mut vendor = bakery();
        vendor[field] = value;
        vendor
    };
    for (vendor, field) in [
        (with("name", json!("  ")), "name"),
        (with("name", json!("x".repeat(101))), "name"),
        (with("sub_type", json!("bread")), "sub_type"),
        (with("email_patterns", json!([])), "email_patterns"),
        (with("email_patterns", json!([BAKER, "*@*.com"])), "email_patterns[1]"),
        (with("email_patterns", json!(vec!["example.com"; 21])), "email_patterns"),
        (with("email_patterns", json!("example.com")), "email_patterns"),
        (with("subject_keywords", json!([" "])), "subject_keywords[0]"),
    ] {
        let message = alva.posts(VENDORS, &vendor).await;
        let message = message.fails(400, "INVALID_REQUEST");
        assert!(message.starts_with(&format!("Invalid field '{field}': ")), "{message}");
    }
    alva.patches(&format!("{VENDORS}/nothing"), &json!({}))
        .await
        .fails(404, "INVALID_REQUEST");
}
