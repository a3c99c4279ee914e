//! The list of invoices in every mode.

use invoices_sandbox::sample::{Shop, shop_mail};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{RETAIL, sub_types};
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;

/// A user with two grocery receipts, an order of clothes and one of food.
async fn user_with_invoices(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    world
        .sandbox
        .add(&grocery(at("2026-11-10T08:00:00Z"), "204118", "100,00"));
    world
        .sandbox
        .add(&grocery(at("2026-11-12T08:00:00Z"), "204119", "200,00"));
    for (vendor, day) in [("zalando", "2026-11-11T08:00:00Z"), ("foodora", "2026-11-12T08:00:00Z")] {
        world
            .sandbox
            .add(&shop_mail(&Shop::named(vendor).unwrap(), at(day)).eml());
    }
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 4);
    alva
}

fn dates(list: &Value) -> Vec<&str> {
    list["invoices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|invoice| invoice["invoice_date"].as_str().unwrap())
        .collect()
}

// Shows: Lists | Without rental invoices `data` is `null`, still 200, and the message says so
// Shows: Lists | `data` has `type`: `rental`, `retail`, `detail` or `counts`
// Shows: Lists | `GET /v1/invoices/retail` answers `{invoiceCount…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_empty_at_first(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    let retail = alva.gets(RETAIL).await;
    assert_eq!(
        (retail.data(200), retail.message()),
        (
            &json!({"type": "retail", "invoiceCount": 0, "invoices": []}),
            "Retail invoices retrieved successfully!"
        )
    );
    let grocery = alva.gets(&format!("{RETAIL}?subtype=grocery")).await;
    assert_eq!(
        *grocery.data(200),
        json!({"type": "retail", "invoiceCount": 0, "invoices": []})
    );
    let rental = alva.gets("/v1/invoices/rental").await;
    assert_eq!(
        (rental.data(200), rental.message()),
        (&json!(null), "No rental invoices found for this user.")
    );
    let counts = alva.gets(&format!("{RETAIL}?counts=true")).await;
    let zeros: serde_json::Map<String, Value> = sub_types(&world)
        .into_iter()
        .map(|name| (name.to_owned(), json!(0)))
        .collect();
    assert_eq!(
        (counts.data(200), counts.message()),
        (
            &json!({"type": "counts", "counts": zeros}),
            "Retail invoice counts retrieved successfully!"
        )
    );
}

// Shows: Lists | `GET /v1/invoices/retail` answers `{invoiceCount, invoices}`, newest first, then by id; with nothing, zero and an empty list
// Shows: Lists | A summary has `invoice_id`, `vendor_name`, `sub_type`, `invoice_date`, `total_amount`, `currency`
// Shows: Lists | `subtype` filters
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_sorted_by_date_then_id(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    let answer = alva.gets(RETAIL).await;
    let list = answer.data(200);
    assert_eq!(list["invoiceCount"], 4);
    assert_eq!(dates(list), ["2026-11-12", "2026-11-12", "2026-11-11", "2026-11-10"]);
    let ids: Vec<&str> = list["invoices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|invoice| invoice["invoice_id"].as_str().unwrap())
        .collect();
    assert!(ids[0] < ids[1]);
    let answer = alva.gets(&format!("{RETAIL}?subtype=grocery")).await;
    assert_eq!(dates(answer.data(200)), ["2026-11-12", "2026-11-10"]);
    assert_eq!(answer.data(200)["invoiceCount"], 2);
    for invoice in list["invoices"].as_array().unwrap() {
        let keys: Vec<&String> = invoice.as_object().unwrap().keys().collect();
        assert_eq!(
            keys,
            [
                "currency",
                "invoice_date",
                "invoice_id",
                "sub_type",
                "total_amount",
                "vendor_name"
            ]
        );
    }
}

// Shows: Lists | `counts=true` answers `{counts}` with every sub-type, zero included; with `subtype`, that one
// Shows: Lists | `counts=false` is as absent, `True` as true; another value is 400
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counts_name_every_sub_type(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = user_with_invoices(&world).await;
    let count_of = |name| match name {
        "grocery" => 2,
        "clothing" | "food-delivery" => 1,
        _ => 0,
    };
    let expected: serde_json::Map<String, Value> = sub_types(&world)
        .into_iter()
        .map(|name| (name.to_owned(), json!(count_of(name))))
        .collect();
    for value in ["true", "True", "TRUE"] {
        let answer = alva.gets(&format!("{RETAIL}?counts={value}")).await;
        assert_eq!(*answer.data(200), json!({"type": "counts", "counts": expected}));
    }
    for (name, count) in [("grocery", 2), ("travel", 0)] {
        let answer = alva.gets(&format!("{RETAIL}?counts=true&subtype={name}")).await;
        assert_eq!(*answer.data(200), json!({"type": "counts", "counts": {name: count}}));
    }
    // `false` is the same as no parameter.
    assert_eq!(
        alva.gets(&format!("{RETAIL}?counts=false")).await.data(200)["invoiceCount"],
        4
    );
    assert_eq!(
        alva.gets(&format!("{RETAIL}?counts=False&subtype=grocery"))
            .await
            .data(200)["invoiceCount"],
        2
    );
    let bo = world.signs_up("Bo").await;
    assert_eq!(
        bo.gets(&format!("{RETAIL}?counts=true&subtype=grocery"))
            .await
            .data(200)["counts"]["grocery"],
        0
    );
}

// Shows: Lists | `GET /v1/invoices/retail/{invoice_id}` answers the parsed record without its sub-type; an unknown invoice and another user's is 404 `INVALID_REQUEST`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_invoice_is_shown_and_corrected_by_its_id_alone(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (user_with_invoices(&world).await, world.signs_up("Bo").await);
    let mut paths = Vec::new();
    for summary in alva.lists_retail().await {
        let path = format!("{RETAIL}/{}", summary["invoice_id"].as_str().unwrap());
        let answer = alva.gets(&path).await;
        assert_eq!(answer.data(200), &alva.detail_of(&summary).await);
        assert_eq!(answer.message(), "Retail invoice retrieved successfully!");
        bo.gets(&path).await.fails(404, "INVALID_REQUEST");
        paths.push(path);
    }
    let correction = json!({"total_amount": 7.5, "sub_type": "travel"});
    alva.patches(&paths[0], &correction).await.data(200);
    let corrected = alva.gets(&paths[0]).await.data(200).clone();
    assert_eq!(
        [
            &corrected["total_amount"],
            &corrected["sub_type"],
            &corrected["corrected"]
        ],
        [&json!(7.5), &json!("travel"), &json!(["total_amount", "sub_type"])]
    );
    alva.deletes(&paths[0]).await.data(200);
    let (deleted, unknown) = (&paths[0][RETAIL.len() + 1..], Uuid::new_v4().to_string());
    for id in [deleted, unknown.as_str(), "x", "%00", "' OR 1=1 --", "Invoice_1"] {
        let answer = alva.gets(&format!("{RETAIL}/{id}")).await;
        assert_eq!(answer.fails(404, "INVALID_REQUEST"), "Invoice not found.", "{id}");
    }
}

// Shows: Lists | `subtype` and `invoice-id` answer `{invoiceDetails}`, the parsed record of the invoice
// Shows: Lists | An `invoice-id` of another user, another sub-type or no known form is 404 `INVALID_REQUEST`
// Shows: Threats | SQL, or another query, is injected | diesel binds every value; search words are quoted for the mail provider
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_invoice_is_shown_in_full(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let (alva, bo) = (user_with_invoices(&world).await, world.signs_up("Bo").await);
    let groceries = alva.gets(&format!("{RETAIL}?subtype=grocery")).await;
    let id = groceries.data(200)["invoices"][0]["invoice_id"].as_str().unwrap();
    let detail = format!("{RETAIL}?subtype=grocery&invoice-id={id}");
    for path in [
        detail.clone(),
        format!("{detail}&counts=false"),
        format!("{detail}&unknown=1"),
    ] {
        let answer = alva.gets(&path).await;
        let keys: Vec<&String> = answer.data(200).as_object().unwrap().keys().collect();
        assert_eq!(keys, ["invoiceDetails", "type"]);
        assert_eq!(answer.data(200)["invoiceDetails"]["order_id"], "204119");
    }
    assert_eq!(
        bo.gets(&detail).await.fails(404, "INVALID_REQUEST"),
        "Invoice not found."
    );
    // An id of another sub-type, an unknown id, and invalid ids.
    for (sub_type, id) in [
        ("clothing", id),
        ("grocery", &Uuid::new_v4().to_string()),
        ("grocery", "x"),
        ("grocery", ""),
        ("grocery", "%00"),
        ("grocery", "' OR 1=1 --"),
        ("grocery", "Invoice_1"),
    ] {
        let answer = alva.gets(&format!("{RETAIL}?subtype={sub_type}&invoice-id={id}")).await;
        assert_eq!(
            answer.fails(404, "INVALID_REQUEST"),
            "Invoice not found.",
            "{sub_type} {id}"
        );
    }
}
