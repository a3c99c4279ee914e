//! Corrections of retail invoices, wherever an invoice is shown.

use chrono::TimeDelta;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, grocery};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{RETAIL, corrects, listed};

/// A user with three receipts of one shop.
async fn shopper(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    for (order, day, total) in [("1", 10, "100,00"), ("2", 11, "200,00"), ("3", 12, "300,00")] {
        let received = at(&format!("2026-11-{day}T08:00:00Z"));
        world.sandbox.add(&grocery(received, &format!("20411{order}"), total));
    }
    assert_eq!(alva.fetches_retail().await["totalEmailsFound"], 3);
    alva
}

// Shows: Corrections | `PATCH /v1/invoices/retail/{invoice_id}` sets `total_amount`, `invoice_date`, `vendor_name`, `sub_type` and `currency`; the corrected value counts in lists, filters, order, cursors, counts, details and the answer of a deletion, and `corrected` names the field
// Shows: Corrections | Deleting an invoice or the account deletes its corrections
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrected_value_counts_wherever_the_invoice_is_shown(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let read = alva.lists_retail().await[2].clone();
    assert_eq!((&read["total_amount"], read.get("corrected")), (&json!(100), None));
    let detail_read = alva.detail_of(&read).await;
    assert!(detail_read.get("items").is_some() && detail_read.get("corrected").is_none());
    let body = json!({
        "total_amount": 99.5,
        "invoice_date": "2026-11-15",
        "vendor_name": "  Åkes Livs ",
        "currency": "EUR",
        "unknown": 1,
        "sub_type": null,
    });
    let answer = corrects(&alva, &read, &body).await;
    assert_eq!(answer.message(), "Invoice corrected successfully!");
    let corrected = answer.data(200).clone();
    assert_eq!(
        corrected,
        json!({
            "invoice_id": read["invoice_id"],
            "vendor_name": "Åkes Livs",
            "sub_type": "grocery",
            "invoice_date": "2026-11-15",
            "total_amount": 99.5,
            "currency": "EUR",
            "corrected": ["total_amount", "invoice_date", "vendor_name", "currency"],
        })
    );
    let list = alva.lists_retail().await;
    assert_eq!(list[0], corrected, "it is the newest now");
    assert!(list[1..].iter().all(|invoice| invoice.get("corrected").is_none()));
    let detail = alva.detail_of(&corrected).await;
    for field in ["total_amount", "invoice_date", "vendor_name", "currency", "corrected"] {
        assert_eq!(detail[field], corrected[field], "{field}");
    }
    assert_eq!(
        detail["parsed"],
        json!({
            "total_amount": 100, "invoice_date": detail_read["invoice_date"],
            "vendor_name": detail_read["vendor_name"], "currency": detail_read["currency"],
        })
    );
    assert_eq!(
        (&detail["items"], &detail["order_id"]),
        (&detail_read["items"], &json!("204111"))
    );
    let totals = [
        ("?from=2026-11-13", vec![json!(99.5)]),
        ("?to=2026-11-10", vec![]),
        ("?vendor=%C3%85kes%20Livs", vec![json!(99.5)]),
        ("?vendor=ica", vec![json!(99.5), json!(300), json!(200)]),
        ("?q=%C3%A5kes", vec![json!(99.5)]),
        ("?q=ica", vec![json!(300), json!(200)]),
        ("?sort=oldest", vec![json!(200), json!(300), json!(99.5)]),
    ];
    for (query, expected) in totals {
        assert_eq!(listed(&alva, query, "total_amount").await, expected, "{query}");
    }
    let first = alva.gets(&format!("{RETAIL}?limit=1")).await.data(200).clone();
    assert_eq!((&first["invoiceCount"], &first["invoices"][0]), (&json!(3), &corrected));
    let next = first["next_cursor"].as_str().unwrap();
    let second = alva
        .gets(&format!("{RETAIL}?limit=2&cursor={next}"))
        .await
        .data(200)
        .clone();
    assert_eq!(second["invoices"], json!(list[1..]));
    let deleted = alva.deletes_retail(&corrected["invoice_id"]).await;
    assert_eq!(deleted.data(200)["deleted_invoice"], corrected);
    assert_eq!(world.rows("corrections", alva.id).await, 0, "they are deleted with it");
}

// Shows: Corrections | An invoice with a corrected `sub_type` is listed and counted there, and its detail record has the fields that all sub-types have
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invoice_with_another_sub_type_is_listed_there(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let read = alva.lists_retail().await[0].clone();
    let detail_read = alva.detail_of(&read).await;
    let corrected = corrects(&alva, &read, &json!({"sub_type": "utility", "total_amount": 301})).await;
    let corrected = corrected.data(200).clone();
    assert_eq!(
        (&corrected["sub_type"], &corrected["corrected"]),
        (&json!("utility"), &json!(["total_amount", "sub_type"]))
    );
    assert_eq!(listed(&alva, "?subtype=utility", "total_amount").await, [301]);
    assert_eq!(listed(&alva, "?subtype=grocery", "total_amount").await, [200, 100]);
    let counts = alva.gets(&format!("{RETAIL}?counts=true")).await.data(200)["counts"].clone();
    assert_eq!((&counts["utility"], &counts["grocery"]), (&json!(1), &json!(2)));
    let detail = alva.detail_of(&corrected).await;
    let mut keys: Vec<&str> = detail.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "corrected",
            "currency",
            "invoice_date",
            "invoice_id",
            "order_id",
            "parsed",
            "sub_type",
            "total_amount",
            "vendor_name"
        ],
        "what all sub-types have"
    );
    assert_eq!(
        (&detail["sub_type"], &detail["total_amount"]),
        (&json!("utility"), &json!(301))
    );
    let id = read["invoice_id"].as_str().unwrap();
    alva.gets(&format!("{RETAIL}?subtype=grocery&invoice-id={id}"))
        .await
        .fails(404, "INVALID_REQUEST");
    let undone = corrects(&alva, &read, &json!({"undo": ["sub_type", "total_amount"]})).await;
    assert_eq!(*undone.data(200), read);
    assert_eq!(alva.detail_of(&read).await, detail_read, "its own fields are back");
}

// Shows: Corrections | `undo` takes corrections back: the fields have again what the present reading says
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_is_taken_back(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let read = alva.lists_retail().await;
    let all = json!({
        "total_amount": 1, "invoice_date": "2026-01-01", "vendor_name": "X", "sub_type": "travel", "currency": "NOK"
    });
    corrects(&alva, &read[1], &all).await.data(200);
    let some = corrects(
        &alva,
        &read[1],
        &json!({"undo": ["total_amount", "total_amount", "vendor_name"], "currency": "DKK"}),
    )
    .await;
    let some = some.data(200);
    assert_eq!(
        (
            &some["total_amount"],
            &some["vendor_name"],
            &some["currency"],
            &some["corrected"]
        ),
        (
            &json!(200),
            &read[1]["vendor_name"],
            &json!("DKK"),
            &json!(["invoice_date", "sub_type", "currency"])
        )
    );
    let undo = json!({"undo": ["invoice_date", "sub_type", "currency", "total_amount"]});
    for _ in 0..2 {
        assert_eq!(*corrects(&alva, &read[1], &undo).await.data(200), read[1]);
        assert_eq!(alva.lists_retail().await, read);
        assert_eq!(world.rows("corrections", alva.id).await, 0);
    }
}

/// The tag of what it changes is another one, and that of a repeated correction is the same.
// Shows: Corrections | A correction twice is as once; corrections at once all count; an `ETag` changes with a correction
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_changes_entity_tags_once(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let read = alva.lists_retail().await[0].clone();
    let detail = format!(
        "{RETAIL}?subtype=grocery&invoice-id={}",
        read["invoice_id"].as_str().unwrap()
    );
    let tags = async || {
        let mut tags = Vec::new();
        for path in [RETAIL, &detail, "/v1/statistics/spending"] {
            tags.push(alva.gets(path).await.header("etag").unwrap().to_owned());
        }
        tags
    };
    let before = tags().await;
    let correction = json!({"total_amount": 299});
    let answer = corrects(&alva, &read, &correction).await.data(200).clone();
    let after = tags().await;
    assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    let rows = world.rows_of("corrections").await;
    world.clock.forward(TimeDelta::minutes(1));
    assert_eq!(*corrects(&alva, &read, &correction).await.data(200), answer);
    assert_eq!(tags().await, after);
    assert_eq!(world.rows_of("corrections").await, rows, "it keeps its time");
    // A value as it was read is a correction, too: it stays whatever is read later.
    let same = corrects(&alva, &read, &json!({"total_amount": 300})).await;
    assert_eq!(same.data(200)["corrected"], json!(["total_amount"]));
    corrects(&alva, &read, &json!({"undo": ["total_amount"]}))
        .await
        .data(200);
    assert_eq!(tags().await, before);
}

// Shows: Corrections | A correction twice is…
// Shows: Corrections | Deleting an invoice or…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn corrections_at_once_all_count(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    let read = alva.lists_retail().await[0].clone();
    let bodies = [
        json!({"total_amount": 1}),
        json!({"invoice_date": "2026-01-02"}),
        json!({"vendor_name": "Bo"}),
        json!({"sub_type": "travel"}),
        json!({"currency": "EUR"}),
        json!({"total_amount": 1}),
    ];
    let id = read["invoice_id"].as_str().unwrap();
    let requests = bodies.iter().map(|body| {
        let request = world.http.patch(world.url(&format!("{RETAIL}/{id}")));
        request.bearer_auth(&alva.token).json(body).send()
    });
    for answer in futures::future::join_all(requests).await {
        assert_eq!(answer.unwrap().status(), 200);
    }
    let expected = json!({
        "invoice_id": id,
        "total_amount": 1,
        "invoice_date": "2026-01-02",
        "vendor_name": "Bo",
        "sub_type": "travel",
        "currency": "EUR",
        "corrected": ["total_amount", "invoice_date", "vendor_name", "sub_type", "currency"],
    });
    assert!(alva.lists_retail().await.contains(&expected));
    assert_eq!(world.rows("corrections", alva.id).await, 5);
    // The account is deleted with them.
    alva.deletes("/v1/user/me").await.data(200);
    assert_eq!(world.rows_of("corrections").await, Vec::<String>::new());
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_assumed_currency_is_corrected_to_a_stated_one(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = shopper(&world).await;
    world.sql("UPDATE retail_invoices SET currency = NULL").await;
    let read = alva.lists_retail().await[0].clone();
    assert_eq!(
        (&read["currency"], &read["currency_assumed"]),
        (&json!("SEK"), &json!(true))
    );
    let corrected = corrects(&alva, &read, &json!({"currency": "SEK"}))
        .await
        .data(200)
        .clone();
    assert_eq!(
        (&corrected["currency"], corrected.get("currency_assumed")),
        (&json!("SEK"), None)
    );
    assert_eq!(alva.detail_of(&corrected).await["currency"], "SEK");
    let undone: Value = corrects(&alva, &read, &json!({"undo": ["currency"]}))
        .await
        .data(200)
        .clone();
    assert_eq!(undone, read);
}
