//! The groups of `GET /v1/statistics/spending`.

use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{ReceiptText, at, grocery, grocery_of, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};

use super::{SPENDING, spent};

/// A user with receipts of two months, one of them refunded, and rent of two months.
async fn spender(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    for (received, order, total) in [
        ("2026-10-28T08:00:00Z", "1", "100,25"),
        ("2026-11-02T08:00:00Z", "2", "200,50"),
        ("2026-11-03T08:00:00Z", "3", "0,75"),
    ] {
        world
            .sandbox
            .add(&grocery(at(received), &format!("20411{order}"), total));
    }
    let refund = ReceiptText {
        heading: "Återbetalning",
        order: Some("204112"),
        date: Some("2026-11-10"),
        total: "49,00",
        ..ReceiptText::default()
    };
    world.sandbox.add(&grocery_of(at("2026-11-10T08:00:00Z"), &refund));
    for (name, due, total) in [
        ("Hyresavi_1.pdf", "2026-10-30", 5000),
        ("Hyresavi_2.pdf", "2026-11-30", 5100),
    ] {
        let received = at(&format!("{}10T08:00:00Z", &due[..8]));
        world.sandbox.add(&rent_mail(received, &[(name, notice(total, due))]));
    }
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    assert_eq!(alva.lists_retail().await.len(), 4);
    // Receipts state kronor, and notices what they like: here nothing.
    world.sql("UPDATE rental_invoices SET currency = NULL").await;
    alva
}

// Shows: Statistics | `GET /v1/statistics/spending` adds up invoices by `month`, `sub_type` and `vendor` as asked, with `refunds` and `count`; filters `from`, `to`, `type`, `subtype`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_are_added_up_by_month_and_sub_type(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = spender(&world).await;
    let rent = |month: &str, total: i64| {
        json!({
            "month": month, "type": "rental", "currency": "SEK", "currency_assumed": true, "total": total, "count": 1
        })
    };
    let groceries = [
        json!({
            "month": "2026-11", "type": "retail", "sub_type": "grocery", "currency": "SEK",
            "total": 152.25, "refunds": -49, "count": 3
        }),
        json!({
            "month": "2026-10", "type": "retail", "sub_type": "grocery", "currency": "SEK", "total": 100.25, "count": 1
        }),
    ];
    let all = [
        rent("2026-11", 5100),
        groceries[0].clone(),
        rent("2026-10", 5000),
        groceries[1].clone(),
    ];
    assert_eq!(spent(&alva, "").await, all);
    assert_eq!(spent(&alva, "?by=sub_type,month,month").await, all);
    assert_eq!(spent(&alva, "?type=retail").await, groceries);
    assert_eq!(
        spent(&alva, "?subtype=grocery").await,
        groceries,
        "rent has no sub-type"
    );
    assert_eq!(
        spent(&alva, "?type=rental").await,
        [rent("2026-11", 5100), rent("2026-10", 5000)]
    );
    assert_eq!(spent(&alva, "?subtype=travel").await, Vec::<Value>::new());
    assert_eq!(spent(&alva, "?from=2026-11-01").await, all[..2]);
    assert_eq!(spent(&alva, "?to=2026-10-30").await, all[2..]);
    assert_eq!(spent(&alva, "?from=2026-10-29&to=2026-10-30").await, all[2..3]);
    let by_month = spent(&alva, "?by=month&type=retail").await;
    assert_eq!(
        by_month[0],
        json!({"month": "2026-11", "currency": "SEK", "total": 152.25, "refunds": -49, "count": 3})
    );
    let by_vendor = spent(&alva, "?by=vendor").await;
    assert_eq!(by_vendor.len(), 2);
    let ica = by_vendor.iter().find(|row| row["vendor_name"] == "ICA").unwrap();
    assert_eq!(
        (&ica["total"], &ica["count"], ica.get("month")),
        (&json!(252.5), &json!(4), None)
    );
    let landlord = by_vendor.iter().find(|row| row["total"] == 10100).unwrap();
    assert!(landlord["vendor_name"].is_string(), "{landlord}");
}

// Shows: Statistics | Currencies are never added up together; invoices that state none are a row with `currency_assumed`
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn currencies_are_never_added_up_together(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = spender(&world).await;
    let ids: Vec<Value> = alva
        .lists_retail()
        .await
        .iter()
        .map(|row| row["invoice_id"].clone())
        .collect();
    world
        .sql(&format!(
            "UPDATE retail_invoices SET currency = 'EUR' WHERE total_amount = 2005000; \
             UPDATE retail_invoices SET currency = NULL WHERE invoice_id = {}",
            ids.iter().map(|id| id.to_string().replace('"', "'")).next().unwrap()
        ))
        .await;
    let rows = spent(&alva, "?by=month&type=retail&from=2026-11-01").await;
    let of = |currency: &str, assumed: bool| {
        let is = |row: &&Value| row["currency"] == currency && row.get("currency_assumed").is_some() == assumed;
        let row = rows.iter().find(is).unwrap();
        (row["total"].clone(), row["count"].clone())
    };
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!(of("EUR", false), (json!(200.5), json!(1)));
    assert_eq!(of("SEK", true), (json!(-49), json!(1)));
    assert_eq!(of("SEK", false), (json!(0.75), json!(1)));
}

// Shows: Statistics | Corrected values count
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn corrected_values_count(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = spender(&world).await;
    let before = spent(&alva, "").await;
    let list = alva.lists_retail().await;
    let small = list.iter().find(|invoice| invoice["total_amount"] == 0.75).unwrap();
    let retail = format!("/v1/invoices/retail/{}", small["invoice_id"].as_str().unwrap());
    let correction = json!({
        "total_amount": 10.5, "invoice_date": "2026-09-30", "sub_type": "travel", "vendor_name": "Bo", "currency": "NOK"
    });
    alva.patches(&retail, &correction).await.data(200);
    let correction = json!({"Total Amount": 7000, "Due Date": "2026-09-01", "Landlord": "Cy", "Currency": "SEK"});
    alva.patches("/v1/invoices/rental/Invoice_2", &correction)
        .await
        .data(200);
    let rows = spent(&alva, "?by=month,sub_type,vendor&to=2026-09-30").await;
    assert_eq!(
        rows,
        [
            json!({
                "month": "2026-09", "type": "rental", "vendor_name": "Cy", "currency": "SEK", "total": 7000, "count": 1
            }),
            json!({
                "month": "2026-09", "type": "retail", "sub_type": "travel", "vendor_name": "Bo", "currency": "NOK",
                "total": 10.5, "count": 1
            }),
        ]
    );
    let undo = json!({"undo": ["total_amount", "invoice_date", "sub_type", "vendor_name", "currency"]});
    alva.patches(&retail, &undo).await.data(200);
    let undo = json!({"undo": ["Total Amount", "Due Date", "Landlord", "Currency"]});
    alva.patches("/v1/invoices/rental/Invoice_2", &undo).await.data(200);
    assert_eq!(spent(&alva, "").await, before);
}

/// A rental invoice without a due date counts for the month of its mail in the list, and for no month here.
// Shows: Statistics | Invoices without a date are a row without a month
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invoices_without_a_date_are_a_row_without_a_month(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = spender(&world).await;
    let mut record = alva.gets("/v1/invoices/rental/Invoice_1").await.data(200).clone();
    record.as_object_mut().unwrap().remove("Due Date");
    world
        .sql(&format!(
            "UPDATE rental_invoices SET due_date = NULL, record = '{record}' WHERE invoice_id = 'Invoice_1'"
        ))
        .await;
    let rows = spent(&alva, "?type=rental&by=month").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert_eq!(
        rows[1],
        json!({"currency": "SEK", "currency_assumed": true, "total": 5000, "count": 1})
    );
    assert_eq!(spent(&alva, "?type=rental&by=month&to=2026-10-31").await, rows[1..]);
    assert_eq!(spent(&alva, "?type=rental&by=month&from=2026-11-01").await, rows[..1]);
}

// Shows: Statistics | A wrong parameter is 400 `INVALID_REQUEST` naming it
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_parameter_is_refused(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.signs_up("Alva").await;
    assert_eq!(spent(&alva, "").await, Vec::<Value>::new());
    assert_eq!(spent(&alva, "?unknown=1").await, Vec::<Value>::new());
    for (query, word) in [
        ("by=", "by must be"),
        ("by=day", "by must be"),
        ("by=month,", "by must be"),
        ("by=month%20,sub_type", "by must be"),
        ("by=currency", "by must be"),
        ("type=both", "both"),
        ("type=", "rental or retail"),
        ("type=Retail", "Retail"),
        ("subtype=rent", "Valid options"),
        ("subtype=", "Valid options"),
        ("type=rental&subtype=grocery", "subtype"),
        ("from=2026-7-1", "date"),
        ("to=2026-02-30", "date"),
        ("from=", "date"),
        ("from=2026-01-01&from=2026-01-01", "from"),
    ] {
        let answer = alva.gets(&format!("{SPENDING}?{query}")).await;
        let message = answer.fails(400, "INVALID_REQUEST");
        assert!(message.contains(word), "{query}: {message}");
    }
}

// Shows: Statistics | The answer has an `ETag`; with it in `If-None-Match` the answer is 304 while nothing has changed
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_not_changed_is_not_sent_again(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = spender(&world).await;
    let first = alva.gets(SPENDING).await;
    let tag = first.header("etag").unwrap().to_owned();
    let asks = async || {
        let request = world.http.get(world.url(SPENDING)).bearer_auth(&alva.token);
        world.send(request.header("If-None-Match", &tag)).await.status
    };
    assert_eq!(asks().await, 304);
    alva.deletes_retail(&alva.lists_retail().await[0]["invoice_id"])
        .await
        .data(200);
    assert_eq!(asks().await, 200);
}
