//! Corrections of rental invoices.

use chrono::TimeDelta;
use invoices_app::Scope;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::mails::{at, notice, rent_mail};
use invoices_tests::support::user::User;
use invoices_tests::support::world::World;
use rstest::rstest;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::RENTAL;

/// A user with notices of three months.
async fn tenant(world: &World) -> User<'_> {
    let alva = world.connects("Alva").await;
    for month in [9, 10, 11] {
        let received = at(&format!("2026-{month:02}-10T08:00:00Z"));
        let due = format!("2026-{month:02}-30");
        let name = format!("Hyresavi_{month}.pdf");
        let pdf = (name.as_str(), notice(5000 + month, &due));
        world.sandbox.add(&rent_mail(received, &[pdf]));
    }
    assert_eq!(alva.ingests_rental().await.data(200)["invoiceCount"], 3);
    alva
}

async fn corrects(user: &User<'_>, id: &str, body: &Value) -> Value {
    user.patches(&format!("{RENTAL}/{id}"), body).await.data(200).clone()
}

async fn view(user: &User<'_>, id: &str) -> Value {
    user.gets(&format!("{RENTAL}/{id}")).await.data(200).clone()
}

/// The ids of a list's invoices, by year.
async fn listed(user: &User<'_>, query: &str) -> Vec<(String, Vec<String>)> {
    let list = user.gets(&format!("{RENTAL}{query}")).await.data(200).clone();
    let years = list["invoices"].as_object().cloned().unwrap_or_default();
    let ids = |invoices: &Value| {
        let invoices = invoices.as_array().unwrap().iter();
        invoices
            .map(|invoice| invoice["InvoiceID"].as_str().unwrap().to_owned())
            .collect()
    };
    years
        .iter()
        .map(|(year, invoices)| (year.clone(), ids(invoices)))
        .collect()
}

fn years(expected: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
    let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    expected
        .iter()
        .map(|(year, ids)| ((*year).to_owned(), owned(ids)))
        .collect()
}

// Shows: Corrections | `PATCH /v1/invoices/rental/{invoice_id}` sets `Total Amount`, `Due Date`, `Landlord` and `Currency`; `due_date_month` and `due_date_year` follow
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrected_value_counts_wherever_the_invoice_is_shown(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = tenant(&world).await;
    let read = view(&alva, "Invoice_10").await;
    assert!(read.get("corrected").is_none());
    let before = alva.gets(RENTAL).await.header("etag").unwrap().to_owned();
    let body = json!({
        "Total Amount": 4321.5, "Due Date": "2027-01-04", "Landlord": "Bo Hyresvärd", "Currency": "EUR", "OCR": "1"
    });
    let corrected = corrects(&alva, "Invoice_10", &body).await;
    let mut expected = read.clone();
    for (key, value) in [
        ("Total Amount", json!(4321.5)),
        ("Due Date", json!("2027-01-04")),
        ("due_date_month", json!("1")),
        ("due_date_year", json!("2027")),
        ("Landlord", json!("Bo Hyresvärd")),
        ("Currency", json!("EUR")),
        ("corrected", json!(["Total Amount", "Due Date", "Landlord", "Currency"])),
        (
            "parsed",
            json!({"Total Amount": read["Total Amount"], "Due Date": read["Due Date"], "Landlord": read["Landlord"]}),
        ),
    ] {
        expected[key] = value;
    }
    assert_eq!(corrected, expected);
    assert_eq!(view(&alva, "Invoice_10").await, expected);
    assert_ne!(alva.gets(RENTAL).await.header("etag"), Some(before.as_str()));
    let list = alva.gets(RENTAL).await.data(200).clone();
    assert_eq!(list["invoices"]["2027"], json!([expected]));
    assert_eq!(
        listed(&alva, "").await,
        years(&[("2026", &["Invoice_11", "Invoice_9"]), ("2027", &["Invoice_10"])])
    );
    assert_eq!(
        listed(&alva, "?from=2026-12-31").await,
        years(&[("2027", &["Invoice_10"])])
    );
    assert_eq!(
        listed(&alva, "?to=2026-11-30").await,
        years(&[("2026", &["Invoice_11", "Invoice_9"])])
    );
    let first = alva.gets(&format!("{RENTAL}?limit=1")).await.data(200).clone();
    assert_eq!(first["invoices"], json!({"2027": [expected]}));
    let next = first["next_cursor"].as_str().unwrap();
    assert_eq!(
        listed(&alva, &format!("?cursor={next}")).await,
        years(&[("2026", &["Invoice_11", "Invoice_9"])])
    );
    let again = corrects(&alva, "Invoice_10", &body).await;
    assert_eq!(again, expected, "twice is as once");
    let sek = corrects(&alva, "Invoice_10", &json!({"Currency": "SEK", "undo": ["Landlord"]})).await;
    assert_eq!(
        (sek.get("Currency"), sek.get("Landlord"), &sek["corrected"]),
        (
            None,
            read.get("Landlord"),
            &json!(["Total Amount", "Due Date", "Currency"])
        )
    );
    let undo = json!({"undo": ["Total Amount", "Due Date", "Landlord", "Currency"]});
    for _ in 0..2 {
        assert_eq!(corrects(&alva, "Invoice_10", &undo).await, read);
        assert_eq!(alva.gets(RENTAL).await.header("etag"), Some(before.as_str()));
    }
    assert_eq!(world.rows("corrections", alva.id).await, 0);
}

/// Neither another amount nor another date is a new invoice.
// Shows: Corrections | Nobody is notified of a correction
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_notified_of_a_correction(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = tenant(&world).await;
    let told = alva.notifications().await;
    assert_eq!(told.len(), 2, "one of this month, one of the earlier ones");
    corrects(
        &alva,
        "Invoice_11",
        &json!({"Total Amount": 1, "Due Date": "2026-12-31"}),
    )
    .await;
    world.drain().await;
    assert_eq!(alva.notifications().await, told);
    assert_eq!(world.app.store().live_jobs().await.unwrap(), 0);
}

/// If nothing came this month, the corrected due dates say whether a notice is due.
// Shows: Corrections | `POST /v1/invoices/rental/ingest/latest` looks at corrected due dates
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn latest_looks_at_corrected_due_dates(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = world.connects("Alva").await;
    let november = ("Hyresavi_1.pdf", notice(5000, "2026-11-30"));
    world.sandbox.add(&rent_mail(at("2026-10-25T08:00:00Z"), &[november]));
    alva.ingests_rental().await.data(200);
    corrects(&alva, "Invoice_1", &json!({"Due Date": "2026-12-01"})).await;
    assert_eq!(alva.ingests_latest().await.status, 204, "it is due in December");
    corrects(&alva, "Invoice_1", &json!({"undo": ["Due Date"]})).await;
    assert_eq!(alva.ingests_latest().await.status, 200);
    let bo = world.signs_up("Bo").await;
    let october = ("Hyresavi_2.pdf", notice(5000, "2026-10-30"));
    let mail = rent_mail(at("2026-10-05T08:00:00Z"), &[october]);
    world.sandbox.add_to("bo@example.com", &mail);
    bo.connects("bo@example.com").await;
    bo.ingests_rental().await.data(200);
    corrects(&bo, "Invoice_2", &json!({"Due Date": "2026-11-30"})).await;
    let latest = bo.ingests_latest().await;
    assert_eq!(
        (latest.status, latest.message()),
        (200, "Invoice for 11/2026 has already been processed.")
    );
}

/// Duplicates are found by the due date that was read.
// Shows: Corrections | A correction stays when…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_survives_what_is_read_later(#[values(Sqlite, Postgres)] database: Database) {
    let world = World::start(database).await;
    let alva = tenant(&world).await;
    let told = alva.notifications().await;
    let read = view(&alva, "Invoice_11").await;
    let correction = json!({"Total Amount": 1, "Due Date": "2026-12-31", "Landlord": "Bo"});
    let corrected = corrects(&alva, "Invoice_11", &correction).await;
    // The same notice comes once more, with other bytes.
    let mut copy = notice(5011, "2026-11-30");
    copy.extend_from_slice(b"\n% sent again\n");
    let mail = rent_mail(at("2026-11-12T08:00:00Z"), &[("Hyresavi_99.pdf", copy)]);
    world.sandbox.add(&mail);
    alva.ingests_rental().await;
    assert_eq!(alva.gets(&format!("{RENTAL}/Invoice_99")).await.status, 204);
    assert_eq!(alva.lists_rental().await.data(200)["invoiceCount"], 3);
    assert_eq!(view(&alva, "Invoice_11").await, corrected);
    // A document is read differently.
    let objects: Vec<String> = world.objects();
    let object = objects.iter().find(|key| key.ends_with("Hyresavi_11.pdf")).unwrap();
    let path = world.folder.path().join("objects").join(object);
    std::fs::write(path, notice(6011, "2026-10-31")).unwrap();
    let scope = Scope {
        all: true,
        ..Scope::default()
    };
    world.clock.forward(TimeDelta::seconds(1));
    let stop = CancellationToken::new();
    let mut lines = Vec::new();
    let mut report = |_: &_, reread: &invoices_app::Reread| lines.push(format!("{reread:?}"));
    world.app.reparse(&scope, false, &stop, &mut report).await.unwrap();
    let now = view(&alva, "Invoice_11").await;
    for key in ["Total Amount", "Due Date", "due_date_month", "Landlord", "corrected"] {
        assert_eq!(now[key], corrected[key], "{key} {lines:?}");
    }
    assert_eq!(alva.notifications().await, told);
    let undo = json!({"undo": ["Total Amount", "Due Date", "Landlord"]});
    let undone = corrects(&alva, "Invoice_11", &undo).await;
    assert_eq!(
        (&undone["Total Amount"], &undone["Due Date"], &undone["due_date_month"]),
        (&json!(6011), &json!("2026-10-31"), &json!("10"))
    );
    assert_eq!(undone.get("Landlord"), read.get("Landlord"));
}
