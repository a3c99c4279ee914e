//! Corrections that are refused change nothing.

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, grocery, notice, rent_mail};
use invoices_tests::support::world::World;
use serde_json::{Value, json};

use super::{MORNING, RENTAL, RETAIL};

// Shows: Corrections | A wrong value is 400 `INVALID_REQUEST` naming the field, no change 400 `MISSING_FIELDS`, another user's or an unknown invoice 404 `INVALID_REQUEST`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_value_is_refused_by_its_name() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    let pdf = ("Hyresavi_1.pdf", notice(5000, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(MORNING), &[pdf]));
    alva.fetches_retail().await;
    alva.ingests_rental().await.data(200);
    let (retail, rental) = (alva.lists_retail().await, alva.lists_rental().await.body);
    let retail_path = format!("{RETAIL}/{}", retail[0]["invoice_id"].as_str().unwrap());
    let rental_path = format!("{RENTAL}/Invoice_1");
    let long = "x".repeat(101);
    let amounts = [
        json!("100"),
        json!(100_000_000_000_i64),
        json!(-100_000_000_000_i64),
        json!(0.00001),
        json!(1e300),
        json!([1]),
        json!(true),
        json!({}),
    ];
    let dates = [
        json!("2026-7-1"),
        json!("2026-02-30"),
        json!("2026-07-01T00:00:00"),
        json!("igår"),
        json!(""),
        json!(20_260_701),
    ];
    let names = [
        json!(""),
        json!("  "),
        json!("a\u{0}b"),
        json!("a\nb"),
        json!(long),
        json!(1),
    ];
    let currencies = [json!("kr"), json!("KRONA"), json!(""), json!("S€K"), json!(1)];
    let undos = [json!("total_amount"), json!(["order_id"]), json!([1]), json!({})];
    let fields: [(&str, &str, &[Value]); 10] = [
        (&retail_path, "total_amount", &amounts),
        (&retail_path, "invoice_date", &dates),
        (&retail_path, "vendor_name", &names),
        (&retail_path, "currency", &currencies),
        (
            &retail_path,
            "sub_type",
            &[json!("rent"), json!(""), json!("Grocery"), json!(1)],
        ),
        (&retail_path, "undo", &undos),
        (&rental_path, "Total Amount", &amounts),
        (&rental_path, "Due Date", &dates),
        (&rental_path, "Landlord", &names),
        (&rental_path, "Currency", &currencies),
    ];
    for (path, field, values) in fields {
        for value in values {
            let answer = alva.patches(path, &json!({ field: value })).await;
            let message = answer.fails(400, "INVALID_REQUEST");
            assert!(message.contains(field), "{field} {value}: {message}");
        }
    }
    let undo = json!({"undo": ["total_amount"]});
    let message = alva.patches(&rental_path, &undo).await;
    assert!(message.fails(400, "INVALID_REQUEST").contains("undo"));
    for (path, body) in [
        (
            &retail_path,
            json!({"currency": "EUR", "undo": ["sub_type", "currency"]}),
        ),
        (&rental_path, json!({"Due Date": "2026-12-01", "undo": ["Due Date"]})),
    ] {
        let answer = alva.patches(path, &body).await;
        let message = answer.fails(400, "INVALID_REQUEST");
        assert!(message.contains("undo") && message.contains("at once"), "{message}");
    }
    for path in [&retail_path, &rental_path] {
        for nothing in [
            json!({}),
            json!({"undo": null}),
            json!({"undo": []}),
            json!({"total_amount": null, "Total Amount": null, "due_date": "2026-12-01"}),
        ] {
            let answer = alva.patches(path, &nothing).await;
            let message = answer.fails(400, "MISSING_FIELDS");
            assert_eq!(message, "At least one field must be corrected or undone.");
        }
        for (text, code) in [
            ("{", "INVALID_JSON"),
            ("[]", "INVALID_REQUEST"),
            (" ", "MISSING_FIELDS"),
        ] {
            let request = world.http.patch(world.url(path)).bearer_auth(&alva.token);
            world.send(request.body(text)).await.fails(400, code);
        }
    }
    assert_eq!(
        (alva.lists_retail().await, alva.lists_rental().await.body),
        (retail, rental)
    );
    assert_eq!(world.rows("corrections", alva.id).await, 0);
}

// Shows: Corrections | A wrong value is 400…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_and_longest_values_are_taken() {
    let world = World::start(Sqlite).await;
    let alva = world.connects("Alva").await;
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    alva.fetches_retail().await;
    let path = format!(
        "{RETAIL}/{}",
        alva.lists_retail().await[0]["invoice_id"].as_str().unwrap()
    );
    let long = "Å".repeat(100);
    for (field, given, shown) in [
        ("total_amount", json!(99_999_999_999.999_9), json!(99_999_999_999.999_9)),
        ("total_amount", json!(-0.0001), json!(-0.0001)),
        ("total_amount", json!(0), json!(0)),
        ("vendor_name", json!(long), json!(long)),
        ("vendor_name", json!("A\u{30a}r"), json!("År")),
        ("currency", json!("eur"), json!("EUR")),
        ("invoice_date", json!("1900-01-01"), json!("1900-01-01")),
        ("invoice_date", json!("2200-12-31"), json!("2200-12-31")),
    ] {
        let answer = alva.patches(&path, &json!({ field: given })).await;
        assert_eq!(answer.data(200)[field], shown);
        assert_eq!(alva.lists_retail().await[0][field], shown);
    }
}

// Shows: Corrections | A wrong value is 400…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invoice_of_another_user_is_not_found() {
    let world = World::start(Sqlite).await;
    let (alva, bo) = (world.connects("Alva").await, world.connects("Bo").await);
    world.sandbox.add(&grocery(at(MORNING), "204118", "100,00"));
    let pdf = ("Hyresavi_1.pdf", notice(5000, "2026-11-30"));
    world.sandbox.add(&rent_mail(at(MORNING), &[pdf]));
    for user in [&alva, &bo] {
        user.fetches_retail().await;
        user.ingests_rental().await.data(200);
    }
    let (retail, rental) = (alva.lists_retail().await, alva.lists_rental().await.body);
    let id = retail[0]["invoice_id"].as_str().unwrap();
    let amount = json!({"total_amount": 1});
    for path in [id, "x", "Invoice_1", "%00", "5f0d7a1d-0f5e-5c6b-9b0e-9a5461f2c8d3"] {
        let answer = bo.patches(&format!("{RETAIL}/{path}"), &amount).await;
        assert_eq!(answer.fails(404, "INVALID_REQUEST"), "Invoice not found.", "{path}");
    }
    for path in [id, "Invoice_2", "%00", "x"] {
        let answer = bo
            .patches(&format!("{RENTAL}/{path}"), &json!({"Total Amount": 1}))
            .await;
        assert_eq!(answer.fails(404, "INVALID_REQUEST"), "Invoice not found.", "{path}");
    }
    // Both have an invoice of this id.
    let answer = bo
        .patches(&format!("{RENTAL}/Invoice_1"), &json!({"Total Amount": 1}))
        .await;
    assert_eq!(answer.data(200)["Total Amount"], 1);
    assert_eq!(
        (alva.lists_retail().await, alva.lists_rental().await.body),
        (retail, rental)
    );
    for path in [RETAIL, RENTAL] {
        let answer = alva.patches(&format!("{path}/"), &amount).await;
        answer.fails(400, "MISSING_FIELDS");
    }
}
